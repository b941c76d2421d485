"""The environment of PettingZoo: its own checks, and what its agents see and get."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from canastra.environments import multi_agent
from canastra.environments.multi_agent import DealEnv
from canastra.errors import InputError
from canastra.rulebooks import OFFICIAL, official


# The library warns of every dictionary with a mask that isn't on its own list, where its card games stand.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("name", OFFICIAL)
def test_it_passes_the_checks_of_the_library(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(multi_agent.env(name), num_cycles=400)
    assert "Passed" in capsys.readouterr().out


def test_it_is_deterministic() -> None:
    seed_test(lambda: multi_agent.env("canastra-duelo"), num_cycles=150)


def play(env: Any, seed: int) -> tuple[dict[str, float], list[str]]:
    """A random deal: all rewards, and who acted."""
    env.reset(seed=seed)
    rng, points, acted = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        points[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        acted.append(agent)
        env.step(int(rng.choice(seen["action_mask"].nonzero()[0])))
    return points, acted


@pytest.mark.parametrize("name", ["buraco", "canastra-duelo"])
def test_both_seats_of_a_side_get_what_it_is_ahead_by(name: str) -> None:
    env = multi_agent.env(name)
    for seed in range(3):
        points, acted = play(env, seed)
        values = list(points.values())
        assert values == [values[0], -values[0]] * (len(values) // 2)
        assert set(acted) == set(env.possible_agents)
    assert any(play(env, seed)[0]["seat_0"] for seed in range(3))


def test_each_agent_sees_its_own_hand_and_who_is_not_to_act_has_no_mask() -> None:
    env = DealEnv(official("buraco"))
    env.reset(seed=4)
    for agent, seat in zip(env.possible_agents, range(4), strict=True):
        seen = env.observe(agent)
        assert (seen["observation"] == env.batch.observations.encode(env.batch.view(0, seat))).all()
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        assert env.observation_space(agent).contains(seen)


def test_deals_go_on_without_a_seed() -> None:
    env, other = DealEnv("canastra-duelo"), DealEnv("canastra-duelo")
    found = []
    for seed in (3, None, None, 3):
        env.reset(seed=seed)
        found.append(env.batch.state(0))
    assert found[0] == found[3] != found[1] != found[2]
    assert {state.dealer for state in found} == {0, 1}
    other.reset()
    env.reset(seed=0)
    assert other.batch.state(0) == env.batch.state(0)


def test_an_illegal_action_raises_or_ends_the_deal() -> None:
    env = multi_agent.env("canastra-duelo")
    env.reset(seed=1)
    with pytest.raises(InputError, match=r'seat 1 may not "discard AS"'):
        env.step(5)
    env = multi_agent.env("canastra-duelo", illegal_reward=-500.0)
    env.reset(seed=1)
    env.step(5)
    assert env.unwrapped.terminations["seat_1"]
    assert env.unwrapped.rewards["seat_1"] == -500.0


def test_a_copy_plays_on_alone() -> None:
    env = DealEnv("canastra-duelo")
    env.reset(seed=1)
    other = copy.deepcopy(env)
    before = env.batch.state(0)
    assert other.batch.state(0) == before
    other.step(0)
    assert env.batch.state(0) == before != other.batch.state(0)
