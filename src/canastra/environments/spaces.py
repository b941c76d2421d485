"""The spaces of Gymnasium, which PettingZoo uses too."""

from __future__ import annotations

from typing import Any

import numpy as np

from canastra.environments.actions import ActionSpace
from canastra.environments.extra import needs
from canastra.environments.observations import Observations

with needs("Gymnasium"):
    from gymnasium import spaces


def action_space_of(actions: ActionSpace) -> Any:
    """Numbers from 0 to the last action."""
    return spaces.Discrete(actions.size)


def observation_space_of(observations: Observations, actions: ActionSpace) -> Any:
    """A dictionary of an observation and the mask of the legal actions."""
    numbers = np.iinfo(np.int16)
    return spaces.Dict(
        {
            "observation": spaces.Box(-1, numbers.max, (observations.size,), np.int16),
            "action_mask": spaces.Box(0, 1, (actions.size,), np.int8),
        }
    )
