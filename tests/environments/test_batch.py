"""Deals side by side: in lockstep with the engine, the same for the same seed, and careful with what it is given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from canastra.cards import CARDS
from canastra.engine import Phase, deal_out, legal_actions, perform, score, settle, start_deal, view
from canastra.environments import Batch, Options, TimeStep
from canastra.errors import InputError, RuleError
from canastra.kernel.rng import seed_rng, shuffle
from canastra.kernel.simulation import simulate
from canastra.rulebooks import Rulebook, official
from tests.playing import by_rulebook

DUELO = official("canastra-duelo")


def chosen(seen: TimeStep, rng: np.random.Generator) -> Any:
    lanes = len(seen.counts)
    return seen.legal[np.arange(lanes), rng.integers(0, seen.counts)]


def pack_of(seed: int, number: int) -> list[Any]:
    rng, pack = np.zeros(1, np.uint64), np.zeros(104, np.int8)
    seed_rng(rng, 0, seed, number)
    shuffle(rng, 0, pack)
    return [CARDS[card] for card in pack]


@by_rulebook
def test_each_lane_is_a_deal_of_the_engine(rulebook: Rulebook) -> None:
    lanes, players, rng = 3, rulebook.table.players, np.random.default_rng(5)
    opening = (0, -1) if rulebook.vulnerability.minimums else (-1, -1)
    batch = Batch(rulebook, lanes, Options(opening=opening))
    seen, numbers = batch.reset(seed=9), list(range(lanes))

    def first(number: int) -> Any:
        dealer = number % players
        return settle(start_deal(rulebook, deal_out(pack_of(9, number), players, dealer), dealer, opening))

    deals = [first(number) for number in numbers]
    ended = 0
    for _ in range(900):
        actions = chosen(seen, rng)
        seen = batch.step(actions)
        for lane, action in enumerate(actions.tolist()):
            state = settle(perform(deals[lane], batch.actions.decode(action)))
            expected = (0, 0)
            if state.phase is Phase.OVER:
                ours, theirs = score(state)
                assert ours.total is not None
                assert theirs.total is not None
                expected = ours.total, theirs.total
                numbers[lane] += lanes
                deals[lane] = first(numbers[lane])
                ended += 1
            else:
                deals[lane] = state
            assert bool(seen.ended[lane]) == (state.phase is Phase.OVER)
            assert tuple(seen.rewards[lane].tolist()) == expected
            check(batch, seen, lane, deals[lane])
    assert ended > lanes


def check(batch: Batch, seen: TimeStep, lane: int, state: Any) -> None:
    """All that is shown of a lane, against the engine's state."""
    assert batch.state(lane) == state
    assert seen.seats[lane] == state.seat
    own = view(state, state.seat)
    assert (seen.observations[lane] == batch.observations.encode(own)).all()
    assert (seen.masks[lane] == batch.actions.mask(own)).all()
    legal = seen.legal[lane, : seen.counts[lane]].tolist()
    assert {batch.actions.decode(number) for number in legal} == set(legal_actions(state))
    assert len(legal) == len(set(legal))


def played(options: Options, seed: Any, steps: int = 120, lanes: int = 7) -> list[Any]:
    batch, rng = Batch(DUELO, lanes, options), np.random.default_rng(1)
    seen, found = batch.reset(seed), []
    for _ in range(steps):
        seen = batch.step(chosen(seen, rng))
        found.append([each.copy() for each in seen[:5]])
    batch.close()
    return found


def same(one: list[Any], other: list[Any]) -> bool:
    return all(
        (a == b).all() for mine, theirs in zip(one, other, strict=True) for a, b in zip(mine, theirs, strict=True)
    )


def test_the_same_seed_gives_the_same_on_any_number_of_threads() -> None:
    alone = played(Options(), 3)
    assert same(alone, played(Options(), 3))
    assert same(alone, played(Options(threads=3), 3))
    assert not same(alone, played(Options(), 4))


def test_a_lane_plays_the_deals_of_its_own_seed() -> None:
    batch = Batch(DUELO, 3)
    batch.reset([8, 5, 8])
    assert batch.state(0) == batch.state(2) != batch.state(1)
    batch.reset(8)
    assert batch.state(0) != batch.state(2)


def test_it_deals_what_simulate_deals() -> None:
    """Compared by what they come to: points of deals played by the same choices are those of the same packs."""
    batch = Batch(DUELO, 4, Options(auto_reset=False))
    batch.reset(seed=6)
    for lane in range(4):
        pack = pack_of(6, lane)
        dealer = lane % 2
        assert batch.state(lane) == settle(start_deal(DUELO, deal_out(pack, 2, dealer), dealer))
    assert simulate(DUELO, 4, 6).scores.shape[0] == 4


def test_what_is_off_is_not_shown_and_changes_nothing() -> None:
    full, bare = played(Options(), 3), played(Options(observations=False, masks=False), 3)
    assert bare[0][0].shape == (7, 0)
    assert bare[0][1].shape == (7, 0)
    assert same([step[2:] for step in full], [step[2:] for step in bare])


def test_without_auto_reset_a_deal_stays_at_its_end() -> None:
    batch, rng = Batch(DUELO, 1, Options(auto_reset=False)), np.random.default_rng(2)
    seen = batch.reset(seed=2)
    first = batch.state(0)
    while not seen.ended[0]:
        seen = batch.step(chosen(seen, rng))
    assert batch.state(0).phase is Phase.OVER
    assert tuple(seen.rewards[0].tolist()) == tuple(side.total for side in score(batch.state(0)))
    assert seen.counts[0] == 0
    assert not seen.masks.any()
    with pytest.raises(InputError, match="lane 0: the deal is over"):
        batch.step([0])
    assert not batch.deal_next().ended[0]
    assert batch.state(0) == settle(start_deal(DUELO, deal_out(pack_of(2, 1), 2, 1), 1)) != first
    batch.reset(seed=2)
    assert batch.state(0) == first


def test_an_illegal_action_is_named_and_nothing_changes() -> None:
    batch = Batch(official("buraco"), 3)
    batch.reset(seed=1)
    before = batch.states.tobytes()
    number = batch.actions.size - 1
    with pytest.raises(InputError) as found:
        batch.step([0, number, 0])
    words = str(batch.actions.decode(number))
    assert found.value.figures == {"lane": 1, "seat": 2, "action": number, "words": words}
    assert str(found.value) == f'lane 1: seat 2 may not "{words}" (action {number}) now'
    assert isinstance(found.value.__cause__, RuleError)
    assert found.value.__cause__.code == "draw_first"
    assert batch.states.tobytes() == before
    batch.step([0, 0, 0])


@pytest.mark.parametrize("actions", [[0, 0], 0, [0.0, 0.0, 0.0], ["draw"] * 3, [[0], [0], [0]], None, [[0], [0, 1], 3]])
def test_what_is_not_an_action_for_each_lane_is_refused(actions: Any) -> None:
    batch = Batch(DUELO, 3)
    batch.reset()
    with pytest.raises(InputError, match="one action for each of the 3 lanes"):
        batch.step(actions)


@pytest.mark.parametrize("number", [-1, 2433, 2**40])
def test_a_number_that_no_action_has_is_refused(number: int) -> None:
    batch = Batch(DUELO, 2)
    batch.reset()
    with pytest.raises(InputError, match=rf"lane 1: {number} is no action: this rulebook's are numbered 0 to 2432"):
        batch.step([0, number])


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "a", None, [1, 2], [[1, 2, 3]], [1, -1, 2]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(InputError, match=r"a whole number from 0 to 2\^63 - 1"):
        Batch(DUELO, 3).reset(seed)


def test_any_seed_can_be_dealt() -> None:
    batch = Batch(DUELO, 2)
    batch.reset(2**63 - 1)
    assert batch.state(0) == settle(start_deal(DUELO, deal_out(pack_of(2**63 - 1, 0), 2, 0), 0))


def test_wrong_beginnings_are_refused() -> None:
    with pytest.raises(InputError, match="call reset first"):
        Batch(DUELO, 1).step([0])
    with pytest.raises(InputError, match="call reset first"):
        Batch(DUELO, 1).deal_next()
    for lanes in (0, 2**21):
        with pytest.raises(InputError, match=f"{lanes} lanes: a batch has 1 to"):
            Batch(DUELO, lanes)
    with pytest.raises(InputError, match="0 threads"):
        Batch(DUELO, 1, Options(threads=0))
