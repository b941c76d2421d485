"""A bot that weighs usefulness, danger and time in compiled code: see `canastra.kernel.heuristic`."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import numpy as np

from canastra.bots.thrift import thrifty
from canastra.engine import Action, View
from canastra.kernel.heuristic.choice import choose, rank
from canastra.kernel.heuristic.scratch import new_heuristic_scratch
from canastra.kernel.heuristic.weights import Weights, weights_of
from canastra.kernel.play.layout import new_states
from canastra.kernel.play.view import encode_view
from canastra.kernel.rules.steps import MOST_STEPS, action_of
from canastra.kernel.rules.tables import rule_tables


class HeuristicBot:
    """Plays the best step by the heuristic, with the rulebook's weights or others; the seed changes nothing."""

    name = "heuristic"

    def __init__(self, seed: int, weights: Weights | None = None) -> None:
        self._weights = weights
        self._states, self._scratch = new_states(1), new_heuristic_scratch()

    def choose(self, view: View) -> Action:
        """The bot's action."""
        if len(view.legal) == 1:
            return view.legal[0]
        tables = rule_tables(view.rulebook)
        encode_view(view, tables, self._states[0])
        weights = weights_of(view.rulebook) if self._weights is None else self._weights
        return action_of(int(choose(self._states, 0, tables.rules, weights, self._scratch)), tables)


class SoftmaxBot:
    """Draws its step from the softmax of the heuristic's scores: the higher the temperature, the weaker it plays.

    A step that is worth a `temperature` (in points) less than another is chosen e times less often. A `thrifty` bot
    wastes no wild (`canastra.bots.thrift`).
    """

    def __init__(self, seed: int, name: str, temperature: float, thrifty: bool = False) -> None:
        self.name = name
        self._seed, self._temperature, self._thrifty = seed, temperature, thrifty
        self._states, self._scratch = new_states(1), new_heuristic_scratch()
        self._steps, self._scores = np.zeros(MOST_STEPS, np.int32), np.zeros(MOST_STEPS)

    def choose(self, view: View) -> Action:
        """The bot's action."""
        if len(view.legal) == 1:
            return view.legal[0]
        tables = rule_tables(view.rulebook)
        encode_view(view, tables, self._states[0])
        weights = weights_of(view.rulebook)
        count = rank(self._states, 0, tables.rules, weights, self._scratch, (self._steps, self._scores))
        actions = [action_of(step, tables) for step in self._steps[:count].tolist()]
        scores: list[float] = self._scores[:count].tolist()
        if self._thrifty:
            kept = set(thrifty(view))
            scores = [score for action, score in zip(actions, scores, strict=True) if action in kept]
            actions = [action for action in actions if action in kept]
        best = max(scores)
        chances = [exp((score - best) / self._temperature) for score in scores]
        (action,) = rng_for(view, self._seed).choices(actions, chances)
        return action


def rng_for(view: View, seed: int) -> Random:
    """Random numbers that depend only on the seed and on what the seat sees of its hand and turn."""
    seen: Any = (seed, view.seat, view.turn, view.phase, view.hand, view.turn_summary, view.stock_size)
    # The former name of the class: with it, a seed still gives the games that were measured.
    return Random(repr(seen).replace("TurnSummary(", "SoFar("))
