"""canastra-duelo Regras: a turn is one card drawn or the whole pile taken, melds as one likes, and a discard."""

from __future__ import annotations

from canastra.cards import cards_text
from canastra.engine import Phase, view
from tests.drawing import deal, table

ID = "canastra-duelo"
HAND = "4D 5D 6D 8S TC QH"


def test_the_turn_begins_with_the_stock_or_the_pile() -> None:
    game = table(ID, HAND, pile="KS 9H")
    assert game.legal == {"draw", "take"}
    for text in ("discard QH", "meld 4D 5D 6D"):
        game.refused(text, "draw_first", "Regras")


def test_one_card_is_drawn_and_not_refused() -> None:
    game = deal(ID, {0: HAND}, stock="KS 7C").play("draw KS").refused("draw", "already_drawn", "Regras")
    game.refused("refuse", "refuse_unknown", "Regras").allowed("discard KS")
    assert "refuse" not in game.legal


def test_the_pile_is_taken_whole_for_nothing_in_return() -> None:
    game = table(ID, HAND, pile="KS 9H 7C").play("take")
    assert (game.hand, game.pile) == ("8S KS 9H QH 4D 5D 6D 7C TC", "")
    game.allowed("discard 9H", "discard KS", "meld 4D 5D 6D")


def test_it_is_the_stock_or_the_pile_not_both() -> None:
    table(ID, HAND, pile="KS 9H").play("take").refused("draw", "already_drawn", "Regras")
    table(ID, HAND, pile="KS 9H", phase=Phase.PLAY).refused("take", "already_drawn", "Regras")


def test_an_empty_pile_is_not_taken() -> None:
    assert table(ID, HAND).refused("take", "pile_empty", "Regras").legal == {"draw"}


def test_no_top_card_blocks_or_asks_for_anything() -> None:
    for top in ("3S", "3C", "2H", "3H"):
        table(ID, "8S TC QH", pile=f"KS {top}").play("take").allowed(f"discard {top}")


def test_any_number_of_melds_and_lay_offs_then_a_discard() -> None:
    game = table(ID, f"{HAND} AS AH AC 7D JC KC", phase=Phase.PLAY)
    game.play("meld 4D 5D 6D, lay 1 7D, meld AS AH AC, discard QH")
    assert (game.melds(0), game.pile) == (["4D 5D 6D 7D", "AS AH AC"], "QH")
    assert (game.state.seat, game.state.phase) == (1, Phase.DRAW)
    table(ID, HAND, phase=Phase.PLAY).allowed("discard 4D")


def test_the_pile_lies_open_and_what_was_taken_is_known() -> None:
    game = table(ID, HAND, pile="KS 9H 7C")
    assert cards_text(view(game.state, 1).pile) == "KS 9H 7C"
    assert cards_text(view(game.play("take").state, 1).known[0]) == "KS 9H 7C"


def test_there_is_no_passing_and_nothing_to_withdraw() -> None:
    table(ID, HAND, pile="KS 9H").refused("pass", "pass_unknown", "Regras")
    game = table(ID, HAND, phase=Phase.PLAY).play("meld 4D 5D 6D")
    game.refused("withdraw", "withdraw_unknown", "Regras")
