"""A record as a value: what a `.canastra` file says, before anybody asks whether it can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from canastra.engine.deal import Piles
from canastra.records.turns import TurnLine
from canastra.rulebooks.schema import Rulebook

FORMAT = "canastra/1"
Table = Mapping[str, Any]
"""A TOML table kept as it is."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A referee's decision on a deal: points to a side, or (without points) the deal annulled."""

    kind: str
    """``points`` or ``annul``."""
    reason: str
    side: int | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The match is forfeited by a side (W.O.)."""

    side: int
    reason: str


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: the cards as dealt and what was done."""

    dealer: int
    piles: Piles
    turns: tuple[TurnLine, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    fairness: Table | None = None
    clock: Table | None = None
    x: Table | None = None

    @property
    def annulled(self) -> bool:
        """Whether the referee annulled it."""
        return any(ruling.kind == "annul" for ruling in self.rulings)

    @property
    def ruling_points(self) -> tuple[int, int]:
        """The referee's points, by side."""
        one, two = (sum(some.points for some in self.rulings if some.side == side) for side in (0, 1))
        return one, two


@dataclass(frozen=True, slots=True)
class Record:
    """A match, finished or not."""

    rulebook: Rulebook
    players: tuple[str, ...]
    score: tuple[int, int] = (0, 0)
    deals: tuple[DealRecord, ...] = ()
    target: int | None = None
    forfeit: Forfeit | None = None
    about: Mapping[str, str] = field(default_factory=dict)
    """`id`, `date`, `event` and `place`, as far as they are given."""
    annotations: tuple[Any, ...] = ()
    x: Table | None = None
