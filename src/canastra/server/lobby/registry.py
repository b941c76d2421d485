"""The registry of the lobby's tables: options and listings in memory, with the table manager and the index."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from operator import is_
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from canastra.cache import Cache
from canastra.rulebooks import Rulebook
from canastra.server.limits import limit
from canastra.server.live import CommandRequest, Completed, Services, TableManager, TableStoppedError
from canastra.server.live.services import Fence, Owns, no_fence
from canastra.server.lobby import repository
from canastra.server.lobby.house_rules import HouseRules
from canastra.server.lobby.listing import Listing, State, TableOptions, listing_of, no_table, result_of
from canastra.server.lobby.repository import ListingChange
from canastra.server.logging import code_of, log
from canastra.server.storage import SqlDatabase, UnavailableError
from canastra.server.users import Identity
from canastra.table import Command, Table

FINISHED_KEPT = limit(
    "finished_tables",
    20_000,
    "the server",
    "tables of finished matches in memory",
    "the one used longest ago is read again when asked for",
)
"""Tables of finished matches in memory; others are read again on demand."""
AGAIN = 1.0
"""Seconds before a write is repeated that an unavailable database did not take."""
_TRIES = 3


@dataclass(slots=True)
class Listed:
    """A table in memory."""

    options: TableOptions
    listing: Listing
    shape: tuple[object, ...] = ()
    """The parts of the table that the listing was made of."""
    freed: dict[str, str] = field(default_factory=dict)
    """Codes of the reasons for which people lost their seats here, by player. Lost when the server ends."""
    barred: dict[str, int] = field(default_factory=dict)
    """Until when people may not sit down here again: milliseconds, by player."""

    def is_news(self, table: Table) -> bool:
        """Return whether anything may have changed that the listing shows.

        Called after every command, so no values are compared; of a seat only its holder matters, not its clock.
        """
        seats = ((seat.kind, seat.player, seat.name, seat.level) for seat in table.seats)
        shape = (table.stage, table.match, table.result, *chain.from_iterable(seats))
        if len(self.shape) == len(shape) and all(map(is_, self.shape, shape)):
            return False
        self.shape = shape
        return True


class Shares:
    """Finds the public waiting tables that the list leaves out: the latest of a person, or an address, beyond a share.

    >>> shares = Shares(of_person=2, of_address=3)
    >>> for number in range(3):
    ...     shares.add(f"ana-{number}", "ana", "192.0.2.1")
    >>> shares.add("eva", "eva", "192.0.2.1")
    >>> sorted(shares.hidden("192.0.2.9")), shares.hidden("192.0.2.1")
    (['ana-2', 'eva'], {'ana-2'})
    >>> shares.remove("ana-0")
    >>> shares.hidden("192.0.2.9")
    set()
    """

    def __init__(self, of_person: int, of_address: int) -> None:
        self._shares = {"person": of_person, "address": of_address}
        self._tables: dict[tuple[str, str], dict[str, None]] = {}
        self._keys: dict[str, tuple[tuple[str, str], ...]] = {}
        self._crowded: set[tuple[str, str]] = set()

    def add(self, table_id: str, opener: str, address: str) -> None:
        """Add a waiting table; `address` is empty if it isn't known, as after a restart."""
        if table_id in self._keys:
            return
        keys = (("person", opener), *([("address", address)] if address else []))
        self._keys[table_id] = keys
        for key in keys:
            self._tables.setdefault(key, {})[table_id] = None
            self._judge(key)

    def remove(self, table_id: str) -> None:
        """Remove a table that no longer waits."""
        for key in self._keys.pop(table_id, ()):
            del self._tables[key][table_id]
            self._judge(key)

    def hidden(self, address: str) -> set[str]:
        """The tables that the list for an address leaves out: none for sharing that address."""
        found: set[str] = set()
        for key in self._crowded:
            if key != ("address", address):
                found.update(list(self._tables[key])[self._shares[key[0]] :])
        return found

    def _judge(self, key: tuple[str, str]) -> None:
        tables = self._tables[key]
        if len(tables) > self._shares[key[0]]:
            self._crowded.add(key)
        else:
            self._crowded.discard(key)
        if not tables:
            del self._tables[key]


class Registry:
    """The state that all parts of the lobby share."""

    def __init__(self, database: SqlDatabase, services: Services, shares: Shares) -> None:
        self.shares = shares
        self.addresses: dict[str, str] = {}
        """The addresses of the openers of waiting tables; in memory alone."""
        self.database, self.houses = database, HouseRules()
        self.services = replace(services, find=self.houses.find, changed=self.changed, owner=self._owner)
        self.host = TableManager(self.services)
        self.index = Index(database, services.owns, services.fence)
        self.on_rematch: Callable[[str], None] = lambda table_id: None
        self.on_next: Callable[[str, str], None] = lambda table_id, following: None
        self.on_arranged: Callable[[str], None] = lambda tournament: None
        """Called with the tournament whose table has news for lists."""
        self._tell = services.changed
        self._live: dict[str, Listed] = {}
        self.held: Counter[tuple[str, str]] = Counter()
        """How many of the tables whose matches have not ended each site has, and each founder of tournaments."""
        self._finished = Cache[str, Listed](FINISHED_KEPT)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def live(self) -> tuple[Listed, ...]:
        """The tables whose match is to come, or goes on."""
        return tuple(self._live.values())

    def __len__(self) -> int:
        """The number of live tables."""
        return len(self._live)

    def find(self, rulebook_id: str) -> Rulebook:
        """An official or a house rulebook. Raises RulebookError."""
        return self.houses.find(rulebook_id)

    def lock(self, table_id: str) -> asyncio.Lock:
        """The lock of a table, or of a person, to hold from a check to the change that relies on it."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    def at_hand(self, table_id: str) -> Listed | None:
        """A table in memory; None if it isn't."""
        return self._live.get(table_id) or self._finished.get(table_id)

    async def listed(self, table_id: str) -> Listed:
        """A table. Raises LobbyError (404) if it is unknown."""
        listed = self.at_hand(table_id)
        if listed is not None:
            return listed
        await self.index.flushed()
        row = await self.database.read(lambda connection: repository.one(connection, table_id))
        if row is None or row.listing is None:
            raise no_table()
        if not self.services.owns(table_id):  # Another server changes it without notifying this one.
            return Listed(row.options, row.listing)
        return self.at_hand(table_id) or self.remember(Listed(row.options, row.listing))

    async def visible(self, table_id: str, identity: Identity | None, invitation: str | None) -> Listed:
        """The table if the person may see it. Raises LobbyError (404)."""
        listed = await self.listed(table_id)
        player = identity.player if identity else None
        terms = listed.options
        invited = hmac.compare_digest((invitation or "").encode(), terms.invitation.encode())
        seated = listed.listing.seat_of(player) is not None
        if terms.private and not (invited or seated or player == terms.opener):
            raise no_table()
        return listed

    def enter(self, options: TableOptions, table: Table) -> None:
        """Add a table that has just been opened: from now on it can be found."""
        found = Listed(options, listing_of(table))
        self.index.put(ListingChange(options.table, found.listing))
        self.remember(found)
        self._note(found, table)
        if options.tournament:
            self.on_arranged(options.tournament)

    async def look(self, listed: Listed) -> None:
        """Compare a table with its log, unless it has reported itself already. Raises NoTableError."""
        table = await self.host.peek(listed.options.table)
        if not listed.shape:
            self._note(listed, table)

    def changed(self, table_id: str, table: Table) -> None:
        """Update the lists after a command: called by the table manager, at once and every time."""
        self.notice(table_id, table)
        self._tell(table_id, table)

    def notice(self, table_id: str, table: Table) -> None:
        """Bring lists, history and rematch up to the state of the table."""
        listed = self.at_hand(table_id)
        if listed is not None:
            self._note(listed, table)
        elif table.rematch:  # A match long over, which was read again for it.
            self.on_rematch(table_id)

    def forget(self, table_id: str) -> None:
        """Drop a table that can't be loaded."""
        self._leave(table_id)
        self._wait_no_longer(table_id)

    def let_go(self) -> None:
        """Drop the tables that another server runs now."""
        for table_id in [table_id for table_id in (*self._live, *self._finished) if not self.services.owns(table_id)]:
            self.forget(table_id)
            self._finished.drop(table_id)

    def next_is(self, table_id: str, following: str, closed: bool = False) -> None:
        """Record the table of a rematch, and whether it was closed."""
        listed = self.at_hand(table_id)
        if listed is not None:
            listed.options = replace(listed.options, next=following, next_closed=closed)

    async def do(self, table_id: str, command: Command, player: str | None = None, command_id: str = "") -> None:
        """Run a command. Raises RefusalError. Repeated if the table stopped, which its id makes harmless."""
        request = CommandRequest(command, command_id or self.services.random.randbytes(12).hex(), player)
        for left in reversed(range(_TRIES)):
            try:
                answer = await self.host.send(table_id, request)
                break
            except TableStoppedError:
                if not left:
                    raise
        if not isinstance(answer, Completed):
            raise answer.refusal

    def remember(self, listed: Listed) -> Listed:
        """Put a table among the live or the finished ones, by its state."""
        table_id, state = listed.options.table, listed.listing.state
        self._leave(table_id)
        self._finished.drop(table_id)
        if state is State.FINISHED:
            self._finished.put(table_id, listed)
        elif state is not State.CLOSED:
            self._live[table_id] = listed
            self.held.update(_holders(listed.options))
        if state is not State.SEATING:
            self._wait_no_longer(table_id)
        elif not listed.options.private and not listed.options.tournament:
            self.shares.add(table_id, listed.options.opener, self.addresses.get(table_id, ""))
        return listed

    def _leave(self, table_id: str) -> None:
        """Remove a table from the live ones and their counts."""
        found = self._live.pop(table_id, None)
        for holder in _holders(found.options) if found is not None else ():
            self.held[holder] -= 1
            if not self.held[holder]:
                del self.held[holder]

    def _wait_no_longer(self, table_id: str) -> None:
        self.shares.remove(table_id)
        self.addresses.pop(table_id, None)

    def _owner(self, table_id: str) -> str:
        listed = self.at_hand(table_id)
        return table_id if listed is None else listed.options.opener or table_id

    def _note(self, listed: Listed, table: Table) -> None:
        if listed.is_news(table):
            entry = listing_of(table)
            if entry != listed.listing:
                listed.listing = entry
                # Other tables may still play the same deals: the result is stored when the table is unsealed.
                is_public = entry.state is State.FINISHED and not listed.options.sealed
                result = result_of(listed.options, table) if is_public else None
                self.index.put(ListingChange(listed.options.table, entry, result))
                self.remember(listed)
                if listed.options.tournament:
                    self.on_arranged(listed.options.tournament)
                if entry.state is State.CLOSED and listed.options.former is not None:
                    self.next_is(listed.options.former, listed.options.table, closed=True)
        if table.rematch and listed.options.next is None:
            self.on_rematch(listed.options.table)


def _holders(options: TableOptions) -> tuple[tuple[str, str], ...]:
    """The site and the founder on whose share of the server a table counts."""
    return tuple((name, value) for name, value in (("site", options.site), ("founder", options.founder)) if value)


class Index:
    """Writes the changes of listings, all waiting ones at once.

    Changes that a crash kept from being written are found again at start, since the tables' logs have them. If the
    database is unavailable, they are written when it is back.
    """

    def __init__(self, database: SqlDatabase, owns: Owns, fence: Fence = no_fence) -> None:
        self._database, self._owns, self._fence = database, owns, fence
        self._waiting: dict[str, ListingChange] = {}
        self._task: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None

    def put(self, change: ListingChange) -> None:
        """Have a change written soon; of two of the same table only the later one."""
        self._waiting[change.table] = change
        self._begin()

    async def flushed(self) -> None:
        """Return when all earlier changes are written, or can't be for now."""
        while self._task is not None:
            await asyncio.shield(self._task)

    def _put(self, connection: Connection, changes: Mapping[str, ListingChange]) -> None:
        """Write the changes of tables that this server still runs: while it stood still, it may have lost some."""
        repository.write(connection, [changes[table_id] for table_id in self._fence(connection, changes)])

    def _begin(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._write())

    async def _write(self) -> None:
        if self._again is not None:
            self._again.cancel()
            self._again = None
        changes: dict[str, ListingChange] = {}
        try:
            while self._waiting:
                changes = {table_id: change for table_id, change in self._waiting.items() if self._owns(table_id)}
                self._waiting = {}
                await self._database.write(partial(self._put, changes=changes))
        except UnavailableError as error:
            log(logging.WARNING, "index_waits", error=code_of(error))
            self._waiting = changes | self._waiting
            self._again = asyncio.get_running_loop().call_later(AGAIN, self._begin)
        except Exception as error:  # noqa: BLE001 - the store has stopped; the next start puts the index right
            log(logging.ERROR, "index_failed", error=code_of(error))
        finally:
            self._task = None
