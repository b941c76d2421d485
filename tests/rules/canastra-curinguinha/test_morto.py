"""canastra-curinguinha Morto: there are two of eleven cards, one for each pair, given to the player who runs out.

The one dealt first goes first, whichever pair takes it.
"""

from __future__ import annotations

from canastra.engine import Ending, Phase
from tests.drawing import table

ID = "canastra-curinguinha"
DIRTY = "4H 5H 6H 2S 8H 9H TH"
CLEAN = "4S 5S 6S 7S 8S 9S TS"


def test_the_player_who_ran_out_gets_it_and_not_the_partner() -> None:
    game = table(ID, "KC", ours=[DIRTY], hands={2: "7C 8D"}, phase=Phase.PLAY).play("discard KC, morto")
    assert len(game.hand_of(0).split()) == 11
    assert game.hand_of(2) == "8D 7C"


def test_the_one_dealt_first_goes_first_and_the_second_to_the_other_pair() -> None:
    game = table(ID, "KC", ours=[DIRTY], theirs=[CLEAN], hands={1: "JS"}, phase=Phase.PLAY)
    first, second = game.state.mortos
    game.play("discard KC, morto")
    game.state = game.state._replace(phase=Phase.PLAY)
    game.play("1: lay 1 JS, morto")
    assert game.state.has_morto == (True, True)
    assert game.state.mortos == ()
    assert sorted(game.hand_of(0).split()) == sorted(map(str, first))
    assert sorted(game.hand_of(1).split()) == sorted(map(str, second))


def test_the_pair_without_one_takes_the_last_although_it_could_go_out() -> None:
    game = table(ID, "KC", ours=[CLEAN], has_morto=(False, True), phase=Phase.PLAY)
    game.state = game.state._replace(mortos=game.state.mortos[:1])
    assert not game.play("discard KC, morto").over
    assert game.state.has_morto == (True, True)


def test_a_pair_gets_no_second_one() -> None:
    game = table(ID, "KC", ours=[CLEAN], has_morto=(True, False), phase=Phase.PLAY)
    game.state = game.state._replace(mortos=game.state.mortos[:1])
    game.play("discard KC")
    assert game.over
    assert (game.state.ending, game.state.went_out) == (Ending.GOING_OUT, 0)
    assert len(game.state.mortos) == 1


def test_the_partner_gets_none_either() -> None:
    game = table(ID, "", ours=[DIRTY], hands={2: "KC"}, seat=2, has_morto=(True, False), phase=Phase.PLAY)
    game.refused("discard KC", "going_out_needs_clean", "O Jogo")


def test_it_is_only_for_an_empty_hand() -> None:
    game = table(ID, "JH KC", ours=[DIRTY], phase=Phase.PLAY).play("lay 1 JH")
    assert (game.hand, game.state.has_morto) == ("KC", (False, False))
