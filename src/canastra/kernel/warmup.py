"""Compiles ahead of time. It takes some tens of seconds once; afterwards the code is read from disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from canastra.kernel.heuristic.choice import choose, rank
from canastra.kernel.heuristic.scratch import new_heuristic_scratch
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play.deal import deal
from canastra.kernel.play.layout import new_states
from canastra.kernel.play.legal_steps import legal_steps
from canastra.kernel.play.turn import perform
from canastra.kernel.rng import CARDS_SORTED
from canastra.kernel.rules.steps import MOST_STEPS
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.network import no_network
from canastra.kernel.search.scratch import SearchBudget, new_search_scratch
from canastra.kernel.search.search import search
from canastra.rulebooks import OFFICIAL, official


def ignore_progress(done: int, all_of_them: int) -> None:
    """The default for `told`, which ignores the progress."""


def compile_kernel(told: Callable[[int, int], None] = ignore_progress) -> None:
    """Compile, or load, everything that bots need.

    `told` is called with the number of finished parts and of all parts.
    """
    for done, part in enumerate(_PARTS):
        told(done, len(_PARTS))
        part(_Arguments())
    told(len(_PARTS), len(_PARTS))


class _Arguments:
    """Arguments of the types that the functions are compiled for."""

    def __init__(self) -> None:
        self.rulebook = official(OFFICIAL[0])
        self.rules = rule_tables(self.rulebook).rules
        self.states = new_states(1)
        self.out = np.zeros(MOST_STEPS, np.int32)
        self.weights = weights_of(self.rulebook)
        self.scratch = new_heuristic_scratch()

    def begin(self) -> None:
        """Begin a deal."""
        pack = CARDS_SORTED.copy()
        deal(self.states, 0, self.rules, pack, 0, np.full(2, -1, np.int8))

    def legal_step(self) -> int:
        """A legal step of it."""
        self.begin()
        legal_steps(self.states, 0, self.rules, self.out)
        return int(self.out[0])


def _rank(given: _Arguments) -> None:
    given.begin()
    rank(given.states, 0, given.rules, given.weights, given.scratch, (given.out, np.zeros(MOST_STEPS)))


def _choose(given: _Arguments) -> None:
    given.begin()
    choose(given.states, 0, given.rules, given.weights, given.scratch)


def _search(given: _Arguments) -> None:
    scratch = new_search_scratch()
    perform(given.states, 0, given.rules, given.legal_step())
    scratch.nodes[0] = given.states[0]  # After the draw there is more than one turn to compare.
    search(scratch, given.rules, (given.weights, no_network()), 0, SearchBudget(2, 2, 1))


_PARTS: Final[tuple[Callable[[_Arguments], object], ...]] = (
    lambda given: given.begin(),
    lambda given: given.legal_step(),
    lambda given: perform(given.states, 0, given.rules, given.legal_step()),
    _rank,
    _choose,
    _search,
)
