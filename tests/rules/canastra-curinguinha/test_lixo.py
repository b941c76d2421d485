"""canastra-curinguinha Lixo: only the top discard is seen, and who takes the pile must use that card at once.

The next step puts it into a new meld with cards of the hand, or lays it off, itself alone, on a meld of the side
(decision); only then does the rest of the pile come into the hand.
"""

from __future__ import annotations

import pytest

from canastra.cards import cards_text
from canastra.engine import Phase, view
from tests.drawing import table

ID = "canastra-curinguinha"
REST = "JC 9S KD"


def test_only_the_top_card_is_seen() -> None:
    game = table(ID, "4H 5H 9D QC", pile="KS QS 6H")
    for seat in range(4):
        seen = view(game.state, seat)
        assert (cards_text(seen.pile), seen.pile_size) == ("6H", 3)
    game.play("take")
    for seat in range(4):
        assert view(game.state, seat).pile == ()
    assert cards_text(view(game.state, 0).hand) == "4H 5H 6H 9D QC"


def test_what_was_taken_is_public_until_it_is_played() -> None:
    game = table(ID, "4H 5H 9D QC", pile="KS QS 6H").play("take, meld 4H 5H 6H")
    assert cards_text(view(game.state, 3).known[0]) == "QS KS"
    game.play("discard KS")
    assert cards_text(view(game.state, 3).known[0]) == "QS"


@pytest.mark.parametrize(
    ("hand", "ours", "pile"),
    [
        ("4H 5H", [], "QS 6H"),
        ("5H 2C", [], "QS 6H"),
        ("4H 5H", [], "QS 2C"),
        ("", ["7H 8H 9H"], "QS 6H"),
        ("", ["7H 8H 9H"], "QS 2C"),
        ("", ["3H 4H 5H 2C"], "QS 2H"),
    ],
)
def test_the_pile_may_be_taken_for_a_top_card_of_use(hand: str, ours: list[str], pile: str) -> None:
    assert table(ID, f"{hand} {REST}".strip(), ours=ours, pile=pile).legal == {"draw", "take"}


@pytest.mark.parametrize(
    ("hand", "ours", "pile"),
    [
        ("4H 7S", [], "QS 6H"),
        ("6S 6C", [], "QS 6H"),
        ("", ["8H 9H TH"], "QS 6H"),
        ("7H", ["8H 9H TH"], "QS 6H"),
        ("", ["5H 2C 7H"], "QS 6H"),
        ("2S", [], "QS 2C"),
        ("", ["7H 8H 2S"], "QS 2C"),
        ("", [], "5H 4H 6H"),
    ],
)
def test_it_may_not_for_one_without(hand: str, ours: list[str], pile: str) -> None:
    game = table(ID, f"{hand} {REST}".strip(), ours=ours, theirs=["7H 8H 9H"], pile=pile)
    game.refused("take", "top_card_unusable", "Lixo")
    assert game.legal == {"draw"}


def test_nothing_else_is_done_before_the_top_card_lies() -> None:
    game = table(ID, f"4H 5H 8S TS JD QD 7D {REST}", ours=["8D 9D TD"], pile="QS 6H").play("take")
    assert game.legal == {"meld 4H 5H 6H"}
    for text in ("discard JC", "discard 6H", "draw", "take", "lay 1 JD", "meld 8S 9S TS"):
        game.refused(text, "top_card_first", "Lixo")
    game.play("meld 4H 5H 6H").allowed("lay 1 JD", "lay 1 7D", "meld 8S 9S TS", "discard QS")


def test_the_rest_comes_in_after_the_top_card_lies_not_before() -> None:
    game = table(ID, f"4H 5H {REST}", pile="7H QS 6H").play("take").refused("meld 5H 6H 7H", "card_not_in_hand")
    game.play("meld 4H 5H 6H, lay 1 7H")
    assert (game.hand, game.pile) == ("9S QS KD JC", "")


def test_it_may_go_into_a_longer_meld_or_onto_one_of_two() -> None:
    game = table(ID, f"4H 5H 7H {REST}", ours=["7H 8H 9H", "3H 4H 5H"], pile="6H").play("take")
    assert game.legal == {"meld 4H 5H 6H", "meld 5H 6H 7H", "lay 1 6H", "lay 2 6H"}
    game.allowed("meld 4H 5H 6H 7H")


def test_with_cards_of_the_hand_it_is_laid_off_first() -> None:
    game = table(ID, f"7H 9H TH {REST}", ours=["4H 5H 6H"], pile="QS 8H").play("take")
    for text in ("lay 1 7H 8H", "lay 1 8H 7H"):  # the 8 fits only behind the 7
        game.refused(text, "top_card_first", "Lixo")
    game = table(ID, f"8H {REST}", ours=["4H 5H 6H"], pile="QS 7H").play("take")
    for text in ("lay 1 7H 8H", "lay 1 8H 7H"):  # in whatever order they are written
        game.allowed(text)
    assert game.play("lay 1 8H 7H").melds(0) == ["4H 5H 6H 7H 8H"]


def test_a_two_on_top_is_used_like_any_other_card() -> None:
    game = table(ID, f"4H 5H {REST}", ours=["7D 8D 9D"], pile="QS 2C").play("take")
    assert game.legal == {"meld 2C 4H 5H", "meld 4H 5H 2C", "lay 1 2C low", "lay 1 2C high"}


def test_its_twin_in_the_hand_makes_no_difference() -> None:
    game = table(ID, f"5H 6H 7H {REST}", pile="QS 7H").play("take, meld 5H 6H 7H")
    assert game.hand == "9S QS 7H KD JC"


def test_a_black_three_on_top_blocks_nothing() -> None:
    table(ID, f"4S 5S {REST}", pile="QS 3S").allowed("take")


def test_there_is_no_way_back_to_the_stock() -> None:
    table(ID, f"4H 5H {REST}", pile="QS 6H").play("take, meld 4H 5H 6H").refused("draw", "already_drawn", "Lixo")


def test_a_card_of_the_pile_or_its_twin_may_be_discarded_again() -> None:
    assert table(ID, f"5H 6H 7H {REST}", pile="7H").play("take, meld 5H 6H 7H, discard 7H").pile == "7H"
    assert table(ID, f"4H 5H {REST}", pile="QS 6H").play("take, meld 4H 5H 6H, discard QS").pile == "QS"


def test_a_hand_of_one_may_take_a_pile_of_one_if_the_turn_can_end() -> None:
    canasta = "4S 5S 6S 7S 8S 9S TS"
    table(ID, "KD", ours=[canasta], pile="JS").play("take, lay 1 JS, discard KD, morto")
    table(ID, "KD", ours=["4S 5S 6S"], pile="7S").refused("take", "top_card_dead_end", "Lixo")


def test_an_empty_pile_is_not_taken() -> None:
    table(ID, REST).refused("take", "pile_empty", "Lixo")


def test_a_card_drawn_excludes_the_pile() -> None:
    table(ID, f"4H 5H {REST}", pile="QS 6H", phase=Phase.PLAY).refused("take", "already_drawn", "O Jogo")
