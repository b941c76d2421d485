"""Two deals of a person with bots that look alike in public, and differ in all cards that were never shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from canastra import table as tables
from canastra.bots import make
from canastra.cards import TWO_PACKS, Card, cards_text
from canastra.engine import Action, Discard, View, parse_action
from canastra.protocol.messages import Missed, Update
from canastra.server.bots import NOBODY, Asker
from canastra.server.live import Bots, CommandRequest, Completed, LocalBots, TableManager
from canastra.server.storage import MemoryStore
from canastra.table import Act, AddBots, Deal, DrawForDealer, Opened, Ready, Sit, dump_event, load_event
from canastra.table.events import Played
from tests.server.live.live_server import TABLE, FakeTime, drained, opened, players, services, settle
from tests.server.live.unseen import Past, permuted

ROUNDS = 4
PERSON = 0


class WatchedTime(FakeTime):
    """Remembers what was slept."""

    def __init__(self) -> None:
        super().__init__()
        self.slept: list[int] = []

    async def sleep(self, milliseconds: int) -> None:
        self.slept.append(milliseconds)
        await super().sleep(milliseconds)

    async def think(self, milliseconds: int) -> None:
        """Let a bot think: that is no wait of the server's."""
        await super().sleep(milliseconds)

    async def next(self) -> None:
        """Go on to when the first sleeper wakes."""
        await self.advance(min(due for due, _ in self._sleepers) - self.now())


class Thinkers(LocalBots):
    """Bots that play what a script says, or greedily and write one. They think for as long as a test says."""

    def __init__(self, time: WatchedTime, milliseconds: Sequence[int], script: Sequence[str] | None) -> None:
        super().__init__()
        self._time, self._milliseconds, self._script = time, milliseconds, script
        self.written: list[str] = []

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        number = len(self.written)
        await self._time.think(self._milliseconds[number % len(self._milliseconds)])
        action = make("greedy", 1).choose(view) if self._script is None else parse_action(self._script[number])
        self.written.append(str(action))
        return action


@dataclass
class Told:
    """The messages that a client got, each with the server's time."""

    seat: int | None
    first: Missed
    updates: list[tuple[int, Update]] = field(default_factory=list)


@dataclass
class Twin:
    """One of the two deals."""

    pack: Sequence[Card]
    told: list[Told]
    slept: list[int]
    bots: list[str]
    person: list[str]


async def _dealt(store: MemoryStore, rulebook: str, pack: Sequence[Card]) -> None:
    first = opened(rulebook)
    log: list[tables.Event] = [first]
    table = tables.open_table(first)
    commands: list[tables.Command] = [Sit(PERSON, "p0", "Ana"), AddBots("greedy"), Ready(PERSON)]
    commands += [DrawForDealer(cards_text(Random(1).sample(TWO_PACKS, len(TWO_PACKS)))), Deal(cards_text(pack))]
    for command in commands:
        for event in tables.decide(table, command, 1_000_000):
            log.append(event)
            table = tables.evolve(table, event)
    await store.create(TABLE, "{}")
    await store.append(TABLE, 1, [dump_event(event) for event in log])


async def play(
    rulebook: str, pack: Sequence[Card], thinking: Sequence[int], like: Twin | None = None
) -> tuple[Twin, Past]:
    """Play some rounds on a real table of a server, by itself or like another twin."""
    store, time = MemoryStore(), WatchedTime()
    await _dealt(store, rulebook, pack)
    pool = Thinkers(time, thinking, like.bots if like else None)
    host = TableManager(services(store, seed=8, clock=time, bots=Bots(pool, ready=True)))
    actor = await host.table(TABLE)
    readers = {seat: actor.subscribe(seat, 0) for seat in (PERSON, None)}
    await settle()
    twin = Twin(pack, [], time.slept, pool.written, [])
    for seat, reader in readers.items():
        welcomed, *_ = await drained(reader)
        assert isinstance(welcomed, Missed)
        twin.told.append(Told(seat, welcomed))

    async def hear() -> None:
        for told, reader in zip(twin.told, readers.values(), strict=True):
            told.updates += [(time.now(), each) for each in await drained(reader) if isinstance(each, Update)]

    random, number = Random(5), 0
    while number < 2 * ROUNDS or actor.table.to_act != PERSON:
        assert actor.table.deal is not None
        if actor.table.to_act == PERSON:
            view = tables.seat_view(actor.table, PERSON)
            assert view is not None
            plain = [str(each) for each in view.legal if str(each) == "draw" or isinstance(each, Discard)]
            action = like.person[number] if like else random.choice(plain)
            sent = CommandRequest(Act(PERSON, action, actor.table.step), f"a{number}", "p0")
            assert isinstance(await actor.send(sent), Completed)
            twin.person.append(action)
            number += 1
        else:
            await time.next()
        await hear()
    past = await _past(store)
    await host.drain(60)
    return twin, past


async def _past(store: MemoryStore) -> Past:
    """The actions, read from the table's log."""
    first, *rest = [load_event(each.body) for each in await store.read(TABLE)]
    assert isinstance(first, Opened)
    table, past = tables.open_table(first), Past()
    for event in rest:
        before, table = table, tables.evolve(table, event)
        if isinstance(event, Played):
            action = "draw" if event.entry.startswith("draw") else event.entry
            past.note(event.seat, action, before, table)
    past.table = table
    return past


async def twins(rulebook: str) -> tuple[Twin, Twin]:
    """The two deals: in the second one all hidden cards are others, the person's too, and bots think much longer."""
    random = Random(rulebook)
    pack = random.sample(TWO_PACKS, len(TWO_PACKS))
    one, past = await play(rulebook, pack, [1, 3, 2])
    places = past.hidden(pack, None)
    assert len(places) > 20 * players(rulebook) / 2
    other, _ = await play(rulebook, permuted(pack, places, random), [90, 4, 150, 31, 12], like=one)
    return one, other
