"""canastra-regional Art. 12: going out 100, canastas 200 and 100, the cards laid count, those left are deducted.

A morto that was never taken costs 100, also where none was left to take: a decision of docs/rules.md §2.
"""

from __future__ import annotations

from typing import Any

import pytest

from canastra.cards import parse_cards
from canastra.engine import Phase, Score
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"
CLEAN = "AH 2H 3H 4H 5H 6H 7H"
"""15 + 10 + 5 * 5 = 50 points of cards."""
MORTO = parse_cards("QS KS QD KD JC QC KC AC 3D TC TD")


def goes_out(ours: list[str], theirs: list[str] | None = None, **more: Any) -> Game:
    """Seat 0 goes out with its last card, its side having had its morto; a 3, 4 and 5 are left in the other hands."""
    fields: dict[str, Any] = {"phase": Phase.PLAY, "has_morto": (True, False), "mortos": (MORTO,)}
    hands = {1: "3S", 2: "4S", 3: "5S"}
    return table(RULEBOOK, "9C", ours, theirs, **(fields | {"hands": hands} | more)).play("0: discard 9C")


def stock_ends(ours: list[str], **more: Any) -> Game:
    """Seat 0 discards a card after the last one was drawn; no side has had a morto, both have been the stock."""
    fields: dict[str, Any] = {"phase": Phase.PLAY, "stock": (), "mortos": ()}
    hands = {1: "KH AC", 2: "2C 8D", 3: "3S"}
    return table(RULEBOOK, "9C 7D", ours, **(fields | {"hands": hands} | more)).play("0: discard 9C")


def test_a_whole_account() -> None:
    ours = [CLEAN, "8S 9S TS JS 2D KS AS", "5C 6C 7C"]
    game = goes_out(ours, ["QD KD AD"], hands={1: "AC 2C 3C", 2: "AD 8D", 3: "KH"})
    # 50, then 5 * 10 and the 2's 10 and the ace's 15, then 15; the partner's ace and 8.
    assert game.score(0) == Score(50 + 75 + 15, 200, 100, 0, 100, 0, 0, 0, -25)
    assert game.score(0).total == 515
    assert game.score(1) == Score(35, 0, 0, 0, 0, -100, 0, 0, -30 - 10)
    assert game.score(1).total == -105


@pytest.mark.parametrize(
    ("ranks", "points"),
    [("A", 15), ("2", 10), ("34567", 5), ("89TJQK", 10)],
)
@pytest.mark.parametrize("suit", "SHDC")
def test_what_each_card_is_worth_in_a_hand(ranks: str, points: int, suit: str) -> None:
    for rank in ranks:
        game = stock_ends([], hands={1: f"{rank}{suit}", 2: "", 3: ""})
        assert game.score(1).in_hand == -points
        assert (game.score(1).red_threes, game.score(1).black_threes) == (0, 0)


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("AH 2S 3H", 30),  # a 2 is worth 10 whatever it stands for
        ("AH 2H 3H", 30),
        ("QH KH 2S", 30),
        ("QH KH AH", 35),
        ("7H 8H 9H", 25),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 125),
    ],
)
def test_what_each_card_is_worth_in_a_meld(meld: str, points: int) -> None:
    assert stock_ends([meld]).score(0).melded == points


@pytest.mark.parametrize(
    ("ours", "clean", "dirty"),
    [
        (["4D 5D 6D 7D 8D 9D"], 0, 0),
        (["4D 5D 6D 7D 8D 9D TD"], 200, 0),
        (["3D 4D 5D 6D 7D 8D 9D TD JD QD"], 200, 0),
        (["4D 5D 6D 7D 8D 9D 2S"], 0, 100),
        (["4D 5D 6D 7D 8D 9D 2D"], 0, 100),
        ([CLEAN, "4D 5D 6D 7D 8D 9D TD"], 400, 0),
        ([CLEAN, "4D 5D 6D 7D 8D 9D 2S", "4S 5S 6S 7S 8S 9S 2D"], 200, 200),
    ],
)
def test_every_canasta_counts_once(ours: list[str], clean: int, dirty: int) -> None:
    score = stock_ends(ours).score(0)
    assert (score.clean, score.dirty) == (clean, dirty)


def test_ace_to_ace_is_a_clean_canasta_like_any_other() -> None:
    score = stock_ends([f"{CLEAN} 8H 9H TH JH QH KH AH"]).score(0)
    assert (score.clean, score.royal, score.melded) == (200, 0, 125)


def test_both_sides_pay_for_what_they_hold_the_partner_of_who_went_out_too() -> None:
    game = goes_out([CLEAN])
    assert (game.score(0).in_hand, game.score(1).in_hand) == (-5, -10)


def test_both_sides_pay_also_when_the_stock_ended_the_deal() -> None:
    game = stock_ends([])
    assert (game.score(0).in_hand, game.score(1).in_hand) == (-5 - 20, -25 - 5)
    assert (game.score(0).total, game.score(1).total) == (-125, -130)


def test_going_out_is_worth_100_to_the_one_side() -> None:
    game = goes_out([CLEAN])
    assert (game.score(0).going_out, game.score(1).going_out) == (100, 0)


def test_emptying_the_hand_for_the_morto_is_worth_nothing() -> None:
    game = table(RULEBOOK, "9C", [CLEAN], phase=Phase.PLAY, stock=(), mortos=(MORTO,)).play("0: discard 9C, morto")
    assert (game.score(0).going_out, game.score(0).morto) == (0, 0)


@pytest.mark.parametrize(("has_morto", "points"), [((True, False), (0, -100)), ((True, True), (0, 0))])
def test_a_side_without_a_morto_loses_100(has_morto: tuple[bool, bool], points: tuple[int, int]) -> None:
    game = goes_out([CLEAN], has_morto=has_morto, mortos=())
    assert (game.score(0).morto, game.score(1).morto) == points


def test_also_where_none_was_left_to_take_and_even_if_it_goes_out() -> None:
    game = goes_out([CLEAN], has_morto=(False, False), mortos=())
    assert (game.score(0).morto, game.score(1).morto) == (-100, -100)
    # 50 + 200 + 100 - 100 - 5.
    assert (game.score(0).going_out, game.score(0).total) == (100, 245)
    assert stock_ends([], has_morto=(False, False)).score(0).morto == -100
