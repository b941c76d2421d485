"""The points of a deal on a sheet, and the warnings about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from canastra.engine import Score
from canastra.errors import InternalError
from canastra.rulebooks import Rulebook
from canastra.scoresheet.checks import EntryWarning, count_warnings, total_warnings
from canastra.scoresheet.counts import counts_of
from canastra.scoresheet.form import Both, Counts, field_points
from canastra.scoresheet.form_fields import OUT, form_of
from canastra.scoresheet.real_table.settlement import Reading, settle_sides
from canastra.scoresheet.real_table.side import ScoreInput
from canastra.scoresheet.sheet import Counted, Laid, SideEntries, SideEntry, Total


@dataclass(frozen=True, slots=True)
class DealPoints:
    """The points of a deal's entries."""

    counts: Both
    """The answers of both sides; of a total, only whether the side went out."""
    known: tuple[bool, bool]
    """True for each side whose answers are known; the answers behind a total are not."""
    scores: tuple[Score, Score]
    """By component; a total counts as cards laid."""

    @property
    def totals(self) -> tuple[int, int]:
        """The points of both sides."""
        return _total(self.scores[0]), _total(self.scores[1])


def deal_points(rulebook: Rulebook, sides: SideEntries) -> DealPoints:
    """The points of a deal. Raises a `CanastraError` if the entered cards are impossible."""
    counts = _counts(rulebook, sides)
    known = (not isinstance(sides[0], Total), not isinstance(sides[1], Total))
    scores = (_score(rulebook, sides[0], counts, 0), _score(rulebook, sides[1], counts, 1))
    return DealPoints(counts, known, scores)


def deal_warnings(rulebook: Rulebook, sides: SideEntries, points: DealPoints) -> Iterator[EntryWarning]:
    """The warnings about the entries of a deal: figures that no deal under the rulebook can have."""
    form, article = form_of(rulebook), rulebook.article("clauses.scoring")
    for side, total in enumerate(points.totals):
        yield from total_warnings(form, total, side, article)
    yield from count_warnings(form, points.counts, points.known)
    for side in (0, 1):
        other, asked = sides[1 - side], [field for field in form.fields if field.when]
        unknown = isinstance(other, Total) and other.went_out is None and not points.counts[side].get(OUT)
        if unknown and any(points.counts[side].get(field.id) for field in asked):
            yield EntryWarning("sheet_out_unknown", side, rulebook.article("hands_left.deducted"))


def side_field_points(rulebook: Rulebook, points: DealPoints, side: int) -> dict[str, int]:
    """The points of each field of a side; all 0 if only the side's total is known."""
    form = form_of(rulebook)
    if not points.known[side]:
        return {field.id: 0 for field in form.fields}
    return field_points(form, points.counts, side)


def _counts(rulebook: Rulebook, sides: SideEntries) -> Both:
    one, two = sides
    if isinstance(one, Laid) and isinstance(two, Laid):
        state = settle_sides(ScoreInput(rulebook.id, (one.side, two.side)), rulebook, Reading()).state
        return counts_of(state, 0), counts_of(state, 1)
    return _counts_of_one(rulebook, one, two), _counts_of_one(rulebook, two, one)


def _counts_of_one(rulebook: Rulebook, entry: SideEntry, other: SideEntry) -> Counts:
    if isinstance(entry, Total):
        return {OUT: 1} if entry.went_out else {}
    if isinstance(entry, Counted):
        return entry.counts
    table = ScoreInput(rulebook.id, (entry.side,), other_went_out=_went_out(other))
    return counts_of(settle_sides(table, rulebook, Reading()).state, 0)


def _went_out(entry: SideEntry) -> bool:
    if isinstance(entry, Laid):
        return entry.side.went_out
    return bool(entry.went_out) if isinstance(entry, Total) else bool(entry.counts.get(OUT))


def _score(rulebook: Rulebook, entry: SideEntry, counts: Both, side: int) -> Score:
    found: Counter[str] = Counter()
    if isinstance(entry, Total):
        found["melded"] = entry.points
    else:
        form = form_of(rulebook)
        for name, points in field_points(form, counts, side).items():
            field = form.field(name)
            assert field is not None
            found[field.component] += points
    return Score(**{name: found[name] for name in Score._fields})


def _total(score: Score) -> int:
    if score.total is None:
        raise InternalError("sheet_without_total")
    return score.total
