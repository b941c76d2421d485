"""A step in figures: the heuristic's points against the next best step, and the points of turns played out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from canastra.bots.evaluation import Evaluation, evaluate
from canastra.bots.explain.facts import Fact
from canastra.engine import Action, View
from canastra.errors import Figure
from canastra.kernel.heuristic.choice import rank
from canastra.kernel.heuristic.scratch import new_heuristic_scratch
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play.layout import new_states
from canastra.kernel.play.view import encode_view
from canastra.kernel.rules.steps import MOST_STEPS, action_of
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.scratch import even_budget

BUDGET: Final = even_budget(candidates=10, worlds=100, turns=8)
SURE: Final = 1.96
"""Standard errors of a 95 % interval."""


def estimates(view: View, action: Action) -> tuple[Fact, ...]:
    """The value of a legal step (one card or a new meld of three) in figures, if there are other steps."""
    return (*_by_the_heuristic(view, action), *_played_out(view, action))


def difference(points: float, error: float, worlds: int) -> Fact:
    """The fact that a step brings more points than the other way, fewer, or about as many.

    `error` is a standard error.
    """
    code = "explain_even" if abs(points) <= SURE * error else "explain_gains" if points > 0 else "explain_loses"
    return _reason(code, points=round(abs(points)), margin=margin(error), worlds=worlds)


def margin(error: float) -> int:
    """Half of a 95 % interval for people, in whole points, at least 1."""
    return max(round(SURE * error), 1)


def _reason(code: str, **given: Figure) -> Fact:
    return Fact(code, "", tuple(given.items()))


def _by_the_heuristic(view: View, action: Action) -> Iterator[Fact]:
    scores = _scores(view)
    other = max((step for step in scores if step != action), key=lambda step: scores[step])
    ahead = scores[action] - scores[other]
    code = "explain_first_choice" if ahead >= 0 else "explain_not_first"
    yield _reason(code, points=round(abs(ahead)))


def _scores(view: View) -> dict[Action, float]:
    """The heuristic's points for every legal step."""
    tables, states = rule_tables(view.rulebook), new_states(1)
    encode_view(view, tables, states[0])
    steps, scores = np.zeros(MOST_STEPS, np.int32), np.zeros(MOST_STEPS)
    count = rank(states, 0, tables.rules, weights_of(view.rulebook), new_heuristic_scratch(), (steps, scores))
    pairs = zip(steps[:count].tolist(), scores[:count].tolist(), strict=True)
    return {action_of(step, tables): score for step, score in pairs}


def _played_out(view: View, action: Action) -> Iterator[Fact]:
    """The best turn with the step against the best without it; one of them is the best of all."""
    found = evaluate(view, BUDGET, 0, (action,))
    with_it, without = _best(found, action, True), _best(found, action, False)
    if with_it and without:
        error = max(with_it.gain_error, without.gain_error)
        yield difference(with_it.gain - without.gain, error, with_it.worlds)


def _best(found: Sequence[Evaluation], action: Action, has: bool) -> Evaluation | None:
    return next((turn for turn in found if (action in turn.actions) is has), None)
