"""Plays a match and passes its bots, in order, everything that their seats may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from canastra.bots.external.events import Event, MatchBegun, MatchEnded, Watcher, deal_ended, dealt, happened
from canastra.bots.player import Bot
from canastra.engine import Match, Phase, Piles, State, add_deal, follow, perform, score, start_deal, view
from canastra.errors import InternalError
from canastra.records import Entry
from canastra.records.entries import entry_of, forced_entry


class Driver:
    """Leads bots, by seat, through the deals of a match; a bot that is a `Watcher` gets the events."""

    def __init__(self, match: Match, bots: Sequence[Bot]) -> None:
        self.match = match
        self._bots = bots
        self._watchers = {seat: bot for seat, bot in enumerate(bots) if isinstance(bot, Watcher)}
        self._tell(lambda seat: [MatchBegun(match.rulebook, seat)])

    def play_deal(self, piles: Piles) -> State:
        """Play a deal to its end and return its last state; the match continues with it."""
        match, deal = self.match, self.match.deals + 1
        state = start_deal(match.rulebook, piles, match.dealer, match.opening)
        minimum = state.minimum
        self._tell(lambda seat: [dealt(match, piles, minimum, seat, deal)])
        state = self._settled(state)
        while state.phase is not Phase.OVER:
            state = self._settled(self._played(state))
        self.match = add_deal(match, score(state))
        self._tell(lambda _: [deal_ended(state, self.match, deal)])
        if self.match.finished:
            self._tell(lambda _: [MatchEnded(self.match.winner, self.match.points)])
        return state

    def _played(self, state: State) -> State:
        bot, seen = self._bots[state.seat], view(state, state.seat, self.match)
        action = bot.choose(seen)
        if action not in seen.legal:
            raise InternalError("bot_not_legal", bot=bot.name, action=str(action)[:80])
        after = perform(state, action)
        self._told(state, entry_of(state, action), after)
        return after

    def _settled(self, state: State) -> State:
        while state.forced is not None:
            after = follow(state)
            self._told(state, forced_entry(state), after)
            state = after
        return state

    def _told(self, before: State, entry: Entry, after: State) -> None:
        self._tell(lambda seat: happened(before, entry, after, seat))

    def _tell(self, seen_by: Callable[[int], Iterable[Event]]) -> None:
        for seat, bot in self._watchers.items():
            for event in seen_by(seat):
                bot.watch(event)
