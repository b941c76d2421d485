"""A view as a record: the same view again, and nothing in it that the seat doesn't know."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from canastra.cards import TWO_PACKS
from canastra.engine import Phase, State, TurnSummary, view
from canastra.engine.hands import cards_of
from canastra.errors import InternalError
from canastra.kernel.play.codec import decode
from canastra.kernel.play.layout import new_states
from canastra.kernel.play.view import determinize, encode_view
from canastra.kernel.rng import seed_rng
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.determinization import sample_hidden
from tests.playing import ALL, by_name, states


def held(state: State) -> Counter[int]:
    """Every card of a state, wherever it is."""
    found = [card for hand in state.hands for card in cards_of(hand)] + [*state.stock, *state.pile]
    found += [card for morto in state.mortos for card in morto]
    for side in range(2):
        found += [card for meld in state.melds[side] for card in meld.cards] + [*state.red_threes[side]]
    return Counter(found)


@by_name
def test_a_record_of_a_view_is_a_deal_that_looks_the_same(name: str) -> None:
    tables = rule_tables(ALL[name])
    record, pool, rng = new_states(1), np.zeros(104, np.int8), np.zeros(1, np.uint64)
    for seed in range(4):
        seed_rng(rng, 0, seed, 1)
        for state in states(ALL[name], seed, vulnerable=seed == 2):
            if state.phase is Phase.OVER:
                break
            seen = view(state, state.seat)
            encode_view(seen, tables, record[0])
            for _ in range(2):
                again = decode(record[0], tables)
                assert view(again, state.seat) == seen
                assert held(again) == Counter(TWO_PACKS)
                sample_hidden(record, 0, tables.rules, state.seat, rng, pool)


@by_name
def test_hidden_cards_come_to_every_place_where_they_can_be(name: str) -> None:
    """In the middle of a deal: among what the seat does not see, all have their turn everywhere."""
    tables = rule_tables(ALL[name])
    record, pool, rng = new_states(1), np.zeros(104, np.int8), np.zeros(1, np.uint64)
    seed_rng(rng, 0, 1, 1)
    state = [state for state in states(ALL[name], 3) if state.phase is Phase.PLAY][30]
    encode_view(view(state, state.seat), tables, record[0])
    other = (state.seat + 1) % len(state.hands)
    hands: set[int] = set()
    nexts: set[int] = set()
    for _ in range(3_000):
        sample_hidden(record, 0, tables.rules, state.seat, rng, pool)
        again = decode(record[0], tables)
        hands |= set(cards_of(again.hands[other]))
        nexts |= set(again.stock[:1])
    unseen = set((held(state) - Counter(_seen(state))).elements())
    # A red 3 stays in no hand that had its turn where they are exposed.
    may_hold = {card for card in unseen if not (state.lookup.rulebook.threes.red_exposed and str(card) in ("3H", "3D"))}
    assert hands == may_hold | set(cards_of(state.known[other]))
    assert not state.stock or nexts == unseen


def _seen(state: State) -> list[int]:
    pile = state.pile if state.lookup.rulebook.pile.shown == "all" else state.pile[-1:]
    found: list[int] = [*cards_of(state.hand), *pile]
    for seat, known in enumerate(state.known):
        found += cards_of(known) if seat != state.seat else ()
    for side in range(2):
        found += [card for meld in state.melds[side] for card in meld.cards] + [*state.red_threes[side]]
    return found


def test_known_cards_and_the_cards_of_the_turn_stay() -> None:
    told = 0
    for state in states(ALL["buraco"], 5):
        if state.phase is Phase.OVER or not any(state.known):
            continue
        made = determinize(view(state, state.seat))
        assert made.known == state.known
        assert all(known & hand == known for known, hand in zip(made.known, made.hands, strict=True))
        assert made.turn_state == state.turn_state
        told += 1
    assert told > 10


def test_a_view_that_does_not_tell_what_was_taken_is_no_obstacle() -> None:
    state = next(state for state in states(ALL["buraco"], 5) if len(state.turn_state.taken) > 1)
    made = determinize(view(state, state.seat)._replace(turn_summary=TurnSummary(taken=len(state.turn_state.taken))))
    assert made.turn_state.taken == ()
    assert held(made) == Counter(TWO_PACKS)


def test_a_view_that_belongs_to_no_pack_is_an_internal_error() -> None:
    state = next(iter(states(ALL["buraco"], 1)))
    with pytest.raises(InternalError, match="1 "):
        determinize(view(state, state.seat)._replace(stock_size=len(state.stock) - 1))
    with pytest.raises(InternalError):
        determinize(view(state, state.seat)._replace(stock_size=len(state.stock) + 1))
