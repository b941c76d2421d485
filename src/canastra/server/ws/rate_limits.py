"""How often messages may come over sockets and streams."""

from __future__ import annotations

from canastra.server.rate_limit import Bucket, Buckets, Monotonic
from canastra.server.settings import Caps


class SocketRates:
    """How often messages may come: from one socket, one session, one address; hints to one person; new sockets."""

    def __init__(self, caps: Caps, clock: Monotonic) -> None:
        self._caps, self._clock = caps, clock
        self._sessions = Buckets(caps.messages_of_session, self._clock)
        self._addresses = Buckets(caps.messages_of_address, self._clock)
        self._hints = Buckets(caps.hints_of_person, self._clock)
        self._openings = Buckets(caps.new_sockets_of_address, self._clock)

    def socket(self) -> Bucket:
        """A new socket's own."""
        return Bucket(self._caps.messages_of_socket, self._clock)

    def session(self, session: str) -> Bucket:
        """That of all sockets and requests of a session."""
        return self._sessions.of(session)

    def hints(self, player: str) -> Bucket:
        """That of a person's hints, for which a bot has to think."""
        return self._hints.of(player)

    def openings(self, address: str) -> Bucket:
        """That of the new sockets and streams of everybody who comes from there."""
        return self._openings.of(address)

    def address(self, address: str) -> Bucket:
        """That of everybody who comes from there."""
        return self._addresses.of(address)
