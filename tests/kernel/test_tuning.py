"""Tuning: its results can be reproduced, and the file it writes is the one that is read."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

import numpy as np
import pytest

from canastra.kernel.heuristic.weights import WEIGHT_NAMES, values_of, weights_of
from canastra.rulebooks import OFFICIAL, official
from tools import tune

SMALL = argparse.Namespace(directions=6, pairs=4, greedy=0, checks=30, threads=1)
RULEBOOK = official(OFFICIAL[2])
WILDS = [WEIGHT_NAMES.index("wild"), WEIGHT_NAMES.index("keep_wild")]


def test_the_same_seed_finds_the_same_weights() -> None:
    weights = values_of(weights_of(RULEBOOK))
    one, other = (tune.improved(RULEBOOK, weights, SMALL, 3) for _ in range(2))
    assert (one == other).all()
    assert (tune.gradient(RULEBOOK, weights, SMALL, 3) != tune.gradient(RULEBOOK, weights, SMALL, 9)).any()


@pytest.mark.soak
def test_weights_that_lost_their_sense_are_improved() -> None:
    """2s thrown away: the way back is found at once."""
    weights = values_of(weights_of(RULEBOOK))
    weights[WILDS] = 0.5
    given = argparse.Namespace(directions=80, pairs=60, greedy=0, checks=400, threads=2)
    better = tune.improved(RULEBOOK, weights, given, 5)
    mean, error = tune.gains(RULEBOOK, better, weights, tune.Sizes(200, 0, 1), 7_000)
    assert mean > error


def test_the_same_deals_against_greedy_and_what_they_count_for() -> None:
    weights = values_of(weights_of(RULEBOOK))
    worse = weights.copy()
    worse[WILDS] = 0.5
    ours, theirs = (tune.against_greedy(RULEBOOK, each, 3, 11) for each in (weights, worse))
    assert (ours == tune.against_greedy(RULEBOOK, weights, 3, 11)).all()
    without, _ = tune.gains(RULEBOOK, weights, worse, tune.Sizes(4, 0, 1), 11)
    mean, _ = tune.gains(RULEBOOK, weights, worse, tune.Sizes(4, 3, 1), 11)
    assert mean == pytest.approx((2 * without + (ours - theirs).mean()) / 3)


def test_what_is_written_is_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "weights.toml"
    file.write_text(tune.FILE.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(tune, "FILE", file)
    before = tomllib.loads(file.read_text("utf-8"))
    weights = np.array([before["default"][name] for name in WEIGHT_NAMES])
    weights[WILDS[0]] *= 1.23456
    tune.write({OFFICIAL[2]: weights})
    after = tomllib.loads(file.read_text("utf-8"))
    assert after[OFFICIAL[2]] == {"wild": pytest.approx(weights[WILDS[0]], rel=0.01)}
    before.pop(OFFICIAL[2], None)
    del after[OFFICIAL[2]]
    assert _full(after) == _full(before)
    assert [path.name for path in tmp_path.iterdir()] == ["weights.toml"]


def _full(lookup: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    return {name: table for name, table in lookup.items() if table}
