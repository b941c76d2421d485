"""The mute and block lists of all users: in memory, since they are consulted for every line of chat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from sqlalchemy import Connection, delete, select

from canastra.server.limits import limit
from canastra.server.storage.tables import add_missing, blocks
from canastra.server.users import repository
from canastra.server.users.tokens import Core, Identity, UsersError

ListKind = Literal["mute", "block"]
MOST = limit("list", 500, "a person", "people muted or blocked", "409 `users_list_full`")
"""The most people on a list: to mute, or to block."""
NOBODY: frozenset[str] = frozenset()
_How = Callable[[Connection, str, ListKind, str], None]


class BlockLists:
    """The lists of all users, read once. Only lists that aren't empty take memory."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._lists: dict[ListKind, dict[str, frozenset[str]]] = {"mute": {}, "block": {}}
        self._either: dict[str, frozenset[str]] = {}
        self._loading = asyncio.Lock()
        self._loaded = False

    async def load(self) -> None:
        """Read all lists, the first time."""
        if self._loaded:
            return
        async with self._loading:
            if not self._loaded:
                self._keep_all(await self._core.database.read(_everything))
                self._loaded = True

    def of(self, player: str, kind: ListKind) -> frozenset[str]:
        """The people that a user mutes, or the people that the user blocks."""
        return self._lists[kind].get(player, NOBODY)

    def muted_or_blocked(self, player: str) -> frozenset[str]:
        """The people whose chat a user does not receive."""
        return self._either.get(player, NOBODY)

    def between(self, one: str, other: str) -> bool:
        """Return whether one of two people blocks the other."""
        return other in self.of(one, "block") or one in self.of(other, "block")

    async def add(self, identity: Identity, kind: ListKind, target: str) -> None:
        """Stop receiving chat from a person ("mute"), or also sharing tables with them ("block"). Adding twice is no
        error.

        Raises UsersError.
        """
        await self._change(identity, kind, target, _add)

    async def remove(self, identity: Identity, kind: ListKind, target: str) -> None:
        """Remove a person from a list; does nothing if they aren't on it. Raises UsersError."""
        await self._change(identity, kind, target, _remove)

    def forget(self, player: str) -> None:
        """Take a deleted person off every list."""
        for kind, lists in self._lists.items():
            lists.pop(player, None)
            for other in [other for other, listed in lists.items() if player in listed]:
                self._keep(other, kind, lists[other] - {player})
        self._either.pop(player, None)

    async def reload(self, player: str) -> None:
        """Read a user's lists from the database again."""
        await self.load()
        mute, block = await self._core.database.read(
            lambda connection: (_list(connection, player, "mute"), _list(connection, player, "block"))
        )
        self._keep(player, "mute", mute)
        self._keep(player, "block", block)

    async def _change(self, identity: Identity, kind: ListKind, target: str, how: _How) -> None:
        player = identity.player

        def work(connection: Connection) -> frozenset[str]:
            repository.require_interactive_session(connection, identity)
            how(connection, player, kind, target)
            return _list(connection, player, kind)

        await self.load()
        await self._core.change(player, work, lambda listed: self._keep(player, kind, listed))

    def _keep_all(self, lines: list[tuple[str, ListKind, str]]) -> None:
        gathered: dict[tuple[str, ListKind], set[str]] = {}
        for player, kind, target in lines:
            gathered.setdefault((player, kind), set()).add(target)
        for (player, kind), listed in gathered.items():
            self._keep(player, kind, frozenset(listed))

    def _keep(self, player: str, kind: ListKind, listed: frozenset[str]) -> None:
        _put(self._lists[kind], player, listed)
        _put(self._either, player, self.of(player, "mute") | self.of(player, "block"))


def _put(lists: dict[str, frozenset[str]], player: str, listed: frozenset[str]) -> None:
    if listed:
        lists[player] = listed
    else:
        lists.pop(player, None)


def _everything(connection: Connection) -> list[tuple[str, ListKind, str]]:
    rows = connection.execute(select(blocks.c.player, blocks.c.kind, blocks.c.target))
    return [(player, kind, target) for player, kind, target in rows]


def _list(connection: Connection, player: str, kind: ListKind) -> frozenset[str]:
    statement = select(blocks.c.target).where(blocks.c.player == player, blocks.c.kind == kind)
    return frozenset(connection.execute(statement).scalars())


def _add(connection: Connection, player: str, kind: ListKind, target: str) -> None:
    if target == player:
        raise UsersError("users_oneself", 400)
    repository.known(connection, target)
    listed = _list(connection, player, kind)
    if target not in listed and len(listed) >= MOST:
        raise UsersError("users_list_full", 409, most=MOST)
    add_missing(connection, blocks, [{"player": player, "kind": kind, "target": target}])


def _remove(connection: Connection, player: str, kind: ListKind, target: str) -> None:
    if target.isascii():
        listed = (blocks.c.player == player, blocks.c.kind == kind, blocks.c.target == target)
        connection.execute(delete(blocks).where(*listed))
