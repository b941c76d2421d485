"""Melds: cards laid on the table, and how to read them.

Sequences stand on positions 1 (ace low) to 14 (ace high). A meld is a value that exists once: two melds with the
same cards in the same places are the same object, so that everything computed about one is computed once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from canastra.cards import Card, cards_text
from canastra.rulebooks.schema import Sequences

HIGHEST: Final = 14
"""The position of the high ace."""
NO_WILD: Final = -1
CANASTA: Final = 7
"""Cards that make a canasta, in every rulebook."""
ROYAL: Final = 14
"""Cards of a royal canasta, ace to ace."""
WHOLE_SUIT: Final = 13
"""Cards of a sequence that has every rank of its suit."""
SHORTEST: Final = 3
LARGEST_GROUP: Final = 9
"""All eight cards of a rank and one wild."""


@dataclass(frozen=True, slots=True, eq=False)
class Meld:
    """A sequence or a group. Make one with `sequence` or `group`, never directly."""

    cards: tuple[Card, ...]
    """Low to high; a group by suit with its wild last."""
    low: int
    """Position of the first card; 0 in a group."""
    wild: int
    """Index of the wild in `cards`, or `NO_WILD`."""
    suit: int
    """Suit of a sequence (0–3); -1 in a group."""
    rank: int
    """Rank of a group (0–12); -1 in a sequence."""

    @property
    def high(self) -> int:
        """Position of the last card of a sequence."""
        return self.low + len(self.cards) - 1

    @property
    def is_group(self) -> bool:
        """Return whether this is a group."""
        return self.rank >= 0

    @property
    def has_wild(self) -> bool:
        """Return whether the meld has a wild; a natural 2 doesn't count."""
        return self.wild >= 0

    @property
    def is_canasta(self) -> bool:
        """Return whether the meld has seven cards or more."""
        return len(self.cards) >= CANASTA

    @property
    def is_clean(self) -> bool:
        """Return whether the meld is a canasta without a wild."""
        return self.wild < 0 and len(self.cards) >= CANASTA

    @property
    def is_full_sequence(self) -> bool:
        """Return whether the meld runs from ace to ace without a wild: a royal canasta, if the rulebook has them."""
        return self.wild < 0 and len(self.cards) == ROYAL

    @property
    def has_whole_suit(self) -> bool:
        """Return whether the meld is a sequence of thirteen cards or more without a wild: every rank of its suit."""
        return self.wild < 0 and len(self.cards) >= WHOLE_SUIT

    def __str__(self) -> str:
        return cards_text(self.cards)

    def __reduce__(self) -> tuple[object, ...]:
        return _one, (self.cards, self.low, self.wild, self.suit, self.rank)


_ALL: dict[tuple[tuple[Card, ...], int, int], Meld] = {}


def _one(cards: tuple[Card, ...], low: int, wild: int, suit: int, rank: int) -> Meld:
    key = (cards, low, wild)
    meld = _ALL.get(key)
    if meld is None:
        # setdefault: two threads that make the same meld at once get the same object.
        meld = _ALL.setdefault(key, Meld(cards, low, wild, suit, rank))
    return meld


def sequence(suit: int, cards: tuple[Card, ...], low: int, wild: int = NO_WILD) -> Meld:
    """The sequence of a suit whose first card stands at position `low`, its wild at index `wild`."""
    return _one(cards, low, wild, suit, -1)


def group(cards: tuple[Card, ...]) -> Meld:
    """The group of these cards, in any order: naturals of one rank and at most one 2 as its wild."""
    naturals = tuple(sorted(card for card in cards if not card.is_two))
    wilds = tuple(card for card in cards if card.is_two)
    return _one(naturals + wilds, 0, len(naturals) if wilds else NO_WILD, -1, naturals[0].rank)


def positions(card: Card, lowest: int) -> tuple[int, ...]:
    """The natural positions of a card in a sequence of its suit, low before high: an ace may have two."""
    if card.rank == 0:
        return (1, HIGHEST) if lowest == 1 else (HIGHEST,)
    return (card.rank + 1,) if card.rank + 1 >= lowest else ()


def read_sequence(cards: tuple[Card, ...], sequences: Sequences) -> Meld | None:
    """The sequence of cards written low to high, with at most one wild; None if they are no sequence.

    An own-suit 2 at position 2 is natural; every other 2 is the wild (docs/rules.md §4).
    """
    suits = {card.suit for card in cards if not card.is_two}
    if len(suits) != 1:
        return None
    suit = suits.pop()
    for low in range(sequences.lowest, HIGHEST - len(cards) + 2):
        wilds = [
            index
            for index, card in enumerate(cards)
            if card.suit != suit or low + index not in positions(card, sequences.lowest)
        ]
        if not wilds:
            return sequence(suit, cards, low)
        if len(wilds) == 1 and cards[wilds[0]].is_two:
            return sequence(suit, cards, low, wilds[0])
    return None


def read_group(cards: tuple[Card, ...], ranks: tuple[int, ...]) -> Meld | None:
    """The group of these cards, the wild written last; None if they are no group."""
    naturals = [card for card in cards if not card.is_two]
    if len({card.rank for card in naturals}) != 1 or naturals[0].rank not in ranks:
        return None
    if len(cards) - len(naturals) > 1 or any(card.is_two for card in cards[:-1]):
        return None
    return group(cards)
