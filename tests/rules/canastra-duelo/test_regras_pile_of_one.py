"""canastra-duelo Regras: a pile of one card may be taken, but that card is not this turn's discard.

Decision: nor is its twin, a card of the same rank and suit, as long as no copy of it was laid in this turn.
"""

from __future__ import annotations

from canastra.cards import parse_cards
from canastra.engine import Phase
from tests.drawing import table

ID = "canastra-duelo"


def test_it_may_be_taken_but_not_be_thrown_back() -> None:
    game = table(ID, "5H JD", pile="9C").play("take")
    assert game.legal == {"discard 5H", "discard JD"}
    assert game.refused("discard 9C", "single_card_stays", "Regras").play("discard 5H").pile == "5H"


def test_its_twin_stays_too_a_card_like_it_does_not() -> None:
    game = table(ID, "9C 9S TC", pile="9C").play("take").refused("discard 9C", "single_card_stays", "Regras")
    assert game.legal == {"discard 9S", "discard TC"}


def test_of_a_pile_of_two_either_may_be_discarded() -> None:
    table(ID, "5H JD", pile="9C QS").play("take").allowed("discard 9C", "discard QS")


def test_a_card_drawn_may_be_discarded_on_an_equal_one() -> None:
    game = table(ID, "5H JD", pile="9C", stock=parse_cards("9C 4D 6D"))
    assert game.play("draw 9C, discard 9C").pile == "9C 9C"


def test_it_may_be_melded_and_laid_off() -> None:
    table(ID, "7C 8C 5H JD", pile="9C").play("take, meld 7C 8C 9C").allowed("discard 5H")
    table(ID, "5H JD", ours=["6C 7C 8C"], pile="9C").play("take, lay 1 9C").allowed("discard 5H")


def test_once_a_copy_was_laid_its_twin_may_be_discarded() -> None:
    game = table(ID, "7C 8C 9C JD", pile="9C").play("take, meld 7C 8C 9C")
    assert game.legal == {"discard 9C", "discard JD"}
    game = table(ID, "9C JD QS", ours=["6C 7C 8C"], pile="9C").play("take").refused("discard 9C", "single_card_stays")
    assert game.play("lay 1 9C, discard 9C").pile == "9C"


def test_a_laying_of_other_cards_frees_nothing() -> None:
    game = table(ID, "KD KH KS 5H JD", pile="9C").play("take, meld KS KH KD")
    game.refused("discard 9C", "single_card_stays", "Regras").allowed("discard JD")


def test_laying_one_copy_may_leave_its_twin_as_the_last_discard() -> None:
    table(ID, "7C 8C 9C", pile="9C").play("take, meld 7C 8C 9C, discard 9C, morto")


def test_no_meld_may_leave_only_such_cards() -> None:
    game = table(ID, "KD KH KS", pile="9C").play("take")
    game.refused("meld KS KH KD", "dead_end_single_card", "Regras")
    assert game.legal == {"discard KS", "discard KH", "discard KD"}
    table(ID, "KD KH KS 9C", pile="9C").play("take").refused("meld KS KH KD", "dead_end_single_card", "Regras")
    table(ID, "KD KH KS 4D", pile="9C").play("take").allowed("meld KS KH KD")


def test_unless_they_can_be_laid_off() -> None:
    game = table(ID, "KD KH KS", ours=["6C 7C 8C"], pile="9C").play("take, meld KS KH KD")
    assert game.legal == {"lay 1 9C"}
    game.play("lay 1 9C, morto")


def test_the_twin_in_a_morto_taken_in_that_turn_is_free_since_the_card_was_laid() -> None:
    morto = parse_cards("9C KD KH QD JD 5H 5C 4H 8S 3D AS")
    game = table(ID, "7C 8C", pile="9C", mortos=(morto,)).play("take, meld 7C 8C 9C, morto")
    game.allowed("discard 9C", "discard KD")


def test_the_next_turn_is_free() -> None:
    game = table(ID, "5H JD", pile="9C").play("take, discard 5H").idle(1)
    assert game.state.phase is Phase.DRAW
    game.play(f"draw {game.state.stock[0]}").allowed("discard 9C")
