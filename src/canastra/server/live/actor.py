"""One table, which handles one thing at a time.

For every command the order is fixed: decide, append to the log, apply, answer, publish. If the actor ends in between,
the log has either all of the command or nothing, and no client has seen an event that the log lacks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce

from canastra import table as tables
from canastra.cache import Cache
from canastra.errors import InternalError
from canastra.server.clock import Interruption, OffsetClock
from canastra.server.live.background import BotRunner, Snapshotter, Timer, pace
from canastra.server.live.event_log import EventLog, Numbered
from canastra.server.live.mailbox import BotChoice, ForgetName, Item, Mailbox, OnReply, Request, Wake
from canastra.server.live.requests import (
    CommandReply,
    CommandRequest,
    Completed,
    Refused,
    TableStoppedError,
    check_sender,
)
from canastra.server.live.services import UNATTENDED, Point, Services
from canastra.server.live.shuffles import annulment, provide
from canastra.server.live.subscriptions import Reason, Subscribers, Subscription, catch_up
from canastra.server.logging import LOGGER, code_of, log
from canastra.server.storage import RepeatedCommandError
from canastra.table import (
    Abandon,
    BotAct,
    BotNeeded,
    Command,
    Disconnect,
    Event,
    Leave,
    Reconnect,
    RefusalError,
    ResumeClocks,
    Stage,
    Table,
    Tick,
    kind_of,
)
from canastra.table.events import DealEnded, Followed, Left, MortoSeen, Played, SeatsDrawn, Undone

STALE = "table_stale"
_OF_CARDS = frozenset({Played, Followed, MortoSeen, Undone})
"""Events that change only the running deal, which no list of tables shows."""


class Actor:
    """Made and run by the `TableManager`, which notices when it ends."""

    def __init__(self, services: Services, event_log: EventLog) -> None:
        now, written = services.clock.now(), event_log.table.now
        self._host_time = services.clock
        if written > now:  # Written by a clock that was wrong, or by another node's.
            services = replace(services, clock=OffsetClock(services.clock, written - now))
        self._services, self._event_log = services, event_log
        self._mailbox = Mailbox(event_log.table_id, services.limits.mailbox)
        self._subscribers = Subscribers()
        self._timer = Timer(services, self._mailbox)
        self._bot_runner = BotRunner(services, self._mailbox)
        self._snapshotter = Snapshotter(event_log)
        self._presence = Presence(services.clock.now(), services.limits.arrival)
        self._refusals = Cache[str, RefusalError](services.limits.refusals)
        self._current: Request | None = None
        self._working = True
        self._retired = False
        self._used = now
        self._stood = Interruption(0, 0)
        """The interruption of the server since the table's clocks were last corrected."""

    @property
    def table_id(self) -> str:
        """The table's id."""
        return self._event_log.table_id

    @property
    def table(self) -> Table:
        """The table as it is now, hidden cards included."""
        return self._event_log.table

    @property
    def head(self) -> int:
        """Number of the last event."""
        return self._event_log.head

    def now(self) -> int:
        """The table's time, in milliseconds since 1970: ahead of the server's time if the log is."""
        return self._services.clock.now()

    def interrupted(self, interruption: Interruption) -> None:
        """Give back the time for which the server stood still, before the next command."""
        self._stood = Interruption(self._stood.lost + interruption.lost, self._stood.jumped + interruption.jumped)
        if tables.wake_at(self.table) is not None:  # Other tables notice with their next command.
            self._mailbox.note(Wake())

    def idle_since(self) -> int | None:
        """The time since which the table is idle; None while it is in use."""
        waits = self._working or len(self._mailbox) or self._subscribers or self._bot_runner.busy
        return None if waits or tables.wake_at(self.table) is not None else self._used

    def post(self, request: CommandRequest, on_reply: OnReply) -> None:
        """Put a command into the mailbox. Raises BusyError and TableStoppedError."""
        self._used = self._host_time.now()
        self._mailbox.put(request, on_reply)

    def send(self, request: CommandRequest) -> asyncio.Future[CommandReply]:
        """Put a command into the mailbox. Returns a future of the answer; cancelling it does not cancel the command."""
        reply: asyncio.Future[CommandReply] = asyncio.get_running_loop().create_future()
        self.post(request, partial(_settle, reply))
        return reply

    def subscribe(self, seat: int | None, from_seq: int = 0) -> Subscription:
        """Subscribe for a person's seat, or as a spectator, to the events from a number on, or with 0 to the table's
        state now.

        Raises RefusalError for a seat without a person, and TableStoppedError. End it with `unsubscribe`.
        """
        if self._mailbox.closed:
            raise TableStoppedError(self.table_id)
        if seat is not None and not (0 <= seat < len(self.table.seats) and self.table.seats[seat].is_person):
            raise RefusalError("table_no_person", seat=seat)
        subscription = Subscription(seat, self._services.limits.queue)
        subscription.offer(catch_up(self._event_log, self._subscribers.shown(self.table), seat, from_seq))
        self._subscribers.add(subscription)
        self._mailbox.note(Wake())
        log(logging.INFO, "subscribed", table=self.table_id, seat=seat, from_seq=from_seq, head=self.head)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """End a subscription whose reader has gone."""
        self._subscribers.remove(subscription, Reason.CLOSED)
        self._used = self._host_time.now()
        self._mailbox.note(Wake())

    def is_connected(self, seat: int) -> bool:
        """Return whether a client subscribes for a seat."""
        return self._subscribers.has(seat)

    async def forget_name(self, player: str) -> None:
        """Replace a deleted person's name. All readers resubscribe to get the table without it."""
        if not self._mailbox.closed:
            item = ForgetName(player, asyncio.get_running_loop().create_future())
            self._mailbox.note(item)
            await item.done

    def finish(self) -> None:
        """Refuse new commands, finish the waiting ones, and end."""
        self._mailbox.close()

    async def run(self) -> None:
        """The life of the actor. Raises the error of the store, or of this program, that stopped it."""
        try:
            await self._do(ResumeClocks())  # Refused if no match is running.
            await self._annul()
            await self._serve()
            while True:
                self._working = False
                item = await self._mailbox.get()
                if item is None:
                    break
                self._working = True
                await self._handle(item)
                await self._serve()
        finally:
            self._end()

    async def _annul(self) -> None:
        """After a restore, annul a running deal: its secret may have been revealed."""
        command = await annulment(self._services, self.table_id, self.table)
        if command is not None and await self._do(command):
            log(logging.WARNING, "annulled", table=self.table_id, seq=self.head)

    def _end(self) -> None:
        self._timer.cancel()
        self._bot_runner.cancel()
        self._snapshotter.cancel()
        if self._current is not None:
            self._current.on_reply(TableStoppedError(self.table_id))
        self._mailbox.abandon()
        self._subscribers.close()

    async def _resume(self) -> None:
        """After an interruption, give the lost time back and send clients the new times."""
        stood, self._stood = self._stood, Interruption(0, 0)
        self._come_back()
        if any(stood) and tables.wake_at(self.table) is not None and await self._do(ResumeClocks(stood.lost)):
            log(logging.INFO, "clocks_resumed", table=self.table_id, lost=stood.lost)

    async def _handle(self, item: Item) -> None:
        if any(self._stood):
            await self._resume()
        if isinstance(item, Request):
            self._current = item
            await self._answer(item)
        elif isinstance(item, BotChoice):
            need = item.need
            await self._do(BotAct(need.seat, item.action, need.step))
        elif isinstance(item, ForgetName):
            self._forget_name(item)
        else:
            await self._tick()

    def _forget_name(self, item: ForgetName) -> None:
        if self._event_log.forget_name(item.player):
            self._snapshotter.cancel()
            self._subscribers.close()
            self._come_back()
            self._changed()
        item.done.set_result(None)

    async def _answer(self, item: Request) -> None:
        """Run a sender's command and answer it."""
        request, now, before = item.request, self._services.clock.now(), self.table
        answer: CommandReply
        events: Sequence[Event] = ()
        try:
            if (refusal := self._refusals.get(request.key)) is not None:
                answer = Refused(refusal)
            else:
                events, after = self._decided(request, now)
                answer = await self._append(events, after, request)
        except RepeatedCommandError as error:
            events, answer = (), Completed.of(error.answer)
        except RefusalError as refusal:
            answer = await self._refused(request, refusal)
        self._current = None
        item.on_reply(answer)
        self._log(request, answer)
        self._services.hook(Point.AFTER_ANSWER)
        self._publish(events, before)

    def _decided(self, request: CommandRequest, now: int) -> tuple[Sequence[Event], Table]:
        check_sender(self.table, request)
        most = self._services.limits.events
        if self.head >= most and request.player is not None and not isinstance(request.command, Leave):
            raise RefusalError("live_log_full", most=most)
        try:
            return tables.outcome(self.table, request.command, now)
        except RefusalError:
            raise
        except Exception as error:  # noqa: BLE001 - nothing has changed, and one command must not stop a table
            log(logging.ERROR, "fault", table=self.table_id, command=kind_of(request.command), error=code_of(error))
            raise RefusalError("live_fault") from None

    async def _append(self, events: Sequence[Event], after: Table, request: CommandRequest | None = None) -> Completed:
        """Write and apply events. Any error but a repeated command ends the actor: the content of the log is unknown
        then.
        """
        answer = Completed(self.head + 1, self.head + len(events))
        self._services.hook(Point.BEFORE_APPEND)
        if request is None:
            await self._event_log.write(events, after)
        else:
            # A command for a step is never done again, and its events tell the answer: most commands are of this kind.
            await self._event_log.write(events, after, request.key, answer.text() if request.step is None else None)
        self._services.hook(Point.AFTER_APPEND)
        return answer

    async def _refused(self, request: CommandRequest, refusal: RefusalError) -> CommandReply:
        """The first answer to a command that was done before; otherwise the refusal, remembered for a while."""
        first = await self._first_answer(request)
        if first is not None:
            return first
        missed = None
        if refusal.code == STALE and request.step is not None and request.player is not None:
            shown, seat = self._subscribers.shown(self.table), request.command.seat  # type: ignore[union-attr]
            missed = catch_up(self._event_log, shown, seat, self._event_log.after_step(request.step))
        # Only the sentence: the error refers to the table as it was, and a client that asks again already has the new
        # state.
        self._refusals.put(request.key, RefusalError(refusal.code, refusal.article, **refusal.figures))
        return Refused(refusal, missed)

    async def _first_answer(self, request: CommandRequest) -> Completed | None:
        """The answer to a command that was done before; None if it wasn't."""
        store = self._services.store
        kept = await store.answer_of(self.table_id, request.key)
        if kept is not None:
            return Completed.of(kept)
        if request.step is None:
            return None
        # Any seated client can cause this search: it must not read a log of a whole evening for each message.
        begin = max(self._event_log.after_step(request.step), self.head - self._services.limits.resent + 1)
        numbers = await store.numbers_of(self.table_id, request.key, begin)
        return None if numbers is None else Completed(*numbers)

    async def _do(self, command: Command) -> bool:
        """Run one of the server's own commands. Returns False if refused or without effect."""
        before = self.table
        try:
            events, after = tables.outcome(self.table, command, self._services.clock.now())
        except RefusalError as refusal:
            log(logging.DEBUG, "not_done", table=self.table_id, command=kind_of(command), code=refusal.code)
            return False
        if not events:
            return False
        answer = await self._append(events, after)
        log(logging.DEBUG, "done", table=self.table_id, command=kind_of(command), seq=answer.seq, last=answer.last)
        self._services.hook(Point.AFTER_ANSWER)
        self._publish(events, before)
        return True

    def _publish(self, events: Sequence[Event], before: Table) -> None:
        """Send the events to all subscribers, then notify the lists of tables."""
        if not events:
            return
        news = [Numbered(seq, event) for seq, event in enumerate(events, self.head - len(events) + 1)]
        if _OF_CARDS.issuperset(map(type, events)):
            self._tell(news, before, self.table)
            return
        ended = next((place for place, event in enumerate(events) if isinstance(event, DealEnded)), 0)
        if ended and self._subscribers:  # A separate update, so that clients first see the last cards played.
            final = reduce(tables.evolve, events[:ended], before)
            self._tell(news[:ended], before, final)
            news, before = news[ended:], final
        self._tell(news, before, self.table)
        for event in events:
            if isinstance(event, Left) and not self.table.seats[event.seat].is_person:
                self._subscribers.remove_seat(event.seat, Reason.LEFT)
            elif isinstance(event, SeatsDrawn):
                self._moved()
        self._changed()
        if any(isinstance(event, DealEnded) for event in events):
            self._snapshotter.keep()

    def _changed(self) -> None:
        try:
            self._services.changed(self.table_id, self.table)
        except Exception as error:  # noqa: BLE001 - a list of tables that is wrong must not stop a table
            log(logging.ERROR, "changed_failed", table=self.table_id, error=code_of(error))

    def _tell(self, news: Sequence[Numbered], before: Table, after: Table) -> None:
        for cut in self._subscribers.publish(news, before, after):
            log(logging.WARNING, "cut_off", table=self.table_id, seat=cut.seat, head=self.head)

    def _moved(self) -> None:
        """End the subscriptions of all seats: clients reconnect for the seat that they drew."""
        self._subscribers.remove_seats(Reason.MOVED)
        self._come_back()

    def _come_back(self) -> None:
        """Give people time to subscribe again before they count as away."""
        self._presence = Presence(self._services.clock.now(), self._services.limits.arrival)

    async def _tick(self) -> None:
        wake = tables.wake_at(self.table)
        if wake is not None and wake <= self._services.clock.now():
            await self._do(Tick())

    async def _serve(self) -> None:
        """Supply what the table requires, update presence, set the timer."""
        if any(self._stood):
            await self._resume()
        while (command := self._presence.change(self.table, self._subscribers, self._services.clock.now())) is not None:
            if not await self._do(command):
                break
        need = tables.next_requirement(self.table, self._services.clock.now())
        while need is not None and not isinstance(need, BotNeeded):
            if not await self._do(await provide(self._services, self.table_id, need)):
                raise InternalError("live_fault")
            need = tables.next_requirement(self.table, self._services.clock.now())
        if need is not None:
            await self._think(need)
        await self._retire()
        self._timer.set(tables.wake_at(self.table))
        self._timer.set(self._presence.due)

    async def _think(self, need: BotNeeded) -> None:
        """Have a bot move; or end the match, if bots have long played without any person."""
        connected = any(map(self._subscribers.has, range(len(self.table.seats))))
        if not connected and self.table.unattended >= UNATTENDED and await self._do(Abandon()):
            log(logging.INFO, "abandoned", table=self.table_id, turns=UNATTENDED)
            return
        self._bot_runner.ask(self.table, need, pace(self.table, connected, self._services.limits.pace))

    async def _retire(self) -> None:
        """Mark a finished match, so that it is not loaded when the server starts."""
        if self.table.stage is Stage.FINISHED and not self._retired:
            self._retired = True
            await self._services.store.set_live(self.table_id, False)

    def _log(self, request: CommandRequest, answer: CommandReply) -> None:
        if not LOGGER.isEnabledFor(logging.INFO):
            return
        seat: int | None = getattr(request.command, "seat", None)
        about: dict[str, str | int | None] = {"table": self.table_id, "command": kind_of(request.command), "seat": seat}
        if isinstance(answer, Completed):
            log(logging.INFO, "accepted", **about, seq=answer.seq, last=answer.last)
        else:
            log(logging.INFO, "refused", **about, code=answer.refusal.code)


def _settle(future: asyncio.Future[CommandReply], reply: CommandReply | TableStoppedError) -> None:
    if future.done():  # Its caller was cancelled.
        return
    if isinstance(reply, TableStoppedError):
        future.set_exception(reply)
    else:
        future.set_result(reply)


class Presence:
    """Remembers the seats that were ever connected; other seats do not count as away before `due`."""

    def __init__(self, now: int, arrival: int) -> None:
        self._arrival = arrival
        self.due: int | None = now + arrival
        """The time by which people should have returned after a restart; None once it has passed."""
        self._nobody = False
        """True if no person had returned by then: the time for the others begins with the first to come."""
        self._seen: set[int] = set()

    def change(self, table: Table, subscribers: Subscribers, now: int) -> Command | None:
        """The next command that tells the table of a change; None if it knows all."""
        if self.due is not None and now >= self.due:
            self.due, self._nobody = None, not subscribers
            if subscribers:  # At a table without any subscriber, people do not play by subscriptions.
                self._seen.update(range(len(table.seats)))
        elif self._nobody and subscribers:
            self.due, self._nobody = now + self._arrival, False
        if table.stage in (Stage.SEATING, Stage.FINISHED):
            return None
        for number, seat in enumerate(table.seats):
            there = subscribers.has(number)
            if there:
                self._seen.add(number)
            if not seat.is_person or seat.left:
                continue
            if there and seat.away is not None:
                return Reconnect(number)
            if not there and seat.away is None and number in self._seen:
                return Disconnect(number)
        return None
