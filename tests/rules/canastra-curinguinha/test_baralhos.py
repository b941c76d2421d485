"""canastra-curinguinha Baralhos: two packs of 52 cards, so every card exists twice and there is no joker."""

from __future__ import annotations

from collections import Counter

import pytest

from canastra.cards import JOKER, SUITS, TWO_PACKS, Card
from canastra.engine import Phase, deal_out
from canastra.engine.hands import cards_of
from canastra.errors import CardError, InternalError
from tests.drawing import deal, table

ID = "canastra-curinguinha"


def test_a_deal_holds_every_card_twice_and_no_joker() -> None:
    state = deal(ID).state
    cards = Counter(card for part in (state.stock, *state.mortos, *map(cards_of, state.hands)) for card in part)
    assert len(cards) == 52
    assert set(cards.values()) == {2}
    assert JOKER not in cards


def test_the_joker_is_no_card_of_the_game() -> None:
    with pytest.raises(CardError):
        Card.parse("**")


@pytest.mark.parametrize("pack", [TWO_PACKS[:52], (*TWO_PACKS, JOKER, JOKER)], ids=["one pack", "with jokers"])
def test_no_other_pack_can_be_dealt(pack: tuple[Card, ...]) -> None:
    with pytest.raises(InternalError):
        deal_out(pack, 4, 0)


def test_both_copies_may_be_melded_but_not_in_one_sequence() -> None:
    game = table(ID, "4H 5H 6H 4H 5H 6H KD QS", phase=Phase.PLAY)
    game.refused("meld 4H 5H 5H", article="Definições")
    game.play("meld 4H 5H 6H").refused("lay 1 6H", "does_not_fit", "Definições")
    assert game.play("meld 4H 5H 6H").melds(0) == ["4H 5H 6H", "4H 5H 6H"]


def test_each_of_the_eight_twos_can_be_a_wild() -> None:
    for suit in SUITS:
        game = table(ID, f"4H 5H 2{suit} 2{suit} KD QS", phase=Phase.PLAY)
        game.play(f"meld 4H 5H 2{suit}").refused(f"lay 1 2{suit} low", "second_wild", "Curinga")
