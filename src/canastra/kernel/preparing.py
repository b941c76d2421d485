"""Compiling before there is a hurry. It takes some tens of seconds once; afterwards the code is read from disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from canastra.kernel import dealing, listing, moving
from canastra.kernel.book import book_of
from canastra.kernel.heuristic import choosing
from canastra.kernel.heuristic.scratch import new_heuristic_scratch
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.layout import new_states
from canastra.kernel.search.network import no_network
from canastra.kernel.search.room import SearchBudget, new_search_scratch
from canastra.kernel.search.searching import search
from canastra.kernel.steps import MOST_STEPS
from canastra.rulebooks import OFFICIAL, official


def nobody(done: int, all_of_them: int) -> None:
    """Who is told where nobody watches."""


def prepare(told: Callable[[int, int], None] = nobody) -> None:
    """Compile, or read, all that bots need; `told` hears how many parts of how many are done."""
    for done, part in enumerate(_PARTS):
        told(done, len(_PARTS))
        part(_Place())
    told(len(_PARTS), len(_PARTS))


class _Place:
    """Arguments of the types that the functions are compiled for."""

    def __init__(self) -> None:
        self.rulebook = official(OFFICIAL[0])
        self.book = book_of(self.rulebook).arrays[0]
        self.states = new_states(1)
        self.out = np.zeros(MOST_STEPS, np.int32)
        self.weights = weights_of(self.rulebook)
        self.room = new_heuristic_scratch()

    def deal(self) -> None:
        """Begin a deal."""
        pack = dealing.CARDS_SORTED.copy()
        dealing.deal(self.states, 0, self.book, pack, 0, np.full(2, -1, np.int8))

    def listed(self) -> int:
        """A legal step of it."""
        self.deal()
        listing.legal_steps(self.states, 0, self.book, self.out)
        return int(self.out[0])


def _rank(place: _Place) -> None:
    place.deal()
    choosing.rank(place.states, 0, place.book, place.weights, place.room, (place.out, np.zeros(MOST_STEPS)))


def _choose(place: _Place) -> None:
    place.deal()
    choosing.choose(place.states, 0, place.book, place.weights, place.room)


def _search(place: _Place) -> None:
    room = new_search_scratch()
    moving.perform(place.states, 0, place.book, place.listed())
    room.nodes[0] = place.states[0]  # After the draw there is more than one turn to compare.
    search(room, place.book, (place.weights, no_network()), 0, SearchBudget(2, 2, 1))


_PARTS: Final[tuple[Callable[[_Place], object], ...]] = (
    lambda place: place.deal(),
    lambda place: place.listed(),
    lambda place: moving.perform(place.states, 0, place.book, place.listed()),
    _rank,
    _choose,
    _search,
)
