"""Updates a node's memory after other nodes' writes; migration 3 has the kinds of changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from canastra.server.lobby import LobbyError

if TYPE_CHECKING:
    from canastra.server.app import Server


async def update_cache(server: Server, kind: str, subject: str) -> None:
    """Apply a change to a server's memory. Applying a change of its own, or one change twice, does no harm.

    Raises `UnavailableError`. An unknown kind is ignored: it comes from a newer version, which can still run beside
    this one.
    """
    update = _UPDATES.get(kind)
    if update is not None:
        await update(server, subject)


async def _person(server: Server, player: str) -> None:
    server.users.accounts.reload_sessions(player)
    await server.users.blocks.reload(player)


async def _session(server: Server, session: str) -> None:
    server.sockets.sign_out((session,))


async def _sanctions(server: Server, player: str) -> None:
    await server.users.sanctions.reload()
    server.sockets.turn_out()
    if player in server.users.sanctions.banned():
        await server.lobby.seating.leave_all(player)


async def _gone(server: Server, player: str) -> None:
    await server.lobby.seating.leave_all(player)
    await _person(server, player)
    server.users.sanctions.forget(player)
    await server.lobby.forget_name(player)
    await server.chat.reload(player)


async def _said(server: Server, player: str) -> None:
    await server.chat.reload(player)


async def _house(server: Server, rulebook: str) -> None:
    await server.lobby.load_houses()


async def _no_house(server: Server, rulebook: str) -> None:
    server.lobby.registry.houses.forget(rulebook)


async def _no_tournament(server: Server, tournament: str) -> None:
    await server.tournaments.forget(tournament)


async def _close(server: Server, table: str) -> None:
    if server.lobby.registry.services.owns(table):
        try:
            await server.lobby.expiry.end(table)
        except LobbyError:  # The table is closed already.
            return


_UPDATES: dict[str, Callable[[Server, str], Awaitable[None]]] = {
    "person": _person,
    "session": _session,
    "sanctions": _sanctions,
    "gone": _gone,
    "said": _said,
    "house": _house,
    "no_house": _no_house,
    "no_tournament": _no_tournament,
    "close": _close,
}
