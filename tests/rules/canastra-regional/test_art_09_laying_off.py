"""canastra-regional Art. 9: after drawing, a player may add cards to the partner's melds as to the own ones."""

from __future__ import annotations

from typing import Any

from canastra.cards import parse_cards
from canastra.engine import Phase
from tests.drawing import Game, deal, table

RULEBOOK = "canastra-regional"


def playing(hand: str, ours: list[str] | None = None, **more: Any) -> Game:
    return table(RULEBOOK, hand, ours, phase=Phase.PLAY, **more)


def test_the_partner_of_who_melded_lays_off_melds_and_discards() -> None:
    game = deal(RULEBOOK, {0: "4H 5H 6H", 2: "3H 7H 8S 9S"}, stock="9C 9D TS KC")
    game.play("0: draw 9C, meld 4H 5H 6H, discard 9C", "1: draw 9D, discard 9D")
    game.play("2: draw TS, lay 1 7H, lay 1 3H, meld 8S 9S TS")
    assert game.melds(0) == ["3H 4H 5H 6H 7H", "8S 9S TS"]


def test_the_partner_too_must_draw_or_take_the_pile_first() -> None:
    game = table(RULEBOOK, "7H KD", ["4H 5H 6H"], pile="8H", stock=parse_cards("9C QC"))
    game.refused("lay 1 7H", "draw_first", "Art. 6")
    game.play("take, lay 1 7H 8H")
    assert game.melds(0) == ["4H 5H 6H 7H 8H"]


def test_the_opponents_melds_are_closed() -> None:
    game = playing("7H KD 9C", theirs=["4H 5H 6H"])
    game.refused("lay 1 7H", "no_such_meld", "Art. 9")
    assert game.legal == {"discard 7H", "discard KD", "discard 9C"}


def test_a_number_means_the_own_sides_meld() -> None:
    game = playing("7H 7S KD 9C", ["4S 5S 6S"], theirs=["4H 5H 6H", "8D 9D TD"])
    assert game.legal >= {"lay 1 7S"}
    game.refused("lay 1 7H", "does_not_fit", "Art. 7").refused("lay 2 7H", "no_such_meld", "Art. 9")
    game.play("lay 1 7S")
    assert (game.melds(0), game.melds(1)) == (["4S 5S 6S 7S"], ["4H 5H 6H", "8D 9D TD"])


def test_melds_are_numbered_in_the_order_in_which_the_side_laid_them() -> None:
    game = playing("4H 5H 6H TS 7H KD 9C", ["7S 8S 9S", "4D 5D 6D"]).play("meld 4H 5H 6H")
    game.refused("lay 1 7H", article="Art. 7").refused("lay 4 7H", "no_such_meld", "Art. 9")
    assert game.play("lay 3 7H, lay 1 TS").melds(0) == ["7S 8S 9S TS", "4D 5D 6D", "4H 5H 6H 7H"]


def test_a_card_that_fits_two_melds_goes_where_the_player_says() -> None:
    game = playing("7H 9C KD", ["4H 5H 6H", "8H 9H TH"])
    assert {text for text in game.legal if text.startswith("lay")} == {"lay 1 7H", "lay 2 7H"}
    assert game.play("lay 2 7H").melds(0) == ["4H 5H 6H", "7H 8H 9H TH"]


def test_the_partner_may_move_the_wild_that_the_other_laid() -> None:
    game = playing("QS", seat=2, ours=["4H 2S 6H", "3D 4D 2D"], hands={2: "5H 9C KD"})
    assert game.play("2: lay 1 5H high, shift 2").melds(0) == ["4H 5H 6H 2S", "2D 3D 4D"]


def test_laying_off_is_possible_in_any_turn_also_before_a_meld_of_ones_own() -> None:
    game = playing("7H 8H 9H 9C KD", ["4H 5H 6H"]).allowed("lay 1 7H", "lay 1 7H 8H 9H", "meld 7H 8H 9H")
    assert game.play("lay 1 7H 8H 9H").melds(0) == ["4H 5H 6H 7H 8H 9H"]


def test_only_cards_of_the_hand_are_laid_off_and_what_lies_there_stays() -> None:
    game = playing("8H 9C KD", ["4H 5H 6H", "7H 8H 9H"])
    game.refused("lay 1 7H", "card_not_in_hand", "Art. 6")


def test_a_melds_cards_go_on_being_the_sides_when_the_one_who_laid_them_has_a_new_hand() -> None:
    game = playing("4H 5H 6H 9C").play("meld 4H 5H 6H, discard 9C, morto")
    assert game.idle(1).state.seat == 2
    assert game.melds(0) == ["4H 5H 6H"]
