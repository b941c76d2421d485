"""The progress of a sheet: every total, dealer, minimum and end, derived from its entries by the engine's match rules.

Correcting an early deal never rewrites a later one. A deal keeps its entries and is marked if, by the corrected points,
it would have had another minimum or dealer, or would not have been played in its match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from canastra.engine import Encounter, Match, add_deal, annul_deal, forfeit, start_match, with_dealer
from canastra.errors import Figure
from canastra.messages import text
from canastra.scoresheet.checks import EntryWarning
from canastra.scoresheet.points import DealPoints, deal_points, deal_warnings
from canastra.scoresheet.sheet import Acceptance, DealEntry, Sheet, seat_code


@dataclass(frozen=True, slots=True)
class Mark:
    """A note on a deal that does not follow from the deals before it, as they are now."""

    code: str
    side: int | None = None
    figures: tuple[tuple[str, Figure], ...] = ()

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        return text(self.code, language, **dict(self.figures))


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """One deal with all that follows from it."""

    number: int
    """The deal's number, from 1."""
    entry: DealEntry
    before: Match
    """The match before the deal, with its dealer and the vulnerable sides."""
    after: Match
    points: DealPoints
    marks: tuple[Mark, ...] = ()
    warnings: tuple[EntryWarning, ...] = ()
    """The warnings that no referee accepted."""
    accepted: tuple[tuple[EntryWarning, Acceptance], ...] = ()
    """The warnings that a referee accepted."""


@dataclass(frozen=True, slots=True)
class SheetMatch:
    """One match of a sheet."""

    number: int
    """The match's number in its encounter, from 1."""
    deals: tuple[SheetDeal, ...]
    state: Match
    """The match after its last deal and after a forfeit."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A sheet with all that follows from it."""

    sheet: Sheet
    matches: tuple[SheetMatch, ...]
    """At least one match: the last one is being played, or is over."""
    encounter: Encounter | None
    """The encounter after the matches that are over; None if the sheet has a single match."""

    @property
    def match(self) -> Match:
        """The match to which the next deal belongs; the last one once all is over."""
        return self.matches[-1].state

    @property
    def deals(self) -> tuple[SheetDeal, ...]:
        """All deals, of all matches."""
        return tuple(deal for match in self.matches for deal in match.deals)

    @property
    def finished(self) -> bool:
        """Return whether no deal is left to play."""
        return self.encounter.finished if self.encounter else self.match.finished

    @property
    def dealer(self) -> int | None:
        """The seat that deals next; None if the dealer still has to be drawn, or all is over."""
        return None if self.finished or self.match.dealer_open else self.match.dealer

    @property
    def minimums(self) -> tuple[int, int]:
        """The points that each side needs to open in the next deal; 0 if none are needed."""
        return minimums_of(self.match)

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """For each side, whether it is vulnerable in the next deal."""
        one, two = self.minimums
        return one > 0, two > 0

    @property
    def winner(self) -> int | None:
        """The side that won the encounter, or the single match; None before the end or after a draw."""
        return self.encounter.winner if self.encounter else self.match.winner


def minimums_of(match: Match) -> tuple[int, int]:
    """The points that each side needs to open in a match's next deal; 0 if none are needed."""
    steps = match.rulebook.vulnerability.minimums
    one, two = (steps[0] if opening == 0 else 0 for opening in match.opening)
    return one, two


def progress_of(sheet: Sheet) -> Progress:
    """The progress of a sheet. Raises a `CanastraError` if the entered cards are impossible."""
    matches = list(_matches(sheet))
    encounter = _encounter(sheet, matches)
    found = Progress(sheet, tuple(matches), encounter)
    corrections = any(deal.corrections for deal in sheet.deals)
    return _with_late_marks(found) if corrections else found


def _matches(sheet: Sheet) -> Iterator[SheetMatch]:
    """The matches of a sheet. After a finished match, if the encounter goes on, the next match follows, still empty."""
    state, number, deals = _opened(sheet, sheet.first_match, sheet.dealer), sheet.first_match, list[SheetDeal]()
    for place, entry in enumerate(sheet.deals, 1):
        marks = []
        while entry.match > number:
            played = _closed(sheet, SheetMatch(number, tuple(deals), state))
            yield played
            if not played.state.finished:
                marks = [Mark("sheet_mark_before_end", None, (("match", number),))]
            state, number, deals = _opened(sheet, number + 1, state.dealer), number + 1, []
        deal = _played(sheet, state, entry, place, marks)
        deals.append(deal)
        state = deal.after
    yield _closed(sheet, SheetMatch(number, tuple(deals), state))


def _opened(sheet: Sheet, number: int, dealer: int) -> Match:
    score = sheet.score if number == sheet.first_match else (0, 0)
    return start_match(sheet.rulebook, dealer, score, sheet.target, sheet.next_dealer)


def _closed(sheet: Sheet, match: SheetMatch) -> SheetMatch:
    sides = [given.side for given in sheet.forfeits if given.match == match.number]
    return replace(match, state=forfeit(match.state, sides[0])) if sides else match


def _played(sheet: Sheet, match: Match, entry: DealEntry, number: int, marks: list[Mark]) -> SheetDeal:
    if match.finished:
        marks = [*marks, Mark("sheet_mark_after_end")]
        match = replace(match, finished=False, winner=None)
    if entry.dealer is not None:
        match = with_dealer(match, entry.dealer)
    points = deal_points(sheet.rulebook, entry.sides)
    if entry.annulled:
        after = annul_deal(match, entry.ruling_points)
        return SheetDeal(number, entry, match, after, points, tuple(marks))
    after = add_deal(match, points.scores, entry.ruling_points)
    # A side has at most one warning of a kind, since a referee accepts it by kind and side.
    found = {
        (warning.code, warning.side): warning
        for warning in reversed([*deal_warnings(sheet.rulebook, entry.sides, points)])
    }
    let = {(acceptance.code, acceptance.side): acceptance for acceptance in entry.accepted}
    stand = tuple((warning, let[key]) for key, warning in reversed(found.items()) if key in let)
    open_ones = tuple(warning for key, warning in reversed(found.items()) if key not in let)
    return SheetDeal(number, entry, match, after, points, tuple(marks), open_ones, stand)


def _encounter(sheet: Sheet, matches: list[SheetMatch]) -> Encounter | None:
    if sheet.encounter is None:
        return None
    encounter = sheet.encounter.before
    for match in matches:
        if match.state.finished:
            encounter = encounter.add(match.state.winner)
    last = matches[-1]
    if last.state.finished and not encounter.finished:
        opened = _opened(sheet, last.number + 1, last.state.dealer)
        matches.append(_closed(sheet, SheetMatch(last.number + 1, (), opened)))
        if matches[-1].state.finished:
            return _encounter(sheet, matches)
    return encounter


def _with_late_marks(progress: Progress) -> Progress:
    """Mark the deals that were played by points which a later correction changed."""
    matches = tuple(
        replace(match, deals=tuple(_late(progress.sheet, deal) for deal in match.deals)) for match in progress.matches
    )
    return replace(progress, matches=matches)


def _late(sheet: Sheet, deal: SheetDeal) -> SheetDeal:
    earlier = sheet.deals[: deal.number - 1]
    known = tuple(entry.known_before(deal.number) for entry in earlier)
    if known == earlier:
        return deal
    then = progress_of(replace(sheet, deals=tuple(replace(entry, corrections=()) for entry in known)))
    marks = list(deal.marks)
    for side, (was, now) in enumerate(zip(minimums_of(then.match), minimums_of(deal.before), strict=True)):
        if was != now:
            marks.append(Mark("sheet_mark_minimum", side, (("then", was), ("now", now))))
    if then.dealer is not None and not deal.before.dealer_open and then.dealer != deal.before.dealer:
        seats = (("then", seat_code(then.dealer)), ("now", seat_code(deal.before.dealer)))
        marks.append(Mark("sheet_mark_dealer", None, seats))
    return replace(deal, marks=tuple(marks))
