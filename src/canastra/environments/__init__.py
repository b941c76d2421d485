"""Deals as environments: numbered actions, observations of one shape, steps in compiled code over many deals at once.

It needs the extra ``canastra[kernel]``; `canastra.environments.multi_agent` (PettingZoo) and
`canastra.environments.single_agent` (Gymnasium) need ``canastra[environments]``.
"""

from canastra import kernel

kernel.require()

from canastra.environments.actions import ActionSpace, action_space  # noqa: E402 - its requirement is checked first
from canastra.environments.batch import Batch, Options, TimeStep  # noqa: E402
from canastra.environments.observations import Observations  # noqa: E402

__all__ = ["ActionSpace", "Batch", "Observations", "Options", "TimeStep", "action_space"]
