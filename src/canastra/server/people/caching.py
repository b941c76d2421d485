"""Identities by the hashes of their tokens, so that a request needs no read of the database."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

from canastra.server.limits import limit
from canastra.server.people.identity import Identity

DAY = 86_400_000
EXPIRY = limit("session", 180 * DAY, "a session", "unused", "401 `api_session`, then deleted", "ms")
"""Milliseconds without use after which a session is over. An API token never is."""
MOST = 20_000


@dataclass(frozen=True, slots=True)
class Session:
    """A session or an API token: whose it is and when it was used last, to the day."""

    identity: Identity
    api: bool
    used: int

    def over(self, now: int) -> bool:
        """Whether it has expired."""
        return not self.api and now - self.used >= EXPIRY

    def due(self, now: int) -> bool:
        """Whether its last use is to be written again."""
        return now - self.used >= DAY


class Sessions:
    """The latest sessions used.

    Whoever changes what the database says of a person drops all sessions of that person *after* the commit. A read that
    began before may come back later: it was begun at an older `mark`, and is not kept.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._sessions: OrderedDict[bytes, Session] = OrderedDict()
        self._hashes: dict[str, set[bytes]] = {}
        self.mark = 0

    def get(self, hashed: bytes) -> Session | None:
        """A session at hand."""
        found = self._sessions.get(hashed)
        if found is not None:
            self._sessions.move_to_end(hashed)
        return found

    def put(self, hashed: bytes, session: Session, mark: int) -> None:
        """Keep what was read since `mark`, unless anything was dropped since."""
        if mark != self.mark:
            return
        self._sessions[hashed] = session
        self._hashes.setdefault(session.identity.player, set()).add(hashed)
        if len(self._sessions) > self._most:
            self._forget(next(iter(self._sessions)))

    def touch(self, hashed: bytes, now: int) -> None:
        """Note a use of what is at hand."""
        found = self._sessions.get(hashed)
        if found is not None:
            self._sessions[hashed] = replace(found, used=now)

    def drop(self, player: str) -> None:
        """Keep nothing of a person."""
        self.mark += 1
        for hashed in list(self._hashes.get(player, ())):
            self._forget(hashed)

    def _forget(self, hashed: bytes) -> None:
        player = self._sessions.pop(hashed).identity.player
        self._hashes[player].discard(hashed)
        if not self._hashes[player]:
            del self._hashes[player]
