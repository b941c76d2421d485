"""A record as a value: the content of a `.canastra` file, not yet checked against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from canastra.engine.deal import Piles
from canastra.engine.match import NextDealer
from canastra.errors import InputError
from canastra.records.preliminaries import Cut, DealerDraw, EncounterRecord, Seats
from canastra.records.rulings import ANNUL, Forfeit, Ruling
from canastra.records.turns import TurnLine
from canastra.rulebooks.schema import Rulebook

FORMAT = "canastra/1"
Table = Mapping[str, Any]
"""A TOML table kept as it is."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: the cards as dealt, and its actions."""

    dealer: int
    piles: Piles
    turns: tuple[TurnLine, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    fairness: Table | None = None
    clock: Table | None = None
    x: Table | None = None
    line: int | None = field(default=None, compare=False)
    """The line of the file where the deal begins; None if it was not read from a file."""
    draw: DealerDraw | None = None
    """The draw for the dealer."""
    cut: Cut | None = None

    @property
    def annulled(self) -> bool:
        """Return whether the referee annulled the deal."""
        return any(ruling.kind == ANNUL for ruling in self.rulings)

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
    """The keys `id`, `date`, `event` and `place` that are given."""
    annotations: tuple[Any, ...] = ()
    x: Table | None = None
    encounter: EncounterRecord | None = None
    seats: Seats | None = None
    next_dealer: NextDealer = NextDealer.NEXT_SEAT

    def before(self, deal: int, turn: int, action: int = 1) -> Record:
        """The record up to an action, all counted from 1; turn 0 means before the whole deal.

        It has no rulings on this deal and no forfeit, which come after all play. Raises `InputError` if the record has
        no such place; the action after a turn's last one is allowed.
        """
        if not 1 <= deal <= len(self.deals):
            raise InputError("no_such_deal", deal=deal, deals=len(self.deals))
        earlier, found = self.deals[: deal - 1], self.deals[deal - 1].turns
        if not 0 <= turn <= len(found):
            raise InputError("no_such_turn", deal=deal, turn=turn, turns=len(found))
        entries = found[turn - 1].entries if turn else ()
        if turn and not 1 <= action <= len(entries) + 1:
            raise InputError("no_such_action", turn=turn, action=action, actions=len(entries))
        if turn == 0:
            return replace(self, deals=earlier, forfeit=None)
        now = self.deals[deal - 1]
        turns = now.turns[: turn - 1]
        if action > 1:
            line = now.turns[turn - 1]
            turns = (*turns, replace(line, entries=line.entries[: action - 1]))
        return replace(self, deals=(*earlier, replace(now, turns=turns, rulings=())), forfeit=None)
