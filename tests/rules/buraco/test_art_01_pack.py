"""buraco Art. 1: a match is played with two whole packs, and jokers take no part."""

from __future__ import annotations

from collections import Counter

import pytest

from canastra.cards import CARDS, JOKER, RANKS, TWO_PACKS, Card
from canastra.engine import deal_out, parse_action
from canastra.errors import ActionError, CardError, InternalError, RecordError
from canastra.records import parse
from tests.rules.buraco.positions import playing, record_text


def test_the_pack_holds_each_of_the_52_cards_twice() -> None:
    assert Counter(TWO_PACKS) == dict.fromkeys(CARDS, 2)
    assert len(TWO_PACKS) == 104
    assert JOKER not in TWO_PACKS


def test_hands_mortos_and_stock_use_up_both_packs() -> None:
    piles = deal_out(TWO_PACKS, players=4, dealer=2)
    assert [len(hand) for hand in piles.hands] == [11, 11, 11, 11]
    assert [len(morto) for morto in piles.mortos] == [11, 11]
    assert len(piles.stock) == 38
    dealt = [card for cards in (*piles.hands, *piles.mortos, piles.stock) for card in cards]
    assert Counter(dealt) == Counter(TWO_PACKS)


@pytest.mark.parametrize("pack", [(*TWO_PACKS, JOKER, JOKER), CARDS, TWO_PACKS[1:]])
def test_a_pack_with_jokers_or_with_cards_missing_is_not_dealt(pack: tuple[Card, ...]) -> None:
    with pytest.raises(InternalError) as caught:
        deal_out(pack, players=4, dealer=0)
    assert caught.value.code == "pack_size"


def test_no_record_can_name_a_joker() -> None:
    with pytest.raises(CardError):
        Card.parse("**")
    with pytest.raises(ActionError):
        parse_action("discard **")
    with pytest.raises(RecordError):
        parse(record_text().replace("AS", "**", 1))


def test_a_record_with_three_cards_of_a_kind_is_refused() -> None:
    with pytest.raises(RecordError) as caught:
        parse(record_text().replace("3S", "AS", 1))
    assert caught.value.code == "card_too_often"


def test_both_copies_of_a_card_are_played() -> None:
    game = playing("4H 4H 5H 5H 6H 6H KD QS").play("meld 4H 5H 6H, meld 4H 5H 6H")
    assert game.melds(0) == ["4H 5H 6H", "4H 5H 6H"]
    game.refused("meld 4H 5H 6H", "card_not_in_hand")


def test_without_jokers_only_the_eight_2s_are_wild() -> None:
    for rank in RANKS:
        for suit in "SDC":
            game = playing(f"4H 5H {rank}{suit} KD QC")
            assert (f"meld 4H 5H {rank}{suit}" in game.legal) == (rank == "2")
