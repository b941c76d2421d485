"""Plays pairs: one pack and dealer twice, the second time with the sides swapped.

Each deal stands alone, as the first of a match: 0 to 0, no side vulnerable. Bots are made anew for each deal; programs
continue from deal to deal. Both get views, and bots that watch get the deal's events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from canastra.arena.entrants import Entrant
from canastra.arena.players import Watch, seat_players
from canastra.arena.programs import NO_FAULTS, USUAL, Faults, ProgramOptions
from canastra.arena.seeds import bot_seed, pack_and_dealer
from canastra.bots.external.driver import Driver
from canastra.cards import Card
from canastra.engine import State, deal_out, score, start_match
from canastra.rulebooks import Rulebook


class PlayedDeal(NamedTuple):
    """The result of a deal: the points of the first entrant and of the second."""

    first: int
    second: int
    turns: int
    ending: str
    """A value of `canastra.engine.Ending`."""
    faults: tuple[Faults, Faults] = (NO_FAULTS, NO_FAULTS)
    """Faults of the programs of the first entrant and of the second."""

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
        """The first entrant's score: the mean of both differences, in points per deal."""
        return (self.straight.difference + self.swapped.difference) / 2

    @property
    def wins(self) -> float:
        """Deals of the two that the first entrant won; a draw counts as half."""
        return sum((deal.difference > 0) + 0.5 * (deal.difference == 0) for deal in self)


@dataclass(frozen=True, slots=True)
class PairPlayer:
    """Plays pairs of two entrants under a rulebook, with the run's seed and the options of programs."""

    rulebook: Rulebook
    first: Entrant
    second: Entrant
    seed: int
    options: ProgramOptions = USUAL

    def play_pair(self, pair: int, watch: Watch) -> PlayedPair:
        """Play both deals of a pair. Raises `InputError`, with bot, pair and seat, if a bot fails."""
        pack, dealer = pack_and_dealer(self.seed, pair, self.rulebook.table.players)
        straight = self._play(pair, (self.first, self.second), pack, dealer, watch)
        swapped = self._play(pair, (self.second, self.first), pack, dealer, watch)
        turned = swapped._replace(first=swapped.second, second=swapped.first, faults=swapped.faults[::-1])
        return PlayedPair(straight, turned)

    def _play(
        self, pair: int, sides: tuple[Entrant, Entrant], pack: tuple[Card, ...], dealer: int, watch: Watch
    ) -> PlayedDeal:
        players = self.rulebook.table.players
        on_seats = sides[0].on_side(0, players, pair) | sides[1].on_side(1, players, pair)
        bots = {seat: (source, bot_seed(self.seed, pair, seat)) for seat, source in on_seats.items()}
        with seat_players(bots, self.rulebook, pair, self.options, watch) as seats:
            driver = Driver(start_match(self.rulebook, dealer), seats)
            state = driver.play_deal(deal_out(pack, players, dealer))
            one, two = (_added(player.faults for player in seats[side::2]) for side in (0, 1))
        return _ended(state, (one, two))


def _added(faults: Iterable[Faults]) -> Faults:
    return reduce(Faults.plus, faults, NO_FAULTS)


def _ended(state: State, faults: tuple[Faults, Faults]) -> PlayedDeal:
    one, two = (side_score.total for side_score in score(state))
    assert one is not None
    assert two is not None
    assert state.ending is not None
    return PlayedDeal(one, two, state.turn, state.ending.value, faults)
