"""A bot that plays turns out in many deals that it may be in: see `canastra.kernel.search`."""

from __future__ import annotations

from canastra.bots.heuristic import rng_for
from canastra.engine import Action, View
from canastra.kernel.book import book_of
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.moving import perform
from canastra.kernel.search.network import network_of, no_network
from canastra.kernel.search.rollouts import LANE
from canastra.kernel.search.room import SearchBudget, new_search_scratch
from canastra.kernel.search.searching import search
from canastra.kernel.steps import action_of
from canastra.kernel.viewing import encode_view

TO_THE_END = 10_000
"""More turns than a deal has: without a network, deals are played to their end."""


class SearchBot:
    """Plays the turn that gains most on the heuristic's, if the gain is more than chance.

    It continues a chosen turn as far as it was foreseen.
    """

    def __init__(self, seed: int, name: str, budget: SearchBudget) -> None:
        self.name = name
        self._seed, self._budget = seed, budget
        self._room = new_search_scratch()
        self._plan: dict[tuple[int, ...], int] = {}

    def choose(self, view: View) -> Action:
        """What to do now."""
        if len(view.legal) == 1:
            return view.legal[0]
        book = book_of(view.rulebook)
        encode_view(view, book, self._room.nodes[0])
        moment = self._moment(0)
        planned = action_of(self._plan[moment], book) if moment in self._plan else None
        if planned in view.legal:
            return planned
        self._search(view)
        return action_of(self._plan[moment], book)

    def _search(self, view: View) -> None:
        """Plan the turn from the position in the first node."""
        book, network = book_of(view.rulebook).arrays[0], network_of(view.rulebook)
        budget = self._budget if network else self._budget._replace(turns=TO_THE_END)
        players = weights_of(view.rulebook), network or no_network()
        room = self._room
        place = search(room, book, players, rng_for(view, self._seed).getrandbits(48), budget)
        node = room.turns[place]
        self._plan.clear()
        room.nodes[LANE] = room.nodes[0]
        for step in room.node_steps[node, : room.node_sizes[node]].tolist():
            self._plan[self._moment(LANE)] = step
            perform(room.nodes, LANE, book, step)

    def _moment(self, node: int) -> tuple[int, ...]:
        """A key of a decision in its deal; no two of a turn are the same."""
        state = self._room.nodes[node]
        seat = int(state["seat"])
        # A shift moves a card inside a meld and leaves the hand as it was; after a withdrawal all is as before it.
        melds = state["melds"][seat & 1, : state["melded"][seat & 1]]
        now = (state[name] for name in ("dealer", "turn", "phase", "refused", "withdrawn"))
        return tuple(map(int, (*now, state["one"][seat], state["two"][seat], *melds)))
