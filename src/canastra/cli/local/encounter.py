"""The encounter in the terminal: how it stands, and its next match in a file of its own."""

from __future__ import annotations

from pathlib import Path

from canastra.cli.local.match import BOT, LocalMatch, begin_match, local_table
from canastra.cli.local.match_file import load_match, new_file
from canastra.engine import Encounter, Length
from canastra.errors import CanastraError
from canastra.messages import text
from canastra.records import EncounterRecord, Record


def best_of_record(matches: int, file: Path) -> EncounterRecord:
    """A new encounter, named like the file of its first match."""
    name = "".join(char for char in file.stem if char.isprintable()).strip()
    return EncounterRecord(Encounter(matches), name or None)


def asked_matches(record: Record) -> int | None:
    """The ``--best-of`` of a record's match, None if it belongs to no such encounter."""
    before = record.encounter.before if record.encounter else None
    return before.matches if before and before.length is Length.BEST_OF else None


def awaits_match(match: LocalMatch) -> bool:
    """Return whether the match is over but its encounter isn't."""
    return match.match.finished and match.base.encounter is not None and not match.table.encounter.finished


def opening_line(match: LocalMatch, lang: str) -> str | None:
    """The line that says which match of the encounter this one is, None without an encounter."""
    part = match.base.encounter
    if part is None:
        return None
    own, won = match.seats.person % 2, part.before.won
    code = f"play_encounter_{part.before.length}"
    return text(code, lang, matches=part.before.matches, match=part.match, one=won[own], other=won[1 - own])


def next_match(match: LocalMatch) -> LocalMatch:
    """The encounter's next match, its dealer drawn."""
    seats, record = match.seats, _next_record(match)
    table = local_table(record, seats.person, BOT)
    following = begin_match(record, table, seats.bots, None if seats.seed is None else seats.seed + 1)
    following.call_person(match.names[seats.person])
    return following


def _next_record(match: LocalMatch) -> Record:
    """The record of the next match, with the same people, options and place."""
    base, part, settings = match.base, match.base.encounter, match.table.settings
    assert part is not None
    about = {name: words for name, words in base.about.items() if name in {"event", "place"}}
    return Record(
        base.rulebook,
        base.players,
        target=base.target,
        about=about,
        encounter=EncounterRecord(match.table.encounter, part.id),
        seats=base.seats,
        next_dealer=base.next_dealer,
        x={"play": {"undo": True}} if settings.undo else None,
    )


def next_file(file: Path, match: LocalMatch, rulebook: str) -> tuple[Path, bool]:
    """The file of the encounter's next match, and whether that match has begun there already.

    That is NAME-2 after NAME and NAME-3 after NAME-2; a new name of another kind where something else has it.
    `rulebook` as in `load_match`.
    """
    following = _next_record(match)
    part = following.encounter
    assert part is not None
    stem = file.stem.removesuffix(f"-{part.match - 1}") if part.match > 2 else file.stem
    path = file.with_name(f"{stem}-{part.match}{file.suffix}")
    if not path.exists():
        return path, False
    try:
        found = load_match(path, rulebook)
    except CanastraError:
        return new_file(file.parent), False
    if (found.encounter, found.players, found.rulebook) == (part, following.players, following.rulebook):
        return path, True
    return new_file(file.parent), False
