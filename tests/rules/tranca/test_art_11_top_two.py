"""tranca Art. 11: a 2 on top of the pile is taken only as the wild of a new meld with two cards or more of the hand."""

from __future__ import annotations

import pytest

from tests.drawing import Game
from tests.rules.tranca.positions import CLEAN, MORTO, late


def _melds(game: Game) -> set[str]:
    return {text for text in game.legal if text.startswith("meld")}


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("4H 5H", {"meld 4H 5H 2S"}),  # no room below the 4
        ("KH AH", {"meld 2S KH AH"}),  # nor above the ace
        ("5H 7H", {"meld 5H 2S 7H"}),
        ("5H 6H", {"meld 5H 6H 2S", "meld 2S 5H 6H"}),
        ("KC KC", {"meld KC KC 2S"}),
    ],
)
def test_the_next_step_lays_it_with_two_cards_of_the_hand(hand: str, melds: set[str]) -> None:
    game = late(f"{hand} QD 8D", pile="9C 2S").play("take")
    assert game.legal == melds
    game.refused("draw", "top_two_first", "Art. 11").refused("discard QD", "top_two_first", "Art. 11")


@pytest.mark.parametrize("hand", ["4H 5S", "5H 2D", "QC QC", "4H 7H", "3S 3C"])
def test_a_pile_whose_two_is_of_no_use_stays(hand: str) -> None:
    game = late(f"{hand} 8S", pile="KC 2S", hands={3: "9C"})
    game.refused("take", "top_two_unusable", "Art. 11")
    assert game.legal == {"draw"}


def test_the_rest_of_the_pile_comes_only_afterwards() -> None:
    game = late("4H 5H QC", pile="6H 9C 2S").play("take")
    assert "9C" not in game.hand.split()
    game.refused("meld 4H 5H 6H 2S", "card_not_in_hand").play("meld 4H 5H 2S")
    assert sorted(game.hand.split()) == ["6H", "9C", "QC"]
    assert game.pile == ""
    game.play("lay 1 6H high")
    assert game.melds(0) == ["4H 5H 6H 2S"]


def test_cards_of_the_pile_are_not_the_two_cards_that_it_takes() -> None:
    late("5H QC 8C", pile="4H 6H 2S").refused("take", "top_two_unusable", "Art. 11")


def test_more_than_two_cards_of_the_hand_may_go_with_it_at_once() -> None:
    game = late("4H 5H 6H 8H QC", pile="9C 2S").play("take, meld 4H 5H 6H 2S 8H")
    assert game.melds(0) == ["4H 5H 6H 2S 8H"]
    assert sorted(game.hand.split()) == ["9C", "QC"]


def test_another_two_or_no_two_does_not_do() -> None:
    game = late("4H 5H 6H 2D QC", pile="9C 2S").play("take")
    game.refused("meld 4H 5H 2D", "top_two_first", "Art. 11").refused("meld 4H 5H 6H", "top_two_first", "Art. 11")
    assert _melds(game) == {"meld 4H 5H 2S", "meld 2S 5H 6H", "meld 5H 6H 2S", "meld 4H 2S 6H"}


def test_no_meld_on_the_table_is_reason_enough_nor_may_it_go_there() -> None:
    table = ["5D 6D 7D"]
    late("4H QC 8C", table, pile="9C 2S").refused("take", "top_two_unusable", "Art. 11")
    game = late("4H 5H QC", table, pile="9C 2S").play("take")
    game.refused("lay 1 2S high", "top_two_first", "Art. 11").refused("lay 1 2S low", "top_two_first", "Art. 11")


def test_nor_can_another_card_be_laid_off_first() -> None:
    game = late("4H 5H 8D QC", ["5D 6D 7D"], pile="9C 2S").play("take")
    game.refused("lay 1 8D", "top_two_first", "Art. 11").play("meld 4H 5H 2S, lay 1 8D")


def test_a_two_below_the_top_or_below_another_two_is_free() -> None:
    game = late("4H 5H QC", ["5D 6D 7D"], pile="2H 9C 2S 2D").play("take, meld 4H 5H 2D").allowed("discard 2S")
    game.play("lay 1 2H high, discard 2S")
    assert game.melds(0) == ["5D 6D 7D 2H", "4H 5H 2D"]


def test_the_next_player_is_bound_in_turn_by_a_two_discarded() -> None:
    game = late("2S QC KD", pile="9C", hands={1: "4H 5H 8S", 3: "9C"}).play("draw TS, discard 2S").allowed("take")
    late("2S QC KD", pile="9C", hands={1: "4H 5S 8S", 3: "9C"}).play("draw TS, discard 2S").refused("take")
    game.play("1: draw TD, discard TD", "2: take")
    assert "2S" in game.hand.split()


def test_it_may_empty_the_hand_for_the_morto() -> None:
    game = late("4H 5H", pile="2S").play("take, meld 4H 5H 2S, morto")
    assert sorted(game.hand.split()) == sorted(MORTO.split())
    game.refused("draw", "already_drawn").allowed("discard JD")


def test_with_a_pile_of_more_the_hand_is_not_empty() -> None:
    game = late("4H 5H", pile="9C 2S").play("take, meld 4H 5H 2S")
    assert (game.hand, game.state.has_morto) == ("9C", (False, False))


def test_it_may_go_out() -> None:
    game = late("4H 5H", [CLEAN], taken=(True, False), pile="2S").play("take, meld 4H 5H 2S")
    assert game.state.went_out == 0


@pytest.mark.parametrize(
    ("hand", "pile", "legal"), [("4D 5D", "2S", False), ("4D 5D QC", "2S", False), ("4D 5D QC", "9C 2S", True)]
)
def test_it_is_not_taken_into_a_dead_end(hand: str, pile: str, legal: bool) -> None:
    game = late(hand, ["6H 7H 8H"], taken=(True, False), pile=pile)
    # Without a canasta two cards must stay: one to discard and one to keep.
    assert (game.why_not("take") is None) == legal
    assert ("take" in game.legal) == legal


def test_a_pile_whose_two_leaves_no_way_to_finish_stays_too() -> None:
    # 4 5 2 could be laid, but the hand would be empty without a canasta, and the side has its morto.
    late("4D 5D", ["6H 7H 8H"], taken=(True, False), pile="2S").refused("take", "top_two_dead_end", "Art. 11")
