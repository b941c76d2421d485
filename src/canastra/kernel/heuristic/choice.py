"""The steps that the heuristic considers, with their scores, and the one that it plays."""

from __future__ import annotations

from typing import Final

from canastra.kernel.arrays import RecordArray, Scores, Steps
from canastra.kernel.heuristic.discards import cost, hold
from canastra.kernel.heuristic.lays import NOTHING, best_lay, lay_score
from canastra.kernel.heuristic.plans import plan
from canastra.kernel.heuristic.purchase import take_score, use_score
from canastra.kernel.heuristic.scratch import HeuristicScratch, Workspace
from canastra.kernel.heuristic.sight import look
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.heuristic.worth import weigh, worth
from canastra.kernel.jit import compiled
from canastra.kernel.masks import lowest, ones
from canastra.kernel.play.going_out import below_minimum, may_be_empty
from canastra.kernel.play.layout import JUSTIFY, NO_CARD, OVER, PLAY, Deals, DealState
from canastra.kernel.play.legal_steps import legal_steps
from canastra.kernel.play.turn import perform
from canastra.kernel.rules.steps import DISCARD, LOW_BITS, REFUSE, TAKE, WITHDRAW
from canastra.kernel.rules.tables import Rules

WITHDRAWN: Final = -500.0
FAR: Final = 1e18


@compiled
def rank(
    states: Deals, i: int, rules: Rules, weights: Weights, scratch: HeuristicScratch, out: tuple[Steps, Scores]
) -> int:
    """Write every legal step of deal `i` into an array, its score in points into another. Returns the number of steps,
    0 once the deal is over.

    `out` are these two: int32 and float64, `MOST_STEPS` each. The heuristic plays the step with the highest score.
    """
    s, work = states[i], scratch.work[0]
    steps, scores = out
    count = legal_steps(states, i, rules, steps)
    if count == 0:
        return 0
    look(s, rules, work.seen)
    weigh(s, rules, weights, work.rates)
    if s.phase == PLAY:
        _rank_playing(states, i, rules, weights, scratch, (steps, scores, count))
    elif s.phase == JUSTIFY:
        work.rates.before = worth(s, rules, weights, work, s.one[s.seat], s.two[s.seat])
        for at in range(count):
            scores[at] = use_score(s, rules, weights, scratch, steps[at])
    else:
        for at in range(count):
            scores[at] = take_score(s, rules, weights, scratch, steps[0]) if steps[at] == TAKE else 0.0
    return count


@compiled
def _rank_playing(
    states: Deals, i: int, rules: Rules, w: Weights, scratch: HeuristicScratch, listed: tuple[Steps, Scores, int]
) -> None:
    s, work = states[i], scratch.work[0]
    steps, scores, count = listed
    first = plan(states, i, rules, w, scratch)
    hold(s, work.seen)
    least = FAR
    for at in range(count):
        step = steps[at]
        kind = step & ~LOW_BITS
        if kind == DISCARD:
            scores[at] = -cost(s, rules, w, work, step & LOW_BITS)
            least = min(least, -scores[at])
        elif kind == REFUSE:
            scores[at] = w.refused - cost(s, rules, w, work, s.first)
        elif kind == WITHDRAW:
            scores[at] = WITHDRAWN
        else:
            scores[at] = lay_score(s, rules, w, work, step)
            if step == first:
                scores[at] = max(scores[at], work.rates.planned)
    if least < FAR:
        for at in range(count):
            if steps[at] & ~LOW_BITS == DISCARD:
                scores[at] += least


@compiled
def best_of(steps: Steps, scores: Scores, count: int) -> int:
    """The step with the highest score; of equal ones the smallest."""
    best = 0
    for at in range(1, count):
        if scores[at] > scores[best] or (scores[at] == scores[best] and steps[at] < steps[best]):
            best = at
    return int(steps[best])


@compiled
def choose(states: Deals, i: int, rules: Rules, weights: Weights, scratch: HeuristicScratch) -> int:
    """The step that the heuristic plays in deal `i`, which is not over: the best of `rank`, found sooner."""
    s, work = states[i], scratch.work[0]
    if s.phase != PLAY or s.first != NO_CARD or below_minimum(s, s.seat & 1):
        return _best_ranked(states, i, rules, weights, scratch)
    rates = work.rates
    look(s, rules, work.seen)
    weigh(s, rules, weights, rates)
    first = plan(states, i, rules, weights, scratch)
    step = best_lay(s, rules, weights, work)
    score = rates.found
    if first != NOTHING and (step == NOTHING or work.rates.planned > score):
        step, score = first, work.rates.planned
    if step != NOTHING and score > 0.0:
        return step
    thrown = _cheapest(s, rules, weights, work)
    if thrown != NOTHING:
        return thrown
    return _best_ranked(states, i, rules, weights, scratch)


@compiled
def _best_ranked(states: Deals, i: int, rules: Rules, weights: Weights, scratch: HeuristicScratch) -> int:
    work = scratch.work[0]
    out = work.listed[:], work.scores[:]
    return best_of(out[0], out[1], rank(states, i, rules, weights, scratch, out))


@compiled
def _cheapest(s: DealState, rules: Rules, w: Weights, work: Workspace) -> int:
    """The discard that costs least, the lowest of equal ones; `NOTHING` if none is legal."""
    one = s.one[s.seat]
    if ones(one) + ones(s.two[s.seat]) == 1 and not may_be_empty(s, rules, s.seat & 1):
        return NOTHING
    rest = one if s.barred == NO_CARD else one & ~(1 << s.barred)
    best, least = NOTHING, FAR
    hold(s, work.seen)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        costs = cost(s, rules, w, work, card)
        if costs < least:
            best, least = DISCARD | card, costs
    return best


@compiled
def play_out_heuristic(
    states: Deals, i: int, rules: Rules, weights_by_side: RecordArray[Weights], scratch: HeuristicScratch
) -> int:
    """Play deal `i` to its end, each side by its own weights (2 x weights). Returns the number of steps."""
    count = 0
    while states[i].phase != OVER:
        perform(states, i, rules, choose(states, i, rules, weights_by_side[states[i].seat & 1], scratch))
        count += 1
    return count
