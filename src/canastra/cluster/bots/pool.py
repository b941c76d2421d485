"""The bots of a node that has workers: they are asked over the bus; where none answers, the node's own bots play."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from itertools import count
from typing import TypeVar

import msgspec

from canastra.bots import COMPILED, PLAIN_LEVELS
from canastra.bots.explain.facts import Fact
from canastra.cluster.bots.messages import (
    ROLL_CALL,
    WORKERS,
    Answered,
    BotChosen,
    BotExplained,
    BotQuestion,
    BotQuestionError,
    BotRefused,
    level_subject,
    owner_key,
    pack,
    read_beat,
    read_bot_answer,
    worker_subject,
)
from canastra.cluster.bots.roster import WorkerRoster
from canastra.cluster.bots.views import SeatView
from canastra.cluster.routing.bus import Bus, BusSubscription, UnheardError
from canastra.engine import Action, View
from canastra.server.bots import MEANWHILE, NOBODY, REASONS, Asker, BotPool
from canastra.server.limits import Monotonic, limit
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics

Read = TypeVar("Read")
FIRST = limit(
    "worker_answer", 4.0, "a worker", "time to answer for a bot", "the next worker is asked, and has half of it", "s"
)
"""Two workers that don't answer leave the node's own bots enough of `TableLimits.bot_seconds`."""
REST = 5.0
"""Seconds to back off after no worker answered while none was known; the bus may be down."""
_LEVELS = frozenset((*COMPILED, *PLAIN_LEVELS))


class BusBots:
    """A `BotPool` that asks workers. A seat's questions go to the same worker, which may have its bot and its plan.

    An unanswered question goes to another worker, and then to the node's own bots. These play the strong levels once
    they have been warmed up; until then a simple bot does.
    """

    def __init__(self, bus: Bus, own: BotPool, seconds: float = FIRST, clock: Monotonic = time.monotonic) -> None:
        self.roster = WorkerRoster(clock)
        self.metrics = Metrics()
        self._bus, self._own, self._clock = bus, own, clock
        self._patience = (seconds, seconds / 2)
        self._lots = count()
        self._warm = False
        self._rest = 0.0
        self._alone = False
        self._subscription: BusSubscription | None = None

    async def start(self, metrics: Metrics) -> None:
        """Begin to notice workers, once the bus has started."""
        self.metrics = metrics
        metrics.watch("bot_workers", "Workers that answer for bots", lambda: len(self.roster))
        self._subscription = await self._bus.subscribe(WORKERS, self._note)
        self._bus.publish(ROLL_CALL, b"")

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        """An action that is legal in the view."""

        def read(answer: Answered) -> Action:
            if not isinstance(answer, BotChosen):
                raise BotQuestionError("bots_malformed")
            return answer.read(view)

        found = await self._asked(_question(view, level, seed, asker, ""), level, read)
        if found is not None:
            return found
        return await self._own.ask(view, level if self._has(level) else MEANWHILE, seed, asker)

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        """Reasons for an action that is legal in the view."""

        def read(answer: Answered) -> tuple[Fact, ...]:
            if not isinstance(answer, BotExplained):
                raise BotQuestionError("bots_malformed")
            return tuple(fact.read() for fact in answer.facts)

        found = await self._asked(_question(view, REASONS, 0, asker, str(action)), REASONS, read)
        return await self._own.explain(view, action, asker) if found is None else found

    def is_ready(self, level: str) -> bool:
        """Return whether a worker has a level, or the node's own bots do."""
        return self.roster.has(level) or self._has(level)

    def thinking_for(self) -> float:
        """Seconds since the node's own bots began to think about one question."""
        return self._own.thinking_for()

    async def warm_up(self) -> None:
        """Warm up the node's own bots; workers announce themselves when they are ready."""
        await self._own.warm_up()
        self._warm = True

    async def close(self) -> None:
        """Stop listening to workers, and close the node's own bots."""
        if self._subscription is not None:
            await self._subscription.close()
        await self._own.close()

    def _has(self, level: str) -> bool:
        return self._warm or self._own.is_ready(level)

    def _note(self, data: bytes) -> None:
        try:
            self.roster.note(read_beat(data))
        except BotQuestionError as error:
            log(logging.DEBUG, "beat_ignored", error=error.code)
            return
        self._rest = 0.0

    async def _asked(self, question: BotQuestion, level: str, read: Callable[[Answered], Read]) -> Read | None:
        """A worker's answer; None without one."""
        why = ""
        for worker, seconds, by in zip(self._subjects(question), self._patience, ("worker", "other"), strict=False):
            try:
                found = await self._answer(worker, question, seconds, read)
            except (UnheardError, BotQuestionError) as error:
                why = code_of(error)
                continue
            self._said(False, level, why)
            self.metrics.bot_answers.labels(by).inc()
            return found
        if why:
            self._said(True, level, why)
        self.metrics.bot_answers.labels("own").inc()
        return None

    async def _answer(
        self, worker: str, question: BotQuestion, seconds: float, read: Callable[[Answered], Read]
    ) -> Read:
        """The answer of a worker, of any one if it has no name. Raises UnheardError, BotQuestionError."""
        if worker:
            with self.roster.asking(worker, seconds):
                answer = await self._of_worker(worker, question, seconds)
        else:
            answer = await self._of_any(question, seconds)
        if isinstance(answer, BotRefused):
            raise BotQuestionError(answer.code)
        return read(answer)

    async def _of_worker(self, worker: str, question: BotQuestion, seconds: float) -> Answered:
        """The answer of one worker. A missing worker is dropped, a late one rests."""
        try:
            answer = await self._request(worker_subject(worker), question, seconds)
        except UnheardError as error:
            if error.certain:
                self.roster.drop(worker)
            else:
                self.roster.rest(worker)
            raise
        if isinstance(answer, BotRefused) and answer.code == "bots_late":
            self.roster.rest(worker)
        else:
            self.roster.answered(worker)
        return answer

    async def _of_any(self, question: BotQuestion, seconds: float) -> Answered:
        """The answer of a worker that NATS chooses."""
        try:
            return await self._request(level_subject(question.level), question, seconds)
        except UnheardError as error:
            if not error.certain:
                self._rest = self._clock() + REST
            raise

    async def _request(self, subject: str, question: BotQuestion, seconds: float) -> Answered:
        return read_bot_answer(await self._bus.request(subject, pack(_within(question, seconds)), seconds))

    def _subjects(self, question: BotQuestion) -> list[str]:
        """The names of workers to ask in turn; an empty name stands for any free worker."""
        level, number = question.level, question.number
        if level not in _LEVELS and level != REASONS:
            return []
        if not self.roster.knows_any:  # Perhaps no worker was noticed yet.
            return [] if self._clock() < self._rest else [""]
        return self.roster.ranked(level, next(self._lots) if number is None else number)[:2]

    def _said(self, alone: bool, level: str, why: str) -> None:
        """Write a line when workers stop answering, and when they answer again."""
        if alone and not self._alone:
            log(logging.WARNING, "workers_unheard", bot=level, error=why)
        elif self._alone and not alone:
            log(logging.INFO, "workers_answer", bot=level)
        self._alone = alone


def _question(view: View, level: str, seed: int, asker: Asker, action: str) -> BotQuestion:
    return BotQuestion(FIRST, level, seed, owner_key(asker.owner), asker.number, asker.idle, action, SeatView.of(view))


def _within(question: BotQuestion, seconds: float) -> BotQuestion:
    return msgspec.structs.replace(question, seconds=seconds)
