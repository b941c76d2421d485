"""tranca Art. 1: two whole packs make the 104 cards of the game, without their jokers."""

from __future__ import annotations

from collections import Counter

import pytest

from canastra.cards import JOKER, TWO_PACKS, parse_cards
from canastra.engine import deal_out, parse_action
from canastra.errors import ActionError, CardError, InternalError, RecordError
from canastra.records import parse, write
from tests.rules.tranca.positions import late, record


def test_every_card_is_dealt_out_twice() -> None:
    piles = deal_out(TWO_PACKS, players=4, dealer=3)
    lists = (*piles.hands, *piles.mortos, piles.stock)
    dealt = Counter(str(card) for cards in lists for card in cards)
    assert dealt == {rank + suit: 2 for rank in "A23456789TJQK" for suit in "SHDC"}


def test_the_jokers_left_in_or_one_pack_only_are_not_dealt() -> None:
    for pack in ((*TWO_PACKS, JOKER, JOKER, JOKER, JOKER), TWO_PACKS[:52]):
        with pytest.raises(InternalError) as refused:
            deal_out(pack, players=4, dealer=3)
        assert refused.value.code == "pack_size"


def test_a_joker_is_no_card() -> None:
    with pytest.raises(CardError):
        parse_cards("4H 5H **")
    with pytest.raises(ActionError):
        parse_action("discard **")


@pytest.mark.parametrize("other", ["KS", "**", "??"])
def test_a_record_with_other_cards_than_two_packs_is_no_complete_record(other: str) -> None:
    text = write(record(""))
    parse(text)
    assert text.count("AC") == 2
    changed = text.replace("AC", other, 1)
    if other == "??":
        # Hidden, not missing: a redacted record may hold it.
        parse(changed)
    else:
        with pytest.raises(RecordError):
            parse(changed)


def test_both_copies_of_a_card_can_stand_in_a_group_but_not_in_a_sequence() -> None:
    game = late("KS KS KH 5H 5H 6H JC").play("draw TS")
    game.refused("meld 5H 5H 6H", "not_consecutive", "Art. 10")
    game.play("meld KS KS KH")
    assert game.melds(0) == ["KS KS KH"]
