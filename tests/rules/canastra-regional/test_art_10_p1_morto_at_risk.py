"""canastra-regional Art. 10 §1: a morto taken by discarding is debited if the deal ends before it was played from."""

from __future__ import annotations

from typing import Any

from canastra.cards import parse_cards
from canastra.engine import Ending, Phase
from tests.drawing import Game, table

RULEBOOK = "canastra-regional"
MORTO = "AS AH 2C 3D 4D 5C 8C 9D TD JD KC"
"""15 + 15 + 10 + 5 + 5 + 5 + 5 * 10 = 105 points."""


def waiting(**more: Any) -> Game:
    """Seat 0 discards its last card and takes a morto; seat 1, with a clean canasta, can go out in its turn."""
    fields: dict[str, Any] = {
        "phase": Phase.PLAY,
        "mortos": (parse_cards(MORTO),),
        "has_morto": (False, True),
        "stock": parse_cards("QS 9H 8H 7H 6H"),
        "hands": {1: "JS", 2: "5D", 3: "AC"},
    }
    game = table(RULEBOOK, "9C", ["4H 5H 6H"], ["4S 5S 6S 7S 8S 9S TS"], **(fields | more))
    return game.play("0: discard 9C, morto")


def test_all_its_cards_are_debited_if_the_other_side_goes_out_first() -> None:
    game = waiting().play("1: draw QS, lay 1 JS, discard QS")
    score = game.score(0)
    assert (score.melded, score.morto, score.in_hand) == (15, 0, -105 - 5)
    assert score.total == -95


def test_the_one_who_goes_out_pays_for_the_partners_cards_only() -> None:
    score = waiting().play("1: draw QS, lay 1 JS, discard QS").score(1)
    # 4 to 7: 20, 8 to J: 40.
    assert (score.melded, score.clean, score.going_out, score.in_hand, score.total) == (60, 200, 100, -15, 345)


def test_there_is_no_charge_for_an_unplayed_morto_beside_its_cards() -> None:
    assert waiting().play("1: draw QS, lay 1 JS, discard QS").score(0).morto == 0


def test_it_is_debited_too_when_the_stock_ends_the_deal() -> None:
    game = waiting(stock=parse_cards("QS")).play("1: draw QS, discard QS")
    assert game.state.ending is Ending.STOCK
    assert game.score(0).in_hand == -105 - 5
    assert game.score(1).in_hand == -10 - 15


def test_taken_directly_the_cards_still_held_are_debited_and_those_laid_count() -> None:
    fields: dict[str, Any] = {
        "mortos": (parse_cards(MORTO),),
        "has_morto": (False, True),
        "hands": {1: "JS", 2: "5D", 3: "AC"},
    }
    game = table(RULEBOOK, "6D 7D", [], ["4S 5S 6S 7S 8S 9S TS"], stock=parse_cards("8D QS 9H"), **fields)
    game.play("0: draw 8D, meld 6D 7D 8D, morto, lay 1 9D TD JD, discard KC")
    game.play("1: draw QS, lay 1 JS, discard QS")
    # Laid: 5 + 5 + 10 and 10 + 10 + 10; left of the morto: 105 - 30 - 10, and the partner's 5.
    assert (game.score(0).melded, game.score(0).in_hand) == (50, -65 - 5)


def test_after_the_owners_next_turn_began_it_is_a_hand_like_any_other() -> None:
    game = waiting(hands={1: "JS QS", 2: "5D 6D", 3: "AC"}, stock=parse_cards("KH 9H 8H 7H 6S 6H"))
    game.play("1: draw KH, discard KH", "2: draw 9H, discard 9H", "3: draw 8H, discard 8H")
    game.play("0: draw 7H, lay 1 7H, discard KC", "1: draw 6S, lay 1 JS QS, discard 6S")
    assert (game.score(0).melded, game.score(0).in_hand) == (15 + 5, -(105 - 10) - 10)
