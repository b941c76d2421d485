"""Workers and the nodes that ask them, in one event loop, on a bus that a test can watch."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from canastra.cluster.bots.messages import BotQuestion, BotQuestionError, pack, read_question
from canastra.cluster.bots.pool import BusBots
from canastra.cluster.bots.views import SeatView
from canastra.cluster.bots.worker import BotWorker
from canastra.cluster.routing.bus import Bus
from canastra.engine import Action, Phase, View, view
from canastra.rulebooks import Rulebook, official
from canastra.server.bots import NOBODY, Asker, BotPool
from canastra.server.live import LocalBots
from canastra.server.metrics import Metrics
from tests.cluster.local_bus import LocalBus
from tests.playing import states


class Unasked(LocalBots):
    """A node's own bots, which must not be asked."""

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        raise AssertionError


class Counted(LocalBots):
    """Counts questions by level, and plays the last legal action."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, int | None]] = []

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        self.asked.append((level, asker.number))
        return view.legal[-1]

    async def warm_up(self) -> None:
        """Needs no preparation."""


class Hanging(Counted):
    """Never answers."""

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        self.asked.append((level, asker.number))
        await asyncio.sleep(3600)
        raise AssertionError


class Waiting(Counted):
    """Answers once it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        found = await super().ask(view, level, seed, asker)
        await self.go.wait()
        return found


class WatchedBus(LocalBus):
    """Records all messages, by subject."""

    def __init__(self) -> None:
        super().__init__(self._watched)
        self.sent: list[tuple[str, bytes]] = []

    @property
    def questions(self) -> list[bytes]:
        """The recorded questions."""
        return [data for _, data in self.sent if _is_question(data)]

    def _watched(self, subject: str, data: bytes) -> Sequence[float]:
        self.sent.append((subject, data))
        return (0.0,)


def _is_question(data: bytes) -> bool:
    try:
        read_question(data)
    except BotQuestionError:
        return False
    return True


def views(rulebook: Rulebook | None = None, seed: int = 1, vulnerable: bool = False) -> list[View]:
    """Return the view of the seat on turn at each step of a random deal."""
    played = states(rulebook or official("buraco"), seed, vulnerable)
    return [view(each, each.seat) for each in played if each.phase is not Phase.OVER]


@asynccontextmanager
async def workers(bus: Bus, *pools: BotPool, levels: Sequence[str] = ("greedy",)) -> AsyncIterator[list[BotWorker]]:
    """Run a worker for each pool."""
    made = [BotWorker(bus, pool, levels) for pool in pools]
    for each in made:
        await each.start()
    try:
        yield made
    finally:
        for each in made:
            await each.close()


@asynccontextmanager
async def asking(bus: Bus, own: BotPool, seconds: float = 5.0, known: int = 1) -> AsyncIterator[BusBots]:
    """Run a node's bots, and yield them once they know this many workers."""
    bots = BusBots(bus, own, seconds)
    await bots.start(Metrics())
    await until(lambda: len(bots.roster) >= known)
    try:
        yield bots
    finally:
        await bots.close()


async def until(fits: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(60):
        while not fits():
            await asyncio.sleep(0.002)


async def until_a_worker_answers(bots: BusBots, seen: View) -> None:
    """Ask until a worker answers: one that has just started may be slow at first."""
    before = answers(bots).get("worker", 0)
    async with asyncio.timeout(60):
        while answers(bots).get("worker", 0) == before:
            await bots.ask(seen, "greedy", 1, Asker(number=1))
            await asyncio.sleep(0.01)


def answers(bots: BusBots) -> dict[str, float]:
    """Return the number of answers by their source."""
    found = (metric for metric in bots.metrics.bot_answers.collect())
    return {
        each.labels["by"]: each.value for metric in found for each in metric.samples if each.name.endswith("_total")
    }


def question(level: str = "greedy", **changed: object) -> bytes:
    """Return a question about a view, as it goes over the bus."""
    asked = BotQuestion(5.0, level, 1, b"", 1, False, "", SeatView.of(views()[40]))
    return pack(msgspec.structs.replace(asked, **changed))
