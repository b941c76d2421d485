"""The public discards and takings of the pile in a deal, gathered from the events of any seat."""

from __future__ import annotations

from canastra.bots.external.events import Dealt, Event, Played


class History:
    """The discards and the piles taken, by seat; it starts anew with each deal."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._begin()

    def _begin(self) -> None:
        self.discards: list[list[str]] = [[] for _ in range(self._players)]
        """The cards that each seat put on the pile, in order, refused ones included."""
        self.takes: list[list[str]] = [[] for _ in range(self._players)]
        """The piles that each seat took, bottom first."""
        self._pile: list[str] = []

    def hear(self, event: Event) -> None:
        """Add an event."""
        if isinstance(event, Dealt):
            self._begin()
        elif isinstance(event, Played):
            self._played(event)

    def _played(self, event: Played) -> None:
        verb, _, rest = event.entry.partition(" ")
        if verb in ("discard", "refuse"):
            card = event.shown or rest
            self.discards[event.seat].append(card)
            self._pile.append(card)
        elif verb == "take":
            self.takes[event.seat].append(" ".join(self._pile))
            self._pile = []
        elif verb == "withdraw" and event.pile_size and not self._pile:
            # The withdrawal undid a justified purchase: the pile lies again as it was (docs/rules.md §8).
            self._pile = self.takes[event.seat].pop().split()

    def to_json(self) -> dict[str, list[str] | list[list[str]]]:
        """The history as part of an ask."""
        return {"discards": [" ".join(cards) for cards in self.discards], "takes": self.takes}
