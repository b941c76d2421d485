"""A hand as one integer: the number of cards of each type.

Bit ``card`` is set if the hand has at least one copy, bit ``64 + card`` if it has both. The bits from 128 on are the
number of unknown cards, which only redacted records have. Adding, removing and testing cost one or two operations. Two
hands are equal exactly if they have the same cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NewType

from canastra.cards import CARD_TYPES, CARDS, JOKER, UNKNOWN, Card
from canastra.errors import InternalError

Hand = NewType("Hand", int)
"""A multiset of at most two copies of each type, and unknown cards."""

EMPTY: Final = Hand(0)
SECOND: Final = 64
KNOWN: Final = (1 << 128) - 1
ONE_UNKNOWN: Final = 1 << 128
BITS: Final = tuple(1 << number for number in range(CARD_TYPES))
_PAIRS: Final = tuple(1 << number | 1 << number + SECOND for number in range(CARD_TYPES))
_CARDS: Final = (*CARDS, JOKER)
_ONE_OF_EACH: Final = (1 << CARD_TYPES) - 1


def hand_of(cards: Iterable[Card]) -> Hand:
    """The hand that holds these cards."""
    return with_cards(EMPTY, cards)


def with_cards(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand with cards added. Raises `InternalError` if it would have a third copy of one."""
    number: int = hand
    for card in cards:
        if card == UNKNOWN:
            number += ONE_UNKNOWN
            continue
        bit = BITS[card]
        if number & bit:
            bit <<= SECOND
            if number & bit:
                raise InternalError("third_copy", card=str(card))
        number |= bit
    return Hand(number)


def without(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand with cards removed. Raises `InternalError` if it lacks one of them."""
    number: int = hand
    for card in cards:
        if card == UNKNOWN and number >= ONE_UNKNOWN:
            number -= ONE_UNKNOWN
            continue
        bit = BITS[card]
        if not number & bit:
            raise InternalError("card_not_held", card=str(card))
        number ^= bit << SECOND if number & bit << SECOND else bit
    return Hand(number)


def minus(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand without these cards, as far as it has them."""
    number: int = hand
    for card in cards:
        bit = BITS[card] if card != UNKNOWN else 0
        if number & bit:
            number ^= bit << SECOND if number & bit << SECOND else bit
    return Hand(number)


def size(hand: Hand) -> int:
    """The number of cards in the hand, unknown ones included."""
    return (hand & KNOWN).bit_count() + (hand >> 128)


def unknowns(hand: Hand) -> int:
    """The number of unknown cards in the hand."""
    return hand >> 128


def count(hand: Hand, card: Card) -> int:
    """The number of copies of a known card in the hand."""
    return (hand & _PAIRS[card]).bit_count()


def holds(hand: Hand, cards: Iterable[Card]) -> bool:
    """Return whether the hand holds all these cards among its known ones."""
    number: int = hand
    for card in cards:
        bit = BITS[card] if card != UNKNOWN else 0
        if not number & bit:
            return False
        number ^= bit << SECOND if number & bit << SECOND else bit
    return True


@lru_cache(maxsize=8192)  # Most hands that a view shows were shown before.
def cards_of(hand: Hand) -> tuple[Card, ...]:
    """All cards in order, unknown ones last.

    >>> from canastra.cards import cards_text, parse_cards
    >>> cards_text(cards_of(hand_of(parse_cards("?? KH AS KH"))))
    'AS KH KH ??'
    """
    found: list[Card] = []
    rest = hand & _ONE_OF_EACH
    while rest:
        bit = rest & -rest
        card = _CARDS[bit.bit_length() - 1]
        found.append(card)
        if hand & bit << SECOND:
            found.append(card)
        rest ^= bit
    found.extend([UNKNOWN] * unknowns(hand))
    return tuple(found)
