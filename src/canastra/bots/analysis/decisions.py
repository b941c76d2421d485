"""The decisions of a record: the seat's view, and its actions until it saw something new."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.engine import DRAW, REFUSE, Action, Phase, State, View, view
from canastra.records import DrawCard, Morto, Place, Record, Red, replay
from canastra.rulebooks.schema import PileShown


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """One decision, with the record's own actions."""

    place: Place
    """The place of its first action."""
    view: View
    """The seat's view before it."""
    played: tuple[Action, ...]
    """The seat's actions; a draw has no card."""
    whole: bool
    """False for the last decision of a record that stops in the middle of it."""


def decisions(record: Record) -> list[DecisionPoint]:
    """All decisions in order, also those without a choice. Raises `RecordRuleError` if the record breaks a rule."""
    watcher = _Watcher(record)
    replay(record, watcher.watch)
    return watcher.close()


class _Watcher:
    """Follows a replay and splits it where a player saw something new."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._found: list[DecisionPoint] = []
        self._state: State | None = None
        self._open: tuple[Place, View] | None = None
        self._played: list[Action] = []

    def watch(self, place: Place, state: State) -> None:
        """Process the next state."""
        before, self._state = self._state, state
        if not place.turn:
            self.close()
            return
        entry = self._record.deals[place.deal - 1].turns[place.turn - 1].entries[place.action - 1]
        if before is None or isinstance(entry, Red | Morto):
            return
        action: Action = DRAW if isinstance(entry, DrawCard) else entry
        if self._open is None:
            self._open = place, view(before, before.seat)
        self._played.append(action)
        if _turned_up(before, state, action):
            self._add(whole=True)

    def close(self) -> list[DecisionPoint]:
        """All decisions so far; an open one is not whole."""
        if self._open is not None:
            self._add(whole=False)
        return self._found

    def _add(self, *, whole: bool) -> None:
        assert self._open is not None
        self._found.append(DecisionPoint(*self._open, tuple(self._played), whole))
        self._open, self._played = None, []


def _turned_up(before: State, after: State, action: Action) -> bool:
    """Return whether an action ended the turn or showed its player new cards, as the search defines it."""
    if action in (DRAW, REFUSE) or after.forced is not None or after.phase is Phase.OVER or after.turn != before.turn:
        return True
    hidden = before.lookup.rulebook.pile.shown is not PileShown.ALL and len(before.pile) > 1
    return hidden and len(after.pile) < len(before.pile) and after.phase is not Phase.JUSTIFY
