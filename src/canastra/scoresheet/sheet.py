"""A score sheet as a value: the players, the terms, and the entries deal by deal.

Nothing here is derived: `canastra.scoresheet.progress` derives totals, dealers and ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from canastra.engine import NextDealer
from canastra.errors import InputError
from canastra.records import EncounterRecord, Ruling
from canastra.records.rulings import ANNUL
from canastra.rulebooks import Rulebook
from canastra.scoresheet.form import Counts
from canastra.scoresheet.real_table.side import Side

SHEET_FORMAT = "canastra-sheet/1"
ABOUT_KEYS = ("id", "date", "event", "place")
"""The keys of a file about itself, in this order."""


def seat_code(seat: int) -> str:
    """A seat as people write it: the side's letter, and the number of the player within the side, in the order of play.

    >>> [seat_code(seat) for seat in range(4)]
    ['A1', 'B1', 'A2', 'B2']
    """
    return f"{'AB'[seat % 2]}{seat // 2 + 1}"


@dataclass(frozen=True, slots=True)
class Total:
    """A side's points as a number alone."""

    points: int
    went_out: bool | None = None
    """True if the side went out, False if not; None if that was not written down."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A side's answers on the form."""

    counts: Counts


@dataclass(frozen=True, slots=True)
class Laid:
    """A side's melds and hands, card by card."""

    side: Side


SideEntry = Total | Counted | Laid
"""The entry of one side of a deal."""
SideEntries = tuple[SideEntry, SideEntry]


@dataclass(frozen=True, slots=True)
class Correction:
    """A side's entry that was changed later."""

    side: int
    before: SideEntry
    after: SideEntry
    deals: int
    """The number of deals that the sheet had then: deals after the corrected one were played by the old points."""
    author: str
    time: str
    """The time, in RFC 3339 with a zone."""
    reason: str


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A warning that a referee accepted."""

    code: str
    side: int | None
    reason: str
    author: str | None = None
    time: str | None = None


@dataclass(frozen=True, slots=True)
class DealEntry:
    """One deal of a sheet."""

    sides: SideEntries
    match: int = 1
    """The number of the match in its encounter, from 1."""
    dealer: int | None = None
    """The seat that dealt, if that was written down; otherwise it follows from the deal before."""
    rulings: tuple[Ruling, ...] = ()
    accepted: tuple[Acceptance, ...] = ()
    corrections: tuple[Correction, ...] = ()
    line: int | None = field(default=None, compare=False)
    """The line of the file where the deal begins; None if it was not read from a file."""

    @property
    def annulled(self) -> bool:
        """Return whether the referee annulled the deal."""
        return any(ruling.kind == ANNUL for ruling in self.rulings)

    @property
    def ruling_points(self) -> tuple[int, int]:
        """The referee's points, by side."""
        one, two = (sum(some.points for some in self.rulings if some.side == side) for side in (0, 1))
        return one, two

    def known_before(self, deals: int) -> DealEntry:
        """The deal as it was when the sheet had fewer deals than this: later corrections are taken back."""
        sides = list(self.sides)
        for correction in reversed(self.corrections):
            if correction.deals >= deals:
                sides[correction.side] = correction.before
        return replace(self, sides=(sides[0], sides[1]))


@dataclass(frozen=True, slots=True)
class MatchForfeit:
    """A match that a side forfeited (W.O.), whatever its points."""

    match: int
    side: int
    reason: str
    author: str | None = None
    time: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet of one match, or of the matches of an encounter."""

    rulebook: Rulebook
    names: tuple[str, str]
    """The names of the sides."""
    players: tuple[str, ...] = ()
    """The players in the order of play, or none."""
    score: tuple[int, int] = (0, 0)
    """The points with which the first match begins, from paper."""
    target: int | None = None
    dealer: int = 0
    """The seat that deals first."""
    next_dealer: NextDealer = NextDealer.NEXT_SEAT
    encounter: EncounterRecord | None = None
    forfeits: tuple[MatchForfeit, ...] = ()
    deals: tuple[DealEntry, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    """The values of `ABOUT_KEYS`, as far as given."""

    @property
    def first_match(self) -> int:
        """The number of the first match on this sheet."""
        return self.encounter.match if self.encounter else 1

    def deal(self, number: int) -> DealEntry:
        """A deal, counted from 1. Raises `InputError` if the sheet has no deal with this number."""
        if not 1 <= number <= len(self.deals):
            code = "sheet_no_such_deal" if self.deals else "sheet_without_deals"
            raise InputError(code, deal=number, deals=len(self.deals))
        return self.deals[number - 1]

    def with_deal(self, number: int, deal: DealEntry) -> Sheet:
        """The sheet with deal `number`, counted from 1, replaced."""
        return replace(self, deals=(*self.deals[: number - 1], deal, *self.deals[number:]))


def corrected(sheet: Sheet, number: int, side: int, entry: SideEntry, by: Mapping[str, str]) -> Sheet:
    """The sheet with a side's entry of a deal changed; `by` has the correction's author, time and reason.

    Acceptances of warnings about this side or both are removed, since they were about the old entry.
    Raises `InputError` if there is no such deal, or if the entry is the one that stands there.
    """
    deal = sheet.deal(number)
    before = deal.sides[side]
    if entry == before:
        raise InputError("sheet_nothing_changed", deal=number)
    correction = Correction(side, before, entry, len(sheet.deals), **by)
    sides = (deal.sides[0], entry) if side else (entry, deal.sides[1])
    let = tuple(acceptance for acceptance in deal.accepted if acceptance.side not in (side, None))
    changed = replace(deal, sides=sides, accepted=let, corrections=(*deal.corrections, correction))
    return sheet.with_deal(number, changed)


def without_ruling(sheet: Sheet, number: int, ruling: int | None = None) -> Sheet:
    """The sheet without a ruling of a deal, counted from 1; without a number, the only one.

    Raises `InputError` if there is no such deal or ruling, or if there are several and no number is given.
    """
    deal = sheet.deal(number)
    count = len(deal.rulings)
    if ruling is None and count > 1:
        raise InputError("rule_which_ruling", deal=number, rulings=count)
    place = 1 if ruling is None else ruling
    if not 1 <= place <= count:
        raise InputError("rule_no_such_ruling", deal=number, number=place, rulings=count)
    return sheet.with_deal(number, replace(deal, rulings=deal.rulings[: place - 1] + deal.rulings[place:]))


def without_forfeit(sheet: Sheet) -> Sheet:
    """The sheet without the forfeit that was written last. Raises `InputError` if the sheet has no forfeit."""
    if not sheet.forfeits:
        raise InputError("sheet_no_forfeit")
    return replace(sheet, forfeits=sheet.forfeits[:-1])


def without_acceptances(sheet: Sheet, number: int) -> Sheet:
    """The sheet in which the warnings of a deal count again. Raises `InputError` if no warning was accepted."""
    deal = sheet.deal(number)
    if not deal.accepted:
        raise InputError("sheet_none_accepted", deal=number)
    return sheet.with_deal(number, replace(deal, accepted=()))


def accepted(sheet: Sheet, number: int, acceptance: Acceptance) -> Sheet:
    """The sheet with a warning of a deal accepted. Raises `InputError` if there is no such deal."""
    deal = sheet.deal(number)
    return sheet.with_deal(number, replace(deal, accepted=(*deal.accepted, acceptance)))
