"""canastra-curinguinha Curinga: any 2 stands for any card, one wild a meld, and once laid it is locked there.

A natural 2 of the suit may come beside it. "Locks the game" is read of the meld: the pile is not frozen (decision).
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase
from tests.drawing import Game, table

ID = "canastra-curinguinha"


def playing(hand: str, *ours: str, pile: str = "") -> Game:
    """Seat 0 with cards to lay, and three more that keep the hand from running out."""
    return table(ID, f"{hand} KC 9C 9S", ours=list(ours), pile=pile, phase=Phase.PLAY)


def laying(game: Game) -> set[str]:
    """The legal layings."""
    return {action for action in game.legal if not action.startswith("discard")}


@pytest.mark.parametrize("two", ["2S", "2H", "2D", "2C"])
def test_a_two_of_any_suit_stands_at_either_end_of_a_pair(two: str) -> None:
    assert laying(playing(f"7D 8D {two}")) == {f"meld {two} 7D 8D", f"meld 7D 8D {two}"}


def test_it_fills_a_gap_and_stands_for_ace_or_two() -> None:
    assert laying(playing("7D 9D 2C")) == {"meld 7D 2C 9D"}
    playing("QD KD 2C").allowed("meld QD KD 2C")
    playing("3D 4D 2C").allowed("meld 2C 3D 4D")


@pytest.mark.parametrize("meld", ["7D 2C 2S", "2C 8D 2H", "7D 2C 9D 2S", "2H 3H 2S 5H 2C", "2C 8D 2D", "7D 2D 9D 2D"])
def test_two_wilds_make_no_meld(meld: str) -> None:
    playing(meld).refused(f"meld {meld}", "two_wilds", "Curinga")


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("two", ["2S", "2D"])
def test_no_second_wild_is_laid(two: str, end: str) -> None:
    playing(two, "7D 8D 2C").refused(f"lay 1 {two} {end}", "second_wild", "Curinga")


def test_the_natural_two_and_a_wild_lie_in_one_meld() -> None:
    for meld in ("2H 2S 4H", "2H 2H 4H", "2H 3H 2S"):
        assert playing(meld).play(f"meld {meld}").melds(0) == [meld]
    playing("2S 2H 3H").refused("meld 2S 2H 3H", article="Definições")


def test_an_own_suit_wild_does_not_keep_the_natural_two_out() -> None:
    game = playing("2H", "3H 4H 5H 2H")
    assert laying(game) == {"lay 1 2H"}
    assert game.play("lay 1 2H").melds(0) == ["2H 3H 4H 5H 2H"]


def test_an_own_suit_two_below_the_three_is_natural_and_above_is_the_wild() -> None:
    game = playing("2H", "3H 4H 5H").refused("lay 1 2H low", article="Curinga")
    assert laying(game) == {"lay 1 2H", "lay 1 2H high"}


@pytest.mark.parametrize(("meld", "card"), [("7D 2C 9D", "8D"), ("7D 8D 2C", "9D"), ("2C 7D 8D", "6D")])
def test_the_card_it_stands_for_cannot_be_laid_there(meld: str, card: str) -> None:
    game = playing(card, meld).refused(f"lay 1 {card}", "wild_locked", "Curinga")
    for end in ("low", "high"):
        game.refused(f"lay 1 {card} {end}", article="Curinga")
    assert laying(game) == set()


def test_the_natural_two_and_the_ace_are_kept_out_in_the_same_way() -> None:
    playing("2H", "2S 3H 4H").refused("lay 1 2H", article="Curinga")
    playing("AH", "QH KH 2S").refused("lay 1 AH", "wild_locked", "Curinga")


def test_a_meld_grows_past_its_wild() -> None:
    assert playing("TD", "7D 8D 2C").play("lay 1 TD").melds(0) == ["7D 8D 2C TD"]
    assert playing("5D 9D", "2C 7D 8D").play("lay 1 5D", "lay 1 9D").melds(0) == ["5D 2C 7D 8D 9D"]


def test_it_never_goes_home() -> None:
    game = playing("8C", "3H 4H 5H 2H").refused("shift 1", "shift_unknown", "Curinga")
    assert "shift 1" not in game.legal


def test_the_player_says_to_which_end_it_goes() -> None:
    game = playing("2C", "6D 7D 8D").refused("lay 1 2C", "end_missing", "Curinga")
    assert laying(game) == {"lay 1 2C low", "lay 1 2C high"}
    assert game.play("lay 1 2C low").melds(0) == ["2C 6D 7D 8D"]


def test_there_is_no_room_for_it_below_the_two_or_above_the_ace() -> None:
    playing("2S", "2H 3H 4H").allowed("lay 1 2S high").refused("lay 1 2S low", "end_without_room", "Curinga")
    playing("2S", "QH KH AH").allowed("lay 1 2S low").refused("lay 1 2S high", "end_without_room", "Curinga")


def test_with_other_cards_it_goes_where_some_order_puts_it() -> None:
    assert playing("TD 2C", "6D 7D 8D").play("lay 1 2C TD high").melds(0) == ["6D 7D 8D 2C TD"]
    assert playing("9D 2C", "6D 7D 8D").play("lay 1 2C 9D high").melds(0) == ["6D 7D 8D 9D 2C"]
    assert playing("9D 2C", "6D 7D 8D").play("lay 1 2C 9D low").melds(0) == ["2C 6D 7D 8D 9D"]


def test_it_does_not_freeze_the_pile() -> None:
    for pile in ("KS TD", "KS 2S"):
        table(ID, "8H 9H 4C JC", ours=["7D 8D 2C"], theirs=["7S 8S 2C"], pile=pile).allowed("take")
