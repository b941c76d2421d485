"""Derives everything again from the two files and returns the differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from canastra import messages
from canastra.errors import CanastraError
from canastra.rulebooks.schema import Rulebook
from canastra.tournament.errors import RegulationsError
from canastra.tournament.events import PhaseBegun, RoundDrafted
from canastra.tournament.fixtures import draw_phase, is_as_good, pair_round
from canastra.tournament.log import LoggedEvent, load_log, regulations_digest
from canastra.tournament.regulations import parse_regulations
from canastra.tournament.state import Tournament
from canastra.tournament.transitions import apply_event, fold, start
from canastra.tournament.verifier.invariants import Contradiction, find_contradictions


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the log that differs from the derivation from the regulations and the earlier lines."""

    code: str
    line: int
    written: PhaseBegun | RoundDrafted
    derived: PhaseBegun | RoundDrafted | None
    """None if nothing can be derived there; then `reason` is set."""
    reason: CanastraError | None = None

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        round_number = getattr(self.written, "round", 0)
        why = "" if self.reason is None else self.reason.message(language)
        return messages.text(
            self.code, language, place=self.line, phase=self.written.phase, round=round_number, reason=why
        )


def open_tournament(
    regulations_text: str, content: bytes, rulebook: Rulebook | None = None
) -> tuple[Tournament, tuple[LoggedEvent, ...]]:
    """The tournament of the two files, and its log.

    Raises `RegulationsError` or `EventLogError` if one of them is invalid, or if they don't belong together.
    """
    regulations = parse_regulations(regulations_text, rulebook)
    log = load_log(content)
    tournament = fold(regulations, log)
    if tournament.digest not in ("", regulations_digest(regulations_text)):
        raise RegulationsError("regulations_other_digest")
    return tournament, log


def check_tournament(
    regulations_text: str, content: bytes, rulebook: Rulebook | None = None
) -> tuple[Difference | Contradiction, ...]:
    """Return each draw and draft that differs from its derivation from the regulations, the seeds and the earlier
    lines.

    For a round by a matching, another matching of the same cost is right as well: see `is_as_good`. The contradictions
    of the whole follow: see `find_contradictions`.

    Raises `RegulationsError` or `EventLogError` as `open_tournament` does.
    """
    tournament, log = open_tournament(regulations_text, content, rulebook)
    return (*_differences(start(tournament.regulations), log), *find_contradictions(tournament))


def _differences(state: Tournament, log: tuple[LoggedEvent, ...]) -> Iterator[Difference]:
    for number, logged in enumerate(log):
        if isinstance(logged.event, PhaseBegun | RoundDrafted):
            yield from _difference(state, logged.line, logged.event)
        # The state when the line was written: lines revoked later still counted.
        state = apply_event(state, log[:number], logged)


def _difference(state: Tournament, line: int, event: PhaseBegun | RoundDrafted) -> Iterator[Difference]:
    begun = isinstance(event, PhaseBegun)
    try:
        derived = draw_phase(state, event.phase) if begun else pair_round(state)
    except CanastraError as error:
        yield Difference("events_underivable", line, event, None, error)
        return
    if derived != event and not (isinstance(event, RoundDrafted) and is_as_good(state, event)):
        yield Difference("events_draw_differs" if begun else "events_round_differs", line, event, derived)
