"""People at many tables who come by any node, write down everything, and are judged with the logs in the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice, pairwise
from random import Random
from time import perf_counter, time
from typing import TypeVar

import psycopg

from canastra.client import Client, ClientError, Dial, Socket, Table, at_random, play
from canastra.client.transport import LostError, dialer
from canastra.cluster import Leases, PostgresLeaseRows, PostgresStore
from canastra.protocol.tables import NewTable
from canastra.server.lobby.house_rules import HouseRules
from tests.cluster.processes import Cluster, Member
from tests.server.history_checker import Outcome
from tests.server.whole.judge import Left, judge, judge_log, left_in
from tests.server.whole.recorder import Guest, Notes

PAUSES = (0.1, 0.5)
"""Seconds for which a message of a person waits before it is sent, as people think."""
PATIENCE = 2.0
"""Seconds after which somebody tries another node."""
LONGEST_PAUSE = 1.0
"""Seconds between two attempts."""
KEPT = (1.0, 5.0, 10.0)
"""Seconds of a heartbeat, and of a socket that opens."""
INEXACT = 1.0
"""Seconds by which the time of an event may differ from the database's."""
HOUSE = {"match": {"target": 15_000}}
"""Of a match that is not over before a test is."""
Answer = TypeVar("Answer")
_MADE = HouseRules().made("canastra-duelo", HOUSE)
assert _MADE is not None
RULEBOOK = _MADE.rulebook


@dataclass
class Dialled:
    """When a socket was asked for, and the number of the last event that its welcome told."""

    at: float
    told: int | None = None


@dataclass
class Seated:
    """One table: its people, the last of whom may be a spectator."""

    table_id: str
    guests: Sequence[Guest]
    tables: list[Table] = field(default_factory=list)

    @property
    def head(self) -> int:
        """The last event that any of them was told."""
        return max((table.seq for table in self.tables), default=0)

    @property
    def over(self) -> bool:
        """Whether the match is."""
        return any(table.seq and table.state["stage"] == "finished" for table in self.tables)


@dataclass
class Crowd:
    """Everybody."""

    cluster: Cluster
    seated: list[Seated] = field(default_factory=list)

    def of(self, member: Member) -> list[Seated]:
        """The tables that a member runs."""
        theirs = self.cluster.tables_of(member, [each.table_id for each in self.seated])
        return [each for each in self.seated if each.table_id in theirs]

    async def progress(self, seconds: float, among: Sequence[Seated] | None = None) -> float:
        """Wait until something new has happened at each table that goes on; the seconds that took at the last of them.

        Anything else is a fault.
        """
        began = perf_counter()
        heads = [(each, each.head) for each in among or self.seated]
        while waiting := [each for each, head in heads if each.head <= head and not each.over]:
            assert perf_counter() - began < seconds, [(each.table_id, each.head) for each in waiting]
            await asyncio.sleep(0.02)
        return perf_counter() - began

    async def judge(self) -> None:
        """Everything that has to hold, once nobody plays any more and all members have ended."""
        dsn, secrets = self.cluster.dsn, list[str]()
        store = PostgresStore(dsn, Leases(PostgresLeaseRows(dsn), "judge"))
        await store.start()
        try:
            for each in self.seated:
                found = await left_in(store, each.table_id, lambda _: RULEBOOK)
                judge(found, [guest.notes for guest in each.guests], over=each.over)
                judge_epochs(dsn, each.table_id)
                judge_times(found, each)
                judge_freshness(found, each)
                secrets += found.secrets
        finally:
            await store.close()
        for member in self.cluster.members:
            judge_log(member.log, secrets)


def judge_epochs(dsn: str, table_id: str) -> None:
    """No owner writes after a later one."""
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("SELECT epoch FROM events WHERE table_id = %s ORDER BY seq", (table_id,)).fetchall()
    assert all(earlier <= later for (earlier,), (later,) in pairwise(rows)), table_id


def judge_times(found: Left, seated: Seated) -> None:
    """The log has the database's time, which is this machine's, whatever the clocks of its owners said."""
    ahead = time() - perf_counter()
    for guest in seated.guests:
        sent: dict[str, float] = {}
        for each in guest.notes.attempts:
            sent.setdefault(each.command_id, each.invoked)
            if each.outcome is Outcome.ACKNOWLEDGED and each.answered is not None and each.seq is not None:
                at = json.loads(found.log[each.seq - 1].body)["at"] / 1000 - ahead
                assert sent[each.command_id] - INEXACT < at < each.answered + INEXACT, (seated.table_id, each)


def judge_freshness(found: Left, seated: Seated) -> None:
    """A socket tells at least of what anybody knew to be done when it was asked for: no former owner welcomes."""
    known = sorted(
        (each.answered, each.seq)
        for guest in seated.guests
        for each in guest.notes.attempts
        if each.outcome is Outcome.ACKNOWLEDGED and each.answered is not None and each.seq is not None
    )
    for guest in seated.guests:
        assert isinstance(guest, Wanderer)
        for socket in guest.dialled:
            if socket.told is not None:
                before = max((seq for answered, seq in known if answered < socket.at), default=0)
                assert socket.told >= before, (seated.table_id, guest.notes.seat)


@dataclass
class Wanderer(Guest):
    """Comes by one node after the other, as behind a balancer that passes over those that take no connection."""

    cluster: Cluster
    seed: int
    dialled: list[Dialled] = field(default_factory=list)

    def dial(self, table_id: str) -> Dial:
        """Opens a socket at the next node."""
        members = islice(cycle(self.cluster.members), self.seed % len(self.cluster.members), None)
        random = Random(self.seed)

        async def dial(from_seq: int) -> Socket:
            for left in reversed(range(len(self.cluster.members))):
                opening = dialer(next(members).address, table_id, self.client.token, watch=self.notes.seat is None)
                self.dialled.append(Dialled(perf_counter()))
                try:
                    async with asyncio.timeout(PATIENCE):
                        return _Thinking(await opening(from_seq), random, self.dialled[-1])
                except TimeoutError:
                    raise LostError from None
                except LostError as error:
                    if not left or not isinstance(error.__cause__, ConnectionRefusedError):
                        raise
            raise LostError

        return dial


class _Thinking:
    """A socket of somebody who thinks before each message."""

    def __init__(self, inner: Socket, random: Random, dialled: Dialled) -> None:
        self._inner, self._random, self._dialled = inner, random, dialled

    async def send(self, text: str) -> None:
        await asyncio.sleep(self._random.uniform(*PAUSES))
        await self._inner.send(text)

    async def receive(self) -> str | bytes:
        text = await self._inner.receive()
        if self._dialled.told is None and isinstance(text, str) and text.startswith('{"type":"welcome"'):
            self._dialled.told = _seq(text)
        return text

    async def close(self) -> None:
        await self._inner.close()


def _seq(text: str) -> int:
    return int(text.partition('"seq":')[2].partition(",")[0])


def _impatient(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    """Timers of somebody who never waits long to come back."""
    pause = seconds if seconds in KEPT else min(seconds, LONGEST_PAUSE)
    return asyncio.get_running_loop().call_later(pause, call)


@asynccontextmanager
async def crowd(cluster: Cluster, count: int) -> AsyncIterator[Crowd]:
    """People who play at so many tables until the end, which they come to with nothing refused; then all is judged.

    Every third table has one person and a bot, every fourth a spectator.
    """
    made = Crowd(cluster)
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        for number in range(count):
            made.seated.append(await _opened(stack, cluster, number))
        playing = []
        for number, seated in enumerate(made.seated):
            for guest in seated.guests:
                assert isinstance(guest, Wanderer)
                table = guest.table(seated.table_id, later=_impatient, dial=guest.dial(seated.table_id))
                seated.tables.append(await stack.enter_async_context(table))
                if guest.notes.seat is not None:
                    work = play(table, at_random(100 * number + guest.notes.seat))
                    playing.append(group.create_task(work))
        await made.progress(PATIENCE * 10)
        yield made
        for task in playing:
            task.cancel()
    for member in cluster.members:
        assert await member.end() == 0
    await made.judge()


async def _opened(stack: AsyncExitStack, cluster: Cluster, number: int) -> Seated:
    """A table of two, opened at one node, with people who come by others."""
    kinds: list[int | None] = [0, *([] if number % 3 == 0 else [1]), *([None] if number % 4 == 0 else [])]
    guests = []
    for place, seat in enumerate(kinds):
        member = cluster.members[(number + place) % len(cluster.members)]
        client = await stack.enter_async_context(Client(member.address))
        player = (await _answered(partial(client.account.guest, f"Ana {place}"))).player
        guests.append(Wanderer(client, Notes(player, seat), cluster, number + place))
    new = NewTable("canastra-duelo", HOUSE, bots="random" if number % 3 == 0 else None)
    card = await _answered(partial(guests[0].client.tables.open, new))
    if 1 in kinds:
        await _answered(partial(guests[1].client.tables.take_seat, card.table, 1))
    return Seated(card.table, guests)


async def _answered(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """What is answered in the end: a table whose node lost its lease for want of a processor is away for a moment."""
    async with asyncio.timeout(PATIENCE * 10):
        while True:
            try:
                return await ask()
            except ClientError as error:
                if error.wait is None:
                    raise
                await asyncio.sleep(error.wait)
