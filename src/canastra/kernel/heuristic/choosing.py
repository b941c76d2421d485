"""All that the heuristic considers, with scores, and what it plays."""

from __future__ import annotations

from typing import Final

from canastra.kernel.arrays import RecordArray, Scores, Steps
from canastra.kernel.book import Rules
from canastra.kernel.compiling import compiled
from canastra.kernel.heuristic.discarding import cost, hold
from canastra.kernel.heuristic.laying import NOTHING, best_lay, lay_score
from canastra.kernel.heuristic.planning import prepare
from canastra.kernel.heuristic.scratch import HeuristicScratch, Workspace
from canastra.kernel.heuristic.seen import look
from canastra.kernel.heuristic.taking import take_score, use_score
from canastra.kernel.heuristic.weights import Weights
from canastra.kernel.heuristic.worth import weigh, worth
from canastra.kernel.judging import below_minimum, may_be_empty
from canastra.kernel.layout import JUSTIFY, NO_CARD, OVER, PLAY, DealRecord, Deals
from canastra.kernel.listing import legal_steps
from canastra.kernel.masks import lowest, ones
from canastra.kernel.moving import perform
from canastra.kernel.steps import DISCARD, LOW_BITS, REFUSE, TAKE, WITHDRAW

WITHDRAWN: Final = -500.0
FAR: Final = 1e18


@compiled
def rank(
    states: Deals, i: int, book: Rules, weights: Weights, room: HeuristicScratch, out: tuple[Steps, Scores]
) -> int:
    """Write every legal step of deal `i` into an array, its score in points into another.

    `out` are these two: int32 and float64, `MOST_STEPS` each. The highest score is what the heuristic plays. How many
    steps there are; none once the deal is over.
    """
    s, r = states[i], room.work[0]
    steps, scores = out
    count = legal_steps(states, i, book, steps)
    if count == 0:
        return 0
    look(s, book, r.seen)
    weigh(s, book, weights, r.rates)
    if s.phase == PLAY:
        _rank_playing(states, i, book, weights, room, (steps, scores, count))
    elif s.phase == JUSTIFY:
        r.rates.before = worth(s, book, weights, r, s.one[s.seat], s.two[s.seat])
        for at in range(count):
            scores[at] = use_score(s, book, weights, room, steps[at])
    else:
        for at in range(count):
            scores[at] = take_score(s, book, weights, room, steps[0]) if steps[at] == TAKE else 0.0
    return count


@compiled
def _rank_playing(
    states: Deals, i: int, book: Rules, w: Weights, room: HeuristicScratch, listed: tuple[Steps, Scores, int]
) -> None:
    s, r = states[i], room.work[0]
    steps, scores, count = listed
    first = prepare(states, i, book, w, room)
    hold(s, r.seen)
    least = FAR
    for at in range(count):
        step = steps[at]
        kind = step & ~LOW_BITS
        if kind == DISCARD:
            scores[at] = -cost(s, book, w, r, step & LOW_BITS)
            least = min(least, -scores[at])
        elif kind == REFUSE:
            scores[at] = w.refused - cost(s, book, w, r, s.first)
        elif kind == WITHDRAW:
            scores[at] = WITHDRAWN
        else:
            scores[at] = lay_score(s, book, w, r, step)
            if step == first:
                scores[at] = max(scores[at], r.rates.planned)
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
def choose(states: Deals, i: int, book: Rules, weights: Weights, room: HeuristicScratch) -> int:
    """The step that the heuristic plays in deal `i`, which is not over: the best of `rank`, found sooner."""
    s, r = states[i], room.work[0]
    if s.phase != PLAY or s.first != NO_CARD or below_minimum(s, s.seat & 1):
        return _best_ranked(states, i, book, weights, room)
    rates = r.rates
    look(s, book, r.seen)
    weigh(s, book, weights, rates)
    first = prepare(states, i, book, weights, room)
    step = best_lay(s, book, weights, r)
    score = rates.found
    if first != NOTHING and (step == NOTHING or r.rates.planned > score):
        step, score = first, r.rates.planned
    if step != NOTHING and score > 0.0:
        return step
    thrown = _cheapest(s, book, weights, r)
    if thrown != NOTHING:
        return thrown
    return _best_ranked(states, i, book, weights, room)


@compiled
def _best_ranked(states: Deals, i: int, book: Rules, weights: Weights, room: HeuristicScratch) -> int:
    r = room.work[0]
    out = r.listed[:], r.scores[:]
    return best_of(out[0], out[1], rank(states, i, book, weights, room, out))


@compiled
def _cheapest(s: DealRecord, book: Rules, w: Weights, r: Workspace) -> int:
    """The discard that costs least, the lowest of equal ones; `NOTHING` if none is legal."""
    one = s.one[s.seat]
    if ones(one) + ones(s.two[s.seat]) == 1 and not may_be_empty(s, book, s.seat & 1):
        return NOTHING
    rest = one if s.barred == NO_CARD else one & ~(1 << s.barred)
    best, least = NOTHING, FAR
    hold(s, r.seen)
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        costs = cost(s, book, w, r, card)
        if costs < least:
            best, least = DISCARD | card, costs
    return best


@compiled
def play_out_heuristic(
    states: Deals, i: int, book: Rules, weights_by_side: RecordArray[Weights], room: HeuristicScratch
) -> int:
    """Play deal `i` to its end, each side by its own weights (2 x weights); the number of steps."""
    count = 0
    while states[i].phase != OVER:
        perform(states, i, book, choose(states, i, book, weights_by_side[states[i].seat & 1], room))
        count += 1
    return count
