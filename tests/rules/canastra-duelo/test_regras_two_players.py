"""canastra-duelo Regras: two players, each in turn and each for himself."""

from __future__ import annotations

from canastra.engine import Score, add_deal, start_match
from canastra.rulebooks import official
from tests.drawing import deal, table

ID = "canastra-duelo"


def test_the_two_alternate() -> None:
    game = deal(ID)
    seats = []
    for _ in range(4):
        seats.append((game.state.seat, game.state.side))
        game.idle(1)
    assert seats == [(0, 0), (1, 1), (0, 0), (1, 1)]


def test_the_player_who_did_not_deal_opens() -> None:
    assert [deal(ID, dealer=dealer).state.seat for dealer in (0, 1)] == [1, 0]


def test_the_other_one_deals_next() -> None:
    scores = (Score(*[0] * 9), Score(*[0] * 9))
    assert [add_deal(start_match(official(ID), dealer), scores).dealer for dealer in (0, 1)] == [1, 0]


def test_each_lays_on_melds_of_his_own_only() -> None:
    game = table(ID, "7S 7D KC 9H", ours=["4D 5D 6D"], theirs=["4H 5H 6H", "4S 5S 6S"], pile="8C 9C")
    game.play("take").allowed("lay 1 7D").refused("lay 1 7S", "does_not_fit", "Aberturas")
    game.refused("lay 2 7S", "no_such_meld", "Aberturas").play("lay 1 7D")
    assert (game.melds(0), game.melds(1)) == (["4D 5D 6D 7D"], ["4H 5H 6H", "4S 5S 6S"])
