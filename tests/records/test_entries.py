"""The entries of a record, and the readers who may see them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra.engine import (
    Action,
    Phase,
    Piles,
    RedThree,
    State,
    deal_out,
    follow,
    legal_actions,
    perform,
    start_deal,
    view,
)
from canastra.records import DrawCard, Entry, Morto, Red, TurnLine
from canastra.records.entries import appended, entry_of, forced_entry, morto_seen, refused_card, seen_by, sees_morto
from canastra.records.turns import parse_entry
from canastra.rulebooks import OFFICIAL, official
from tests.playing import shuffled

few = settings(max_examples=settings().max_examples // 5)
every = pytest.mark.parametrize("name", OFFICIAL)

OPEN = (
    "refuse",
    "take",
    "meld 4H 5H 6H",
    "lay 1 7H",
    "shift 1",
    "discard KD",
    "withdraw",
    "pass",
    "morto",
    "red 3H",
)


def steps(name: str, seed: int) -> Iterator[tuple[Piles, State, Entry, State]]:
    """Each step of a random deal: the piles as dealt, the state, the entry, the state after it."""
    rng, rulebook = random.Random(seed), official(name)
    piles = deal_out(shuffled(seed), rulebook.table.players, 0)
    state = start_deal(rulebook, piles, 0)
    while state.phase is not Phase.OVER:
        if state.forced is not None:
            entry, after = forced_entry(state), follow(state)
        else:
            action = rng.choice(legal_actions(state))
            entry, after = entry_of(state, action), perform(state, action)
        yield piles, state, entry, after
        state = after


def test_a_card_from_the_stock_only_its_player_sees() -> None:
    for text, seen in (("draw 9C", "draw ??"), ("red 3H 9C", "red 3H ??")):
        entry = parse_entry(text)
        assert seen_by(2, 2, entry) == entry
        for other in (0, 1, 3, None):
            assert str(seen_by(other, 2, entry)) == seen


@pytest.mark.parametrize("text", OPEN)
def test_all_else_lies_open(text: str) -> None:
    entry = parse_entry(text)
    assert [seen_by(seat, 2, entry) for seat in (0, 1, 2, 3, None)] == [entry] * 5


def test_every_kind_of_entry_is_said_to_be_open_or_hidden() -> None:
    kinds = {kind.__name__ for kind in (*get_args(Action), DrawCard, Red, Morto)}
    shown = {type(parse_entry(text)).__name__ for text in (*OPEN, "draw 9C")}
    # A record writes a draw with its card.
    assert shown | {"Draw"} == kinds
    with pytest.raises(AssertionError):
        seen_by(0, 1, "peek 9C")  # type: ignore[arg-type]


@every
@few
@given(seed=st.integers(0, 2**32))
def test_an_entry_says_the_cards_that_moved(name: str, seed: int) -> None:
    turns: tuple[TurnLine, ...] = ()
    for _, state, entry, after in steps(name, seed):
        if isinstance(entry, DrawCard):
            assert state.stock == (entry.card, *after.stock)
        if isinstance(entry, Red):
            assert isinstance(state.forced, RedThree)
            assert entry.replacement == (state.stock[0] if state.stock else None)
        if (refused := refused_card(state, entry)) is not None:
            assert after.pile[-1] == refused
        turns = appended(turns, state, entry)
        assert (len(turns), turns[-1].seat, turns[-1].entries[-1]) == (state.turn, state.seat, entry)


@every
@few
@given(seed=st.integers(0, 2**32))
def test_a_seat_sees_its_morto_when_its_view_first_shows_it(name: str, seed: int) -> None:
    turns: tuple[TurnLine, ...] = ()
    took: dict[int, tuple[int, ...]] = {}
    seen: dict[int, int] = {}
    for piles, state, entry, after in steps(name, seed):
        turns = appended(turns, state, entry)
        if isinstance(entry, Morto):
            took[state.seat] = state.mortos[0]
        for seat in range(len(state.hands)):
            sees = sees_morto(seat, state, entry, after)
            if after.phase is Phase.OVER:
                assert not sees
                continue
            if sees:
                assert seat not in seen
                assert after.seat == seat
                assert view(after, seat).hand == tuple(sorted(took[seat]))
                seen[seat] = next(number for number, morto in enumerate(piles.mortos) if morto == took[seat])
            assert (seat in seen) == (seat in took and not after.unplayed[seat])
            assert morto_seen(seat, piles, turns, after) == seen.get(seat)
