"""The lobby: the one way in to opening, finding, joining and remembering tables."""

from __future__ import annotations

from collections.abc import Callable

from canastra.protocol.moderation import ReportedTable
from canastra.protocol.people import History, Profile
from canastra.protocol.tables import NewTable, Seated, TableCard, Tables
from canastra.rulebooks import Rulebook
from canastra.server.limits import limit
from canastra.server.live import Services, TableManager
from canastra.server.lobby import repository
from canastra.server.lobby.creation import TableCreation
from canastra.server.lobby.expiry import Expiry
from canastra.server.lobby.listing import TableOptions, no_table
from canastra.server.lobby.persons import Acquaintances, Person
from canastra.server.lobby.queries import LobbyQueries
from canastra.server.lobby.registry import Registry, Shares
from canastra.server.lobby.repository import Caps
from canastra.server.lobby.seating import Seating
from canastra.server.settings import Caps as ServerCaps
from canastra.server.storage import Database
from canastra.table import Table

HOUSES_OF_PERSON = limit("houses_of_person", 50, "a person", "house rulebooks made", "429 `lobby_too_many_houses`")
"""House rulebooks that one person may make; they are kept for ever, for the records that name them."""


class Lobby:
    """Made with services, which it completes (`find`, `changed`) and gives to its `host`.

    `start` also starts the host. At the end: `host.drain`, then `settled`.
    Its errors: `LobbyError`, and as they are those of what is below it: `InputError` of what can't be asked for,
    `RefusalError` of a table that says no, `HostingError`, `StorageError`.
    """

    def __init__(self, database: Database, services: Services, people: Acquaintances, caps: ServerCaps) -> None:
        shares = Shares(caps.tables_listed_of_person, caps.tables_listed_of_address)
        self._registry = Registry(database, services, shares)
        self._opening = TableCreation(self._registry, Caps(caps.tables_of_person, HOUSES_OF_PERSON, caps.houses), caps)
        self._seating = Seating(self._registry, people, caps)
        self._looking = LobbyQueries(self._registry, people)
        self._expiring = Expiry(self._registry)
        self._registry.on_rematch = self._opening.rematch

    @property
    def host(self) -> TableManager:
        """The manager of all tables."""
        return self._registry.host

    @property
    def services(self) -> Services:
        """The services that all tables share."""
        return self._registry.services

    @property
    def on_next(self) -> Callable[[str, str], None]:
        """Told the id of a table and that of its rematch, when that has been opened."""
        return self._registry.on_next

    @on_next.setter
    def on_next(self, told: Callable[[str, str], None]) -> None:
        self._registry.on_next = told

    async def load_houses(self) -> None:
        """Know the house rules of former days, without which their tables can't be loaded."""
        for rulebook_id, document in await self._registry.database.read(repository.houses):
            self._registry.houses.remember(rulebook_id, document)

    async def start(self) -> None:
        """Load everything that is played at, and put right what the last end of the server left undone.

        That is: openings, rematches, the index, the history. People may come while this goes on.
        """
        await self.load_houses()
        await self.host.start()
        await self._opening.put_right()
        await self.settled()

    async def settled(self) -> None:
        """Return when nothing is being opened, and everything is in the database."""
        await self._opening.settled()
        await self._registry.index.flushed()

    async def sweep(self) -> int:
        """Close the tables that nobody starts, and end the matches that nobody plays on; how many. Call it now and
        then: see `canastra.server.lobby.expiry`."""
        return await self._expiring.sweep()

    async def free_seats(self) -> int:
        """Free the seats of people who have long been away from public waiting tables; how many."""
        return await self._expiring.free_seats()

    async def keep_freeing(self) -> None:
        """Free the seats of people who have long been away from waiting tables, until cancelled."""
        await self._expiring.keep_freeing()

    def find(self, rulebook_id: str) -> Rulebook:
        """An official rulebook or a house's; a `RulebookError`."""
        return self._registry.find(rulebook_id)

    def house_file(self, rulebook_id: str) -> str:
        """The file of a house's rulebook, which a record of its tables needs beside it; a `LobbyError` (404)."""
        return self._registry.houses.file(rulebook_id)

    def terms(self, table_id: str) -> TableOptions:
        """What holds for a table to which somebody was admitted, or that is played at; a `LobbyError` (404)."""
        found = self._registry.at_hand(table_id)
        if found is None:
            raise no_table()
        return found.terms

    def on_change(self, table_id: str, table: Table) -> None:
        """What the host calls after each command."""
        self._registry.changed(table_id, table)

    async def open(self, identity: Person, new: NewTable, address: str = "") -> TableCard:
        """Open a table; its opener may be seated at once, and bots with it. `address` is where the opener is."""
        return await self.card(await self._opening.open(identity, new, address), identity)

    async def card(self, table_id: str, identity: Person | None, invitation: str | None = None) -> TableCard:
        """A table, with its invitation for who opened it or sits there."""
        return await self._looking.card(table_id, identity, invitation)

    async def open_tables(
        self,
        after: str | None,
        limit: int,
        identity: Person | None,
        rulebook: str | None = None,
        address: str = "",
    ) -> Tables:
        """Public tables with an empty seat, the latest first; of a rulebook, or of house rules that extend it.

        Nobody's tables fill the list: see `Shares`. `address` is that of the one who looks.
        """
        hidden = self._registry.shares.hidden(address)
        return await self._looking.page((repository.OPEN, hidden), after, limit, identity, rulebook)

    async def running(
        self, after: str | None, limit: int, identity: Person | None, rulebook: str | None = None
    ) -> Tables:
        """Public tables where a match goes on that may be watched."""
        return await self._looking.page((repository.RUNNING, set()), after, limit, identity, rulebook)

    async def mine(self, identity: Person) -> Tables:
        """The person's unfinished tables, then those of the latest matches."""
        return await self._looking.mine(identity)

    async def take_seat(self, identity: Person, table_id: str, seat: int, invitation: str | None = None) -> Seated:
        """Sit down. Nobody can beside somebody who was blocked, or has blocked."""
        return await self._seating.take_seat(identity, table_id, seat, invitation)

    async def leave(self, identity: Person, table_id: str) -> None:
        """Get up: for good before the match, with a bot in the seat during it."""
        await self._seating.leave(identity, table_id)

    async def unseat(self, identity: Person, table_id: str, seat: int) -> None:
        """The opener has a person or a bot get up before the match; a person is kept away for a while."""
        await self._seating.unseat(identity, table_id, seat)

    async def put_bots(self, identity: Person, table_id: str, level: str, seat: int | None = None) -> None:
        """The opener puts bots on a seat, or on all empty ones; never so that bots are among themselves."""
        await self._seating.put_bots(identity, table_id, level, seat)

    async def send_bot_away(self, identity: Person, table_id: str, seat: int) -> None:
        """The opener sends a bot away before the match."""
        await self._seating.send_bot_away(identity, table_id, seat)

    async def close(self, identity: Person, table_id: str) -> None:
        """The opener gives a table up before its match."""
        await self._seating.close(identity, table_id)

    async def leave_all(self, player: str) -> None:
        """A person gets up wherever they sit."""
        await self._seating.leave_all(player)

    def tables_of(self, player: str) -> tuple[str, ...]:
        """The ids of the unfinished tables where a person sits."""
        return tuple(each.terms.table for each in self._registry.live if each.entry.seat_of(player) is not None)

    async def end(self, table_id: str) -> None:
        """Give a table up before its match, or abandon the match. Raises LobbyError (404, 409)."""
        await self._expiring.end(table_id)

    async def reported(self, table_id: str) -> ReportedTable | None:
        """A table as moderators see it, private or not; None if there is none any more."""
        return await self._looking.reported(table_id)

    async def public_record(self, table_id: str) -> str:
        """The match as a spectator would see it, whoever may watch. Raises LobbyError (404, 409)."""
        return await self._looking.public_record(table_id)

    async def admit(
        self, identity: Person | None, table_id: str, watch: bool = False, invitation: str | None = None
    ) -> int | None:
        """The seat of a socket, None for a spectator. `LobbyError`: 404 as for a table that isn't there, 403.

        Who sits there has the seat, also when asking to watch: partners could talk as spectators.
        """
        return await self._looking.admit(identity, table_id, watch, invitation)

    async def record(self, table_id: str, identity: Person | None, invitation: str | None = None) -> str:
        """The match as a record's text; while a deal runs, as the caller may see it."""
        return await self._looking.record(table_id, identity, invitation)

    async def history(self, player: str, before: str | None, limit: int, identity: Person | None = None) -> History:
        """A player's matches, the latest first; those at private tables only for who played there."""
        return await self._looking.history(player, before, limit, identity)

    async def profile(self, player: str) -> Profile:
        """What everybody may know of a player, with figures by rulebook."""
        return await self._looking.profile(player)
