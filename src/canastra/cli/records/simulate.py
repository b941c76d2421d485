"""`canastra simulate`: matches with random legal steps, written as records."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated

from canastra.cards import TWO_PACKS, Card
from canastra.cli.command import command, option, rulebook_option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_INPUT, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import write_error, write_line
from canastra.engine import Match, Phase, cut, deal_out, draw_for_dealer, legal_actions, start_match
from canastra.errors import InputError
from canastra.messages import text
from canastra.records import DealRecord, Record, match_after, record_deal, write
from canastra.rulebooks import Rulebook, load

PLAYERS = ("Ana", "Bruno", "Clara", "Davi")
"""Names by seat, as many as a rulebook has players."""
MOST_DEALS = 2000
"""Deals of one record: random play may never end a match, and a record is only read up to 8 MiB."""
_RECORD = re.compile(r"match-\d{4,}\.canastra")


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulateOptions:
    """Options of `canastra simulate`."""

    rulebook: Annotated[str, rulebook_option()]
    deals: Annotated[int, option(min=1, metavar="N", help="option_deals")]
    out: Annotated[Path, option(metavar="metavar_file", help="option_out")]
    seed: Annotated[int | None, option(metavar="N", help="option_seed")] = None
    force: Annotated[bool, option("--force", help="option_force")] = False


def run_simulate(options: SimulateOptions, language: Language) -> int:
    """Play the deals, write the records, return the exit status."""
    try:
        rulebook = load(options.rulebook)
    except InputError as error:
        return report(error, language, as_json=False)
    problem = _problem(options)
    if problem:
        write_error(text(problem, language, file=str(options.out)))
        return EXIT_INPUT
    seed = Random().randrange(10**9) if options.seed is None else options.seed
    try:
        matches = _write_all(options.out, simulate(rulebook, options.deals, seed))
    except OSError as error:
        write_error(text("simulate_unwritable", language, file=str(options.out), reason=str(error.strerror or error)))
        return EXIT_INPUT
    form = "simulate_done" if matches == 1 else "simulate_done_folder"
    write_line(text(form, language, deals=options.deals, matches=matches, seed=seed, file=str(options.out)))
    return EXIT_OK


COMMAND = command(SimulateOptions, run_simulate)


def simulate(rulebook: Rulebook, deals: int, seed: int) -> Iterator[Record]:
    """The records of as many matches as the deals need; the last match may be unfinished.

    The same seed gives the same records.
    """
    random = Random(seed)
    number = 0
    while deals:
        number += 1
        dealer, _ = draw_for_dealer(_shuffled(random), rulebook.table.players)
        match = start_match(rulebook, dealer)
        played: list[DealRecord] = []
        while deals and not match.finished and len(played) < MOST_DEALS:
            deal, match = _play_deal(match, random)
            played.append(deal)
            deals -= 1
        yield Record(
            rulebook=rulebook,
            players=PLAYERS[: rulebook.table.players],
            deals=tuple(played),
            x={"simulation": {"seed": seed, "match": number}},
        )


def _play_deal(match: Match, random: Random) -> tuple[DealRecord, Match]:
    # The player at the dealer's right cuts anywhere between two cards.
    pack = cut(_shuffled(random), random.randrange(1, len(TWO_PACKS)))
    recorder = record_deal(match, deal_out(pack, match.rulebook.table.players, match.dealer))
    while recorder.state.phase is not Phase.OVER:
        recorder = recorder.play_legal(random.choice(legal_actions(recorder.state)))
    after = match_after(match, recorder.deal, recorder.state)
    assert after is not None
    return recorder.deal, after


def _shuffled(random: Random) -> list[Card]:
    pack = list(TWO_PACKS)
    random.shuffle(pack)
    return pack


def _problem(options: SimulateOptions) -> str | None:
    """Return the code of a message that says why the target can't be written, None if it can."""
    out = options.out
    if not out.parent.is_dir():
        return "simulate_no_folder"
    if not out.name or out.name == "..":
        return "simulate_no_name"
    if not (out.exists() or out.is_symlink()):
        return None
    if not options.force:
        return "simulate_exists"
    if out.is_dir() and not all(_RECORD.fullmatch(path.name) and path.is_file() for path in out.iterdir()):
        return "simulate_other_files"
    return None


def _write_all(out: Path, records: Iterator[Record]) -> int:
    """Write all records to a temporary folder, then rename it, so that no reader sees part of them. Returns the number
    of matches.
    """
    with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as name:
        made = Path(name) / "made"
        made.mkdir()
        matches = 0
        for record in records:
            matches += 1
            (made / f"match-{matches:04}.canastra").write_text(write(record), "utf-8", newline="\n")
        new = made / "match-0001.canastra" if matches == 1 else made
        if out.is_dir() and not out.is_symlink():
            out.rename(Path(name) / "old")
        elif new is made:
            out.unlink(missing_ok=True)
        new.replace(out)
    return matches
