"""A bot that plays turns out in many deals that it may be in: see `canastra.kernel.search`."""

from __future__ import annotations

from canastra.bots.heuristic import rng_for
from canastra.engine import Action, View
from canastra.kernel.heuristic.weights import weights_of
from canastra.kernel.play.turn import perform
from canastra.kernel.play.view import encode_view
from canastra.kernel.rules.steps import action_of
from canastra.kernel.rules.tables import rule_tables
from canastra.kernel.search.network import network_of, no_network
from canastra.kernel.search.rollouts import LANE
from canastra.kernel.search.scratch import SearchBudget, new_search_scratch
from canastra.kernel.search.search import search

TO_THE_END = 10_000
"""More turns than a deal has: without a network, deals are played to their end."""


class SearchBot:
    """Plays the turn that gains most on the heuristic's, if the gain is more than chance.

    It continues a chosen turn as far as the search foresaw it.
    """

    def __init__(self, seed: int, name: str, budget: SearchBudget) -> None:
        self.name = name
        self._seed, self._budget = seed, budget
        self._scratch = new_search_scratch()
        self._plan: dict[tuple[int, ...], int] = {}

    def choose(self, view: View) -> Action:
        """The bot's action."""
        if len(view.legal) == 1:
            return view.legal[0]
        tables = rule_tables(view.rulebook)
        encode_view(view, tables, self._scratch.nodes[0])
        moment = self._moment(0)
        planned = action_of(self._plan[moment], tables) if moment in self._plan else None
        if planned in view.legal:
            return planned
        self._search(view)
        return action_of(self._plan[moment], tables)

    def _search(self, view: View) -> None:
        """Plan the turn from the position in the first node."""
        rules, network = rule_tables(view.rulebook).rules, network_of(view.rulebook)
        budget = self._budget if network else self._budget._replace(turns=TO_THE_END)
        players = weights_of(view.rulebook), network or no_network()
        scratch = self._scratch
        place = search(scratch, rules, players, rng_for(view, self._seed).getrandbits(48), budget)
        node = scratch.turns[place]
        self._plan.clear()
        scratch.nodes[LANE] = scratch.nodes[0]
        for step in scratch.node_steps[node, : scratch.node_sizes[node]].tolist():
            self._plan[self._moment(LANE)] = step
            perform(scratch.nodes, LANE, rules, step)

    def _moment(self, node: int) -> tuple[int, ...]:
        """A key of a decision in its deal; all decisions of a turn have different keys."""
        state = self._scratch.nodes[node]
        seat = int(state["seat"])
        # A shift moves a card inside a meld and leaves the hand unchanged; after a withdrawal the hand is as before.
        melds = state["melds"][seat & 1, : state["melded"][seat & 1]]
        now = (state[name] for name in ("dealer", "turn", "phase", "refused", "withdrawn"))
        return tuple(map(int, (*now, state["one"][seat], state["two"][seat], *melds)))
