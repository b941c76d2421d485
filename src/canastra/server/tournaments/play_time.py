"""How long people have had to play online, by a time of day that may be set, go on in a sleep or in a standstill."""

from __future__ import annotations

from canastra.server.cache import Cache
from canastra.server.clock import Clock

_KNOWN = 100_000
"""Rounds and tables whose beginning is remembered: more than are ever in play."""


class PlayTime:
    """Counts from when the server first saw a round or a table in play: no earlier time is counted after a restart."""

    def __init__(self, day: Clock, even: Clock) -> None:
        self._day, self._even = day, even
        self._seen: Cache[tuple[int, int]] = Cache(_KNOWN)
        self.lost = 0
        """Milliseconds in which the server stood still so far."""

    def since(self, name: str) -> int:
        """Since when something is in play, by the time of day as it was then."""
        return self._begun(name)[0]

    def given(self, name: str) -> int:
        """Milliseconds by which the time of day went on while nobody could play, since then; negative if set back."""
        return self._aside - self._begun(name)[1]

    @property
    def _aside(self) -> int:
        return self._day.now() - self._even.now() + self.lost

    def _begun(self, name: str) -> tuple[int, int]:
        found = self._seen.get(name)
        if found is None:
            found = self._day.now(), self._aside
            self._seen.put(name, found, 1)
        return found
