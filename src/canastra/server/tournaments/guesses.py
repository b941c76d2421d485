"""How often somebody may bring a wrong code or invitation."""

from __future__ import annotations

import math

from canastra.server.rate_limit import Buckets
from canastra.server.settings import Rate
from canastra.server.tournaments.errors import TournamentError


class Guesses:
    """A bucket for each person; only what is wrong takes from it.

    Not for each address: all phones of a club share one, and nobody there may keep the others from their tables. New
    persons are scarce by themselves.
    """

    def __init__(self, rate: Rate) -> None:
        self._buckets = Buckets(rate)

    def check(self, player: str) -> None:
        """Raise `TournamentError` (429) for somebody who was wrong too often, whatever is brought now."""
        wait = self._buckets.of(player).wait()
        if wait > 0:
            raise TournamentError("tournaments_guesses", 429, seconds=math.ceil(wait))

    def wrong(self, player: str) -> None:
        """Note a code that is none."""
        self._buckets.take(player)
