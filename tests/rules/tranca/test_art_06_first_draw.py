"""tranca Art. 6: the player at the dealer's right opens and may refuse the first card drawn for a second one."""

from __future__ import annotations

import pytest

from tests.drawing import deal

STOCK = "9C JS 6D 6H 5S 5D"


@pytest.mark.parametrize(("dealer", "opener"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_neighbour_of_the_dealer_opens_and_has_the_right(dealer: int, opener: int) -> None:
    game = deal("tranca", stock=STOCK, dealer=dealer).play(f"{opener}: draw 9C")
    assert "refuse" in game.legal
    game.play("refuse, draw JS, discard JS")
    assert game.pile == "9C JS"


def test_the_second_card_stays() -> None:
    game = deal("tranca", stock=STOCK).play("draw 9C, refuse")
    assert game.legal == {"draw"}
    game.refused("refuse", article="Art. 6").refused("discard KS", "draw_from_stock_first")
    game.play("draw JS").refused("refuse", "refuse_twice", "Art. 6").refused("draw", "already_drawn")
    assert "refuse" not in game.legal
    assert "JS" in game.hand.split()


def test_the_opener_may_keep_the_first_and_then_draws_no_other() -> None:
    game = deal("tranca", stock=STOCK).play("draw 9C")
    game.refused("draw", "already_drawn").play("discard 9C")
    assert (game.pile, game.state.seat) == ("9C", 1)


def test_nothing_is_refused_before_it_is_drawn() -> None:
    deal("tranca", stock=STOCK).refused("refuse", "refuse_before_draw", "Art. 6")


def test_the_card_refused_is_not_taken_back_with_the_pile() -> None:
    game = deal("tranca", stock=STOCK).play("draw 9C, refuse")
    game.refused("take", "take_after_refusing", "Art. 6")


def test_a_card_that_was_played_with_has_joined_the_hand() -> None:
    game = deal("tranca", {0: "4H 5H 4S 5S 6S"}, stock="6H").play("draw 6H")
    game.allowed("refuse").play("meld 4S 5S 6S")
    # Any meld will do: the player has gone on with the hand as it is.
    game.refused("refuse", "refuse_too_late", "Art. 6")


def test_only_the_first_turn_of_the_deal_has_the_right() -> None:
    game = deal("tranca", stock=STOCK).play("draw 9C, discard 9C", "draw JS").refused("refuse", "refuse_not_the_opener")
    game.play("discard JS", "2: draw 6D").refused("refuse", "refuse_not_the_opener", "Art. 6")
    game.play("discard 6D", "3: draw 6H, discard 6H", "0: draw 5S").refused("refuse", "refuse_not_the_opener", "Art. 6")


def test_both_cards_lie_there_for_the_next_player() -> None:
    game = deal("tranca", stock=STOCK).play("draw 9C, refuse, draw JS, discard JS")
    before = game.hand.split()
    game.play("1: take")
    assert sorted(game.hand.split()) == sorted([*before, "9C", "JS"])


def test_a_red_three_is_no_first_card_its_replacement_is() -> None:
    game = deal("tranca", stock="3H 3D 5C 6C").play("draw 3H, red 3H 3D, red 3D 5C")
    game.allowed("refuse").play("refuse, draw 6C, discard 6C")
    assert game.pile == "5C 6C"


def test_a_red_three_drawn_second_is_replaced_and_that_card_stays() -> None:
    game = deal("tranca", stock="5C 3H 6C").play("draw 5C, refuse, draw 3H, red 3H 6C")
    game.refused("refuse", "refuse_twice", "Art. 6")


def test_replacing_a_red_three_that_was_dealt_takes_nothing_of_the_right() -> None:
    game = deal("tranca", {0: "3D"}, stock="5C 6C 7C").play("red 3D 5C")
    game.refused("refuse", "refuse_before_draw").play("draw 6C, refuse, draw 7C, discard 5C")
    assert game.pile == "6C 5C"


@pytest.mark.parametrize("first", ["2S", "3S"])
def test_a_refused_two_or_black_three_that_the_discard_covers_binds_nobody(first: str) -> None:
    game = deal("tranca", stock=f"{first} JS").play(f"draw {first}, refuse, draw JS, discard JS")
    game.play("1: take, discard JS")
    assert first in game.hand_of(1).split()
