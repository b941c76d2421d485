"""The service of the lobby: opening, finding, joining and remembering tables, each a part of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from canastra.protocol.tables import NewTable, TableCard
from canastra.server.limits import limit
from canastra.server.live import Services
from canastra.server.lobby import repository
from canastra.server.lobby.creation import TableCreation
from canastra.server.lobby.expiry import Expiry
from canastra.server.lobby.listing import State, result_of, without_name
from canastra.server.lobby.queries import LobbyQueries
from canastra.server.lobby.registry import Registry, Shares
from canastra.server.lobby.repository import ListingChange, OpeningCaps
from canastra.server.lobby.seating import Seating
from canastra.server.settings import Caps
from canastra.server.storage import SqlDatabase
from canastra.server.users import Identity, Users

HOUSES_OF_PERSON = limit("houses_of_person", 50, "a person", "house rulebooks made", "429 `lobby_too_many_houses`")
"""House rulebooks for each person; they are kept for the records that name them."""


class Lobby:
    """Use its parts. It completes the given services (`find`, `changed`) and passes them to its `host`.

    `start` also starts the host. At the end: `host.drain`, then `settled`. The parts raise LobbyError and the errors of
    lower layers: InputError for an invalid request, RefusalError from a table, LiveError, StorageError.
    """

    def __init__(self, database: SqlDatabase, services: Services, users: Users, caps: Caps) -> None:
        shares = Shares(caps.tables_listed_of_person, caps.tables_listed_of_address)
        self.registry = Registry(database, services, shares)
        """The tables that the lobby knows; their rulebooks."""
        opening = OpeningCaps(caps.tables_of_person, HOUSES_OF_PERSON, caps.houses_of_site, caps.houses)
        self.creation = TableCreation(self.registry, opening, caps)
        """New tables and rematches."""
        self.seating = Seating(self.registry, users, caps)
        """Sitting down, leaving, bots on seats."""
        self.queries = LobbyQueries(self.registry, users)
        """Cards, lists, records, access for spectators."""
        self.expiry = Expiry(self.registry)
        """The expiry of unused tables."""
        self.host = self.registry.host
        """The manager of all tables."""
        self.registry.on_rematch = self.creation.rematch

    async def load_houses(self) -> None:
        """Load the stored house rules, which their tables need."""
        for rulebook_id, document in await self.registry.database.read(repository.houses):
            self.registry.houses.remember(rulebook_id, document)

    async def start(self) -> None:
        """Load all live tables that this server runs, and finish what their last server left undone.

        That is: openings, rematches, the index, the history. Clients may connect meanwhile. Call it again when this
        server takes over more tables.
        """
        await self.load_houses()
        await self.host.start()
        await self.creation.reconcile()
        await self.settled()

    async def let_go(self, seconds: float = 0) -> bool:
        """End the tables that another server runs now. Returns False if some had to be cut off.

        They have `seconds` to finish waiting commands; tables that are being opened are opened first.
        """
        if seconds:
            await self.creation.settled()
        in_time = await self.host.let_go(seconds)
        self.registry.let_go()
        if seconds:
            await self.registry.index.flushed()
        return in_time

    async def settled(self) -> None:
        """Return when no table is being opened, and everything is in the database."""
        await self.creation.settled()
        await self.registry.index.flushed()

    async def forget_name(self, player: str) -> None:
        """Replace a person's name by `DELETED_NAME` wherever it is stored: at tables, in lists, in records.

        Their public id stays. Done twice, since a write in flight may bring the name back once.
        """
        database, index = self.registry.database, self.registry.index
        tables = await database.read(lambda connection: repository.tables_of(connection, player))
        for _ in range(2 if tables else 0):
            await database.write(lambda connection: repository.forget_name(connection, player))
            for table_id in tables:
                await self.host.forget_name(player, table_id)
                listed = self.registry.at_hand(table_id)
                if listed is not None:
                    listed.listing = without_name(listed.listing, player)
                self.queries.forget_record(table_id)
            await index.flushed()

    async def unseal(self, table_ids: Sequence[str], *, watch: bool) -> None:
        """Unseal tables and store the results of their matches.

        `watch` is True if all users may read their records.
        """
        database, results = self.registry.database, []
        for table_id in table_ids:
            found = await self.registry.listed(table_id)
            if found.options.sealed and found.listing.state is State.FINISHED:
                result = result_of(found.options, await self.host.peek(table_id))
                results.append(ListingChange(table_id, found.listing, result))

        def work(connection: Connection) -> None:
            repository.unseal(connection, table_ids, watch)
            repository.write(connection, results)

        await database.write(work)
        for found in filter(None, map(self.registry.at_hand, table_ids)):
            found.options = replace(found.options, watch=watch, sealed=False)

    async def open(self, identity: Identity, new: NewTable, address: str = "") -> TableCard:
        """Open a table; its opener may be seated at once, and bots with it. `address` is the opener's."""
        return await self.queries.card(await self.creation.open(identity, new, address), identity)
