"""Deals in bulk."""

from __future__ import annotations

import numpy as np
import pytest

from canastra.kernel.heuristic.choice import choose, rank
from canastra.kernel.play import layout
from canastra.kernel.rng import CARDS_SORTED, randbelow, seed_rng, shuffle
from canastra.kernel.search.comparison import compare
from canastra.kernel.search.turns import list_turns
from canastra.kernel.simulation import simulate
from canastra.kernel.warmup import compile_kernel
from canastra.rulebooks import OFFICIAL, official


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_same_seed_gives_the_same_deals_on_any_number_of_threads(name: str) -> None:
    one, three = simulate(official(name), 60, 5), simulate(official(name), 60, 5, threads=3)
    for field in one._fields:
        assert (getattr(one, field) == getattr(three, field)).all()
    assert (one.steps > 20).all()
    assert set(one.endings.tolist()) <= {layout.GOING_OUT, layout.STOCK_END, layout.STALEMATE_END}
    other = simulate(official(name), 60, 6)
    assert (one.steps != other.steps).any()
    assert (simulate(official(name), 20, 5).steps == one.steps[:20]).all()


def test_a_shuffled_pack_is_the_whole_pack_and_every_place_is_as_likely() -> None:
    rng, pack = np.zeros(1, np.uint64), np.zeros(104, np.int8)
    first = np.zeros(52, int)
    for seed in range(4_000):
        seed_rng(rng, 0, seed, 0)
        shuffle(rng, 0, pack)
        assert (np.sort(pack) == CARDS_SORTED).all()
        first[pack[0]] += 1
    expected = 4_000 / 52
    assert ((first - expected) ** 2 / expected).sum() < 100  # Chi squared with 51 degrees: 100 in one of 25,000.


def test_numbers_stay_below_their_bound() -> None:
    rng = np.zeros(1, np.uint64)
    seed_rng(rng, 0, 1, 2)
    found = {int(randbelow(rng, 0, 5)) for _ in range(200)}
    assert found == {0, 1, 2, 3, 4}


def test_preparing_says_how_far_it_is() -> None:
    heard: list[tuple[int, int]] = []
    compile_kernel(lambda done, parts: heard.append((done, parts)))
    assert [done for done, _ in heard] == list(range(heard[0][1] + 1))
    assert all(function.signatures for function in (rank, choose, list_turns, compare))  # type: ignore[union-attr]
