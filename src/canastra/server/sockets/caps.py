"""How many sockets and streams one person, one address and everybody may have."""

from __future__ import annotations

from collections import Counter
from itertools import count

from canastra.protocol import Close
from canastra.server.settings import Caps
from canastra.server.sockets.endings import SocketsError


class Places:
    """All that are taken."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._all = 0
        self._numbers = count()

    @property
    def taken(self) -> int:
        """By everybody."""
        return self._all

    def take(self, player: str, address: str) -> Place:
        """One more; a `SocketsError` (429) if that is too many. Who has no session ("") counts by the address alone."""
        caps = self._caps
        full = bool(
            self._all >= caps.sockets
            or self._addresses[address] >= caps.sockets_of_address
            or (player and self._persons[player] >= caps.sockets_of_person)
        )
        if full:
            raise SocketsError(Close.TOO_MANY)
        self._all += 1
        self._addresses[address] += 1
        if player:
            self._persons[player] += 1
        return Place(self, player, address, next(self._numbers))

    def leave(self, address: str) -> None:
        """A connection has gone."""
        self._all -= 1
        _less(self._addresses, address)

    def leave_person(self, player: str) -> None:
        """A person has one less."""
        _less(self._persons, player)


class Place:
    """One that is taken. Each of the two can be given back once."""

    def __init__(self, places: Places, player: str, address: str, number: int) -> None:
        self.number = number
        """In the order in which they were taken."""
        self._places, self._player, self._address = places, player, address
        self._held = True

    def release_person(self) -> None:
        """The person no longer uses it, though the connection may still hang."""
        if self._player:
            self._places.leave_person(self._player)
            self._player = ""

    def release(self) -> None:
        """The connection has gone."""
        self.release_person()
        if self._held:
            self._held = False
            self._places.leave(self._address)


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
