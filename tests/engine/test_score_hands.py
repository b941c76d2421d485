"""The points of what is left in each hand, which the table shows beside the hands at the end of a deal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from canastra.cards import RED_THREES
from canastra.engine import score, score_hands
from canastra.engine.hands import cards_of
from tests.playing import ALL, by_name, states
from tests.rules.tranca.positions import CLEAN, last_card, late


def test_each_hand_costs_what_its_cards_are_worth() -> None:
    """In tranca 10 a card (Art. 23), but 100 a black 3 (Art. 21)."""
    game = last_card("KD QC 3S", hands={1: "9S", 3: "TS 9C 3C"})
    assert score_hands(game.state) == (-120, -10, -20, -120)


def test_a_hand_that_pays_flat_for_its_morto_costs_nothing_besides() -> None:
    """Art. 12: the eleven cards of a morto that was never played from count for nothing."""
    game = late("KD", ["5C 6C 7C"], [CLEAN], "8C TD TC", (False, True), hands={1: "QH"})
    game.play("draw 8C, lay 1 8C, discard KD, morto", "1: draw TD, lay 1 QH, discard TD")
    assert score_hands(game.state) == (0, 0, -20, -20)


@by_name
@given(seed=st.integers(0, 2**32), vulnerable=st.booleans())
def test_the_hands_of_a_side_add_up_to_its_sheet(name: str, seed: int, vulnerable: bool) -> None:
    """To what it loses by cards in hands, red 3s among them."""
    *_, state = states(ALL[name], seed, vulnerable)
    found, sheets, rules = score_hands(state), score(state), ALL[name]
    for side in (0, 1):
        lost = sum(points or 0 for points in found[side::2]) - (sheets[side].black_threes or 0)
        red = lost - (sheets[side].in_hand or 0)
        held = [card for seat in range(side, len(found), 2) for card in cards_of(state.hands[seat])]
        reds = sum(card in RED_THREES for card in held) * rules.threes.red_bonus
        assert -reds <= red <= 0
        assert not red or rules.threes.red_exposed
