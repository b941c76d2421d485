"""canastra-curinguinha Batida: an emptied hand gets a morto, at once or for the next turn, given a canasta.

Directly (by laying) the turn goes on without a draw; indirectly (by discarding) the morto waits for the next round. The
side's canasta may be a dirty one, and may be completed by the very card that empties the hand.
"""

from __future__ import annotations

import pytest

from canastra.engine import Phase, apply, legal_actions, parse_action, view
from tests.drawing import Game, table

ID = "canastra-curinguinha"
DIRTY = "4H 5H 6H 2S 8H 9H TH"
CLEAN = "4S 5S 6S 7S 8S 9S TS"
SIX = "4H 5H 6H 7H 8H 9H"


def playing(hand: str, *ours: str, theirs: list[str] | None = None) -> Game:
    """Seat 0 after its draw, with these cards only."""
    return table(ID, hand, ours=list(ours), theirs=theirs, phase=Phase.PLAY)


def test_directly_the_turn_goes_on_with_the_morto_and_no_draw() -> None:
    game = playing("JH", DIRTY)
    morto = game.state.mortos[0]
    game.play("lay 1 JH, morto")
    assert (game.state.seat, game.state.phase, game.state.has_morto) == (0, Phase.PLAY, (True, False))
    assert sorted(game.hand.split()) == sorted(map(str, morto))
    game.refused("draw", "already_drawn", "O Jogo").play(f"discard {morto[0]}")
    assert game.state.seat == 1


def test_indirectly_the_turn_ends_and_the_morto_waits_unseen() -> None:
    game = playing("KC", DIRTY)
    morto = game.state.mortos[0]
    game.play("discard KC, morto")
    assert (game.state.seat, game.state.has_morto, game.pile) == (1, (True, False), "KC")
    seen = view(game.state, 0)
    assert (seen.hand, seen.hand_sizes[0], seen.waiting_morto[0]) == ((), 11, True)
    game.idle(3)
    assert game.state.seat == 0
    assert "draw" in game.legal
    assert sorted(map(str, view(game.state, 0).hand)) == sorted(map(str, morto))


@pytest.mark.parametrize("canasta", [DIRTY, CLEAN])
def test_any_canasta_of_the_side_will_do(canasta: str) -> None:
    playing("KC", canasta).allowed("discard KC")


@pytest.mark.parametrize("melds", [[], [SIX], [SIX, "4S 5S 6S"]])
def test_without_one_the_last_card_stays(melds: list[str]) -> None:
    playing("KC", *melds).refused("discard KC", "morto_needs_any", "Batida")


def test_the_other_sides_canasta_is_no_help() -> None:
    playing("KC", SIX, theirs=[CLEAN]).refused("discard KC", "morto_needs_any", "Batida")


def test_the_last_card_may_complete_the_canasta() -> None:
    game = playing("TH", SIX).refused("discard TH", "morto_needs_any", "Batida")
    assert game.legal == {"lay 1 TH"}
    assert game.play("lay 1 TH, morto").state.has_morto == (True, False)


def test_the_sixth_card_may_be_laid_when_the_seventh_follows() -> None:
    playing("9H TH", "4H 5H 6H 7H 8H").allowed("lay 1 9H", "lay 1 9H TH")
    game = playing("9H KC", "4H 5H 6H 7H 8H").refused("lay 1 9H", "dead_end_morto_needs_any", "Batida")
    assert game.legal == {"discard 9H", "discard KC"}


def test_a_meld_may_not_take_the_whole_hand_or_all_but_one() -> None:
    playing("TC JC QC", SIX).refused("meld TC JC QC", "morto_needs_any", "Batida")
    game = playing("TC JC QC KC").refused("meld TC JC QC", "dead_end_morto_needs_any", "Batida")
    game.refused("meld TC JC QC KC", "morto_needs_any", "Batida")
    assert game.legal == {"discard TC", "discard JC", "discard QC", "discard KC"}
    playing("TC JC QC KC AC", SIX).allowed("meld TC JC QC")


def test_taking_it_is_not_a_choice() -> None:
    state = apply(playing("JH", DIRTY).state, parse_action("lay 1 JH"))
    assert state.has_morto == (True, False)
    assert all(str(action).split()[0] in {"lay", "meld", "discard"} for action in legal_actions(state))


def test_a_purchase_may_empty_the_hand_given_a_canasta() -> None:
    game = table(ID, "4S 5S", ours=[DIRTY], pile="6S").play("take, meld 4S 5S 6S, morto")
    assert (game.state.phase, len(game.hand.split()), game.pile) == (Phase.PLAY, 11, "")
    table(ID, "4S 5S", ours=[SIX], pile="6S").refused("take", "top_card_dead_end", "Lixo")


def test_after_a_purchase_the_rest_of_the_pile_is_in_the_hand() -> None:
    table(ID, "4S 5S", pile="KC 6S").refused("take", article="Lixo")
    game = table(ID, "4S 5S", pile="KC QD 6S").play("take, meld 4S 5S 6S")
    assert (game.hand, game.state.has_morto) == ("QD KC", (False, False))
    game.play("discard KC")
    assert (game.hand_of(0), game.state.seat) == ("QD", 1)
