"""Many deals side by side in compiled code: steps in the lanes, then the output for the seat to act in each."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from canastra.environments.actions import Numbering
from canastra.environments.observations import KINDS, MELD_WIDTH
from canastra.kernel.arrays import Cards, Masks, MeldNumbers, Points, RecordArray, Rng, Steps
from canastra.kernel.bulk import new_deal_scratch
from canastra.kernel.jit import compiled
from canastra.kernel.masks import lowest, ones
from canastra.kernel.play.deal import deal
from canastra.kernel.play.going_out import minimum
from canastra.kernel.play.layout import JUSTIFY, MELDS, NO_CARD, OVER, Deals, DealState
from canastra.kernel.play.legal_steps import legal_steps
from canastra.kernel.play.scoring import score, total
from canastra.kernel.play.turn import perform
from canastra.kernel.rng import seed_rng, shuffle
from canastra.kernel.rules.parameters import SHOWN_ALL
from canastra.kernel.rules.steps import DISCARD, KIND, LAY, LOW_BITS, MELD, MOST_STEPS, SHIFT
from canastra.kernel.rules.tables import Rules

LEGAL: Final = 0
OUT_OF_RANGE: Final = 1
OVER_ALREADY: Final = 2
ILLEGAL: Final = 3
"""The reasons of `first_refused`."""


class Lanes(NamedTuple):
    """The state of each lane."""

    seeds: Rng
    """The seeds of its packs."""
    numbers: Masks
    """The number of the present deal within its seed."""
    stride: Masks
    """The step from a lane's deal to its next one; 0 to stay at the end of a deal."""
    opening: Cards
    """The minimums of both sides, as in the engine's `State.opening`."""
    legal: Steps
    """(lanes, `MOST_STEPS`): numbers of the legal actions."""
    counts: Steps
    """The number of legal actions."""


class Outputs(NamedTuple):
    """The output of each lane; arrays without columns are not written."""

    observations: Any
    """int16 (lanes, size of an observation)."""
    masks: Any
    """bool (lanes, number of actions)."""
    seats: Any
    """int8: the seat to act."""
    rewards: Any
    """int32 (lanes, 2): points of both sides of a deal that ended in this step, else 0."""
    ended: Any
    """bool: True if a deal ended in this step."""


class LaneRules(NamedTuple):
    """The tables that all lanes share."""

    rules: RecordArray[Rules]
    """The rulebook's tables, as an array of one."""
    numbering: Numbering
    rows: MeldNumbers
    """(melds, `MELD_WIDTH`): `meld_row` by the number of a meld."""


class Scratch(NamedTuple):
    """Arrays for one thread to work in."""

    steps: Steps
    pack: Cards
    rng: Rng
    points: Points


def new_scratch() -> Scratch:
    """Arrays for a thread to work in."""
    deal = new_deal_scratch()
    return Scratch(np.zeros(MOST_STEPS, np.int32), deal.pack, deal.rng, deal.points)


@compiled
def first_refused(lanes: Lanes, actions: Masks, size: int) -> tuple[int, int]:
    """The first lane whose action can't be played, and the reason; -1 and `LEGAL` if all can."""
    legal, counts = lanes.legal, lanes.counts
    for lane in range(len(actions)):
        action = actions[lane]
        if action < 0 or action >= size:
            return lane, OUT_OF_RANGE
        if counts[lane] == 0:
            return lane, OVER_ALREADY
        at = 0
        while at < counts[lane] and legal[lane, at] != action:
            at += 1
        if at == counts[lane]:
            return lane, ILLEGAL
    return -1, LEGAL


@compiled
def begin_range(
    states: Deals, shared: LaneRules, lanes: Lanes, outputs: Outputs, span: tuple[int, int], scratch: Scratch
) -> None:
    """Begin the present deal of each lane of a span, which does not include its end."""
    rules = shared.rules[0]
    for lane in range(span[0], span[1]):
        _deal(states, lane, rules, lanes, scratch)
        outputs.rewards[lane, 0], outputs.rewards[lane, 1] = 0, 0
        outputs.ended[lane] = False
    _show(states, shared, lanes, outputs, span, scratch)


@compiled
def step_range(
    states: Deals, shared: LaneRules, lanes: Lanes, outputs: Outputs, work: tuple[int, int, Masks], scratch: Scratch
) -> None:
    """Make a legal action in each lane of a span; where it ends the deal, count the points and deal the next one.

    `work` is the first lane, the one after the last, and the actions of all lanes.
    """
    begin, end, actions = work
    rules, steps, rewards, ended = shared.rules[0], shared.numbering.steps, outputs.rewards, outputs.ended
    for lane in range(begin, end):
        perform(states, lane, rules, int(steps[actions[lane]]))
        over = states[lane].phase == OVER
        ended[lane] = over
        rewards[lane, 0], rewards[lane, 1] = 0, 0
        if over:
            score(states, lane, rules, scratch.points)
            for side in range(2):
                rewards[lane, side] = total(states, lane, rules, side, scratch.points)
            if lanes.stride[0]:
                lanes.numbers[lane] += lanes.stride[0]
                _deal(states, lane, rules, lanes, scratch)
    _show(states, shared, lanes, outputs, (begin, end), scratch)


@compiled
def _deal(states: Deals, lane: int, rules: Rules, lanes: Lanes, scratch: Scratch) -> None:
    number = lanes.numbers[lane]
    seed_rng(scratch.rng, 0, lanes.seeds[lane], number)
    shuffle(scratch.rng, 0, scratch.pack)
    deal(states, lane, rules, scratch.pack, number % rules.players, lanes.opening)


@compiled
def _show(
    states: Deals, shared: LaneRules, lanes: Lanes, outputs: Outputs, span: tuple[int, int], scratch: Scratch
) -> None:
    """Write the legal actions and observations of each lane of a span.

    All arrays that the loop needs are named before it: taking one out of a tuple costs a count of references each time.
    """
    rules, rows, begins = shared.rules[0], shared.rows, shared.numbering.begins
    meld_numbers, lay_places = shared.numbering.meld_numbers, shared.numbering.lay_places
    legal, counts, steps = lanes.legal, lanes.counts, scratch.steps
    masks, seats, observations = outputs.masks, outputs.seats, outputs.observations
    masked, observed = masks.shape[1] > 0, observations.shape[1] > 0
    for lane in range(span[0], span[1]):
        if masked:
            for at in range(counts[lane]):
                masks[lane, legal[lane, at]] = False
        count = legal_steps(states, lane, rules, steps)
        counts[lane] = count
        for at in range(count):
            step = int(steps[at])
            kind, low = step & ~LOW_BITS, step & LOW_BITS
            if kind == DISCARD:
                action = begins[0] + low
            elif kind == MELD:
                action = int(meld_numbers[low])
            elif kind == LAY:
                action = begins[2] + ((low >> 8) - 1) * begins[3] + lay_places[low & 255]
            elif kind == SHIFT:
                action = begins[4] + low - 1
            else:
                action = step >> KIND
            legal[lane, at] = action
            if masked:
                masks[lane, action] = True
        seats[lane] = states[lane].seat
        if observed:
            observe(states, lane, rules, rows, int(seats[lane]), observations[lane])


@compiled
def observe(states: Deals, i: int, rules: Rules, rows: MeldNumbers, seat: int, out: MeldNumbers) -> None:
    """Write the observation of a seat of deal `i` into `out` (int16), as `Observations.encode` does from its view."""
    s = states[i]
    for at in range(len(out)):
        out[at] = 0
    own = seat & 1
    if s.unplayed[seat] == 0 or s.phase == OVER:
        _count(s.one[seat], s.two[seat], out, 0)
    _pile(s, rules, seat, out)
    for turn in range(2):
        _laid(s, rules, own ^ turn, out, (5 + turn) * KINDS)
    at = 7 * KINDS
    for turn in range(s.players):
        other = (seat + turn) % s.players
        _count(s.known_one[other], s.known_two[other], out, at + turn * KINDS)
    if s.phase == JUSTIFY:
        # The player already has the top card, and all have seen that.
        top = s.pile[s.pile_size - 1]
        if seat == s.seat:
            out[top] += 1
        out[at + (s.seat - seat + s.players) % s.players * KINDS + top] += 1
    at += s.players * KINDS
    for turn in range(2):
        side = own ^ turn
        for index in range(s.melded[side]):
            meld = s.melds[side, index]
            for part in range(MELD_WIDTH):
                out[at + index * MELD_WIDTH + part] = rows[meld, part]
        at += MELDS * MELD_WIDTH
    _figures(s, rules, seat, out, at)


@compiled
def _count(one: int, two: int, out: MeldNumbers, at: int) -> None:
    rest = one
    while rest:
        card = lowest(rest)
        out[at + card] = 1 + (two >> card & 1)
        rest &= rest - 1


@compiled
def _pile(s: DealState, rules: Rules, seat: int, out: MeldNumbers) -> None:
    """Write the open cards of the pile, its top card, the card that may be refused, and the barred card."""
    end = s.pile_size - 1 if s.phase == JUSTIFY else s.pile_size
    begin = 0
    if rules.parameters.pile_shown != SHOWN_ALL:
        begin = end if s.phase == JUSTIFY else max(end - 1, 0)
    for index in range(begin, end):
        out[KINDS + s.pile[index]] += 1
    if s.pile_size > 0 and (s.phase == JUSTIFY or end > begin):
        out[2 * KINDS + s.pile[s.pile_size - 1]] = 1
    if s.first != NO_CARD and seat == s.seat and s.phase != OVER:
        out[3 * KINDS + s.first] = 1
    if s.barred != NO_CARD:
        out[4 * KINDS + s.barred] = 1


@compiled
def _laid(s: DealState, rules: Rules, side: int, out: MeldNumbers, at: int) -> None:
    for index in range(s.melded[side]):
        meld = s.melds[side, index]
        for mask in (rules.meld_one[meld], rules.meld_two[meld]):
            rest = mask
            while rest:
                out[at + lowest(rest)] += 1
                rest &= rest - 1
    for index in range(s.red_count[side]):
        out[at + s.reds[side, index]] += 1


@compiled
def _figures(s: DealState, rules: Rules, seat: int, out: MeldNumbers, at: int) -> None:
    """Write the figures from the phase on, in the order of `Observations.fields`."""
    players = s.players
    own = seat & 1
    out[at + s.phase] = 1
    at += 4
    out[at + (s.seat - seat + players) % players] = 1
    out[at + players + (s.dealer - seat + players) % players] = 1
    for turn in range(players):
        other = (seat + turn) % players
        earned = 1 if s.phase == JUSTIFY and other == s.seat else 0
        out[at + 2 * players + turn] = ones(s.one[other]) + ones(s.two[other]) + earned
        out[at + 3 * players + turn] = s.unplayed[other]
    at += 4 * players
    for turn in range(2):
        side = own ^ turn
        out[at + turn] = s.has_morto[side]
        out[at + 2 + turn] = s.red_count[side]
        if s.opening[side] >= 0:
            out[at + 4 + turn] = minimum(s, rules, side)
    at += 6
    out[at] = s.turn
    out[at + 1] = s.pile_size - 1 if s.phase == JUSTIFY else s.pile_size
    out[at + 2] = s.stock_end - s.stock_at
    out[at + 3] = s.mortos
    out[at + 4] = s.points
    out[at + 5] = s.laid
    out[at + 6] = s.taken_size
    out[at + 7] = s.refused
    out[at + 8] = s.withdrawn
    out[at + 9] = s.idle_turns


__all__ = [
    "LaneRules",
    "Lanes",
    "Numbering",
    "Outputs",
    "Scratch",
    "begin_range",
    "first_refused",
    "new_scratch",
    "observe",
    "step_range",
]
