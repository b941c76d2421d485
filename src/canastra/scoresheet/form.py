"""The form of a score sheet as data, made from the parameters of a rulebook.

A field is a question about one side of a deal: how many cards worth 15 were laid, whether the side went out. Its points
are its number times what one is worth. Conditions, limits and demands read only the numbers of fields, so that a
program in any language can interpret the JSON form (docs/scoresheet.md, The form).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

FORM_FORMAT: Final = "canastra-form/1"
Counts = Mapping[str, int]
"""The answers of one side, by field: a number, 0 or 1 for a yes or no, the place of a choice. A missing one is 0."""
Both = tuple[Counts, Counts]
"""The answers of both sides."""


class Kind(StrEnum):
    """The kind of answer that a field takes."""

    COUNT = "count"
    FLAG = "flag"
    CHOICE = "choice"


class Whose(StrEnum):
    """The sides whose numbers a condition or a limit reads, seen from the side in question."""

    OWN = "own"
    OTHER = "other"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Condition:
    """Holds if some of these fields (or, if not `some`, none of them) is more than 0."""

    whose: Whose
    fields: tuple[str, ...]
    some: bool = True


@dataclass(frozen=True, slots=True)
class Worth:
    """The points per unit: `points` if all conditions hold, else `otherwise`."""

    points: int
    conditions: tuple[Condition, ...] = ()
    otherwise: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """One question of the form."""

    id: str
    topic: str
    """The subject of the question, apart from the ranks: the key of its words."""
    kind: Kind
    component: str
    """The component of `canastra.engine.Score` that its points belong to."""
    worths: tuple[Worth, ...]
    """One worth; for a choice, one for each option."""
    article: str
    most: int
    """The largest number that two packs allow."""
    ranks: str = ""
    """The ranks of the cards that it counts, such as ``8-K 2``; empty if it counts all cards or none."""
    options: tuple[str, ...] = ()
    """Names of a choice's options; the first one is the default answer."""
    when: tuple[Condition, ...] = ()
    """The conditions; unless all hold, the number counts as 0."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A sum that no deal exceeds: each number times its weight, over one side's fields or both sides'."""

    code: str
    """The message that says what is wrong."""
    whose: Whose
    weights: Mapping[str, int]
    most: int
    article: str


@dataclass(frozen=True, slots=True)
class Demand:
    """If all conditions of `when` hold for a side, all of `needs` must."""

    code: str
    when: tuple[Condition, ...]
    needs: tuple[Condition, ...]
    article: str


@dataclass(frozen=True, slots=True)
class Form:
    """The questions about each side after a deal, their points, and the limits of the answers."""

    rulebook: str
    revision: int
    fields: tuple[Field, ...]
    limits: tuple[Bound, ...]
    demands: tuple[Demand, ...]
    step: int
    """Every total is a multiple of this number."""
    lowest: int
    highest: int
    """No deal brings a side fewer or more points."""
    pack_cards: int
    pack_points: int
    """The values of all cards of both packs: more can't lie on the table and in hands."""
    players: int
    target: int
    """Points that end a match if the organisers say nothing else; 0 if a match is one deal."""
    vulnerable_from: int
    minimums: tuple[int, ...]
    """The points that a vulnerable side needs to open, by attempt; the last for all further attempts.

    Empty if no points are needed.
    """

    def field(self, name: str) -> Field | None:
        """The field with this id, if there is one."""
        return next((field for field in self.fields if field.id == name), None)


def number(form: Form, sides: Both, side: int, name: str) -> int:
    """The number of a side's field; 0 unless the conditions hold under which it counts."""
    field = form.field(name)
    counts = field is not None and all(is_met(form, condition, sides, side) for condition in field.when)
    return sides[side].get(name, 0) if counts else 0


def is_met(form: Form, condition: Condition, sides: Both, side: int) -> bool:
    """Return whether a condition holds for a side."""
    asked = sides_of(condition.whose, side)
    return any(number(form, sides, one, name) > 0 for one in asked for name in condition.fields) is condition.some


def sides_of(whose: Whose, side: int) -> tuple[int, ...]:
    """The sides that `whose` means, seen from a side."""
    return {Whose.OWN: (side,), Whose.OTHER: (1 - side,), Whose.EITHER: (0, 1)}[whose]


def field_points(form: Form, sides: Both, side: int) -> dict[str, int]:
    """The points of each field of a side; their sum is its total."""
    return {field.id: _points(form, field, sides, side) for field in form.fields}


def total_of(form: Form, sides: Both, side: int) -> int:
    """The points of a side."""
    return sum(field_points(form, sides, side).values())


def _points(form: Form, field: Field, sides: Both, side: int) -> int:
    many = number(form, sides, side, field.id)
    choice = field.kind is Kind.CHOICE
    worth = field.worths[many if choice else 0]
    met = all(is_met(form, condition, sides, side) for condition in worth.conditions)
    return (1 if choice else many) * (worth.points if met else worth.otherwise)


def form_json(form: Form) -> dict[str, Any]:
    """A form as JSON: every key is always there."""
    return {
        "format": FORM_FORMAT,
        "rulebook": form.rulebook,
        "revision": form.revision,
        "players": form.players,
        "target": form.target,
        "vulnerable_from": form.vulnerable_from,
        "minimums": list(form.minimums),
        "step": form.step,
        "lowest": form.lowest,
        "highest": form.highest,
        "pack": {"cards": form.pack_cards, "points": form.pack_points},
        "fields": list(map(_field, form.fields)),
        "limits": list(map(_limit, form.limits)),
        "demands": list(map(_demand, form.demands)),
    }


def _field(field: Field) -> dict[str, Any]:
    return {
        "id": field.id,
        "topic": field.topic,
        "kind": str(field.kind),
        "component": field.component,
        "ranks": field.ranks,
        "most": field.most,
        "article": field.article,
        "when": list(map(_condition, field.when)),
        "worths": list(map(_worth, field.worths)),
        "options": list(field.options),
    }


def _condition(condition: Condition) -> dict[str, Any]:
    return {"whose": str(condition.whose), "fields": list(condition.fields), "some": condition.some}


def _worth(worth: Worth) -> dict[str, Any]:
    return {"points": worth.points, "if": list(map(_condition, worth.conditions)), "otherwise": worth.otherwise}


def _limit(limit: Bound) -> dict[str, Any]:
    weights = dict(limit.weights)
    return {
        "code": limit.code,
        "whose": str(limit.whose),
        "weights": weights,
        "most": limit.most,
        "article": limit.article,
    }


def _demand(demand: Demand) -> dict[str, Any]:
    return {
        "code": demand.code,
        "when": list(map(_condition, demand.when)),
        "needs": list(map(_condition, demand.needs)),
        "article": demand.article,
    }
