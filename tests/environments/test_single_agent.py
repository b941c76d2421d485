"""The environment of Gymnasium: its own check, and one seat among bots."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from canastra.bots import RandomBot
from canastra.engine import Action, View
from canastra.environments import extra
from canastra.environments.single_agent import SeatEnv
from canastra.errors import InputError
from canastra.rulebooks import OFFICIAL, official


@pytest.mark.parametrize("name", OFFICIAL)
def test_it_passes_the_check_of_the_library(name: str) -> None:
    check_env(SeatEnv(name, players="random", illegal_reward=-1000.0), skip_render_check=True)


def test_it_is_registered() -> None:
    env = gymnasium.make("canastra/Seat-v0", rulebook="tranca", players="random")
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.unwrapped.rulebook == official("tranca")
    seen, info = env.reset(seed=1)
    assert (seen["action_mask"] == info["action_mask"]).all()
    env.step(env.action_space.sample(info["action_mask"]))
    env.close()


def play(env: SeatEnv, seed: int) -> tuple[list[Any], float]:
    """A random deal: all observations, and the reward."""
    rng = np.random.default_rng(seed)
    (seen, info), found = env.reset(seed=seed), []
    while True:
        found.append(seen["observation"].copy())
        legal = info["action_mask"].nonzero()[0]
        assert len(legal)
        seen, reward, terminated, truncated, info = env.step(rng.choice(legal))
        assert not truncated
        if terminated:
            assert not info["action_mask"].any()
            return found, reward
        assert reward == 0


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_plays_a_deal_among_bots(seat: int) -> None:
    env = SeatEnv("buraco", seat=seat, players=["random", "greedy", "random"])
    place = env.batch.observations.fields["to_act"]
    found, reward = play(env, 5)
    assert len(found) > 10
    assert all(seen[place].tolist() == [1, 0, 0, 0] for seen in found)
    assert reward == env.batch.seen.rewards[0][seat % 2] - env.batch.seen.rewards[0][1 - seat % 2]


def test_the_same_seed_gives_the_same_deal_and_bots() -> None:
    one, other = SeatEnv("tranca"), SeatEnv("tranca")
    first, points = play(one, 3)
    play(one, 4)
    for env in (one, other):
        again, same = play(env, 3)
        assert same == points
        assert all((a == b).all() for a, b in zip(first, again, strict=True))
    assert play(one, 4)[1] != points


def test_bots_are_shown_what_their_seat_may_know() -> None:
    shown: list[View] = []

    class Watcher(RandomBot):
        def choose(self, view: View) -> Action:
            shown.append(view)
            return super().choose(view)

    play(SeatEnv("buraco", seat=1, players=Watcher), 2)
    assert {view.seat for view in shown} == {0, 2, 3}
    assert all(type(view) is View and view.to_act == view.seat for view in shown)


def test_an_illegal_action_raises_or_ends_the_deal() -> None:
    env = SeatEnv("canastra-duelo")
    env.reset(seed=1)
    with pytest.raises(InputError, match=r'seat 0 may not "discard AS"'):
        env.step(np.int64(5))
    env = SeatEnv("canastra-duelo", illegal_reward=-7.0)
    env.reset(seed=1)
    assert env.step(np.int64(5))[1:4] == (-7.0, True, False)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seat": 2}, "seat 2: this rulebook's are 0 to 1"),
        ({"players": ["random", "random"]}, "2 opponents: give one for all, or one for each of the other 1 seats"),
        ({"players": "grandmaster"}, "grandmaster"),
        ({"rulebook": "burako"}, "buraco"),
    ],
)
def test_what_makes_no_environment_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SeatEnv(**given)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    said = r"this needs Gymnasium: install the package as \"canastra\[environments\]\""
    with pytest.raises(InputError, match=said), extra.needs("Gymnasium"):
        __import__("gymnasium")
