"""The cards before a side at the end of a deal with real cards, as people read them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from canastra.cards import Card, read_cards
from canastra.errors import InputError

_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Side:
    """The cards before one side, still as text."""

    name: str = ""
    melds: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    red_threes: str = ""
    """The red 3s that were exposed."""
    unreplaced: str = ""
    """The red 3s that stayed in hands because the stock ran out before they were replaced (tranca Art. 8)."""
    morto: bool = False
    unplayed_morto: bool = False
    went_out: bool = False


@dataclass(frozen=True, slots=True)
class ScoreInput:
    """The rulebook's id or file, and one side or two; `other_went_out` is for a single side."""

    rulebook: str
    sides: tuple[Side, ...]
    other_went_out: bool = False


def known_cards(text: str) -> tuple[Card, ...]:
    """Cards from text as people write them in `canastra play`. Raises `InputError` if one is unknown or malformed."""
    found: list[Card] = []
    for word in text.split():
        cards = read_cards(word)
        if not cards:
            raise InputError("input_not_a_card", word=_shown(word), text=_shown(text))
        found.extend(cards)
    return tuple(found)


def _shown(words: str) -> str:
    plain = "".join(char if char.isprintable() else "·" for char in words)
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"


def check_copies(cards: Iterable[Card]) -> None:
    """Raises `InputError` if there is a third copy of a card."""
    for card, number in Counter(cards).items():
        if number > 2:
            raise InputError("card_too_often", card=str(card), found=number)
