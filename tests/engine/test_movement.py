"""The movement of the wild: the quick answers against the plain definition, over every meld there is."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import pytest

from canastra.cards import CARDS, TWOS, Card, parse_cards
from canastra.engine.melds import Meld, read_sequence
from canastra.engine.melds.lookup import lookup_of
from canastra.engine.melds.movement import arrange, placements
from canastra.rulebooks import OFFICIAL, official
from canastra.rulebooks.schema import WildMovement

HEARTS = [card for card in CARDS if card.suit == 1 or card.is_two]


def every_meld(rulebook_id: str) -> set[Meld]:
    """All sequences of hearts that can be reached card by card."""
    lookup = lookup_of(official(rulebook_id))
    todo = [lookup.meld(cards) for cards in permutations(HEARTS, 3)]
    todo += [lookup.meld((one, one, two)) for one in TWOS for two in HEARTS]
    seen: set[Meld] = set()
    while todo:
        meld = todo.pop()
        if meld is None or meld in seen or meld.is_group:
            continue
        seen.add(meld)
        held = [card for card in HEARTS if meld.cards.count(card) < 2]
        todo.extend(way.meld for card in held for way in lookup.placements(meld, card))
    return seen


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_every_meld_reached_is_one_that_could_be_written(rulebook_id: str) -> None:
    rules = official(rulebook_id).sequences
    melds = every_meld(rulebook_id)
    assert len(melds) > 500
    for meld in melds:
        read = read_sequence(meld.cards, rules)
        assert read is not None
        # The same cards in the same places; only a wild at position 2 that has become one for good reads as natural.
        dirty_for_good = meld.low + meld.wild == 2 and len(meld.cards) > 7
        assert read is meld or (dirty_for_good and rules.goes_home)


def test_free_melds_take_exactly_the_cards_that_can_be_arranged() -> None:
    (rulebook_id,) = [name for name in OFFICIAL if official(name).sequences.wild is WildMovement.FREE]
    rules = official(rulebook_id).sequences
    for meld in every_meld(rulebook_id):
        for card in CARDS:
            if meld.cards.count(card) < 2:
                slow = arrange((*meld.cards, card), meld.suit, rules)
                assert [way.meld for way in placements(meld, card, rules)] == ([slow] if slow else [])


def test_free_melds_are_those_that_some_order_reads() -> None:
    """`arrange` finds an arrangement exactly where some written order is a sequence."""
    rules = official("canastra-duelo").sequences
    for cards in combinations_with_replacement(HEARTS, 4):
        if any(cards.count(card) > 2 for card in cards):
            continue
        orders = [read_sequence(order, rules) for order in permutations(cards)]
        arranged = arrange(cards, 1, rules)
        assert bool(arranged) == any(meld is not None and meld.suit == 1 for meld in orders), cards


def test_arrangement_prefers_home_then_a_low_ace_then_the_gap_then_the_high_end() -> None:
    rules = official("canastra-duelo").sequences
    for written, canonical in [
        ("4H 3H 2H", "2H 3H 4H"),
        ("AH 2H 2S", "AH 2H 2S"),
        ("3H AH 2S 4H", "AH 2S 3H 4H"),
        ("KH QH 2S", "QH KH 2S"),
        ("KH AH 2S", "2S KH AH"),
        ("5H 4H 7H 2H", "4H 5H 2H 7H"),
        ("5H 6H 2H", "5H 6H 2H"),
        ("QH KH AH 2S JH", "2S JH QH KH AH"),
    ]:
        meld = arrange(parse_cards(written), 1, rules)
        assert str(meld) == canonical


def test_a_meld_is_the_same_object_wherever_it_comes_from() -> None:
    import pickle

    lookup = lookup_of(official("buraco"))
    cards = parse_cards("4H 5H 2S")
    meld = lookup.meld(cards)
    assert meld is read_sequence(cards, official("buraco").sequences)
    assert pickle.loads(pickle.dumps(meld)) is meld
    assert Card.parse("2S") == meld.cards[meld.wild] if meld else False
