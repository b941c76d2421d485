"""The effect of one more card on a meld: the three movements of the wild (docs/rules.md §5).

Each answer is a list of `Placement`: the end that the player must name, if any, and the resulting meld.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from canastra.cards import Card
from canastra.engine.melds import CANASTA, HIGHEST, NO_WILD, Meld, group, positions, sequence
from canastra.rulebooks.schema import GoesHome, Sequences, WildMovement

_HOME = 2
_NINE_TO_KING = range(9, 14)


class End(StrEnum):
    """The end of a sequence that a wild goes to, as a record writes it; empty if a record writes none."""

    NONE = ""
    LOW = "low"
    HIGH = "high"


class Placement(NamedTuple):
    """One way to lay a card off: the end to name and the meld afterwards."""

    end: End
    meld: Meld


def placements(meld: Meld, card: Card, sequences: Sequences) -> tuple[Placement, ...]:
    """Every way to lay one card on a meld."""
    if meld.is_group:
        return _on_group(meld, card)
    return _ON_SEQUENCE[sequences.wild](meld, card, sequences)


def _on_group(meld: Meld, card: Card) -> tuple[Placement, ...]:
    fits = not meld.has_wild if card.is_two else card.rank == meld.rank
    return (Placement(End.NONE, group((*meld.cards, card))),) if fits else ()


def _locked(meld: Meld, card: Card, sequences: Sequences) -> tuple[Placement, ...]:
    return (*_natural(meld, card, sequences), *_wild(meld, card, sequences))


def _displaced(meld: Meld, card: Card, sequences: Sequences) -> tuple[Placement, ...]:
    natural = [*_natural(meld, card, sequences), *_home_with_the_seventh(meld, card, sequences)]
    return (*natural, *_displacing(meld, card, sequences), *_wild(meld, card, sequences))


def _natural(meld: Meld, card: Card, sequences: Sequences) -> list[Placement]:
    """The card at its own place beyond an end; an ace that fits at both goes to the low one (docs/rules.md §4)."""
    if card.suit != meld.suit:
        return []
    places = positions(card, sequences.lowest)
    if meld.low - 1 in places:
        return [Placement(End.NONE, _at_end(meld, card, End.LOW, is_wild=False))]
    if meld.high + 1 in places:
        return [Placement(End.NONE, _at_end(meld, card, End.HIGH, is_wild=False))]
    return []


def _wild(meld: Meld, card: Card, sequences: Sequences) -> list[Placement]:
    """A 2 as the meld's wild, except an own-suit 2 at position 2, which is natural."""
    if not card.is_two or meld.has_wild:
        return []
    own_place = card.suit == meld.suit and meld.low - 1 == _HOME
    return [
        Placement(end, _at_end(meld, card, end, is_wild=True))
        for end in _free_ends(meld, sequences)
        if not (end is End.LOW and own_place)
    ]


def _displacing(meld: Meld, card: Card, sequences: Sequences) -> list[Placement]:
    """The natural card takes the wild's place; the wild goes to an end with room."""
    if not meld.has_wild or card.suit != meld.suit:
        return []
    if meld.low + meld.wild not in positions(card, sequences.lowest):
        return []
    wild = meld.cards[meld.wild]
    cards = (*meld.cards[: meld.wild], card, *meld.cards[meld.wild + 1 :])
    natural = sequence(meld.suit, cards, meld.low)
    # Beyond the border the wild stays a wild, at position 2 too.
    home = wild.suit == meld.suit and meld.low - 1 == _HOME and _is_open(meld, natural, sequences)
    return [
        Placement(end, _at_end(natural, wild, end, is_wild=not (home and end is End.LOW)))
        for end in _free_ends(meld, sequences)
    ]


def _free_ends(meld: Meld, sequences: Sequences) -> list[End]:
    low = [End.LOW] if meld.low > sequences.lowest else []
    return [*low, End.HIGH] if meld.high < HIGHEST else low


def _at_end(meld: Meld, card: Card, end: End, *, is_wild: bool) -> Meld:
    if end is End.LOW:
        wild = 0 if is_wild else meld.wild + 1 if meld.has_wild else NO_WILD
        return sequence(meld.suit, (card, *meld.cards), meld.low - 1, wild)
    return sequence(meld.suit, (*meld.cards, card), meld.low, len(meld.cards) if is_wild else meld.wild)


def _home_with_the_seventh(meld: Meld, card: Card, sequences: Sequences) -> list[Placement]:
    """The 3 laid as the seventh card: the wild at the high end may go home with it (buraco Art. 11)."""
    if sequences.goes_home is not GoesHome.WITH_THE_SEVENTH or len(meld.cards) != CANASTA - 1:
        return []
    if not own_wild_at_the_high_end(meld) or card.suit != meld.suit or {card.rank + 1, meld.low - 1} != {_HOME + 1}:
        return []
    return [Placement(End.LOW, sequence(meld.suit, (meld.cards[-1], card, *meld.cards[:-1]), _HOME))]


def shifted(meld: Meld, sequences: Sequences) -> Meld | None:
    """The meld after its own-suit wild went home from the high end to position 2; None if it may not."""
    if meld.low != _HOME + 1 or not own_wild_at_the_high_end(meld):
        return None
    natural = sequence(meld.suit, meld.cards[:-1], meld.low)
    return _at_end(natural, meld.cards[-1], End.LOW, is_wild=False) if _is_open(meld, natural, sequences) else None


def own_wild_at_the_high_end(meld: Meld) -> bool:
    """Return whether a sequence ends with a wild of its own suit."""
    return not meld.is_group and meld.wild == len(meld.cards) - 1 and meld.cards[-1].suit == meld.suit


def _is_open(meld: Meld, natural: Meld, sequences: Sequences) -> bool:
    """Return whether the wild may still go home, for a meld with these naturals after the move."""
    if sequences.goes_home is GoesHome.BEFORE_NINE:  # regional Art. 7 §2
        return not holds_nine_to_king(natural)
    return sequences.goes_home is GoesHome.WITH_THE_SEVENTH and len(meld.cards) < CANASTA  # buraco Art. 11


def holds_nine_to_king(meld: Meld) -> bool:
    """Return whether a natural card from 9 to K lies in a sequence."""
    return any(meld.low + index in _NINE_TO_KING for index in range(len(meld.cards)) if index != meld.wild)


def _free(meld: Meld, card: Card, sequences: Sequences) -> tuple[Placement, ...]:
    if _never_fits(meld, card):
        return ()
    arranged = arrange((*meld.cards, card), meld.suit, sequences)
    return (Placement(End.NONE, arranged),) if arranged else ()


def _never_fits(meld: Meld, card: Card) -> bool:
    """Return True if `arrange` can't find a place for the card: a shortcut.

    A plain card fits only at the wild's place or near an end, with at most one gap for a wild. No second off-suit 2
    fits. A property test compares this with `arrange`.
    """
    if card.is_two:
        return card.suit != meld.suit and meld.has_wild and meld.cards[meld.wild].suit != meld.suit
    if card.suit != meld.suit:
        return True
    place = card.rank + 1
    if card.rank == 0 or meld.low - 2 <= place < meld.low or meld.high < place <= meld.high + 2:
        return False
    return not meld.has_wild or place != meld.low + meld.wild


def arrange(cards: tuple[Card, ...], suit: int, sequences: Sequences) -> Meld | None:
    """The canonical arrangement of a sequence whose cards may move; None if no arrangement is valid.

    Of several, it is the one with the own-suit 2 natural; then with a lone ace low; then with the wild in a gap,
    else at the high end, else at the low end (docs/rules.md §5).
    """
    plain = [card for card in cards if not card.is_two]
    twos = sorted((card for card in cards if card.is_two), key=lambda two: two.suit == suit)
    if any(card.suit != suit for card in plain):
        return None
    for wild in [None, *twos] if len(twos) < 2 else twos:
        natural_twos = list(twos)
        if wild is not None:
            natural_twos.remove(wild)
        if len(natural_twos) > 1 or any(two.suit != suit or sequences.lowest > 2 for two in natural_twos):
            continue
        arranged = _arrange_naturals([*plain, *natural_twos], wild, suit, sequences.lowest)
        if arranged:
            return arranged
    return None


def _arrange_naturals(naturals: list[Card], wild: Card | None, suit: int, lowest: int) -> Meld | None:
    aces = [card for card in naturals if card.rank == 0]
    others = {card.rank + 1: card for card in naturals if card.rank}
    if len(others) + len(aces) != len(naturals) or len(aces) > 2 or any(place < lowest for place in others):
        return None
    ways: list[tuple[int, ...]] = [(1, HIGHEST)] if len(aces) == 2 else [(1,), (HIGHEST,)] if aces else [()]
    for way in ways:
        if way and way[0] < lowest:
            continue
        placed = others | dict(zip(way, aces, strict=True))
        arranged = _close(sorted(placed.items()), wild, suit, lowest)
        if arranged:
            return arranged
    return None


def _close(placed: list[tuple[int, Card]], wild: Card | None, suit: int, lowest: int) -> Meld | None:
    low, high = placed[0][0], placed[-1][0]
    cards = tuple(card for _, card in placed)
    missing = high - low + 1 - len(cards)
    if wild is None:
        return sequence(suit, cards, low) if missing == 0 else None
    if missing == 1:
        gap = next(index for index, (one, two) in enumerate(pairwise(placed), 1) if two[0] - one[0] == 2)
        return sequence(suit, (*cards[:gap], wild, *cards[gap:]), low, gap)
    if missing or (high == HIGHEST and low == lowest):
        return None
    if high < HIGHEST:
        return sequence(suit, (*cards, wild), low, len(cards))
    return sequence(suit, (wild, *cards), low - 1, 0)


_ON_SEQUENCE: dict[WildMovement, Callable[[Meld, Card, Sequences], tuple[Placement, ...]]] = {
    WildMovement.DISPLACED: _displaced,
    WildMovement.LOCKED: _locked,
    WildMovement.FREE: _free,
}
