"""Playing a pair: one pack and dealer twice, the second time with the sides swapped.

Each deal stands alone, as the first of a match: 0 to 0, nobody vulnerable. A bot is made anew for each deal and shown
views only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from canastra.arena.chance import bot_seed, pack_and_dealer
from canastra.arena.entrants import Entrant, new_bot
from canastra.arena.times import Times
from canastra.bots import Bot
from canastra.cards import Card
from canastra.engine import (
    Action,
    Phase,
    State,
    View,
    deal_out,
    perform,
    score,
    settle,
    start_deal,
    start_match,
    view,
)
from canastra.errors import CanastraError, InputError
from canastra.rulebooks import Rulebook


class HaltedError(Exception):
    """The run was given up while this deal was played."""


class PlayedDeal(NamedTuple):
    """How a deal ended: the points of the first entrant and of the second."""

    first: int
    second: int
    turns: int
    ending: str
    """A value of `canastra.engine.Ending`."""

    @property
    def difference(self) -> int:
        """Points of the first entrant less those of the second."""
        return self.first - self.second


class PlayedPair(NamedTuple):
    """Both deals of a pair: the first entrant is side 0 in the first, side 1 in the second."""

    straight: PlayedDeal
    swapped: PlayedDeal

    @property
    def score(self) -> float:
        """Of the first entrant: the mean of both differences, in points per deal."""
        return (self.straight.difference + self.swapped.difference) / 2

    @property
    def wins(self) -> float:
        """Deals that the first entrant won, of two; a draw is half of one."""
        return sum((deal.difference > 0) + 0.5 * (deal.difference == 0) for deal in self)


@dataclass(frozen=True, slots=True)
class Watch:
    """What watches bots decide: their times by name, and whether to give up."""

    times: dict[str, Times]
    halted: Callable[[], bool]

    def ask(self, bot: Bot, name: str, seen: View) -> Action:
        """What the bot does. Where there is nothing to choose, it is asked all the same, but no time is counted."""
        if self.halted():
            raise HaltedError
        start = perf_counter()
        action = bot.choose(seen)
        if len(seen.legal) > 1:
            self.times.setdefault(name, Times()).add(perf_counter() - start)
        return action


@dataclass(frozen=True, slots=True)
class Table:
    """Where pairs are played: two entrants, a rulebook, the seed of the run."""

    rulebook: Rulebook
    first: Entrant
    second: Entrant
    seed: int

    def play_pair(self, pair: int, watch: Watch) -> PlayedPair:
        """Both deals of a pair; an `InputError` that names bot, pair and seat if a bot fails."""
        pack, dealer = pack_and_dealer(self.seed, pair, self.rulebook.table.players)
        straight = self._play(pair, (self.first, self.second), pack, dealer, watch)
        swapped = self._play(pair, (self.second, self.first), pack, dealer, watch)
        return PlayedPair(straight, swapped._replace(first=swapped.second, second=swapped.first))

    def _play(
        self, pair: int, sides: tuple[Entrant, Entrant], pack: tuple[Card, ...], dealer: int, watch: Watch
    ) -> PlayedDeal:
        players = self.rulebook.table.players
        match = start_match(self.rulebook, dealer)
        names = sides[0].on_side(0, players, pair) | sides[1].on_side(1, players, pair)
        bots = {seat: new_bot(name, bot_seed(self.seed, pair, seat)) for seat, name in names.items()}
        state = settle(start_deal(self.rulebook, deal_out(pack, players, dealer), dealer, match.opening))
        while state.phase is not Phase.OVER:
            seat = state.seat
            seen = view(state, seat, match)
            try:
                action = watch.ask(bots[seat], names[seat], seen)
            except HaltedError:
                raise
            except Exception as error:  # a bot may be anybody's program
                raise _failure(error, names[seat], pair, seat) from error
            if action not in seen.legal:
                raise InputError("arena_bot_illegal", bot=names[seat], pair=pair, seat=seat, action=str(action)[:80])
            state = settle(perform(state, action))
        return _ended(state)


def _failure(error: Exception, bot: str, pair: int, seat: int) -> InputError:
    reason = error.message() if isinstance(error, CanastraError) else f"{type(error).__name__}: {error}"
    return InputError("arena_bot_failed", bot=bot, pair=pair, seat=seat, reason=reason[:200])


def _ended(state: State) -> PlayedDeal:
    one, two = (each.total for each in score(state))
    assert one is not None
    assert two is not None
    assert state.ending is not None
    return PlayedDeal(one, two, state.turn, state.ending.value)
