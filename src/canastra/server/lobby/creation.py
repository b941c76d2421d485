"""Opening tables: a request is checked as a whole, then written so that a crash in between does no harm.

First the options are written, with the state ``opening`` in which the table is hidden; then the table's log, then the
people who sit down at once; with its listing the table can be found. At start, a table that got no further is closed,
since no client knows of it. A rematch is opened in the same way, but finished at start instead: its id follows from the
former table's, and its commands have ids of their own, so that repeating them has no effect.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import math
import re
from collections.abc import Coroutine, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from msgspec import structs

from canastra import bots
from canastra import table as tables
from canastra.protocol.tables import NewTable, TalkTerms
from canastra.rulebooks import Rulebook, root
from canastra.server.limits import Buckets, limit
from canastra.server.live import LiveError, NoTableError, TableStoppedError
from canastra.server.live.services import new_id
from canastra.server.lobby import repository
from canastra.server.lobby.house_rules import HouseRulebook
from canastra.server.lobby.listing import Listing, LobbyError, State, TableOptions
from canastra.server.lobby.registry import Listed, Registry
from canastra.server.lobby.repository import OpeningCaps
from canastra.server.logging import code_of, log
from canastra.server.origins import site_mark
from canastra.server.settings import Caps
from canastra.server.storage import FencedError, TableExistsError
from canastra.server.users import Identity
from canastra.table import AddBots, Close, Command, Event, Opened, Ready, RefusalError, Sit, Table, TimeControl, kind_of
from canastra.table.events import BotSat, Readied, Sat
from canastra.table.settings import usual_undo

SHORTEST_TURN = limit(
    "shortest_turn", 5_000, "a table", "time that a clock gives each turn at least, if any", "400 `lobby_clock`", "ms"
)
"""In less time no person plays: bots would play among themselves from the first turn on."""
SHORTEST_BANK = limit(
    "shortest_bank",
    60_000,
    "a table",
    "time that a clock gives at least, if it gives none for each turn",
    "400 `lobby_clock`",
    "ms",
)
TARGETS_OF_GUEST = limit(
    "targets_of_guest", 5, "a guest's table", "multiples of the official rulebook's points", "403 `lobby_target`"
)
LEAST_TARGET = 3_000
"""The points assumed for a rulebook of single deals, which house rules can make longer."""
RECENT = 32
"""Latest matches that are searched at start for an agreed rematch that was not opened. Earlier ones are checked when a
client comes to their table.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """A table that can be opened."""

    options: TableOptions
    opened: Opened
    commands: tuple[Command, ...]
    house: HouseRulebook | None


class TableCreation:
    """Opens new tables and rematches."""

    def __init__(self, registry: Registry, caps: OpeningCaps, rates: Caps) -> None:
        self._registry, self._caps = registry, caps
        self._most, self._most_of_site = rates.tables, rates.tables_of_site
        self._absence = rates.absence_seconds * 1000
        self._opened = Buckets(rates.tables_opened_of_person, lambda: registry.services.clock.now() / 1000)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def open(self, identity: Identity, new: NewTable, address: str = "") -> str:
        """Open a table. Returns its id. Raises InputError, RefusalError and LobbyError."""
        site = site_mark(address)
        plan = self._plan(identity, new, site)
        if len(self._registry) >= self._most:
            raise LobbyError("lobby_full", 503)
        if self._registry.held["site", site] >= self._most_of_site:
            raise LobbyError("lobby_share", 429, most=self._most_of_site)
        if not self._opened.take(identity.player):
            raise LobbyError("lobby_tables_rate", 429, seconds=math.ceil(self._opened.of(identity.player).wait()))
        owns = self._registry.services.owns
        while True:
            table_id = plan.options.table
            if address:
                self._registry.addresses[table_id] = address
            task = self._spawn(table_id, self._open(plan, self._caps))
            try:
                # Cancelling the caller does not cancel this: a table is opened wholly or not at all.
                await asyncio.shield(task)
            except (TableStoppedError, FencedError):
                self._registry.addresses.pop(table_id, None)
                plan = self._plan(identity, new, site)
                if owns(table_id) or not owns(plan.options.table):
                    raise
                # Another server has just taken it over, and closes it. One with another id is opened here.
            else:
                return table_id

    async def arrange(self, options: TableOptions, opened: Opened, commands: tuple[Command, ...], house: str) -> None:
        """Open a table of a tournament, with its people; `house` is the JSON of its house rulebook, if it has one.

        It doesn't count as a table of any person. Raises RefusalError, and LobbyError if the server is full.
        """
        if len(self._registry) >= self._most:
            raise LobbyError("lobby_full", 503)
        made = HouseRulebook(self._registry.find(options.rulebook), house) if house else None
        plan = Plan(options, opened, commands, made)
        await asyncio.shield(self._spawn(options.table, self._open(plan, None)))

    def rematch(self, table_id: str) -> None:
        """Open the table of an agreed rematch; does nothing if that is under way."""
        if table_id not in self._tasks:
            self._spawn(table_id, self._quietly(table_id))

    async def settled(self) -> None:
        """Return when no table is being opened."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def reconcile(self) -> None:
        """After a start: finish or drop the tables that were being opened, and compare all tables with their logs."""
        owns = self._registry.services.owns
        for row in await self._registry.database.read(repository.unfinished):
            if not owns(row.options.table):
                continue
            if row.listing is not None:
                await self._compare(row.options, row.listing)
            elif row.options.former is not None:
                self.rematch(row.options.former)
            elif self._registry.at_hand(row.options.table) is None and row.options.table not in self._tasks:
                await self._give_up(row.options.table)  # Not a table that is being opened just now.
        for row in await self._registry.database.read(lambda connection: repository.without_next(connection, RECENT)):
            if owns(row.options.table) and await self._agreed(row.options.table):
                self.rematch(row.options.table)

    def room(self, site: str) -> int:
        """How many more tables a site may have at once."""
        left = self._most - len(self._registry)
        return max(0, min(left, self._most_of_site - self._registry.held["site", site]))

    def _plan(self, identity: Identity, new: NewTable, site: str) -> Plan:
        """Check everything that may be wrong, before anything is written."""
        services, table_id = self._registry.services, self.new_id()
        rulebook, house = self._rulebook(new)
        for level in {new.stand_in, new.bots} - {None}:
            bots.check(str(level))
        if new.seat is None and new.bots is not None:
            raise LobbyError("lobby_only_bots", 409)
        clock = TimeControl(**{field.name: getattr(new.clock, field.name) for field in fields(TimeControl)})
        _check_clock(clock)
        _check_target(identity, new.target, rulebook)
        now = services.clock.now()
        opened = tables.opening(rulebook, table_id, now, target=new.target, clock=clock, stand_in=new.stand_in)
        opened = structs.replace(
            opened,
            undo=usual_undo(rulebook) if new.undo is None else new.undo,
            matches=new.encounter.matches,
            length=new.encounter.length,
            next_dealer=new.next_dealer,
            lots=new.lots,
            absence=self._absence,
        )
        terms = TableOptions(
            table=table_id,
            opener=identity.player,
            opened=now,
            rulebook=rulebook.id,
            base=root(rulebook).id,
            private=new.private,
            watch=new.watch,
            hints=new.hints,
            talk=TalkTerms(partners=new.private) if new.talk is None else new.talk,
            invitation=self._invitation(),
            site=site,
        )
        commands = _commands(identity, new, rulebook.table.players)
        _tried(tables.open_table(opened, lambda _: rulebook), commands, now)
        return Plan(terms, opened, commands, house)

    def _rulebook(self, new: NewTable) -> tuple[Rulebook, HouseRulebook | None]:
        house = self._registry.houses.made(new.rulebook, new.house) if new.house is not None else None
        if house is None:
            return self._registry.find(new.rulebook), None
        return house.rulebook, house if house.document else None

    async def _open(self, plan: Plan, caps: OpeningCaps | None) -> None:
        registry, table_id = self._registry, plan.options.table
        await registry.database.write(lambda connection: repository.add(connection, plan.options, plan.house, caps))
        if plan.house is not None:
            registry.houses.remember(plan.house.rulebook.id, plan.house.document)
        try:
            await registry.host.create(table_id, plan.opened)
            for number, command in enumerate(plan.commands):
                await registry.do(table_id, command, command_id=f"open-{number}")
        except Exception:
            await self._give_up(table_id)
            raise
        await self._enter(plan.options)

    async def _enter(self, options: TableOptions) -> None:
        self._registry.enter(options, await self._registry.host.peek(options.table))
        await self._registry.index.flushed()

    async def _give_up(self, table_id: str) -> None:
        """Close a table that no client knows of. If that fails, the next start does it."""
        try:
            await self._registry.do(table_id, Close(), command_id="give-up")
        except (NoTableError, RefusalError):
            log(logging.DEBUG, "nothing_to_close", table=table_id)
        except LiveError as error:
            log(logging.WARNING, "not_given_up", table=table_id, error=code_of(error))
            return
        await self._registry.database.write(lambda connection: repository.delete_table(connection, table_id))
        log(logging.INFO, "given_up", table=table_id)

    async def _compare(self, options: TableOptions, listing: Listing) -> None:
        """Compare a table that was live when the server ended with its log. Without a log it is deleted, with a damaged
        one it stays hidden.
        """
        table_id, registry = options.table, self._registry
        try:
            await registry.look(registry.at_hand(table_id) or registry.remember(Listed(options, listing)))
        except NoTableError:
            registry.forget(table_id)
            await registry.database.write(lambda connection: repository.delete_table(connection, table_id))
            log(logging.WARNING, "terms_without_table", table=table_id)
        except Exception as error:  # noqa: BLE001 - one table must not keep the others away
            registry.forget(table_id)
            log(logging.ERROR, "not_listed", table=table_id, error=code_of(error))

    async def _agreed(self, table_id: str) -> bool:
        """Return whether a rematch was agreed, read off the log without replaying it."""
        log_of_table = await self._registry.services.store.read(table_id)
        return any('"type":"rematch_agreed"' in event.body for event in log_of_table)

    async def _quietly(self, table_id: str) -> None:
        try:
            await self._rematch(table_id)
        except Exception as error:  # noqa: BLE001 - repeated when a client comes to the table, and at start
            log(logging.ERROR, "no_rematch", table=table_id, error=code_of(error))

    async def _rematch(self, table_id: str) -> None:
        registry = self._registry
        former = (await registry.listed(table_id)).options
        if former.next is not None:
            return
        # An agreed rematch is opened later, but it counts as a table that its opener opens.
        if not former.tournament and not self._opened.take(former.opener):
            later = self._opened.of(former.opener).wait()
            asyncio.get_running_loop().call_later(later, self.rematch, table_id)
            return
        following, now = next_id(table_id), registry.services.clock.now()
        opened, *seated = tables.open_rematch(await registry.host.peek(table_id), following, now)
        assert isinstance(opened, Opened)
        terms = replace(former, table=following, opened=now, former=table_id, invitation=self._invitation())
        row = await registry.database.write(lambda connection: repository.add(connection, terms))
        if row.state is State.OPENING:
            await self._seat_again(following, opened, seated)
            await self._enter(row.options)
        closed = row.state is State.CLOSED
        registry.next_is(table_id, following, closed)
        if not closed:
            registry.on_next(table_id, following)

    async def _seat_again(self, table_id: str, opened: Opened, seated: list[Event]) -> None:
        """Write the log of a rematch, or the rest of it. An id names the purpose of a command, so repeating it has no
        effect.
        """
        registry = self._registry
        try:
            await registry.host.create(table_id, opened)
        except TableExistsError:
            log(logging.INFO, "rematch_goes_on", table=table_id)
        for command in _seatings(seated):
            try:
                await registry.do(table_id, command, command_id=f"again-{kind_of(command)}-{command.seat}")
            except RefusalError as refusal:
                log(logging.WARNING, "rematch_seat", table=table_id, code=refusal.code)

    def _spawn(self, key: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._tasks[key] = asyncio.create_task(work)
        task.add_done_callback(lambda done: self._done(key, done))
        return task

    def _done(self, key: str, task: asyncio.Task[None]) -> None:
        del self._tasks[key]
        if not task.cancelled():
            task.exception()  # The waiters get the error; without any it is dropped on purpose.

    def new_id(self, within: str = "") -> str:
        """The id of a new table; `within` is the id of its tournament, so that the same server runs both."""
        services = self._registry.services
        return new_id(services.random, services.owns, within)

    def _invitation(self) -> str:
        """128 random bits. They are stored unhashed, since the opener must be able to read them again."""
        return base64.urlsafe_b64encode(self._registry.services.random.randbytes(16)).decode().rstrip("=")


def _check_clock(clock: TimeControl) -> None:
    """Check that a person can play by a clock. Older tables keep their clocks."""
    if 0 < clock.turn < SHORTEST_TURN or (clock.runs and not clock.turn and clock.bank < SHORTEST_BANK):
        seconds = SHORTEST_TURN // 1000, SHORTEST_BANK // 1000
        raise LobbyError("lobby_clock", 400, turn=seconds[0], bank=seconds[1])


def _check_target(identity: Identity, target: int | None, rulebook: Rulebook) -> None:
    """Check that a guest's match is not much longer than the rulebooks' own, whatever the house rules."""
    own = root(rulebook).match.target
    most = TARGETS_OF_GUEST * max(own, LEAST_TARGET)
    wanted = rulebook.match.target if target is None else target
    if identity.kind == "guest" and wanted > most:
        raise LobbyError("lobby_target", 403, found=wanted, most=most)


def next_id(table_id: str) -> str:
    """The id of the table for the rematch of another table.

    >>> next_id("abc"), next_id("abc-2")
    ('abc-2', 'abc-3')
    """
    found = re.fullmatch(r"(.+)-([0-9]+)", table_id)
    return f"{found[1]}-{int(found[2]) + 1}" if found else f"{table_id}-2"


def _commands(identity: Identity, new: NewTable, players: int) -> tuple[Command, ...]:
    commands: list[Command] = (
        [] if new.seat is None else [Sit(new.seat, identity.player, identity.name, identity.animal)]
    )
    if new.bots is not None:
        commands += [AddBots(new.bots, seat) for seat in range(players) if seat != new.seat]
    return tuple(commands)


def _tried(table: Table, commands: tuple[Command, ...], now: int) -> None:
    """Check that all commands will be accepted. Raises RefusalError."""
    for command in commands:
        for event in tables.decide(table, command, now):
            table = tables.evolve(table, event)


def _seatings(events: Iterable[Event]) -> Iterator[Sit | AddBots | Ready]:
    """The commands that lead to the events of a table that is opened anew."""
    for event in events:
        if isinstance(event, Sat):
            yield Sit(event.seat, event.player, event.name, event.animal)
        elif isinstance(event, BotSat):
            yield AddBots(event.level, event.seat)
        elif isinstance(event, Readied):
            yield Ready(event.seat)
