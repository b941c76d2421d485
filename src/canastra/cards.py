"""Cards and the two packs.

A `Card` is a *type* of card, not a physical one: both sevens of hearts are the same `Card`. Its number is ``13 * suit +
rank`` with the suits in the order S H D C and the ranks from ace (0) to king (12), so that sorting cards sorts a hand
as people hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from canastra.errors import CardError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
UNKNOWN_TEXT: Final = "??"
JOKER_TEXT: Final = "**"


class Card(int):
    """One of the 52 types of card, the joker (used by no rulebook yet) or the unknown card.

    >>> str(Card.parse("TH")), Card.parse("TH").suit, Card.parse("TH").rank
    ('TH', 1, 9)
    """

    __slots__ = ()

    @property
    def suit(self) -> int:
        """0 to 3, an index into `SUITS`."""
        return self // 13

    @property
    def rank(self) -> int:
        """0 (ace) to 12 (king), an index into `RANKS`."""
        return self % 13

    @property
    def is_two(self) -> bool:
        """Return whether this is a 2, the wild card of all five rulebooks."""
        return self % 13 == TWO and self < JOKER

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Card.parse({_TEXTS[self]!r})"

    @staticmethod
    def parse(text: str) -> Card:
        """Read a card such as ``TH``, or ``??``. Raises `CardError` for any other text."""
        card = _BY_TEXT.get(text)
        if card is None:
            raise CardError("card_malformed", text=text[:40])
        return card


ACE, TWO, THREE, FOUR, KING = 0, 1, 2, 3, 12
JOKER: Final = Card(52)
UNKNOWN: Final = Card(53)
CARD_TYPES: Final = 53
"""Types of card a pack may hold: 52 and the joker."""
CARDS: Final = tuple(Card(number) for number in range(52))
"""The 52 types of the rulebooks' packs, in order."""
TWOS: Final = tuple(card for card in CARDS if card.is_two)
RED_THREES: Final = (Card(13 + THREE), Card(26 + THREE))
"""Hearts before diamonds, the order in which they are exposed (docs/notation.md, Turns)."""
BLACK_THREES: Final = (Card(THREE), Card(39 + THREE))
TWO_PACKS: Final = tuple(card for card in CARDS for _ in range(2))
"""The 104 cards of every rulebook, sorted."""

_TEXTS: Final = [rank + suit for suit in SUITS for rank in RANKS] + [JOKER_TEXT, UNKNOWN_TEXT]
_BY_TEXT: Final = {str(card): card for card in (*CARDS, UNKNOWN)}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by exactly one space; the empty text is no cards.

    >>> [str(card) for card in parse_cards("AS TH ??")]
    ['AS', 'TH', '??']
    """
    if not text:
        return ()
    return tuple(Card.parse(word) for word in text.split(" "))


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards as `parse_cards` reads them.

    >>> cards_text(parse_cards("AS TH"))
    'AS TH'
    """
    return " ".join([_TEXTS[card] for card in cards])


_SIGNS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": "", "\ufe0f": ""}
_PORTUGUESE: Final = {"E": "S", "O": "D", "P": "C"}
"""Espadas, ouros, paus; C stays the clubs of the notation, and copas are H."""
_TYPED: Final = re.compile(r"(10|[A2-9TJQK])([SHDCEOP])", re.ASCII)
_WORD: Final = re.compile(r"(?:(?:10|[A2-9TJQK])[SHDCEOP])+", re.ASCII)


def typed_cards(word: str) -> tuple[tuple[Card, str], ...]:
    """The cards of a word as people write them, each with its suit's letter as it was typed; none if it isn't that.

    >>> [str(card) for card, _ in typed_cards("10h")], typed_cards("KO")
    (['TH'], ((Card.parse('KD'), 'O'),))
    """
    plain = "".join(_SIGNS.get(char, char) for char in word).upper()
    if not _WORD.fullmatch(plain):
        return ()
    found = _TYPED.findall(plain)
    return tuple((_BY_TEXT[rank.replace("10", "T") + _PORTUGUESE.get(suit, suit)], suit) for rank, suit in found)


def read_cards(word: str) -> tuple[Card, ...]:
    """The cards of a word as people write them: ``TH``, ``10h``, ``10♥``, ``KO``, ``4h5h6h``; none if it isn't that."""
    return tuple(card for card, _ in typed_cards(word))


def respelled(text: str) -> str:
    """A text with single blanks, and its cards as records write them.

    >>> respelled("discard  10♥"), respelled("meld 4h5h6h")
    ('discard TH', 'meld 4H 5H 6H')
    """
    return " ".join(cards_text(read_cards(word)) or word for word in text.split())


def is_card(text: str) -> bool:
    """Return whether `Card.parse` reads a text."""
    return text in _BY_TEXT
