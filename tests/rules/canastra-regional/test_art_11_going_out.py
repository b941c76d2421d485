"""canastra-regional Art. 11: the deal ends when a player of a side with a clean canasta and its morto empties the hand.

The morto isn't needed once none is left, even if the other side had it: a decision of docs/rules.md §2.
"""

from __future__ import annotations

from typing import Any

import pytest

from canastra.cards import parse_cards
from canastra.engine import Ending, Phase
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"
CLEAN = "4H 5H 6H 7H 8H 9H TH"
DIRTY = "4S 5S 6S 7S 8S 9S 2D"
SIX = "4H 5H 6H 7H 8H 9H"
MORTO = parse_cards("QS KS QD KD JC QC KC AC AD TC TD")


def playing(hand: str, ours: list[str], **more: Any) -> Game:
    """Seat 0 has drawn; its side has taken its morto, the other one lies there."""
    fields: dict[str, Any] = {"phase": Phase.PLAY, "has_morto": (True, False), "mortos": (MORTO,)}
    return table(RULEBOOK, hand, ours, **(fields | more))


@pytest.mark.parametrize("last", ["discard JH", "lay 1 JH"])
def test_by_discarding_or_by_laying_the_last_card(last: str) -> None:
    game = playing("JH", [CLEAN]).play(last)
    assert (game.over, game.state.ending, game.state.went_out) == (True, Ending.GOING_OUT, 0)
    assert game.legal == set()


def test_the_partner_may_go_out_with_what_the_other_made() -> None:
    game = playing("QS", [CLEAN], seat=2, hands={2: "9C"}).play("2: discard 9C")
    assert (game.over, game.state.went_out) == (True, 2)


@pytest.mark.parametrize(("ours", "theirs"), [([], []), ([SIX], []), ([DIRTY], []), ([DIRTY, SIX], [CLEAN])])
def test_nothing_less_than_an_own_clean_canasta_will_do(ours: list[str], theirs: list[str]) -> None:
    game = playing("9C", ours, theirs=theirs)
    game.refused("discard 9C", "going_out_needs_clean", "Art. 11")


def test_a_card_whose_laying_leaves_the_last_one_stuck_is_not_laid() -> None:
    game = playing("TS KD", [DIRTY])
    game.refused("lay 1 TS low", "dead_end_going_out_needs_clean", "Art. 11")
    assert game.legal == {"discard TS", "discard KD"}


def test_nor_a_meld_that_leaves_one_card_but_two_are_enough() -> None:
    game = playing("4D 5D 6D KC", [SIX]).refused("meld 4D 5D 6D", "dead_end_going_out_needs_clean", "Art. 11")
    assert game.legal == {"discard 4D", "discard 5D", "discard 6D", "discard KC"}
    playing("4D 5D 6D KC QC", [SIX]).allowed("meld 4D 5D 6D")


def test_the_last_card_may_be_the_one_that_completes_the_canasta() -> None:
    game = playing("4D 5D 6D TH", [SIX]).play("meld 4D 5D 6D")
    assert game.legal == {"lay 1 TH"}
    assert game.play("lay 1 TH").over


def test_a_wild_as_seventh_card_makes_the_wrong_canasta() -> None:
    playing("2S", [SIX]).refused("lay 1 2S high", "going_out_needs_clean", "Art. 11")


def test_a_wild_laid_on_the_only_clean_one_takes_the_right_away() -> None:
    game = playing("2S", [CLEAN]).refused("lay 1 2S high", "going_out_needs_clean", "Art. 11")
    assert game.legal == {"discard 2S"}
    playing("2S", [CLEAN, "8D 9D TD"]).play("lay 2 2S high")


def test_the_own_2_sent_home_may_be_what_makes_it_clean() -> None:
    game = playing("8H", ["3H 4H 5H 6H 7H 2H"])
    assert game.legal == {"lay 1 8H low", "shift 1"}
    assert game.play("shift 1, lay 1 8H").over


def test_without_the_morto_an_empty_hand_ends_nothing() -> None:
    game = playing("9C", [CLEAN], has_morto=(False, True)).play("discard 9C, morto")
    assert (game.over, game.state.went_out) == (False, None)


@pytest.mark.parametrize("has_morto", [(False, False), (False, True)])
def test_when_no_morto_is_left_it_is_not_asked_for(has_morto: tuple[bool, bool]) -> None:
    assert playing("9C", [CLEAN], has_morto=has_morto, mortos=()).play("discard 9C").over


def test_when_no_morto_is_left_the_clean_canasta_is_still_asked_for() -> None:
    game = playing("9C", [DIRTY], has_morto=(False, False), mortos=())
    game.refused("discard 9C", "going_out_needs_clean", "Art. 11")


def test_nobody_plays_after_the_end() -> None:
    game = playing("9C", [CLEAN]).play("discard 9C")
    for text in ("draw", "take", "discard QC"):
        game.refused(text, "deal_over", "Art. 11")
