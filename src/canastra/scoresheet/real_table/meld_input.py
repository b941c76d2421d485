"""Melds as people read them out from a real table: usually low to high, sometimes in any order."""

from __future__ import annotations

from dataclasses import dataclass

from canastra.cards import Card, cards_text
from canastra.engine import Lookup, Meld
from canastra.engine.melds import NO_WILD, SHORTEST, sequence
from canastra.engine.melds.diagnosis import of_cards
from canastra.engine.options import arrangements
from canastra.errors import InputError, RuleError, Violation
from canastra.scoresheet.real_table.side import known_cards

DIRTY_WORDS = ("DIRTY", "SUJA")
"""Words after a meld's cards: the canasta is dirty for good, though its wild now stands at the place of the 2."""


@dataclass(frozen=True, slots=True)
class ReadMeld:
    """A meld, and whether its cards had to be put in order first."""

    meld: Meld
    rearranged: bool


def read_meld(words: str, tables: Lookup) -> ReadMeld:
    """The meld that the words describe.

    Raises `RuleError` if the cards form no meld under the rulebook, `InputError` if they can be read as two melds of
    different worth and are not written in the order of either.
    """
    *front, last = words.split() or [""]
    dirty = last.upper() in DIRTY_WORDS
    cards = known_cards(" ".join(front) if dirty else words)
    meld = tables.meld(cards)
    if meld is not None:
        return ReadMeld(_dirtied(meld) if dirty else meld, rearranged=False)
    usual = tuple(sorted(cards, key=lambda card: (card.is_two, card)))
    found = sorted(
        arrangements(cards, tables), key=lambda meld: (meld.cards != usual, meld.low, meld.has_wild, meld.wild)
    )
    if not found:
        raise RuleError(_why_not(cards, tables))
    if len({(meld.has_wild, meld.is_full_sequence) for meld in found}) > 1 and found[0].is_canasta and not dirty:
        raise InputError("score_two_readings", meld=cards_text(cards), cards=str(found[0]), top=str(found[-1]))
    return ReadMeld(_dirtied(found[0]) if dirty else found[0], rearranged=True)


def _why_not(cards: tuple[Card, ...], tables: Lookup) -> Violation:
    article = tables.rulebook.article
    if len(cards) < SHORTEST:
        return Violation("meld_too_short", article("clauses.melds"))
    code, topic, figures = of_cards(cards, tables.rulebook)
    return Violation(code, article(topic), tuple(figures.items()))


def _dirtied(meld: Meld) -> Meld:
    """The meld with its 2 of the same suit counted as the wild that it once was."""
    if meld.has_wild:
        return meld
    place = next((index for index, card in enumerate(meld.cards) if card.is_two), NO_WILD)
    if place == NO_WILD:
        raise InputError("score_no_wild", meld=str(meld))
    return sequence(meld.suit, meld.cards, meld.low, place)
