"""tranca Art. 9: a black 3 on top of the pile locks it for the next player, and in a hand at the end it costs 100."""

from __future__ import annotations

import pytest

from tests.rules.tranca.positions import CLEAN, last_card, late, points


@pytest.mark.parametrize("three", ["3S", "3C"])
@pytest.mark.parametrize("below", ["", "QH JS 8C "])
def test_the_next_player_can_only_draw(three: str, below: str) -> None:
    game = late("QH JS KD", pile=f"{below}{three}")
    game.refused("take", "pile_blocked", "Art. 9")
    assert game.legal == {"draw"}


def test_one_that_lies_deeper_locks_nothing_and_comes_along() -> None:
    game = late("QH QS KD", pile="8C 3S 3C KD").play("take")
    assert game.hand.split().count("3S") + game.hand.split().count("3C") == 2
    game.allowed("discard 3S", "discard 3C")


def test_the_lock_lasts_one_turn_whoever_threw_it() -> None:
    game = late("3C KD QH").play("draw TS, discard 3C").refused("take", "pile_blocked")
    game.play("1: draw TD, discard TD", "2: take")
    assert "3C" in game.hand.split()


def test_the_one_locked_out_may_lock_again() -> None:
    game = late("KD QH", pile="3S", hands={1: "3S 9S"}).play("draw TS, discard TS").allowed("take")
    game.play("1: draw TD, discard 3S").refused("take", "pile_blocked", "Art. 9")


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("3S 4S 5S", "rank_never_melded"),
        ("3S 2H 5S", "rank_never_melded"),
        ("3C 3C 3S", "group_rank"),
        ("3S 3C 2H", "group_rank"),
    ],
)
def test_a_black_three_is_never_melded(cards: str, code: str) -> None:
    game = late("3S 4S 5S 3C 3C 2H KD").play("draw TS").refused(f"meld {cards}", code, "Art. 10")
    assert not [text for text in game.legal if text.startswith("meld") and ("3S" in text or "3C" in text)]


def test_nor_is_it_laid_on_a_sequence_that_begins_at_four() -> None:
    game = late("3S 9H KD", ["4S 5S 6S"]).play("draw TS").refused("lay 1 3S", "does_not_fit")
    assert not [text for text in game.legal if text.startswith("lay")]


def test_it_may_be_the_last_card_of_a_side_that_goes_out() -> None:
    game = late("QH 3S", [CLEAN], taken=(True, False), stock="KH TD").play("draw KH, lay 1 QH KH")
    assert game.legal == {"discard 3S"}
    game.play("discard 3S")
    # The partner's two cards are what is left to the side.
    assert game.score(0) == points(melded=90, clean=200, going_out=100, in_hand=-20)


def test_it_may_be_the_last_card_before_the_morto() -> None:
    game = late("QH 3S", [CLEAN], stock="KH TD").play("draw KH, lay 1 QH KH, discard 3S, morto")
    assert game.state.seat == 1
    game.refused("take", "pile_blocked", "Art. 9")


def test_who_could_not_go_out_may_not_keep_it_as_the_only_card() -> None:
    game = late("3S", ["5S 6S 7S"], taken=(True, False), stock="8S TD").play("draw 8S")
    game.refused("lay 1 8S", "dead_end_going_out_needs_any", "Art. 14")
    assert game.legal == {"discard 3S", "discard 8S"}


def test_drawn_from_the_stock_it_stays_in_the_hand() -> None:
    game = late("KD QH", stock="3C TD").play("draw 3C")
    assert "3C" in game.hand.split()
    assert game.state.red_threes == ((), ())


def test_each_one_in_a_hand_costs_a_hundred_and_no_ten() -> None:
    game = last_card("3S KD", hands={1: "3S 3C 9S", 2: "3C"})
    assert game.score(0) == points(black_threes=-200, in_hand=-10, morto=-100)
    assert game.score(1) == points(black_threes=-200, in_hand=-30, morto=-100)


def test_on_the_pile_it_costs_nobody_anything() -> None:
    game = last_card("KD", pile="3S 3C 8C")
    assert (game.score(0).black_threes, game.score(1).black_threes) == (0, 0)
