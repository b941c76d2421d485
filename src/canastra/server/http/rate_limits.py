"""Rate limits of requests: token buckets for each address and each session, scarcer ones for new sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.types import Scope

from canastra.cache import Cache
from canastra.server.http.errors import too_many
from canastra.server.limits import Buckets
from canastra.server.origins import address_of, site_of
from canastra.server.settings import Caps
from canastra.server.users.validation import folded
from canastra.server.ws.connection_limits import HEALTH

GUESTS = "guests"
"""The kind of an attempt at a new guest."""
READING = "tournaments"
"""The kind of a request about a tournament that is not in memory."""
KNOWN = 100_000
"""Logins with an address at which they have signed in; the pair used longest ago is dropped first."""


ATTEMPTS: Mapping[str, str] = {
    GUESTS: "guests_of_address",
    "tables": "tables_opened_of_address",
    "signings_in": "signings_in_of_address",
    "records": "records_of_address",
    "replays": "replays_of_address",
    "analyses": "analyses_of_address",
    "regulations": "regulations_of_address",
    "prints": "prints_of_address",
    "logs": "logs_of_address",
    READING: "tournaments_read_of_address",
}
"""The cap of an address for each kind of request that is scarcer than others."""
ATTEMPTS_OF_SITES: Mapping[str, str] = {GUESTS: "guests_of_site", "tables": "tables_opened_of_site"}
"""The same for a site."""


class RateLimits:
    """All buckets of the interface. Each method takes from one, or refuses (429)."""

    def __init__(self, caps: Caps, clock: Callable[[], float]) -> None:
        self._addresses = Buckets(caps.requests_of_address, clock)
        self._request_sites = Buckets(caps.requests_of_site, clock)
        self._files = Buckets(caps.files_of_address, clock)
        self._sessions = Buckets(caps.requests_of_session, clock)
        self._sites_of = {kind: Buckets(getattr(caps, cap), clock) for kind, cap in ATTEMPTS_OF_SITES.items()}
        self._guests = Buckets(caps.guests, clock)
        self._attempts = {kind: Buckets(getattr(caps, cap), clock) for kind, cap in ATTEMPTS.items()}
        self._codes, self._halls = Buckets(caps.guests_of_code, clock), Buckets(caps.guests_of_hall, clock)
        self._sites = Buckets(caps.signings_in_of_site, clock)
        self._tries = Buckets(caps.tries_of_login, clock)
        self._strangers = Buckets(caps.strangers_of_login, clock)
        self._known = Cache[str, None](KNOWN)

    def address(self, scope: Scope) -> None:
        """Any request to the interface."""
        address = address_of(scope)
        _take(self._addresses, address)
        _take(self._request_sites, site_of(address))

    def file(self, scope: Scope) -> None:
        """Any other request, except checks of the server's health."""
        if scope["path"] not in HEALTH:
            _take(self._files, address_of(scope))

    def session(self, session: str) -> None:
        """A request with a session, by the session's public id."""
        _take(self._sessions, session)

    def attempt(self, kind: str, scope: Scope) -> None:
        """A request that is scarcer than others: for a new session, or for long work."""
        _take(self._attempts[kind], address_of(scope))
        if kind in self._sites_of:
            _take(self._sites_of[kind], site_of(address_of(scope)))

    def guest(self, scope: Scope, code: str | None) -> None:
        """A new guest, by the valid code of a tournament, if there is one.

        All phones of a hall may share an address, so such a guest takes from the code instead: a few for each, and
        from one place at most as many as a hall holds, since anyone may found a tournament and have codes. If the
        bucket of the code is empty, the guest is one like any other.
        """
        if code is None or not self._codes.take(code) or not self._halls.take(site_of(address_of(scope))):
            self.attempt(GUESTS, scope)
        _take(self._guests, "")

    def password(self, session: str) -> None:
        """An attempt at the password of the signed-in person."""
        _take(self._tries, f"session {session}")

    def login(self, login: str, scope: Scope, device: str | None) -> None:
        """An attempt at a login.

        Attempts by others don't lock a user out: a `device` that has signed in there before has a bucket of its own,
        and so has every address. Many addresses that guess together share one, from which users who signed in before at
        the same address take nothing. A login that doesn't exist is no different.
        """
        if device is not None:
            _take(self._tries, f"device {device}")
            return
        address, found = address_of(scope), folded(login)
        _take(self._attempts["signings_in"], address)
        _take(self._sites, site_of(address))
        if found is None:  # No account can have this login.
            return
        _take(self._tries, _pair(found, address))
        if _pair(found, address) not in self._known:
            _take(self._strangers, found)

    def signed_in(self, login: str, scope: Scope) -> None:
        """Remember that a login has signed in at this address; the right password was no guess."""
        found = _pair(folded(login) or "", address_of(scope))
        self._tries.of(found).give_back()
        self._known.put(found, None)


def _pair(login: str, address: str) -> str:
    return f"login {login} {address}"


def _take(buckets: Buckets, key: str) -> None:
    bucket = buckets.of(key)
    if not bucket.take():
        raise too_many(bucket.wait())
