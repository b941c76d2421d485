"""A seat at a table, or a spectator's place: its state, its commands, its news.

However often the connection breaks in between, a command is done once or refused.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any, Self, cast
from weakref import WeakSet

from canastra.client.connection import Connection, Later, later
from canastra.client.errors import EndedError, RefusedError
from canastra.client.fairness import Cuts
from canastra.client.news import Changed, News, ServerFault, Welcomed
from canastra.client.reconnection import Deliver, LinkReport, LinkStage, Request
from canastra.client.transport import Dial
from canastra.protocol import State, merged
from canastra.protocol.commands import (
    Accept,
    Act,
    ClaimWin,
    Contribute,
    Decline,
    Hint,
    Leave,
    Offer,
    Preview,
    React,
    Ready,
    ReturnToSeat,
    Say,
    StandIn,
    Undo,
    WithdrawOffer,
)
from canastra.protocol.messages import (
    Closed,
    Done,
    Draining,
    Error,
    Hinted,
    Pong,
    Previewed,
    Reacted,
    Refused,
    RematchReady,
    Said,
    Seen,
    ServerMessage,
    Talk,
    Update,
    Watchers,
    Welcome,
)

Answer = Done | Said | Reacted | Previewed | Hinted
Build = Callable[[str], Request]
"""Makes a request of its id."""


class Reader:
    """News in order, each once; it ends with the connection."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[News | None] = asyncio.Queue()

    def put(self, news: News | None) -> None:
        """Add one; None after the last."""
        self._queue.put_nowait(news)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        news = await self._queue.get()
        if news is None:
            self._queue.put_nowait(None)
            raise StopAsyncIteration
        return news


class TableOffers:
    """Offers between the players of a table: ``resign`` between partners, ``rematch`` between all."""

    def __init__(self, do: Callable[[Build], Awaitable[Done]]) -> None:
        self._do = do

    async def make(self, what: str) -> Done:
        """Offer ``resign`` to the partner or ``rematch`` to all players."""
        return await self._do(lambda name: Offer(name, what))

    async def accept(self, what: str) -> Done:
        """Agree to an offer."""
        return await self._do(lambda name: Accept(name, what))

    async def decline(self, what: str) -> Done:
        """Turn an offer down."""
        return await self._do(lambda name: Decline(name, what))

    async def withdraw(self, what: str) -> Done:
        """Withdraw your own offer."""
        return await self._do(lambda name: WithdrawOffer(name, what))


class TableAbsence:
    """Actions about an absent player."""

    def __init__(self, do: Callable[[Build], Awaitable[Done]]) -> None:
        self._do = do

    async def stand_in(self, absent: int) -> Done:
        """Put a bot on the seat for which the table waits, until its player is back."""
        return await self._do(lambda name: StandIn(name, absent))


class TableChat:
    """The chat of a table."""

    def __init__(self, ask: Callable[[Build], Awaitable[Answer]]) -> None:
        self._ask = ask

    async def say(self, text: str | None = None, preset: str | None = None) -> Said:
        """Send a line of chat: a text or a preset."""
        return cast(Said, await self._ask(lambda name: Say(name, text, preset)))

    async def react(self, reaction: str) -> Reacted:
        """Send a reaction of the fixed set."""
        return cast(Reacted, await self._ask(lambda name: React(name, reaction)))


class Table:
    """Use it with ``async with``: it is entered once the server has sent the state, and exiting is final.

    Iterating over it gives the `News` from then on; several may do that at once.
    """

    def __init__(
        self, table_id: str, dial: Dial, from_seq: int = 0, cuts: Cuts | None = None, later: Later = later
    ) -> None:
        self.table_id = table_id
        self.seq = 0
        """The last event that the state contains."""
        self.talk: Talk = Talk("off", partners=False)
        self.watchers = 0
        self.next: str | None = None
        """The table of the rematch."""
        self.report = LinkReport(LinkStage.OFFLINE)
        """The latest report of the connection."""
        self._state: State | None = None
        self._cuts = cuts or Cuts()
        self._connection = Connection(dial, self._hear, from_seq, later=later)
        self._ids, self._name = count(1), secrets.token_hex(6)
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._change = asyncio.Event()
        self._readers: WeakSet[Reader] = WeakSet()
        self._tasks: set[asyncio.Task[None]] = set()
        self.offers = TableOffers(self._do)
        self.absence = TableAbsence(self._do)
        self.chat = TableChat(self._ask)

    async def __aenter__(self) -> Self:
        self._connection.network(True)
        try:
            while self._state is None:
                await self.changed()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection; the seat stays ours."""
        await self._connection.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # State

    @property
    def state(self) -> State:
        """The present state, which never changes: the next one is another object.

        Raises `EndedError` before the first one, if the connection ended.
        """
        if self._state is None:
            raise EndedError("client_not_welcomed")
        return self._state

    @property
    def seat(self) -> int | None:
        """Your seat; None for a spectator."""
        return self.state["you"]

    @property
    def my_turn(self) -> bool:
        """Return whether it is this seat's turn and no bot plays for it."""
        play = self.state["play"]
        return play is not None and play["to_act"] == self.seat is not None and play["bot"] is None

    async def changed(self) -> None:
        """Wait for the next news, including the end. Raises `EndedError` if the connection has ended."""
        self._unless_ended()
        await self._change.wait()

    async def until(self, wanted: Callable[[State], bool]) -> State:
        """Wait for a state. Raises `EndedError` if the connection ends first."""
        while not wanted(self.state):
            await self.changed()
        return self.state

    def __aiter__(self) -> Reader:
        return self.news()

    def news(self) -> Reader:
        """The news from now on; read it, or drop it."""
        reader = Reader()
        if self.report.stage is LinkStage.ENDED:
            reader.put(None)
        self._readers.add(reader)
        return reader

    # Commands

    async def act(self, action: str, step: int | None = None) -> Done:
        """Play an action in notation, upon the state as it is or as it was at `step`."""
        return await self._do(lambda name: Act(name, action, self._step(step)))

    async def undo(self, step: int | None = None) -> Done:
        """Take back the last laying of your turn."""
        return await self._do(lambda name: Undo(name, self._step(step)))

    async def ready(self) -> Done:
        """Ready to begin."""
        return await self._do(Ready)

    async def claim_win(self) -> Done:
        """Claim the match because all opponents have left."""
        return await self._do(ClaimWin)

    async def return_to_seat(self) -> Done:
        """Take your seat back from the bot."""
        return await self._do(ReturnToSeat)

    async def leave(self) -> Done:
        """Get up: for good before the match, with a bot in the seat during it."""
        return await self._do(Leave)

    async def preview(self, cards: str) -> Previewed:
        """The ways to play these cards of your hand, in notation, now."""
        return cast(Previewed, await self._ask(lambda name: Preview(name, cards)))

    async def hint(self) -> Hinted:
        """The action that a good bot would play on your seat, whose turn it is, and why."""
        return cast(Hinted, await self._ask(Hint))

    # Internals

    def _step(self, step: int | None) -> int:
        return self.state["step"] if step is None else step

    async def _do(self, build: Build) -> Done:
        """Send a command. Returns once the state includes its effect."""
        done = cast(Done, await self._ask(build))
        with suppress(EndedError):
            while self.seq < done.last:
                await self.changed()
        return done

    async def _ask(self, build: Build) -> Answer:
        self._unless_ended()
        request = build(f"{self._name}-{next(self._ids)}")
        answer = self._answers[request.id] = asyncio.get_running_loop().create_future()
        try:
            self._connection.ask(request)
            answered: Answer = await answer
            return answered
        finally:
            del self._answers[request.id]

    def _unless_ended(self) -> None:
        if self.report.stage is LinkStage.ENDED:
            raise self._end()

    def _end(self) -> EndedError:
        """The error with the reason of the end."""
        code, fault = self.report.code, self.report.fault
        if fault is not None:
            return EndedError(fault.code, fault, code)
        if code is None:
            return EndedError("client_closed")
        return EndedError("client_ended", None, code, number=code)

    def _hear(self, told: Deliver | LinkReport) -> None:
        if isinstance(told, LinkReport):
            self.report = told
            self._tell(told)
            if told.stage is LinkStage.ENDED:
                self._finish()
        else:
            self._on_message(told.message, told.after)
        self._change.set()
        self._change = asyncio.Event()

    def _finish(self) -> None:
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(self._end())
        for reader in self._readers:
            reader.put(None)

    def _tell(self, news: News) -> None:
        for reader in self._readers:
            reader.put(news)

    def _on_message(self, message: ServerMessage, after: int) -> None:
        match message:
            case Welcome():
                self._on_welcome(message, after)
            case Update(seq, events, changes):
                self._go_on(cast(State, merged(cast(dict[str, Any], self.state), changes)), seq, events, after)
            case Refused(name, fault, missed):
                if missed is not None and missed.state is not None and missed.seq > after:
                    self._go_on(missed.state, missed.seq, missed.events, after)
                self._answer(name, RefusedError(fault, missed))
            case Done() | Previewed() | Hinted():
                self._answer(message.id, message)
            case Said() | Reacted():
                self._tell(message)
                self._answer(message.id, message)
            case Error(fault, name):
                if name is None:
                    self._tell(ServerFault(fault))
                self._answer(name, RefusedError(fault))
            case _:
                self._on_other(message)

    def _on_other(self, message: ServerMessage) -> None:
        match message:
            case Watchers(number):
                self.watchers = number
                self._tell(message)
            case RematchReady(table):
                self.next = table
                self._tell(message)
            case Draining():
                self._tell(message)
            case Pong() | Closed():
                pass  # The connection handles them.

    def _on_welcome(self, message: Welcome, after: int) -> None:
        first = self._state is None
        self.talk, self.watchers = message.talk, message.watchers
        self._go_on(message.state, message.seq, message.events, after)
        self._tell(Welcomed(message.talk, first))

    def _go_on(self, state: State, seq: int, events: tuple[Seen, ...], after: int) -> None:
        fresh = tuple(each for each in events if each.seq > after)
        missed = after > 0 and seq > after and (not fresh or fresh[0].seq > after + 1)
        before, self._state, self.seq = self._state, state, seq
        self._tell(Changed(fresh, before, state, missed))
        self._shuffle(state)

    def _answer(self, name: str | None, answer: Answer | RefusedError) -> None:
        waiting = self._answers.get(name or "")
        if waiting is None or waiting.done():
            return
        if isinstance(answer, RefusedError):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    # The shuffle

    def _shuffle(self, state: State) -> None:
        """Contribute to the next deal, and check the last shuffle."""
        due = self._cuts.due(state)
        if due is not None:
            task = asyncio.create_task(self._contribute(*due))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        for found in (self._cuts.check_lot(state), self._cuts.check(state)):
            if found is not None:
                self._tell(found)

    async def _contribute(self, deal: int, own: str) -> None:
        try:
            await self._ask(lambda name: Contribute(name, own))
        except RefusedError:
            self._cuts.answered(deal, taken=False)
        except EndedError:
            return
        else:
            self._cuts.answered(deal, taken=True)
        if self._state is not None:
            self._shuffle(self._state)
