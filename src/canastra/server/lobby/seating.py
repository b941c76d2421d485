"""Changes of seats: sitting down, leaving, bots, and closing a table. All of them go through the table's log."""

from __future__ import annotations

import logging
import math
from collections.abc import Collection

from canastra import bots
from canastra.protocol.tables import Seated
from canastra.server.limits import Buckets, limit
from canastra.server.live import LiveError, seat_of
from canastra.server.lobby import repository
from canastra.server.lobby.listing import LobbyError
from canastra.server.lobby.registry import Listed, Registry
from canastra.server.logging import code_of, log
from canastra.server.settings import Caps
from canastra.server.users import Identity, Users
from canastra.table import AddBots, Close, Leave, RefusalError, Sit, Stage, Table
from canastra.table.seats import SeatKind

UNSEATED = "lobby_unseated"
BARRED = limit(
    "seat_barred",
    300_000,
    "a person removed by the opener",
    "time until they may sit down there again",
    "403 `lobby_unseated`",
    "ms",
)
"""Not forever: a button is hit by mistake, and people make up."""


class Seating:
    """The changes of seats before a match, and leaving during it."""

    def __init__(self, registry: Registry, users: Users, caps: Caps) -> None:
        self._registry, self._users, self._most = registry, users, caps.seats_of_person
        self._taken = Buckets(caps.seats_taken_of_person, lambda: registry.services.clock.now() / 1000)

    async def take_seat(self, identity: Identity, table_id: str, seat: int, invitation: str | None = None) -> Seated:
        """Sit down; does nothing if the person sits there already. Raises LobbyError and RefusalError.

        A block between two people keeps them from sitting at one table.
        """
        listed = await self._registry.visible(table_id, identity, invitation)
        # First the person's lock, then the table's: the same order everywhere, or two tasks would wait for each other.
        async with self._registry.lock(f"{identity.player} sits down"), self._registry.lock(table_id):
            table = await self._table(table_id)
            if seat_of(table, identity.player) != seat:
                if listed.options.tournament:
                    raise LobbyError("lobby_arranged", 403)
                await self._check_seats(listed, identity)
                self._check_blocks(table, identity)
                await self._registry.do(
                    table_id, Sit(seat, identity.player, identity.name, identity.animal), identity.player
                )
                listed.freed.pop(identity.player, None)
        return Seated(table_id, seat)

    async def unseat(self, identity: Identity, table_id: str, seat: int) -> None:
        """Remove the occupant of a seat from the opener's table before its match. Raises LobbyError.

        A person may not sit down there again for a while.
        """
        listed = await self._own(identity, table_id)
        async with self._registry.lock(table_id):
            table = await self._table(table_id)
            if table.stage is not Stage.SEATING:
                raise LobbyError("lobby_begun", 409)
            if not (0 <= seat < len(table.seats) and table.seats[seat].kind is not SeatKind.EMPTY):
                raise LobbyError("lobby_nobody", 409, seat=seat + 1)
            player = table.seats[seat].player
            barred = player != "" and player != identity.player
            if barred:  # Before the command: a connected client gets the reason at once.
                listed.freed[player] = UNSEATED
            try:
                await self._registry.do(table_id, Leave(seat))
            except Exception:
                listed.freed.pop(player, None)
                raise
            if barred:
                listed.barred[player] = self._registry.services.clock.now() + BARRED

    async def leave(self, identity: Identity, table_id: str) -> None:
        """Leave: for good before the match, with a bot in the seat during it. Raises LobbyError."""
        await self._registry.visible(table_id, identity, None)
        seat = seat_of(await self._table(table_id), identity.player)
        if seat is None:
            raise LobbyError("lobby_not_seated", 403)
        await self._registry.do(table_id, Leave(seat), identity.player)

    async def leave_all(self, player: str) -> None:
        """Have a person leave all tables of this server. An unavailable table doesn't stop it."""
        # Read from the database, so that the server need not have been started.
        await self._registry.index.flushed()
        for table_id in await self._registry.database.read(lambda connection: repository.seated(connection, player)):
            await self._get_up(player, table_id)

    async def turn_out(self, banned: Collection[str]) -> None:
        """Have all these banned people leave all tables of this server."""
        if not banned:
            return
        await self._registry.index.flushed()
        for player, table_id in await self._registry.database.read(repository.seated_with_ban):
            if player in banned:
                await self._get_up(player, table_id)

    async def _get_up(self, player: str, table_id: str) -> None:
        """Have a person leave a seat, if this server runs the table: otherwise its own server does it."""
        if not self._registry.services.owns(table_id):
            return
        try:
            seat = seat_of(await self._table(table_id), player)
            if seat is not None:
                await self._registry.do(table_id, Leave(seat))
        except (RefusalError, LiveError) as error:  # They have left already, or the table is damaged.
            log(logging.INFO, "not_left", table=table_id, code=code_of(error))

    async def put_bots(self, identity: Identity, table_id: str, level: str, seat: int | None = None) -> None:
        """Put bots on a seat of the opener's table, or on all empty ones; never so that bots are among themselves.

        Raises LobbyError, InputError and RefusalError.
        """
        await self._own(identity, table_id)
        bots.check(level)
        async with self._registry.lock(table_id):
            table = await self._table(table_id)
            empty = [number for number, seat in enumerate(table.seats) if seat.kind is SeatKind.EMPTY]
            filled = empty if seat is None else [seat]
            if not set(empty) - set(filled) and not any(seat.is_person for seat in table.seats):
                raise LobbyError("lobby_only_bots", 409)
            # Each seat by its number: one that its person leaves just now stays empty, or bots would play alone.
            for number in filled or (None,):
                await self._registry.do(table_id, AddBots(level, number))

    async def send_bot_away(self, identity: Identity, table_id: str, seat: int) -> None:
        """Empty a bot's seat before the match. Raises LobbyError if the match has begun, or no bot sits there."""
        await self._own(identity, table_id)
        async with self._registry.lock(table_id):
            table = await self._table(table_id)
            if table.stage is not Stage.SEATING:
                raise LobbyError("lobby_begun", 409)
            if not (0 <= seat < len(table.seats) and table.seats[seat].kind is SeatKind.BOT):
                raise LobbyError("lobby_no_bot", 409, seat=seat + 1)
            await self._registry.do(table_id, Leave(seat))

    async def close(self, identity: Identity, table_id: str) -> None:
        """Close a table before its match: its people leave, and it is no longer found."""
        await self._own(identity, table_id)
        async with self._registry.lock(table_id):
            await self._registry.do(table_id, Close())

    async def _check_seats(self, listed: Listed, identity: Identity) -> None:
        """Check that the person may sit down at one more table."""
        player = identity.player
        if listed.barred.get(player, 0) > self._registry.services.clock.now():
            raise LobbyError(UNSEATED, 403)
        if listed.options.opener != player and listed.options.former is None:
            await self._registry.index.flushed()
            taken = await self._registry.database.read(lambda connection: repository.waiting_seats(connection, player))
            if taken >= self._most:
                raise LobbyError("lobby_too_many_seats", 429, most=self._most)
        if not self._taken.take(player):
            raise LobbyError("lobby_seats_rate", 429, seconds=math.ceil(self._taken.of(player).wait()))

    async def _table(self, table_id: str) -> Table:
        return (await self._registry.host.table(table_id)).table

    async def _own(self, identity: Identity, table_id: str) -> Listed:
        """A table that the person opened. Raises LobbyError if another person opened it."""
        listed = await self._registry.visible(table_id, identity, None)
        if listed.options.opener != identity.player:
            raise LobbyError("lobby_not_opener", 403)
        return listed

    def _check_blocks(self, table: Table, identity: Identity) -> None:
        """Raise LobbyError if there is a block. The answer doesn't reveal who blocked the other."""
        others = [seat.player for seat in table.seats if seat.is_person and seat.player != identity.player]
        if any(self._users.blocks.between(identity.player, other) for other in others):
            raise LobbyError("lobby_blocked", 403)
