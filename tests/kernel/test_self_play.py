"""Duplicate deals between weights."""

from __future__ import annotations

import numpy as np
import pytest

from canastra.kernel.heuristic.weights import values_of, weights_from, weights_of
from canastra.kernel.self_play import duel
from canastra.rulebooks import OFFICIAL, official


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_same_seed_gives_the_same_points_on_any_number_of_threads(name: str) -> None:
    rulebook = official(name)
    ours = weights_of(rulebook)
    theirs = weights_from(values_of(ours) * 1.3)
    one = duel(rulebook, ours, theirs, 21, seed=3)
    assert one.shape == (21, 2)
    assert (one == duel(rulebook, ours, theirs, 21, seed=3, threads=3)).all()
    assert (one[:9] == duel(rulebook, ours, theirs, 9, seed=3)).all()
    assert (one != duel(rulebook, ours, theirs, 21, seed=4)).any()
    # The two deals of a pair differ only in the side of each set of weights.
    assert (one == -duel(rulebook, theirs, ours, 21, seed=3)[:, ::-1]).all()


@pytest.mark.parametrize("name", OFFICIAL)
def test_who_throws_2s_away_loses(name: str) -> None:
    rulebook = official(name)
    ours = weights_of(rulebook)
    theirs = weights_of(rulebook)
    theirs["wild"] = theirs["keep_wild"] = -50.0
    found = duel(rulebook, ours, theirs, 300, seed=5).mean(axis=1)
    assert found.mean() > 3 * found.std() / np.sqrt(len(found))
