"""Melds as people read them out from a real table: usually low to high, sometimes in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from canastra.cards import RANKS, Card, cards_text
from canastra.cli.scoring_table import known_cards
from canastra.engine import Meld, Tables
from canastra.engine.diagnosis import of_cards
from canastra.engine.melds import HIGHEST, NO_WILD, SHORTEST, sequence
from canastra.errors import InputError, RuleError, Violation

DIRTY_WORDS = ("DIRTY", "SUJA")
"""Behind its cards: the canasta is dirty for good, though its wild has come to stand at the place of the 2."""


@dataclass(frozen=True, slots=True)
class ReadMeld:
    """A meld, and whether its cards had to be put in order first."""

    meld: Meld
    rearranged: bool


def read_meld(words: str, tables: Tables) -> ReadMeld:
    """The meld that the words describe.

    A `RuleError` if its cards form none under the rulebook, an `InputError` if they can be read in two ways of
    different worth and are not written in the order of either.
    """
    *front, last = words.split() or [""]
    dirty = last.upper() in DIRTY_WORDS
    cards = known_cards(" ".join(front) if dirty else words)
    meld = tables.meld(cards)
    if meld is not None:
        return ReadMeld(_dirtied(meld) if dirty else meld, rearranged=False)
    found = list(dict.fromkeys(_arrangements(cards, tables)))
    if not found:
        raise RuleError(_why_not(cards, tables))
    if len({(meld.has_wild, meld.is_full_sequence) for meld in found}) > 1 and found[0].is_canasta and not dirty:
        raise InputError("score_two_readings", meld=cards_text(cards), cards=str(found[0]), top=str(found[-1]))
    return ReadMeld(_dirtied(found[0]) if dirty else found[0], rearranged=True)


def _why_not(cards: tuple[Card, ...], tables: Tables) -> Violation:
    article = tables.rulebook.article
    if len(cards) < SHORTEST:
        return Violation("meld_too_short", article("clauses.melds"))
    code, topic, figures = of_cards(cards, tables.rulebook)
    return Violation(code, article(topic), tuple(figures.items()))


def _arrangements(cards: tuple[Card, ...], tables: Tables) -> Iterator[Meld]:
    """Every meld that these cards form in some order."""
    naturals = sorted(card for card in cards if not card.is_two)
    twos = sorted(card for card in cards if card.is_two)
    orders = [(*naturals, *twos)]
    if len({card.suit for card in naturals}) == 1:
        orders += _sequences(cards, naturals[0].suit)
    for order in orders:
        meld = tables.meld(order)
        if meld is not None:
            yield meld


def _sequences(cards: tuple[Card, ...], suit: int) -> Iterator[tuple[Card, ...]]:
    """The cards in the order of a sequence, a 2 standing for a missing card; own-suit 2s at their place first."""
    for low in range(1, HIGHEST - len(cards) + 2):
        window = [Card(len(RANKS) * suit + place % len(RANKS)) for place in range(low - 1, low - 1 + len(cards))]
        if Counter(window) == Counter(cards):
            yield tuple(window)
        for wild in sorted({card for card in cards if card.is_two}):
            for hole in range(len(window)):
                order = (*window[:hole], wild, *window[hole + 1 :])
                if Counter(order) == Counter(cards):
                    yield order


def _dirtied(meld: Meld) -> Meld:
    """The meld with its own-suit 2 as the wild that it once was."""
    if meld.has_wild:
        return meld
    place = next((index for index, card in enumerate(meld.cards) if card.is_two), NO_WILD)
    if place == NO_WILD:
        raise InputError("score_no_wild", meld=str(meld))
    return sequence(meld.suit, meld.cards, meld.low, place)
