"""The greedy bot's choices in positions drawn by hand."""

from __future__ import annotations

import pytest

from canastra import bots
from canastra.engine import Phase, view
from tests.drawing import Game, table


def chosen(game: Game) -> str:
    return str(bots.make("greedy", seed=1).choose(view(game.state, game.state.seat)))


def turn(game: Game) -> list[str]:
    """The whole turn, from the draw on, as notation."""
    seat, done = game.state.seat, []
    number = game.state.turn
    while game.state.phase is not Phase.OVER and (game.state.seat, game.state.turn) == (seat, number):
        done.append(chosen(game))
        game._do(done[-1])
    return done


def test_it_takes_a_pile_that_lets_it_meld() -> None:
    assert chosen(table("buraco", "5H 6H 9S KD JC 3D", pile="QC 7H")) == "take"


def test_it_leaves_a_pile_that_is_of_no_use() -> None:
    assert chosen(table("buraco", "5H 6H 9S KD JC 3D", pile="TD")) == "draw"


def test_naturals_come_first_and_wilds_stay() -> None:
    game = table("buraco", "4H 5H 6H 2S 9C TC KD 3S", phase=Phase.PLAY)
    assert turn(game)[0] == "meld 4H 5H 6H"
    assert "2S" in game.hand_of(0)


def test_a_wild_finishes_the_first_canasta() -> None:
    game = table("buraco", "2S 9C TD KD 3S", ours=["4H 5H 6H 7H 8H 9H"], phase=Phase.PLAY)
    assert turn(game)[0].startswith("lay 1 2S")


def test_a_clean_canasta_stays_clean() -> None:
    game = table("buraco", "2S 9C TD KD 3S", ours=["4H 5H 6H 7H 8H 9H TH"], phase=Phase.PLAY)
    turn(game)
    assert game.melds(0) == ["4H 5H 6H 7H 8H 9H TH"]


def test_it_goes_out_when_it_can() -> None:
    ours = ["4H 5H 6H 7H 8H 9H TH"]
    game = table("buraco", "JH QH 5C", ours=ours, phase=Phase.PLAY, has_morto=(True, False))
    turn(game)
    assert game.over
    assert game.state.went_out == 0


def test_it_empties_the_hand_for_the_morto_with_a_wild() -> None:
    game = table("buraco", "9C TC 2S", ours=["4H 5H 6H"], phase=Phase.PLAY)
    assert turn(game)[0].startswith("meld")
    assert game.state.has_morto[0]


def test_a_vulnerable_side_waits_until_the_minimum_is_there() -> None:
    game = table("canastra-regional", "4H 5H 6H 9C TD KD 3S QS", phase=Phase.PLAY, opening=(0, -1))
    assert [action.split()[0] for action in turn(game)] == ["discard"]


def test_a_vulnerable_side_opens_when_it_can_with_wilds_if_need_be() -> None:
    hand = "9C TC JC QC 9D TD JD 2S 4S 3H"
    game = table("canastra-regional", hand, phase=Phase.PLAY, opening=(0, -1))
    turn(game)
    assert game.state.opening[0] == -1
    assert game.state.minimum[0] == 0


def test_it_withdraws_when_stuck() -> None:
    game = table("canastra-regional", "4H 5H 6H 9C JS KD 3S QS", phase=Phase.PLAY, opening=(0, -1))
    game._do("meld 4H 5H 6H")
    assert turn(game)[0] == "withdraw"


def test_what_the_others_could_use_is_not_discarded() -> None:
    game = table("buraco", "7H KD 9S", theirs=["4H 5H 6H"], phase=Phase.PLAY, mortos=())
    assert chosen(game) != "discard 7H"


def test_black_threes_go_first_in_tranca() -> None:
    assert chosen(table("tranca", "3S 9H TD KC 6S", phase=Phase.PLAY)) == "discard 3S"


@pytest.mark.parametrize("rulebook", ["buraco", "tranca", "canastra-duelo"])
def test_no_wild_is_discarded_while_another_card_is_there(rulebook: str) -> None:
    assert chosen(table(rulebook, "2S 2H 9D 5C", phase=Phase.PLAY)) not in {"discard 2S", "discard 2H"}


def test_a_justified_purchase_begins_with_the_top_card() -> None:
    game = table("canastra-curinguinha", "5H 6H 9S KD JC 3D", pile="QC 7H")
    assert turn(game)[:2] == ["take", "meld 5H 6H 7H"]
