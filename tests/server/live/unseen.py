"""The actions at a table with given cards, and the cards that a seat never learns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from canastra.cards import TWO_PACKS, Card
from canastra.engine import Piles, deal_out
from canastra.engine.hands import cards_of
from canastra.table import Table

STOCK = {2: 60, 4: 38}
"""Cards of the stock at the start, by the number of players."""
RED_THREES = ("3H", "3D")


@dataclass
class Past:
    """The actions at a table, and its present state."""

    actions: list[tuple[int, str]] = field(default_factory=list)
    drawn: list[tuple[int, int]] = field(default_factory=list)
    """The seat that drew each card of the stock, counted from its top at the start, without refused draws."""
    table: Table | None = None

    def note(self, seat: int, action: str, before: Table, after: Table) -> None:
        """One more action."""
        self.actions.append((seat, action))
        self.table = after
        if action == "refuse":
            del self.drawn[-1]
        elif (
            action == "draw" and before.state and after.state and len(before.state.stock) == len(after.state.stock) + 1
        ):
            self.drawn.append((seat, STOCK[len(after.seats)] - len(before.state.stock)))

    def hidden(self, pack: Sequence[Card], seat: int | None) -> list[int]:
        """Places of a pack whose cards a seat has not learned: in the stock, in mortos, in the hands of others.

        A card in another hand counts as known once its owner has played an equal one: it can't be told which of the two
        it was. Red threes stay where they are, since it is public that no hand holds one.
        """
        assert self.table is not None
        state = self.table.state
        assert state is not None
        numbered = self._numbered()
        stock = [int(place) for place in numbered.stock]
        rest = stock[len(stock) - len(state.stock) :]
        assert [pack[place] for place in rest] == list(state.stock)
        for dealt, there in zip(numbered.mortos, state.mortos, strict=False):
            rest += [int(place) for place in dealt if there]
        for owner, hand in enumerate(numbered.hands):
            if owner != seat:
                drawn = [stock[number] for who, number in self.drawn if who == owner]
                rest += self._kept(pack, owner, [*map(int, hand), *drawn])
        return [place for place in rest if str(pack[place]) not in RED_THREES]

    def drawn_by_others(self, seat: int | None) -> set[int]:
        """Places of the pack whose cards others than a seat have drawn, whatever became of them."""
        stock = self._numbered().stock
        return {int(stock[number]) for who, number in self.drawn if who != seat}

    def _numbered(self) -> Piles:
        """Where in the pack everything came from."""
        assert self.table is not None
        assert self.table.state is not None
        return deal_out(range(len(TWO_PACKS)), len(self.table.seats), self.table.state.dealer)  # type: ignore[arg-type]

    def _kept(self, pack: Sequence[Card], owner: int, places: Sequence[int]) -> Iterator[int]:
        assert self.table is not None
        assert self.table.state is not None
        kept = list(cards_of(self.table.state.hands[owner]))
        played = {word for who, action in self.actions if who == owner for word in action.split()}
        for place in places:
            if pack[place] in kept and str(pack[place]) not in played:
                kept.remove(pack[place])
                yield place


def permuted(pack: Sequence[Card], places: Sequence[int], random: Random) -> list[Card]:
    """The pack with the cards of these places shuffled among themselves."""
    other = list(pack)
    for place, card in zip(places, random.sample([pack[place] for place in places], len(places)), strict=True):
        other[place] = card
    return other
