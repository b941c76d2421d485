"""The value of each alternative: all are played out in the same deals that the seat may be in.

A decision goes as far as its player can foresee: the draw, or the rest of the turn, or both if the player takes an open
pile. The order of layings doesn't matter: alternatives with the same melds and hand afterwards are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from canastra.bots.heuristic import rng_for
from canastra.bots.search import TO_THE_END
from canastra.bots.single_steps import single_steps
from canastra.engine import Action, View, perform, settle
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play import turn
from canastra.kernel.play.view import determinize, encode_view
from canastra.kernel.rng import seed_rng
from canastra.kernel.rules.steps import action_of, step_of
from canastra.kernel.rules.tables import RuleTables, rule_tables
from canastra.kernel.search.comparison import compare
from canastra.kernel.search.network import network_of, no_network
from canastra.kernel.search.scratch import (
    MOST_TURNS,
    MOST_WORLDS,
    NODES,
    SearchBudget,
    SearchScratch,
    even_budget,
    new_search_scratch,
)
from canastra.kernel.search.turns import list_turns

LONGEST_PLAYED: Final = 256
"""More steps than a turn can have: there are 104 cards."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An alternative. Points are the side's lead at the end of the deal."""

    actions: tuple[Action, ...]
    """Steps of one card or new melds of three, up to the end of the decision."""
    played: bool
    """True if this is what was played."""
    points: float
    """The expected points: the mean of all worlds."""
    error: float
    """Standard error of the points."""
    gain: float
    """The gain on the best alternative in the same worlds: 0 for itself, negative for the others."""
    gain_error: float
    """Standard error of the gain, much smaller than that of the points."""
    worlds: int


def evaluate(view: View, budget: SearchBudget, seed: int, played: Sequence[Action] = ()) -> tuple[Evaluation, ...]:
    """The alternatives of the seat to act, the best first; `played`, legal actions from here on, is among them.

    It uses only what the seat knows: the same view, budget and seed give the same result. If the played actions stop
    before the decision ends, the heuristic continues them.
    """
    tables, scratch = rule_tables(view.rulebook), _new_scratch()
    encode_view(view, tables, scratch.nodes[0])
    players = weights_of(view.rulebook), network_of(view.rulebook) or no_network()
    count = int(list_turns(scratch, tables.rules, players[0], min(budget.candidates, MOST_TURNS - 1)))
    place = -1
    if played:
        place = _add_played(scratch, count, _steps(view, played, tables), tables)
        count = max(count, place + 1)
    seed_rng(scratch.rng, 0, rng_for(view, seed).getrandbits(48), 0)
    turns = budget.turns if network_of(view.rulebook) else TO_THE_END
    worlds = min(budget.worlds, MOST_WORLDS)
    compare(scratch, tables.rules, players, count, even_budget(count, worlds, turns))
    actions = [_actions(scratch, node, tables) for node in scratch.turns[:count].tolist()]
    return _compared(actions, scratch.values[:count, :worlds], place)


def _new_scratch() -> SearchScratch:
    """Buffers in which the played actions may be more than the search considers."""
    return new_search_scratch()._replace(node_steps=np.zeros((NODES, LONGEST_PLAYED), np.int32))


def _steps(view: View, played: Sequence[Action], tables: RuleTables) -> list[int]:
    """Actions as the kernel's steps, from one known position to the next."""
    state, found = determinize(view), []
    for action in played:
        for step in single_steps(state, action):
            found.append(step_of(step, tables))
            state = settle(perform(state, step))
    return found


def _add_played(scratch: SearchScratch, count: int, steps: list[int], tables: RuleTables) -> int:
    """The index of the played turn among the listed ones; if it leads elsewhere, it is appended to them."""
    nodes = scratch.turns[:count].tolist()
    spare = next(node for node in range(1, NODES) if node not in nodes)
    scratch.nodes[spare] = scratch.nodes[0]
    for step in steps:
        turn.perform(scratch.nodes, spare, tables.rules, step)
    seat = int(scratch.nodes[0]["seat"])
    ends = [_outcome(scratch.nodes[node], seat) for node in nodes]
    outcome = _outcome(scratch.nodes[spare], seat)
    if outcome in ends:
        return ends.index(outcome)
    scratch.node_steps[spare, : len(steps)] = steps
    scratch.node_sizes[spare] = len(steps)
    scratch.turns[count] = spare
    return count


def _outcome(record: Any, seat: int) -> tuple[Any, ...]:
    """A key that is the same for positions that differ only by the order of steps."""
    side = seat % 2
    melds = sorted(record["melds"][side][: record["melded"][side]].tolist())
    pile = record["pile"][: record["pile_size"]].tolist()
    now = (int(record[name]) for name in ("turn", "phase", "drew", "withdrawn"))
    return (*now, int(record["one"][seat]), int(record["two"][seat]), melds, pile)


def _actions(scratch: SearchScratch, node: int, tables: RuleTables) -> tuple[Action, ...]:
    return tuple(action_of(step, tables) for step in scratch.node_steps[node, : scratch.node_sizes[node]].tolist())


def _compared(actions: Sequence[tuple[Action, ...]], values: Any, played: int) -> tuple[Evaluation, ...]:
    """The alternatives by their results (rows of points by world), the best first."""
    points, gains = values.mean(axis=1), values - values[values.mean(axis=1).argmax()]
    worlds = values.shape[1]
    errors, gain_errors = (rows.std(axis=1, ddof=1) / np.sqrt(worlds) for rows in (values, gains))
    means = gains.mean(axis=1)
    return tuple(
        Evaluation(
            actions=actions[row],
            played=row == played,
            points=float(points[row]),
            error=float(errors[row]),
            gain=float(means[row]),
            gain_error=float(gain_errors[row]),
            worlds=worlds,
        )
        for row in sorted(range(len(actions)), key=lambda row: -points[row])
    )
