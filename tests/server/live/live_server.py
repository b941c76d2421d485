"""People, clocks and whole servers for tests of hosting, all of them made of tasks in one event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

from canastra import table as tables
from canastra.bots import make
from canastra.protocol.messages import Missed, Seen, Update
from canastra.rulebooks import official
from canastra.server.live import (
    Actor,
    CommandReply,
    CommandRequest,
    Completed,
    EndedError,
    LiveError,
    Services,
    Subscription,
    TableManager,
)
from canastra.server.storage import Event as Logged
from canastra.server.storage import Store
from canastra.table import (
    NO_CLOCK,
    Act,
    AddBots,
    Command,
    Contribute,
    Opened,
    Ready,
    Sit,
    Stage,
    TimeControl,
    load_event,
)
from tests.server.history_checker import Attempt, Outcome

TABLE = "t1"


class FakeTime:
    """A clock that stands still until a test advances it."""

    def __init__(self, now: int = 1_000_000) -> None:
        self._now = now
        self._sleepers: list[tuple[int, asyncio.Event]] = []

    def now(self) -> int:
        return self._now

    async def sleep(self, milliseconds: int) -> None:
        if milliseconds <= 0:
            return
        woken = asyncio.Event()
        self._sleepers.append((self._now + milliseconds, woken))
        await woken.wait()

    async def advance(self, milliseconds: int) -> None:
        self._now += milliseconds
        for due, woken in self._sleepers:
            if due <= self._now:
                woken.set()
        self._sleepers = [each for each in self._sleepers if not each[1].is_set()]
        await settle()


async def settle(turns: int = 30) -> None:
    """Let all tasks go on until they wait, as far as that takes no real time."""
    for _ in range(turns):
        await asyncio.sleep(0)


def opened(rulebook: str, clock: TimeControl = NO_CLOCK, target: int | None = 200) -> Opened:
    rules = official(rulebook)
    return tables.opening(rules, "m1", 1_000_000, target=target if rules.match.target else None, clock=clock)


def services(store: Store, seed: int = 0, **others: object) -> Services:
    return replace(Services(store, clock=FakeTime(), random=Random(seed)), **others)  # type: ignore[arg-type]


def players(rulebook: str) -> int:
    return official(rulebook).table.players


ticks = count()
"""One clock for all clients: `Attempt` compares its figures."""


@dataclass
class Client:
    """The commands that a client sent and their answers."""

    host: Callable[[], TableManager]
    history: list[Attempt] = field(default_factory=list)

    async def once(self, ask: CommandRequest) -> CommandReply | None:
        """Send a command once; None if no answer comes."""
        invoked = next(ticks)
        attempt = Attempt(ask.key, invoked)
        place = len(self.history)
        self.history.append(attempt)
        try:
            answer = await self.host().send(TABLE, ask)
        except LiveError:
            return None
        if isinstance(answer, Completed):
            told = replace(attempt, answered=next(ticks), outcome=Outcome.ACKNOWLEDGED, seq=answer.seq)
        else:
            told = replace(attempt, answered=next(ticks), outcome=Outcome.REFUSED)
        self.history[place] = told
        return answer

    async def surely(self, ask: CommandRequest) -> CommandReply:
        """Send a command until it is answered."""
        while (answer := await self.once(ask)) is None:
            await asyncio.sleep(0.001)
        return answer


@dataclass
class Person:
    """A person on a seat who plays at random, with the knowledge of the seat's subscription alone."""

    client: Client
    seat: int
    seed: int = 0
    updates: list[Missed | Update] = field(default_factory=list)
    ids: count[int] = field(default_factory=count)
    over: bool = False

    @property
    def player(self) -> str:
        return f"p{self.seat}"

    def ask(self, command: Command) -> CommandRequest:
        return CommandRequest(command, f"c{next(self.ids)}", self.player)

    @property
    def last(self) -> int:
        return self.updates[-1].seq if self.updates else 0

    async def sit(self) -> None:
        await self.client.surely(self.ask(Sit(self.seat, self.player, f"Ana {self.seat}")))

    async def play(self) -> None:
        """Until the match is over, coming back whenever the table stops."""
        random = Random(self.seed)
        while not self.over:
            with suppress(LiveError, EndedError):
                subscription = await self.client.host().subscribe(TABLE, self.seat, self.last + 1)
                while not self.over:
                    self.note(await subscription.get())
                    await self.move(random)
            await asyncio.sleep(0.001)

    def note(self, update: Missed | Update) -> None:
        self.updates.append(update)
        self.over |= any(each.event is not None and each.event["type"] == "match_ended" for each in update.events)

    async def move(self, random: Random) -> None:
        """Do the next move, found as in a client's own copy of the table."""
        table = (await self.client.host().table(TABLE)).table
        if table.stage is Stage.SEATING and not table.seats[self.seat].ready:
            await self.client.surely(self.ask(Ready(self.seat)))
        elif table.stage is Stage.GATHERING and table.commitment and table.contributions[self.seat] is None:
            await self.client.surely(self.ask(Contribute(self.seat, random.randbytes(4).hex())))
        elif table.to_act == self.seat and table.bot_to_act is None:
            view = tables.seat_view(table, self.seat)
            assert view is not None
            level = "greedy" if self.seed % 2 else "random"
            action = make(level, random.randrange(2**32)).choose(view)
            await self.client.surely(self.ask(Act(self.seat, str(action), table.step)))

    @property
    def seen(self) -> list[Seen]:
        return [each for update in self.updates for each in update.events]


async def seat_people(client: Client, rulebook: str, people: Sequence[int], level: str = "greedy") -> list[Person]:
    """People on these seats, bots on the others, no seat ready yet."""
    persons = [Person(client, seat, seat) for seat in people]
    for person in persons:
        await person.sit()
    if len(people) < players(rulebook):
        await client.surely(CommandRequest(AddBots(level), "fill"))
    return persons


async def finished(host: TableManager, seconds: float = 300) -> Actor:
    """The table, once its match is over."""
    actor = await host.table(TABLE)

    async def wait() -> None:
        while actor.table.stage is not Stage.FINISHED:
            await asyncio.sleep(0.001)

    await asyncio.wait_for(wait(), seconds)
    return actor


def projection(log: Sequence[Logged], seat: int | None) -> list[Seen]:
    """A log as a seat may see it."""
    seen = [(event.seq, tables.visible_to(load_event(event.body), seat)) for event in log]
    return [Seen(seq, None if event is None else tables.plain_event(event)) for seq, event in seen]


def to_text(update: Missed | Update) -> str:
    """The bytes of an update, as a socket would send them."""
    events = [[each.seq, each.event] for each in update.events]
    rest = {"state": update.state} if isinstance(update, Missed) else {"changes": update.changes}
    return json.dumps({"seq": update.seq, "events": events, **rest})


async def drained(subscription: Subscription) -> list[Missed | Update]:
    """The queued items of a subscription, without waiting for more."""
    found = []
    with suppress(TimeoutError, EndedError):
        while True:
            found.append(await asyncio.wait_for(subscription.get(), 0.01))
    return found


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(main())
