"""A referee's decisions in a record: points, an annulled deal, a forfeited match (docs/rules.md §10)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from canastra.errors import InputError
from canastra.records.fields import LONGEST_TEXT, Fields, days_of

POINTS, ANNUL = "points", "annul"
"""The kinds of a `Ruling`."""


class Category(StrEnum):
    """The subject of a ruling, for finding and counting rulings."""

    LATENESS = "lateness"
    ABSENCE = "absence"
    ABANDONMENT = "abandonment"
    CONDUCT = "conduct"
    SIGNALS = "signals"
    """Partners who tell each other their cards."""
    IRREGULARITY = "irregularity"
    """A play or a deal against the rules: a card shown, a wrong dealing, a red 3 forgotten (tranca Art. 7)."""
    MATERIAL = "material"
    """A pack that is not whole, a marked card."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A referee's decision on a deal: points to a side, or (without points) the deal annulled."""

    kind: str
    """``points`` or ``annul``."""
    reason: str
    side: int | None = None
    points: int = 0
    author: str | None = None
    """Name of the referee."""
    time: str | None = None
    """The time of the decision: RFC 3339 with a zone."""
    category: Category | None = None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The match is forfeited by a side (W.O.)."""

    side: int
    reason: str
    author: str | None = None
    time: str | None = None
    category: Category | None = None


_BY = {"author", "time", "category"}
_TIME = re.compile(
    r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>\d\d)"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)


def check_time(text: str) -> str:
    """The text of a time. Raises `InputError` unless it is RFC 3339 with a zone."""
    found = _TIME.fullmatch(text)
    if found is None or not 1 <= int(found["day"]) <= days_of(int(found["year"]), int(found["month"])):
        raise InputError("time_malformed", found=text[:40])
    return text


def read_ruling(fields: Fields) -> Ruling:
    """The ruling in one table of a record's ``rulings``."""
    kind = fields.text("kind")
    if kind == ANNUL:
        fields.only({"kind", "reason"} | _BY)
        return Ruling(kind, fields.filled("reason", "reason_empty"), **read_by(fields))
    if kind != POINTS:
        raise fields.error("ruling_unknown", "kind", found=kind[:40])
    fields.only({"kind", "side", "points", "reason"} | _BY)
    points = fields.integer("points")
    return Ruling(kind, fields.filled("reason", "reason_empty"), read_side(fields), points, **read_by(fields))


def read_forfeit(fields: Fields) -> Forfeit:
    """The forfeit in a record's table ``forfeit``."""
    fields.only({"side", "reason"} | _BY)
    return Forfeit(read_side(fields), fields.filled("reason", "reason_empty"), **read_by(fields))


def read_side(fields: Fields) -> int:
    """The side, 0 or 1, under the key ``side``. Raises `RecordError` if it is neither."""
    side = fields.integer("side")
    if side not in (0, 1):
        raise fields.error("side_unknown", "side", found=side)
    return side


def read_by(fields: Fields) -> dict[str, Any]:
    """The given ones of author, time and category. Raises `RecordError` if one is malformed."""
    found: dict[str, Any] = {}
    if fields.has("author"):
        found["author"] = fields.filled("author", most=LONGEST_TEXT)
    if fields.has("time"):
        try:
            found["time"] = check_time(fields.date_or_text("time"))
        except InputError as error:
            raise fields.error(error.code, "time", **error.figures) from error
    if fields.has("category"):
        found["category"] = fields.choice("category", Category)
    return found


def ruling_table(ruling: Ruling) -> Mapping[str, str | int]:
    """A ruling as the table that the writer writes."""
    about: dict[str, str | int] = {"kind": ruling.kind}
    if ruling.side is not None:
        about |= {"side": ruling.side, "points": ruling.points}
    return about | {"reason": ruling.reason} | _by_table(ruling)


def forfeit_table(forfeit: Forfeit) -> Mapping[str, str | int]:
    """A forfeit as the table that the writer writes."""
    return {"side": forfeit.side, "reason": forfeit.reason, **_by_table(forfeit)}


def _by_table(decision: Ruling | Forfeit) -> dict[str, str]:
    given = {"author": decision.author, "time": decision.time, "category": decision.category}
    return {key: str(value) for key, value in given.items() if value is not None}
