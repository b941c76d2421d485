"""A deal as a Gymnasium environment: one seat learns, bots play the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from canastra import bots
from canastra.bots.single_steps import single_steps
from canastra.environments.batch import Batch, Options
from canastra.environments.extra import needs
from canastra.environments.spaces import action_space_of, observation_space_of
from canastra.errors import InputError
from canastra.rulebooks import Rulebook, load

with needs("Gymnasium"):
    import gymnasium

Opponent = str | Callable[[int], bots.Bot]
"""The name of a bot, or a function that makes one from a seed."""


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a deal.

    `players` are the bots of the other seats, the partner's too: one for all, or one for each in the order of play
    from the next seat on. An observation is a dictionary as in `canastra.environments.multi_agent.DealEnv`, and
    ``info["action_mask"]`` is its mask. The reward comes at the end: the points of the seat's side less those of the
    other. With an `illegal_reward` an illegal action ends the deal with that reward; else it raises `InputError`.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - as Gymnasium reads it

    def __init__(
        self,
        rulebook: str | Rulebook = "canastra-duelo",
        seat: int = 0,
        players: Opponent | Sequence[Opponent] = "greedy",
        illegal_reward: float | None = None,
        opening: tuple[int, int] = (-1, -1),
    ) -> None:
        self.rulebook = load(rulebook) if isinstance(rulebook, str) else rulebook
        seats = self.rulebook.table.players
        if not 0 <= seat < seats:
            raise InputError("environment_seat", seat=seat, last=seats - 1)
        given = [players] * (seats - 1) if isinstance(players, str) or callable(players) else list(players)
        if len(given) != seats - 1:
            raise InputError("environment_opponents", found=len(given), wanted=seats - 1)
        for opponent in given:
            if isinstance(opponent, str):
                bots.check(opponent)
        self.seat = seat
        self.batch = Batch(self.rulebook, 1, Options(auto_reset=False, opening=opening))
        """The deal in progress, in lane 0."""
        self.action_space = action_space_of(self.batch.actions)
        self.observation_space = observation_space_of(self.batch.observations, self.batch.actions)
        self._makers = {(seat + turn) % seats: opponent for turn, opponent in enumerate(given, 1)}
        self._players: dict[int, bots.Bot] = {}
        self._illegal_reward = illegal_reward

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a deal that the seed decides, bots included; without a seed, the environment's generator goes on."""
        super().reset(seed=seed)
        while True:
            self.batch.reset(int(self.np_random.integers(1 << 62)))
            made = self.np_random.integers(1 << 31, size=len(self._makers)).tolist()
            self._players = {
                seat: bots.make(maker, number) if isinstance(maker, str) else maker(number)
                for (seat, maker), number in zip(self._makers.items(), made, strict=True)
            }
            if not self._play_on():
                return self._seen()

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make an action of the seat, then those of the bots until it is to act again, or the deal is over."""
        legal = self.batch.seen.masks[0]
        if self._illegal_reward is not None and not (0 <= action < len(legal) and legal[action]):
            return self._result(self._illegal_reward, True)
        ended = bool(self.batch.step([action]).ended[0]) or self._play_on()
        points = self.batch.seen.rewards[0]
        return self._result(float(points[self.seat % 2] - points[1 - self.seat % 2]) if ended else 0.0, ended)

    def close(self) -> None:
        """Free its resources."""
        self.batch.close()

    def _play_on(self) -> bool:
        """Let the bots play until the seat is to act. Returns whether the deal is over."""
        while (seat := int(self.batch.seen.seats[0])) != self.seat:
            action = self._players[seat].choose(self.batch.view(0, seat))
            for step in single_steps(self.batch.state(0), action):
                if self.batch.step([self.batch.actions.encode(step)]).ended[0]:
                    return True
        return False

    def _result(self, reward: float, ended: bool) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        seen, info = self._seen()
        return seen, reward, ended, False, info

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self.batch.seen
        acting = int(seen.seats[0]) == self.seat
        mask = seen.masks[0].astype(np.int8) if acting else np.zeros(self.batch.actions.size, np.int8)
        return {"observation": self.batch.observation(0, self.seat), "action_mask": mask}, {"action_mask": mask}


gymnasium.register("canastra/Seat-v0", entry_point="canastra.environments.single_agent:SeatEnv")
