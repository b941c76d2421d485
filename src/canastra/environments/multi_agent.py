"""A deal as a PettingZoo environment: seats act in turn, and each sees only what it may know."""

from __future__ import annotations

from typing import Any

import numpy as np

from canastra.environments.batch import Batch, Options
from canastra.environments.extra import needs
from canastra.environments.spaces import action_space_of, observation_space_of
from canastra.rulebooks import Rulebook, load

with needs("PettingZoo"):
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]


def env(rulebook: str | Rulebook, illegal_reward: float | None = None) -> AECEnv:
    """A deal of a rulebook, in PettingZoo's wrappers.

    With an `illegal_reward`, an illegal action ends the deal with that reward for its agent. Otherwise it raises
    `InputError`.
    """
    found: AECEnv = DealEnv(rulebook)
    if illegal_reward is not None:
        found = wrappers.TerminateIllegalWrapper(found, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(found))


class DealEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types.
    """One deal without wrappers. Agents are ``seat_0`` … in the order of play.

    An observation is a dictionary: ``observation`` (int16, as `Observations`) and ``action_mask`` (int8), which is all
    0 for a seat that is not to act. Rewards come at the end: the points of the seat's side less those of the other.
    """

    metadata = {"name": "canastra_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo reads it

    def __init__(self, rulebook: str | Rulebook, opening: tuple[int, int] = (-1, -1)) -> None:
        super().__init__()
        self.rulebook = load(rulebook) if isinstance(rulebook, str) else rulebook
        self.batch = Batch(self.rulebook, 1, Options(auto_reset=False, opening=opening))
        """The deal in progress, in lane 0."""
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rulebook.table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = dict.fromkeys(self.possible_agents, action_space_of(self.batch.actions))
        self.observation_spaces = {
            agent: observation_space_of(self.batch.observations, self.batch.actions) for agent in self.possible_agents
        }
        self._seeded = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal number 0 of a seed; without one the seed's next deal, and the first time deal 0 of seed 0."""
        if seed is None and self._seeded:
            self.batch.deal_next()
        else:
            self.batch.reset(seed or 0)
            self._seeded = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Make an action of the selected agent; None for an agent whose deal is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        seen = self.batch.step([action])
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if seen.ended[0]:
            ours, theirs = (float(points) for points in seen.rewards[0])
            for agent, seat in self._seats.items():
                self.rewards[agent] = theirs - ours if seat % 2 else ours - theirs
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation and legal actions of an agent now."""
        seat, seen = self._seats[agent], self.batch.seen
        acting = seat == int(seen.seats[0])
        mask = seen.masks[0].astype(np.int8) if acting else np.zeros(self.batch.actions.size, np.int8)
        return {"observation": self.batch.observation(0, seat), "action_mask": mask}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, the same for all."""
        return self.action_spaces[agent]

    def render(self) -> None:
        """Does nothing; `batch.state(0)` is the deal."""

    def close(self) -> None:
        """Free its resources."""
        self.batch.close()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[int(self.batch.seen.seats[0])]
