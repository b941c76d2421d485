"""Expiry of unused tables: closed before their match, abandoned in it.

It uses only regular commands: a table is closed as its opener could close it, and in a match all people leave, as each
of them could. The last one to leave ends it as abandoned.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from canastra.server.limits import limit
from canastra.server.lobby import repository
from canastra.server.lobby.listing import LobbyError, State
from canastra.server.lobby.registry import Listed, Registry
from canastra.server.logging import code_of, log
from canastra.table import CallTime, Close, Leave, Stage, Table, load_event, wake_at
from canastra.table.events import ClocksResumed, Left

HOUR = 3_600_000
WAITING = limit("waiting", 24 * HOUR, "a table", "time without any event before its match", "it is closed", "ms")
"""Milliseconds without any event after which a table is closed before its match."""
WAITING_AGAIN = limit(
    "waiting_again", 12 * HOUR, "a rematch", "time without any event before its match", "it is closed", "ms"
)
"""The same for the table of a rematch, whose people had met already."""
LOOK = 60_000
"""Milliseconds between two checks for seats of absent people."""
ELSEWHERE, LOOK_ELSEWHERE = 40, 500
"""How often to check whether another server has ended a table, and milliseconds between: longer than a lease lives."""
AWAY = limit(
    "seat_away",
    600_000,
    "a seat at a public waiting table",
    "time without its person",
    "it is freed: `lobby_seat_freed`",
    "ms",
)
MOST_DISCARDED = 50_000
"""Tables whose logs one sweep deletes."""
PLAYING = limit(
    "playing",
    14 * 24 * HOUR,
    "a table",
    "time in a match without a clock and without a person",
    "it is ended as abandoned",
    "ms",
)
"""Milliseconds after which a match without a clock and without people is abandoned."""


class Expiry:
    """Checks a table only when it may have expired; the next time is remembered."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._due: dict[str, int] = {}
        self._seen: dict[tuple[str, str], int] = {}
        self._ahead: dict[str, int] = {}
        """Tables whose logs are ahead of the present, and since when that is known."""

    def interrupted(self) -> None:
        """Restart the absences of people: the server stood still."""
        self._seen = {}

    async def sweep(self) -> int:
        """Close and end expired tables. Returns how many. Then delete the rest of tables closed earlier."""
        tables = {listed.options.table: listed for listed in self._registry.live}
        self._due = {table_id: due for table_id, due in self._due.items() if table_id in tables}
        self._ahead = {table_id: since for table_id, since in self._ahead.items() if table_id in tables}
        expired = 0
        for table_id, found in tables.items():
            try:
                expired += await self._look(found)
            except Exception as error:  # noqa: BLE001 - one table must not keep the others away
                log(logging.WARNING, "not_expired", table=table_id, error=code_of(error))
        discarded, houses = await self._discard()
        log(logging.INFO, "lobby_swept", tables=expired, discarded=discarded, houses=houses)
        return expired

    async def end(self, table_id: str) -> None:
        """End a table early. Raises LobbyError if it is unknown (404) or over (409).

        If another server runs it, this waits until that server has read the order in the database and ended it (503).
        """
        registry = self._registry
        if not registry.services.owns(table_id):
            await self._ended_elsewhere(table_id)
            return
        await registry.listed(table_id)
        async with registry.lock(table_id):
            table = (await registry.host.table(table_id)).table
            if table.stage is Stage.SEATING:
                await registry.do(table_id, Close())
            elif table.stage is Stage.FINISHED:
                raise LobbyError("lobby_over", 409)
            else:
                await self._end_match(table_id, table)

    async def _ended_elsewhere(self, table_id: str) -> None:
        for _ in range(ELSEWHERE):
            try:
                listed = await self._registry.listed(table_id)
            except LobbyError:  # A table that was closed before its match is no longer found.
                return
            if listed.listing.state in (State.FINISHED, State.CLOSED):
                return
            await self._registry.services.clock.sleep(LOOK_ELSEWHERE)
        raise LobbyError("lobby_not_ended", 503)

    async def keep_freeing(self) -> None:
        """Free the seats of absent people, until cancelled."""
        while True:
            await self._registry.services.clock.sleep(LOOK)
            await self.free_seats()

    async def free_seats(self) -> int:
        """Free the seats of long-absent people at public waiting tables. Returns how many.

        Openers keep their seats, and so do people at private tables, who were invited, and players in tournaments.
        """
        now, freed, seen = self._registry.services.clock.now(), 0, dict[tuple[str, str], int]()
        for found in self._registry.live:
            if found.listing.state is not State.SEATING or found.options.private or found.options.tournament:
                continue
            table_id = found.options.table
            for number, seat in enumerate(found.listing.seats):
                if seat.kind != "person" or seat.player == found.options.opener:
                    continue
                key = (table_id, seat.player)
                there = self._registry.host.is_connected(table_id, number)
                seen[key] = now if there else self._seen.get(key, now)
                if now - seen[key] >= AWAY:
                    freed += await self._free(found, number, seat.player)
        self._seen = seen
        return freed

    async def _free(self, listed: Listed, number: int, player: str) -> bool:
        """Return whether the seat of an absent person could be freed."""
        table_id, registry = listed.options.table, self._registry
        try:
            async with registry.lock(table_id):
                actor = await registry.host.table(table_id)
                seat, waits = actor.table.seats[number], actor.table.stage is Stage.SEATING
                if not waits or seat.player != player or actor.is_connected(number):
                    return False
                await registry.do(table_id, Leave(number))
        except Exception as error:  # noqa: BLE001 - one table must not keep the others away
            log(logging.WARNING, "not_freed", table=table_id, error=code_of(error))
            return False
        listed.freed[player] = "lobby_seat_freed"
        log(logging.INFO, "seat_freed", table=table_id, seat=number)
        return True

    async def _discard(self) -> tuple[int, int]:
        """Delete the logs of tables closed before their match, and house rules without any table."""
        registry, discarded = self._registry, 0
        await registry.index.flushed()
        loaded = set(registry.host.loaded)
        for table_id in await registry.database.read(lambda connection: repository.closed(connection, MOST_DISCARDED)):
            if table_id not in loaded and registry.services.owns(table_id):
                await registry.database.write(partial(repository.discard, table_id=table_id))
                discarded += 1
        unused = await registry.database.read(repository.unused_houses)
        if unused:
            unused = await registry.database.write(repository.delete_houses)
        for rulebook_id in unused:
            registry.houses.forget(rulebook_id)
        return discarded, len(unused)

    async def _look(self, listed: Listed) -> bool:
        """Return whether a table had expired."""
        table_id, patience = listed.options.table, _patience(listed)
        if not self._is_due(
            table_id, self._due.get(table_id) or self._since(table_id, listed.options.opened) + patience
        ):
            return False
        if listed.listing.state is State.SEATING:
            return await self._close(table_id, patience)
        return await self._abandon(table_id, patience)

    async def _close(self, table_id: str, patience: int) -> bool:
        registry = self._registry
        async with registry.lock(table_id):
            # Loaded, so that no event comes between the check and the command.
            actor = await registry.host.table(table_id)
            if not self._is_due(table_id, self._since(table_id, actor.table.now) + patience):
                return False
            await registry.do(table_id, Close())
        log(logging.INFO, "expired", table=table_id, stage=Stage.SEATING)
        return True

    async def _abandon(self, table_id: str, patience: int) -> bool:
        registry = self._registry
        host = registry.host
        if table_id in host.loaded and (await host.table(table_id)).idle_since() is None:
            return False
        table = await host.peek(table_id)
        last = self._since(table_id, await self._last(table_id))
        if wake_at(table) is not None or not self._is_due(table_id, last + patience):
            return False
        await self._end_match(table_id, table)
        log(logging.INFO, "expired", table=table_id, stage=table.stage)
        return True

    async def _end_match(self, table_id: str, table: Table) -> None:
        """Have all people leave, or stop the match if leaving would lose it."""
        if table.settings.arranged:
            await self._registry.do(table_id, CallTime(stop=True))
            return
        # At the same time: no bot should play in between for the first to leave.
        await asyncio.gather(*(self._registry.do(table_id, Leave(seat)) for seat in leaving(table)))

    async def _last(self, table_id: str) -> int:
        """The time of the last event at a table, without resumed clocks and leaving people."""
        events = (load_event(line.body) for line in reversed(await self._registry.services.store.read(table_id)))
        return next(event.at for event in events if not isinstance(event, ClocksResumed | Left))

    def _since(self, table_id: str, last: int) -> int:
        """The time of the last event; for a log ahead of the present, the time at which that was noticed."""
        now = self._registry.services.clock.now()
        return last if last <= now else self._ahead.setdefault(table_id, now)

    def _is_due(self, table_id: str, due: int) -> bool:
        """Return whether a table's time is over; it is not checked again before."""
        self._due[table_id] = due
        return due <= self._registry.services.clock.now()


def leaving(table: Table) -> list[int]:
    """The people with a seat in a match, awaited ones last: so the match doesn't go on while they leave."""
    people = [number for number, seat in enumerate(table.seats) if seat.is_person and not seat.left]
    return sorted(people, key=lambda number: _is_awaited(table, number))


def _is_awaited(table: Table, number: int) -> bool:
    return number == table.to_act or table.contributions[number : number + 1] == (None,)


def _patience(listed: Listed) -> int:
    if listed.listing.state is State.RUNNING:
        return PLAYING
    return WAITING if listed.options.former is None else WAITING_AGAIN
