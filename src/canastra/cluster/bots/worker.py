"""A worker: bots that answer the questions of any node."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from secrets import token_hex

from canastra.cluster.bots.messages import (
    GROUP,
    ROLL_CALL,
    WORKERS,
    Answered,
    BotChosen,
    BotExplained,
    BotQuestion,
    BotQuestionError,
    BotRefused,
    WireFact,
    WorkerBeat,
    level_subject,
    pack,
    read_question,
    worker_subject,
)
from canastra.cluster.bots.pool import FIRST
from canastra.cluster.bots.roster import BEAT
from canastra.cluster.bots.worker_metrics import WorkerMetrics
from canastra.cluster.routing.bus import Bus, BusSubscription
from canastra.engine import parse_action
from canastra.errors import CanastraError
from canastra.server.bots import REASONS, BotPool
from canastra.server.limits import limit
from canastra.server.logging import code_of, log
from canastra.server.metrics import timed

WAITING = limit(
    "worker_waiting",
    16,
    "a process of a worker",
    "questions that are thought about or wait for it",
    "the next worker is asked, then the node's own bots play",
)
LATE = FIRST
"""Seconds of thinking about one question after which a worker pauses new questions until it has answered.
"""
REPORT = 60.0
"""Seconds between two lines about what was answered."""
_BUSY = frozenset({"bots_full", "bots_late"})
OTHER = "other"
"""The level in figures for questions of a level that the worker doesn't have."""


class BotWorker:
    """Answers questions for bots of some levels, with a warm pool, until it is closed."""

    def __init__(
        self, bus: Bus, pool: BotPool, levels: Sequence[str], processes: int = 1, name: str = "worker"
    ) -> None:
        self.name = f"{re.sub(r'[^A-Za-z0-9_-]', '-', name)[:50]}-{token_hex(4)}"
        """The worker's name, different for each process."""
        self.counts: Counter[str] = Counter()
        """Answers, by ``answered`` or the code of a refusal."""
        self.metrics = WorkerMetrics(version("canastra"))
        self.metrics.watch(
            "worker_questions_in_progress", "Questions that wait or are thought about", lambda: self._waiting
        )
        self._bus, self._pool = bus, pool
        self._levels, self._processes = list(levels), processes
        self._waiting = 0
        self._late = False
        self._subscriptions: list[BusSubscription] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Join the groups of the levels, and say so."""
        for level in self._levels:
            self._subscriptions.append(await self._bus.serve(level_subject(level), self._answer, GROUP))
        self._subscriptions.append(await self._bus.serve(worker_subject(self.name), self._answer))
        self._subscriptions.append(await self._bus.subscribe(ROLL_CALL, lambda _: self._live()))
        self._tasks += [asyncio.create_task(work) for work in (self._keep_beating(), self._keep_reporting())]

    async def close(self) -> None:
        """Leave the groups, and finish the open questions."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._beat(())
        await asyncio.gather(*(subscription.close() for subscription in self._subscriptions))
        self._report()

    def _beat(self, levels: Sequence[str]) -> None:
        self._bus.publish(WORKERS, pack(WorkerBeat(self.name, list(levels), self._processes)))

    def _live(self) -> None:
        """Send a heartbeat, unless a process of the pool hangs."""
        late = self._is_late()
        if not late:
            self._beat(self._levels)
        elif not self._late:
            log(logging.WARNING, "worker_late", seconds=round(self._pool.thinking_for()))
            self._beat(())
        self._late = late

    def _is_late(self) -> bool:
        return self._pool.thinking_for() >= LATE

    async def _keep_beating(self) -> None:
        while True:
            self._live()
            await asyncio.sleep(BEAT)

    async def _keep_reporting(self) -> None:
        while True:
            await asyncio.sleep(REPORT)
            self._report()

    def _report(self) -> None:
        log(logging.INFO, "worker_answers", **{code: self.counts[code] for code in sorted(self.counts)})

    async def _answer(self, data: bytes) -> bytes:
        """Answer a question. Errors become answers too, so that the worker goes on."""
        level, end = OTHER, "refused"
        try:
            question = read_question(data)
            level = question.level if question.level in self._levels else OTHER
            answer: Answered | BotRefused = await self._thought(question)
            self.counts["answered"] += 1
            end = "answered"
        except BotQuestionError as error:
            answer = self._refused(logging.DEBUG if error.code in _BUSY else logging.WARNING, error.code)
        except TimeoutError:
            answer, end = self._refused(logging.INFO, "bots_late"), "late"
        except CanastraError as error:
            answer = self._refused(logging.WARNING, error.code)
        except Exception as error:  # noqa: BLE001 - after any fault of a bot the others go on
            answer, end = self._refused(logging.WARNING, "bots_failed", code_of(error)), "failed"
        self.metrics.questions.labels(level, end).inc()
        return pack(answer)

    async def _thought(self, question: BotQuestion) -> Answered:
        if question.level not in self._levels:
            raise BotQuestionError("bots_level")
        if self._is_late():
            raise BotQuestionError("bots_late")
        if self._waiting >= WAITING * self._processes:
            raise BotQuestionError("bots_full")
        self._waiting += 1
        try:
            async with asyncio.timeout(question.seconds):
                with timed(self.metrics.seconds.labels(question.level)):
                    return await self._asked(question)
        finally:
            self._waiting -= 1

    async def _asked(self, question: BotQuestion) -> Answered:
        view, asker = question.view.read(), question.asker
        if question.level != REASONS:
            return BotChosen(str(await self._pool.ask(view, question.level, question.seed, asker)))
        action = parse_action(question.action)
        if action not in view.legal:
            raise BotQuestionError("bots_illegal")
        return BotExplained([WireFact.of(fact) for fact in await self._pool.explain(view, action, asker)])

    def _refused(self, level: int, code: str, error: str | None = None) -> BotRefused:
        self.counts[code] += 1
        log(level, "question_refused", code=code, error=error)
        return BotRefused(code)
