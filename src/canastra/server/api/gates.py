"""How often somebody may ask: token buckets for each address and each session, scarcer ones for new sessions."""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import Scope

from canastra.server.api.errors import too_many
from canastra.server.limiting import Buckets
from canastra.server.people.words import folded
from canastra.server.settings import Caps
from canastra.server.sockets.addresses import address_of


class Gate:
    """All buckets of the interface. Each method takes one, or refuses (429)."""

    def __init__(self, caps: Caps, clock: Callable[[], float]) -> None:
        self._addresses = Buckets(caps.requests_of_address, clock)
        self._sessions = Buckets(caps.requests_of_session, clock)
        self._attempts = {
            "guests": Buckets(caps.guests_of_address, clock),
            "signings_in": Buckets(caps.signings_in_of_address, clock),
            "replays": Buckets(caps.replays_of_address, clock),
        }

    def address(self, scope: Scope) -> None:
        """Any request."""
        _take(self._addresses, address_of(scope))

    def session(self, session: str) -> None:
        """A request with a session, by the session's public id."""
        _take(self._sessions, session)

    def attempt(self, kind: str, scope: Scope) -> None:
        """A request that is scarcer than others: for a new session, or for long work."""
        _take(self._attempts[kind], address_of(scope))

    def login(self, login: str) -> None:
        """An attempt at a login, from wherever it comes: many addresses shall not guess at one password."""
        found = folded(login)
        if found is not None:  # Else there can be no such account.
            _take(self._attempts["signings_in"], f"login {found}")


def _take(buckets: Buckets, key: str) -> None:
    bucket = buckets.of(key)
    if not bucket.take():
        raise too_many(bucket.wait())
