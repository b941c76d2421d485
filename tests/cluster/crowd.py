"""People at many tables who connect through any node. They record everything, which is compared with the logs at the
end.
"""

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
"""The range of seconds that a person thinks before sending a message."""
PATIENCE = 2.0
"""Seconds after which a person tries another node."""
LONGEST_PAUSE = 1.0
"""The longest pause between two attempts, in seconds."""
KEPT = (1.0, 5.0, 10.0)
"""Timers that keep their seconds: of heartbeats and of opening sockets."""
INEXACT = 1.0
"""Seconds by which an event's time may differ from the database's."""
HOUSE = {"match": {"target": 15_000}}
"""House rules with a target that outlasts the tests."""
Answer = TypeVar("Answer")
_MADE = HouseRules().made("canastra-duelo", HOUSE)
assert _MADE is not None
RULEBOOK = _MADE.rulebook


@dataclass
class Dialled:
    """The time at which a socket was requested, and the number of the last event in its welcome."""

    at: float
    told: int | None = None


@dataclass
class Seated:
    """One table with its people, the last possibly a spectator."""

    table_id: str
    guests: Sequence[Guest]
    tables: list[Table] = field(default_factory=list)

    @property
    def head(self) -> int:
        """The number of the latest event that any of them received."""
        return max((table.seq for table in self.tables), default=0)

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return any(table.seq and table.state["stage"] == "finished" for table in self.tables)


@dataclass
class Crowd:
    """The people at all tables of a cluster."""

    cluster: Cluster
    seated: list[Seated] = field(default_factory=list)

    def of(self, member: Member) -> list[Seated]:
        """Return the tables that a member runs."""
        theirs = self.cluster.tables_of(member, [each.table_id for each in self.seated])
        return [each for each in self.seated if each.table_id in theirs]

    async def progress(self, seconds: float, among: Sequence[Seated] | None = None) -> float:
        """Wait until each unfinished table has a new event, and return the seconds it took.

        Fails after `seconds`.
        """
        began = perf_counter()
        heads = [(each, each.head) for each in among or self.seated]
        while waiting := [each for each, head in heads if each.head <= head and not each.over]:
            assert perf_counter() - began < seconds, [(each.table_id, each.head) for each in waiting]
            await asyncio.sleep(0.02)
        return perf_counter() - began

    async def judge(self) -> None:
        """Judge the logs and all records. Call it after play has stopped and all members have ended."""
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
    """Fail if an owner wrote after a later owner."""
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("SELECT epoch FROM events WHERE table_id = %s ORDER BY seq", (table_id,)).fetchall()
    assert all(earlier <= later for (earlier,), (later,) in pairwise(rows)), table_id


def judge_times(found: Left, seated: Seated) -> None:
    """Fail unless events have the database's time, which is this machine's, whatever their owners' clocks said."""
    ahead = time() - perf_counter()
    for guest in seated.guests:
        sent: dict[str, float] = {}
        for each in guest.notes.attempts:
            sent.setdefault(each.command_id, each.invoked)
            if each.outcome is Outcome.ACKNOWLEDGED and each.answered is not None and each.seq is not None:
                at = json.loads(found.log[each.seq - 1].body)["at"] / 1000 - ahead
                assert sent[each.command_id] - INEXACT < at < each.answered + INEXACT, (seated.table_id, each)


def judge_freshness(found: Left, seated: Seated) -> None:
    """Fail if a welcome lacks an event that a client knew before it requested the socket: no former owner welcomes."""
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
    """A guest that connects through one node after another, as behind a balancer that skips closed nodes."""

    cluster: Cluster
    seed: int
    dialled: list[Dialled] = field(default_factory=list)

    def dial(self, table_id: str) -> Dial:
        """Return a function that opens a socket at the next node."""
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
    """A socket of a person who thinks before each message."""

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
    """Call later, as `call_later` does, after a short pause at most, so that clients reconnect soon."""
    pause = seconds if seconds in KEPT else min(seconds, LONGEST_PAUSE)
    return asyncio.get_running_loop().call_later(pause, call)


@asynccontextmanager
async def crowd(cluster: Cluster, count: int) -> AsyncIterator[Crowd]:
    """Run people at this many tables until the end, and judge them. Fails if a player's action is refused.

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
    """Open a table for two at one node, with people who connect through others."""
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
    """Return the answer, repeating the request while the table is away: a node without processor time can lose its
    lease.
    """
    async with asyncio.timeout(PATIENCE * 10):
        while True:
            try:
                return await ask()
            except ClientError as error:
                if error.wait is None:
                    raise
                await asyncio.sleep(error.wait)
