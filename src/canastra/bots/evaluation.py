"""What each way to go on is worth: all of them played out in the same deals that the seat may be in.

A decision goes as far as its player can foresee: the draw, or all that is left of the turn, or both where the pile is
taken and lies open. The order of layings makes no difference: who has the same melds and the same hand afterwards has
decided the same.
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
from canastra.kernel import moving
from canastra.kernel.book import Book, book_of
from canastra.kernel.dealing import begin_chance
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.search.halving import compare
from canastra.kernel.search.network import network_of, no_network
from canastra.kernel.search.room import MOST_TURNS, MOST_WORLDS, NODES, Room, SearchBudget, even_budget, new_room
from canastra.kernel.search.turns import list_turns
from canastra.kernel.steps import action_of, step_of
from canastra.kernel.viewing import completed, encode_view

LONGEST_PLAYED: Final = 256
"""More steps than a turn can have: it lays 104 cards at most."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One alternative. Points are those that the side is ahead by at the end of the deal."""

    actions: tuple[Action, ...]
    """Of one card each, or new melds of three, to where the decision ends."""
    played: bool
    """Whether it is what was played."""
    points: float
    """Expected, in the mean of all worlds."""
    error: float
    """Standard error of that."""
    gain: float
    """On the best alternative, in the same worlds: 0 of that one itself, negative of the others."""
    gain_error: float
    """Standard error of the gain, much smaller than that of the points."""
    worlds: int


def evaluate(view: View, budget: SearchBudget, seed: int, played: Sequence[Action] = ()) -> tuple[Evaluation, ...]:
    """The alternatives of the seat to act, the best first; `played`, legal actions from here on, is among them.

    Only what the seat knows is asked for: the same view, budget and seed give the same answer. Played actions that stop
    before the decision ends are gone on with as the heuristic does.
    """
    book, room = book_of(view.rulebook), _new_room()
    encode_view(view, book, room.nodes[0])
    players: Any = weights_of(view.rulebook), network_of(view.rulebook) or no_network()
    count = int(list_turns(room, book.arrays[0], players[0], min(budget.candidates, MOST_TURNS - 1)))
    place = -1
    if played:
        place = _add_played(room, count, _steps(view, played, book), book)
        count = max(count, place + 1)
    begin_chance(room.chance, 0, rng_for(view, seed).getrandbits(48), 0)
    turns = budget.turns if network_of(view.rulebook) else TO_THE_END
    worlds = min(budget.worlds, MOST_WORLDS)
    compare(room, book.arrays[0], players, count, even_budget(count, worlds, turns))
    actions = [_actions(room, node, book) for node in room.turns[:count].tolist()]
    return _compared(actions, room.values[:count, :worlds], place)


def _new_room() -> Room:
    """Room in which what was played may be longer than what the search considers."""
    return new_room()._replace(node_steps=np.zeros((NODES, LONGEST_PLAYED), np.int32))


def _steps(view: View, played: Sequence[Action], book: Book) -> list[int]:
    """Actions as steps; they lead from one known position to the next."""
    state, found = completed(view), []
    for action in played:
        for each in single_steps(state, action):
            found.append(step_of(each, book))
            state = settle(perform(state, each))
    return found


def _add_played(room: Room, count: int, steps: list[int], book: Book) -> int:
    """The place of what was played among the turns listed, behind them if it leads elsewhere than all of them."""
    nodes = room.turns[:count].tolist()
    spare = next(node for node in range(1, NODES) if node not in nodes)
    room.nodes[spare] = room.nodes[0]
    for step in steps:
        moving.perform(room.nodes, spare, book.arrays[0], step)
    seat = int(room.nodes[0]["seat"])
    ends = [_outcome(room.nodes[node], seat) for node in nodes]
    outcome = _outcome(room.nodes[spare], seat)
    if outcome in ends:
        return ends.index(outcome)
    room.node_steps[spare, : len(steps)] = steps
    room.node_sizes[spare] = len(steps)
    room.turns[count] = spare
    return count


def _outcome(record: Any, seat: int) -> tuple[Any, ...]:
    """The same for positions that differ only by the order of a turn's steps."""
    side = seat % 2
    melds = sorted(record["melds"][side][: record["melded"][side]].tolist())
    pile = record["pile"][: record["pile_size"]].tolist()
    now = (int(record[name]) for name in ("turn", "phase", "drew", "withdrawn"))
    return (*now, int(record["one"][seat]), int(record["two"][seat]), melds, pile)


def _actions(room: Room, node: int, book: Book) -> tuple[Action, ...]:
    return tuple(action_of(step, book) for step in room.node_steps[node, : room.node_sizes[node]].tolist())


def _compared(actions: Sequence[tuple[Action, ...]], values: Any, played: int) -> tuple[Evaluation, ...]:
    """The alternatives by what came of them (rows of points by world), the best first."""
    points, gains = values.mean(axis=1), values - values[values.mean(axis=1).argmax()]
    worlds = values.shape[1]
    errors, gain_errors = (each.std(axis=1, ddof=1) / np.sqrt(worlds) for each in (values, gains))
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
