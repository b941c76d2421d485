"""buraco Art. 14: the cards that players still hold when the deal ends are debited to their sides."""

from __future__ import annotations

import pytest

from canastra.cards import parse_cards
from canastra.engine import Ending
from tests.rules.buraco.positions import CLEAN, DIRTY, FIRST_MORTO, SECOND_MORTO, ended, exhausted, mortos, to_finish


def test_partner_and_opponents_of_who_goes_out_pay_for_their_hands() -> None:
    game = to_finish("KD", [DIRTY], hands={1: "KH", 2: "AS 2C 3S", 3: "4S 5D"}).play("discard KD")
    assert game.score(0).in_hand == -30
    assert game.score(1).in_hand == -30


def test_with_both_hands_of_the_side_empty_nothing_is_debited() -> None:
    assert to_finish("KD", [DIRTY], hands={2: ""}).play("discard KD").score(0).in_hand == 0


def test_the_last_discard_is_in_nobodys_hand_any_more() -> None:
    game = to_finish("KD", [DIRTY], hands={2: "KD"}).play("discard KD")
    assert game.pile == "KD"
    assert game.score(0).in_hand == -10


@pytest.mark.parametrize("card", ["AS", "2S", "3S", "3H", "7S", "8S", "KS"])
def test_each_card_costs_its_value_of_ten(card: str) -> None:
    assert ended(hands=(card, "QD", "KC", "QC")).score(0).in_hand == -20


def test_a_deal_that_ends_with_the_stock_is_counted_likewise() -> None:
    game = ended(hands=("KD", "QD QS QH", "KC KS KH TC", "QC"))
    assert game.state.ending is Ending.STOCK
    assert (game.score(0).in_hand, game.score(1).in_hand) == (-50, -40)


def test_and_so_is_a_stalemate() -> None:
    game = exhausted("KD QS", hands={1: "QD TD", 2: "KC", 3: "TC"}, idle_turns=23).play("take, discard 9D")
    assert game.state.ending is Ending.STALEMATE
    assert (game.score(0).in_hand, game.score(1).in_hand) == (-40, -30)


def test_a_pile_taken_in_the_last_turn_is_paid_for() -> None:
    game = exhausted("KD", pile="9D 9C 9S 9H", hands={1: "QD TD", 2: "KC", 3: "TC"})
    game.play("0: take, discard 9D", "1: pass")
    assert game.score(0).in_hand == -50


def test_a_morto_nobody_took_and_the_pile_are_in_no_hand() -> None:
    game = to_finish("KD", [DIRTY], pile="9C 9D 9S", hands={1: "KH", 2: "", 3: "QH"}).play("discard KD")
    assert game.state.mortos == mortos(SECOND_MORTO)
    assert game.score(1).in_hand == -20


def test_a_morto_taken_by_the_discard_and_never_played_from_is_debited_whole() -> None:
    game = to_finish(
        "QC",
        theirs=[CLEAN],
        hands={1: "KD", 2: "9D"},
        has_morto=(False, True),
        mortos=mortos(FIRST_MORTO),
        stock=parse_cards("JC"),
    )
    game.play("0: discard QC, morto", "1: draw JC, lay 1 JC, discard KD")
    assert game.state.unplayed[0]
    assert (game.score(0).in_hand, game.score(0).morto) == (-120, 0)


def test_a_morto_taken_directly_is_a_hand_like_any_other() -> None:
    game = to_finish(
        "4S 5S 6S",
        theirs=[CLEAN],
        hands={1: "KD", 2: "9D"},
        has_morto=(False, True),
        mortos=mortos(FIRST_MORTO),
        stock=parse_cards("JC"),
    )
    game.play("0: meld 4S 5S 6S, morto, discard AS", "1: draw JC, lay 1 JC, discard KD")
    assert (game.score(0).melded, game.score(0).in_hand) == (30, -110)


def test_what_lies_on_the_table_is_credited_and_not_debited() -> None:
    game = ended(["4S 5S 6S", "7H 8H 9H"], hands=("KD", "QD", "KC", "QC"))
    assert (game.score(0).melded, game.score(0).in_hand) == (60, -20)
