"""The application in front of a node's server: requests about a table or a tournament go to the owning node.

Requests for this node's own tables go straight to its server. All others go through a tunnel to the owner, where the
same application serves them, with the same checks. So a gateway sees only what its client may see of a table.
"""

from __future__ import annotations

import asyncio
import os
import re
from typing import Protocol

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send

from canastra.cluster.routing.bus import Bus, BusSubscription, UnheardError
from canastra.cluster.routing.frames import Answered, Opening, encode_opening, read_answered, read_asked, read_opening
from canastra.cluster.routing.outlet import Outlet
from canastra.cluster.routing.tunnel import Loss, Tunnel
from canastra.cluster.routing.tunnels import BEAT, Tunnels
from canastra.cluster.routing.visit import Visit, VisitOutcome
from canastra.server.limits import limit

AWAY = "503 `api_unavailable`; a socket: close 1012 `ws_restart`"
PATIENCE = limit("gateway_wait", 12.0, "a request", "time to find the owner of its table", AWAY, "s")
"""Longer than a usual lease lives."""
OPENING = limit("gateway_opening", 2.0, "an owner", "time to take a request", "the owner is looked for anew", "s")
AGAIN = 0.1
"""Seconds before the directory is first asked again."""
ENDING = limit(
    "gateway_ending",
    5.0,
    "a node",
    "time at the end for requests of other nodes' clients",
    "the rest is cut off",
    "s",
)
MOST = limit("gateway_visitors", 20_000, "a node", "requests and sockets of other nodes' clients", AWAY)
_KEYS = re.compile(r"/api/(?:tables/([A-Za-z0-9_-]{1,64})|tournaments/([a-z2-7]{16}))(?:/|\Z)", re.ASCII)
_YES, _NO = b"yes", b"no"


class Directory(Protocol):
    """The port to whatever knows which node owns a key, the id of a table or of a tournament."""

    node: str
    """This node's own name."""

    def owner(self, key: str) -> str | None:
        """The node that owns a key, as far as this node knows; None if no node does. Called with every request."""

    async def wait(self, key: str, seconds: float) -> str | None:
        """Wait up to `seconds` until the owner is known or changes. Returns the owner."""


class Gateway:
    """An ASGI application around the local server's. `start` it before anything comes in."""

    def __init__(
        self, app: ASGIApp, bus: Bus, directory: Directory, root_path: str = "", *, patience: float = PATIENCE,
        beat: float = BEAT,
    ) -> None:  # fmt: skip
        self.tunnels = Tunnels(bus, directory.node, beat=beat)
        self._app, self._bus, self._directory = app, bus, directory
        self._prefix, self._patience = root_path, patience
        self._serving: set[asyncio.Task[None]] = set()
        self._listening: BusSubscription | None = None
        self._visits: dict[Visit, tuple[str, Tunnel[Answered]]] = {}
        """The tunnel of each visit, with its key."""
        self._is_draining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket, here or at its owner."""
        key = routed_key(scope, self._prefix)
        if key is None or self._directory.owner(key) == self._directory.node:
            await self._app(scope, receive, send)
        else:
            await self._lead(key, scope, receive, send)

    async def start(self) -> None:
        """Accept requests of other nodes' clients."""
        await self.tunnels.start()
        self._listening = await self._bus.subscribe(_subject(self._directory.node), self._opened)

    async def drain(self) -> None:
        """Accept nothing new, and close (1012) sockets to other nodes' tables, so that their clients reconnect
        elsewhere.
        """
        self._is_draining = True
        if self._listening is not None:
            await self._listening.close()
            self._listening = None
        for visit in tuple(self._visits):
            visit.leave()

    def follow(self) -> None:
        """Give up tunnels to former owners, according to the directory: such an owner may never end them itself."""
        for key, tunnel in tuple(self._visits.values()):
            if self._directory.owner(key) not in (None, tunnel.peer):
                tunnel.lose(Loss.MOVED)

    async def close(self) -> None:
        """Drain, and end the requests of other nodes that still run here."""
        await self.drain()
        self.tunnels.lose_all()
        if self._serving:
            _, running = await asyncio.wait(self._serving, timeout=ENDING)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        await self.tunnels.close()

    async def _lead(self, key: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a visit to the owner, again after each change of owner before an answer began."""
        visit = Visit(scope, receive, send)
        await visit.begin()
        try:
            await self._lead_visit(visit, key, scope, send)
        finally:
            await visit.end()

    async def _lead_visit(self, visit: Visit, key: str, scope: Scope, send: Send) -> None:
        directory, now = self._directory, asyncio.get_running_loop().time
        end, pause = now() + self._patience, AGAIN
        while not self._is_draining and (left := end - now()) > 0:
            owner = directory.owner(key) or await directory.wait(key, left)
            is_own = owner == directory.node
            tunnel = await self._open(owner, scope) if owner is not None and not is_own else None
            if await visit.is_gone():
                if tunnel is not None:
                    tunnel.close()
                return
            if is_own:
                await self._app(scope, visit.receive, send)
                return
            if tunnel is None:
                await asyncio.sleep(min(pause, left))
                pause = min(2 * pause, 1.0)
                continue
            self._visits[visit] = key, tunnel
            try:
                outcome = await visit.through(tunnel)
            finally:
                del self._visits[visit]
            if outcome is not VisitOutcome.REPEAT:
                if outcome is VisitOutcome.UNAVAILABLE:
                    break
                return
        await visit.turn_away()

    async def _open(self, owner: str, scope: Scope) -> Tunnel[Answered] | None:
        """A tunnel to a node that claims to be the owner. It runs nothing before it gets a `Begin`."""
        name = os.urandom(16)
        opening = Opening.of(name, self._directory.node, dict(scope))
        tunnel = self.tunnels.dig(name, owner, read_answered)
        is_taken = False
        try:
            is_taken = await self._bus.request(_subject(owner), encode_opening(opening), OPENING) == _YES
        except UnheardError:
            pass
        finally:
            if not is_taken:
                tunnel.close()
        return tunnel if is_taken else None

    def _opened(self, data: bytes) -> bytes:
        """Handle another node's request for a tunnel to this owner."""
        try:
            opening = read_opening(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.tunnels.malformed += 1
            return _NO
        key = routed_key(opening.scope, self._prefix)
        is_ours = key is not None and self._directory.owner(key) == self._directory.node
        if not is_ours or self.tunnels.knows(opening.tunnel) or len(self._serving) >= MOST:
            return _NO
        outlet = Outlet(self.tunnels.dig(opening.tunnel, opening.gateway, read_asked), opening)
        task = asyncio.create_task(outlet.run(self._app))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        return _YES


def routed_key(scope: Scope, root_path: str = "") -> str | None:
    """The id of the table or the tournament that a request or a socket is about; None if there is no such id.

    >>> routed_key({"path": "/api/tables/abc/socket"}), routed_key({"path": "/api/tables"})
    ('abc', None)
    >>> routed_key({"path": "/mesa/api/tables/abc"}, "/mesa"), routed_key({"path": "/api/tournaments/examples"})
    ('abc', None)
    """
    path = scope.get("path", "")
    if root_path:
        path = path.removeprefix(root_path)
    found = _KEYS.match(path) if path.startswith("/api/t") else None
    return found and (found[1] or found[2])


def _subject(node: str) -> str:
    return f"canastra.open.{node}"
