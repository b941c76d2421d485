"""Many deals of one rulebook at once, stepped in compiled code: for training and for simulation by any policy."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from canastra.engine import State, View, masked_state, view, violation
from canastra.engine.state import FREE_TO_MELD
from canastra.environments.actions import action_space
from canastra.environments.lanes import (
    LEGAL,
    OUT_OF_RANGE,
    OVER_ALREADY,
    LaneRules,
    Lanes,
    Outputs,
    begin_range,
    first_refused,
    new_scratch,
    observe,
    step_range,
)
from canastra.environments.observations import Observations, meld_row
from canastra.errors import InputError, RuleError
from canastra.kernel.play.codec import decode
from canastra.kernel.play.layout import new_states
from canastra.kernel.rules.steps import MOST_STEPS
from canastra.rulebooks import Rulebook

MOST_LANES: Final = 1 << 20
LARGEST_SEED: Final = (1 << 63) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The settings of a batch."""

    observations: bool = True
    """True if observations are written."""
    masks: bool = True
    """True if masks are written; the list of legal actions always is."""
    auto_reset: bool = True
    """True if a lane deals its next deal in the step that ends one."""
    opening: tuple[int, int] = (FREE_TO_MELD, FREE_TO_MELD)
    """By side, the minimum that it has to open with, as in `State.opening`: -1 for none, 0 for the first one."""
    threads: int = 1


class TimeStep(NamedTuple):
    """The output of a batch after a step, one row a lane. The arrays are the batch's own: the next step overwrites
    them.

    Observations and masks are those of the seat to act; for a lane that has just been dealt anew, of the new deal.
    """

    observations: Any
    """int16 (lanes, size of an observation); without columns if they are off."""
    masks: Any
    """bool (lanes, actions): which actions are legal; without columns if they are off."""
    seats: Any
    """int8: the seat to act."""
    rewards: Any
    """int32 (lanes, 2): points of both sides of a deal that ended in this step, else 0."""
    ended: Any
    """bool: True if a deal ended in this step."""
    legal: Any
    """int32 (lanes, 2048): the legal actions in no particular order, as many as `counts` says."""
    counts: Any
    """int32: the number of legal actions; 0 only after the end of a deal, without auto-reset."""


class Batch:
    """Many deals side by side, each in its lane.

    >>> from canastra.rulebooks import official
    >>> batch = Batch(official("canastra-duelo"), lanes=3)
    >>> seen = batch.reset(seed=1)
    >>> seen.observations.shape, seen.masks.shape, seen.seats.tolist(), seen.counts.tolist()
    ((3, 1312), (3, 2433), [1, 0, 1], [1, 1, 1])
    >>> [str(batch.actions.decode(number)) for number in seen.masks[0].nonzero()[0]]
    ['draw']
    >>> batch.step([0, 0, 0]).ended.tolist()
    [False, False, False]
    """

    def __init__(self, rulebook: Rulebook, lanes: int, options: Options | None = None) -> None:
        self.options = options or Options()
        if not 1 <= lanes <= MOST_LANES:
            raise InputError("environment_lanes", lanes=lanes, most=MOST_LANES)
        if self.options.threads < 1:
            raise InputError("environment_threads", threads=self.options.threads)
        self.rulebook, self.lanes = rulebook, lanes
        self.actions = action_space(rulebook)
        self.observations = Observations(rulebook)
        self.states = new_states(lanes)
        """The deals, as records of `canastra.kernel.play.layout.STATE`."""
        self._shared = _lane_rules(rulebook)
        self._lanes = self._new_lanes()
        self._outputs = self._new_outputs()
        self._scratches = [new_scratch() for _ in range(self.options.threads)]
        self._pool = ThreadPoolExecutor(self.options.threads) if self.options.threads > 1 else None
        self._dealt = False

    def reset(self, seed: Any = 0) -> TimeStep:
        """Begin anew in every lane.

        With one seed, lane i plays deals i, i + lanes, i + 2 lanes … of it, the same packs as
        `canastra.kernel.simulation.simulate` deals; with one seed for each lane, deals 0, 1, 2 … of its own. The dealer
        moves on from deal to deal. Raises `InputError` for anything but whole numbers from 0 to 2^63 - 1.
        """
        seeds = _whole_numbers(seed, "environment_seed", lanes=self.lanes)
        if seeds.shape not in ((), (self.lanes,)) or seeds.min(initial=0) < 0:
            raise InputError("environment_seed", lanes=self.lanes)
        own = seeds.shape != ()
        self._lanes.seeds[:] = seeds.astype(np.uint64)
        self._lanes.numbers[:] = 0 if own else np.arange(self.lanes)
        if self.options.auto_reset:
            self._lanes.stride[0] = 1 if own else self.lanes
        return self._begin()

    def deal_next(self) -> TimeStep:
        """Deal the next deal of the seed in every lane, whatever the state of the present one; for batches without
        auto-reset.
        """
        self._need_deal()
        self._lanes.numbers[:] += 1
        return self._begin()

    def step(self, actions: Any) -> TimeStep:
        """Make an action in every lane.

        Raises `InputError` if there isn't one whole number for each lane, or if one can't be played; it names the lane,
        and no lane has changed then. Its `__cause__` is a `RuleError` with the reason.
        """
        self._need_deal()
        chosen = _whole_numbers(actions, "environment_actions", lanes=self.lanes)
        if chosen.shape != (self.lanes,):
            raise InputError("environment_actions", lanes=self.lanes)
        lane, why = first_refused(self._lanes, chosen, self.actions.size)
        if why != LEGAL:
            self._refuse(int(lane), int(chosen[lane]), int(why))
        self._over_lanes(lambda span, scratch: step_range(*self._all, (*span, chosen), scratch))
        return self.seen

    @property
    def seen(self) -> TimeStep:
        """The output of the last step."""
        return TimeStep(*self._outputs, self._lanes.legal, self._lanes.counts)

    def observation(self, lane: int, seat: int) -> Any:
        """The observation of any seat of a lane now, as a new vector (int16)."""
        found = np.zeros(self.observations.size, np.int16)
        observe(self.states, lane, self._shared.rules[0], self._shared.rows, seat, found)
        return found

    def state(self, lane: int) -> State:
        """The engine's state of a lane, including hidden cards."""
        return decode(self.states[lane], self.actions.tables)

    def view(self, lane: int, seat: int) -> View:
        """The view of a seat of a lane, as bots get it."""
        return view(self.state(lane), seat)

    def close(self) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()

    @property
    def _all(self) -> tuple[Any, LaneRules, Lanes, Outputs]:
        return self.states, self._shared, self._lanes, self._outputs

    def _new_lanes(self) -> Lanes:
        lanes = self.lanes
        return Lanes(
            np.zeros(lanes, np.uint64),
            np.zeros(lanes, np.int64),
            np.zeros(1, np.int64),
            np.array(self.options.opening, np.int8),
            np.zeros((lanes, MOST_STEPS), np.int32),
            np.zeros(lanes, np.int32),
        )

    def _new_outputs(self) -> Outputs:
        lanes, options = self.lanes, self.options
        return Outputs(
            np.zeros((lanes, self.observations.size if options.observations else 0), np.int16),
            np.zeros((lanes, self.actions.size if options.masks else 0), np.bool_),
            np.zeros(lanes, np.int8),
            np.zeros((lanes, 2), np.int32),
            np.zeros(lanes, np.bool_),
        )

    def _begin(self) -> TimeStep:
        self._over_lanes(lambda span, scratch: begin_range(*self._all, span, scratch))
        self._dealt = True
        return self.seen

    def _over_lanes(self, part: Any) -> None:
        """Call `part` with a span of lanes and scratch for each thread."""
        if self._pool is None:
            part((0, self.lanes), self._scratches[0])
            return
        ends = [self.lanes * number // len(self._scratches) for number in range(len(self._scratches) + 1)]
        for done in [
            self._pool.submit(part, span, scratch)
            for span, scratch in zip(pairwise(ends), self._scratches, strict=True)
        ]:
            done.result()

    def _need_deal(self) -> None:
        if not self._dealt:
            raise InputError("environment_not_reset")

    def _refuse(self, lane: int, action: int, why: int) -> None:
        if why == OUT_OF_RANGE:
            raise InputError("environment_lane_no_action", lane=lane, action=action, last=self.actions.size - 1)
        if why == OVER_ALREADY:
            raise InputError("environment_over", lane=lane)
        seat, named = int(self._outputs.seats[lane]), self.actions.decode(action)
        # The seat's own knowledge is judged, so that the reason can't reveal more.
        broken = violation(masked_state(self.view(lane, seat)), named)
        cause = RuleError(broken) if broken else None
        raise InputError("environment_illegal", lane=lane, seat=seat, action=action, words=str(named)) from cause


def _lane_rules(rulebook: Rulebook) -> LaneRules:
    space = action_space(rulebook)
    rows = np.array([meld_row(meld) for meld in space.tables.melds], np.int16)
    return LaneRules(space.tables.arrays, space.numbering, rows)


def _whole_numbers(given: Any, code: str, **figures: int) -> Any:
    """The numbers as int64. Raises `InputError` with the code for anything but whole numbers."""
    try:
        found = np.asarray(given)
    except (TypeError, ValueError, OverflowError):
        raise InputError(code, **figures) from None
    if not np.issubdtype(found.dtype, np.integer) or found.max(initial=0) > LARGEST_SEED:
        raise InputError(code, **figures)
    return found.astype(np.int64)
