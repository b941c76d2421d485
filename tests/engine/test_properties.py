"""Properties of every state of every deal, under all rulebooks."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.cards import CARDS, TWO_PACKS, Card
from canastra.engine import (
    DRAW,
    PASS,
    REFUSE,
    TAKE,
    WITHDRAW,
    Action,
    Discard,
    End,
    LayOff,
    NewMeld,
    Phase,
    Shift,
    State,
    apply,
    is_legal,
    legal_actions,
    parse_action,
    score,
    violation,
)
from canastra.engine.hands import cards_of
from canastra.rulebooks.checks import contradictions
from tests.playing import ALL, HOUSE, by_name, states

seeds = st.integers(0, 2**32)
few = settings(max_examples=settings().max_examples // 5)


def everything(state: State) -> list[Card]:
    """All cards, wherever they are."""
    piles = [*map(cards_of, state.hands), *state.mortos, state.stock, state.pile, *state.red_threes]
    return sorted(
        [card for pile in piles for card in pile]
        + [card for melds in state.melds for meld in melds for card in meld.cards]
    )


@by_name
@given(seed=seeds, vulnerable=st.booleans())
def test_cards_are_conserved_there_is_always_a_step_and_every_deal_ends(name: str, seed: int, vulnerable: bool) -> None:
    for state in states(ALL[name], seed, vulnerable):
        assert everything(state) == list(TWO_PACKS)
        assert bool(legal_actions(state)) == (state.phase is not Phase.OVER)
        assert state.forced is None
    assert state.ending is not None


@by_name
@few
@given(seed=seeds)
def test_the_score_is_the_sum_of_its_components(name: str, seed: int) -> None:
    *_, last = states(ALL[name], seed)
    for points in score(last):
        assert points.total == sum(part for part in points if part is not None)


def candidates(state: State) -> list[Action]:
    """Every single step that could be written down with the cards of the pack's types that are at hand."""
    held = list(dict.fromkeys([*cards_of(state.hand), *state.pile[-1:]]))
    found: list[Action] = [DRAW, TAKE, PASS, REFUSE, WITHDRAW, *map(Discard, CARDS)]
    for number in range(1, len(state.melds[state.side]) + 2):
        found.append(Shift(number))
        found.extend(LayOff(number, (card,), end) for card, end in product(CARDS, End))
    found.extend(NewMeld(cards) for cards in product(held, repeat=3))
    return found


def canonical(state: State, action: Action) -> str:
    """An action as `legal_actions` lists it: a meld in its canonical order."""
    if isinstance(action, NewMeld):
        meld = state.lookup.meld(action.cards)
        assert meld
        return str(NewMeld(meld.cards))
    return str(action)


@by_name
@few
@given(seed=seeds, vulnerable=st.booleans(), start=st.integers(0, 40))
def test_legal_actions_are_those_that_nothing_forbids(name: str, seed: int, vulnerable: bool, start: int) -> None:
    """The shortcut against the definition: every written step, judged one by one."""
    compared = 0
    for index, state in enumerate(states(ALL[name], seed, vulnerable)):
        if index < start or len(set(cards_of(state.hand))) > 13:
            continue
        listed = [str(action) for action in legal_actions(state)]
        allowed = {canonical(state, action) for action in candidates(state) if is_legal(state, action)}
        assert len(listed) == len(set(listed))
        assert set(listed) == allowed
        compared += 1
        if compared == 5:
            return


@by_name
@few
@given(seed=seeds)
def test_what_is_legal_applies_and_notation_round_trips(name: str, seed: int) -> None:
    for index, state in enumerate(states(ALL[name], seed, vulnerable=True)):
        if index % 7 == 0:
            for action in legal_actions(state):
                assert parse_action(str(action)) == action
                assert violation(state, action) is None
                assert everything(apply(state, action)) == list(TWO_PACKS)


@by_name
@few
@given(seed=seeds)
def test_a_written_order_of_a_new_meld_never_changes_its_cards(name: str, seed: int) -> None:
    for index, state in enumerate(states(ALL[name], seed)):
        if index % 11 == 0:
            for action in legal_actions(state):
                if isinstance(action, NewMeld):
                    melds = [state.lookup.meld(cards) for cards in permutations(action.cards)]
                    assert any(melds)
                    assert all(sorted(meld.cards) == sorted(action.cards) for meld in melds if meld)


@pytest.mark.parametrize("name", HOUSE)
def test_the_invented_rulebooks_can_be_played(name: str) -> None:
    assert list(contradictions(HOUSE[name])) == []
