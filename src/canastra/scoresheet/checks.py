"""Finds what can't be right about an entry: a referee reads it and may accept it with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from canastra.errors import Figure
from canastra.messages import text
from canastra.scoresheet.form import Both, Bound, Demand, Form, Whose, is_met


@dataclass(frozen=True, slots=True)
class EntryWarning:
    """An impossibility under the rulebook in an entry; `side` is None if it is about both sides."""

    code: str
    side: int | None
    article: str
    figures: tuple[tuple[str, Figure], ...] = ()

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``, without the article."""
        return text(self.code, language, **dict(self.figures))


def total_warnings(form: Form, total: int, side: int, article: str) -> Iterator[EntryWarning]:
    """The warnings about the total of a side, from whatever numbers it was added up."""
    if total % form.step:
        yield EntryWarning("sheet_off_step", side, article, (("points", total), ("step", form.step)))
    if not form.lowest <= total <= form.highest:
        figures = (("points", total), ("lowest", form.lowest), ("highest", form.highest))
        yield EntryWarning("sheet_out_of_range", side, article, figures)


def count_warnings(form: Form, sides: Both, known: tuple[bool, bool] = (True, True)) -> Iterator[EntryWarning]:
    """The warnings about the numbers of both sides.

    Numbers are required only of a side whose numbers are `known`, but all numbers that are given are checked.
    """
    for bound in form.limits:
        yield from _over(form, bound, sides)
    for demand in form.demands:
        yield from (_unmet(demand, side) for side in (0, 1) if known[side] and _is_unmet(form, demand, sides, side))


def _over(form: Form, bound: Bound, sides: Both) -> Iterator[EntryWarning]:
    groups = [(0, 1)] if bound.whose is Whose.EITHER else [(0,), (1,)]
    for group in groups:
        found = sum(sides[side].get(name, 0) * weight for side in group for name, weight in bound.weights.items())
        if found > bound.most:
            side = None if len(group) > 1 else group[0]
            yield EntryWarning(bound.code, side, bound.article, (("found", found), ("most", bound.most)))


def _is_unmet(form: Form, demand: Demand, sides: Both, side: int) -> bool:
    asked = all(is_met(form, condition, sides, side) for condition in demand.when)
    return asked and not all(is_met(form, condition, sides, side) for condition in demand.needs)


def _unmet(demand: Demand, side: int) -> EntryWarning:
    return EntryWarning(demand.code, side, demand.article)
