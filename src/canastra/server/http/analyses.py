"""Analyses of finished matches, one after the other, in a process with a lower priority than all others.

A page begins one, asks for its progress, and may end it. Results are kept for a while for all pages with the same
record; all are lost when the server ends.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from canastra.cache import Cache
from canastra.errors import CanastraError
from canastra.messages import LANGUAGES, text
from canastra.protocol import encode
from canastra.protocol.replays import (
    AnalysedDecision,
    AnalysedPlayer,
    AnalysisCard,
    AnalysisReason,
    AnalysisResult,
    AnalysisState,
    RecordFault,
    SkippedDecisions,
)
from canastra.records import Record, RecordRuleError, replay
from canastra.rulebooks import Rulebook
from canastra.server.limits import limit
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics
from canastra.server.replays import Houses, WantedError, broken_rule, found_among, sent_record
from canastra.server.work import Turns, Worker, WorkOwner

if TYPE_CHECKING:
    from canastra.bots.analysis.analysis import Analysis, JudgedDecision
    from canastra.bots.explain.facts import Fact

WAITING = limit(
    "analyses_waiting",
    8,
    "the server",
    "analyses that run or wait",
    "429 `analyses_full`, for the latest of the site that has most",
)
RUNNING = 2
"""Analyses that the process works on side by side, each for another site."""
WAITING_OF_PERSON = limit(
    "analyses_of_person_waiting",
    1,
    "a person; without a session an address",
    "analyses that run or wait",
    "429 `analyses_one`",
)
RESULTS_KEPT = limit(
    "analyses_kept", 16_000_000, "the server", "bytes of analyses", "the one used longest ago is made again"
)
ANSWERS_KEPT = 16_000_000
"""Bytes of compressed answers in memory."""
ENDED_KEPT = limit("analyses_ended", 256, "the server", "analyses that have ended", "the oldest is forgotten")
LONGEST = limit("analysis_decisions", 6_000, "an analysis", "decisions", "it ends with `analyses_long`")
MEMORY = limit("analysis_memory", 2_048, "an analysis", "memory", "it ends with `analyses_slow`", "MB")
SLICE = 0.5
"""Seconds between two checks whether an analysis is still wanted."""
PATIENCE = 180.0
"""Seconds that loading the compiled code and one slice may take."""
NICER = 15
"""Added to the nice value of the process: it comes after bots and replays."""

FindHouse = Callable[[str], Rulebook | None]
"""Returns a house rulebook of this server by its name."""
Obstacle = Callable[[], str | None]
"""Returns the code of the reason for which analyses are unavailable; None if they are available."""


def no_obstacle() -> None:
    """Return None: analyses are available."""


class AnalysisError(CanastraError):
    """A refused or unknown analysis. `status` is its HTTP status."""

    def __init__(self, code: str, status: int) -> None:
        super().__init__(code)
        self.status = status


@dataclass(eq=False, slots=True)
class AnalysisJob:
    """One requested analysis."""

    asker: WorkOwner
    digest: str
    content: bytes
    find: FindHouse
    name: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: AnalysisState = "queued"
    done: int = 0
    total: int = 0
    fault: RecordFault | None = None

    @property
    def owner(self) -> str:
        """The key of its owner."""
        return owner_of(self.asker)

    @property
    def is_open(self) -> bool:
        """Return whether it runs or waits."""
        return self.state in ("queued", "running")


class PackedAnswer(NamedTuple):
    """An answer with its ETag, plain and compressed."""

    tag: str
    content: bytes
    packed: bytes


def owner_of(asker: WorkOwner) -> str:
    """The key of an analysis' owner: the person, or without a session the address."""
    return asker.person or f"address {asker.address}"


class Analyses:
    """All analyses of a server. For one event loop."""

    def __init__(
        self, obstacle: Obstacle = lambda: None, metrics: Metrics | None = None, seconds: float = 600.0
    ) -> None:
        self._obstacle, self._metrics, self._seconds = obstacle, metrics or Metrics(), seconds
        self._worker = Worker(PATIENCE, MEMORY, NICER, alone=True)
        self._turns: Turns[AnalysisJob] = Turns()
        self._answers = Cache[str, PackedAnswer](ANSWERS_KEPT)
        self._jobs: OrderedDict[str, AnalysisJob] = OrderedDict()
        self._results = Cache[str, bytes](RESULTS_KEPT)
        self._running: dict[AnalysisJob, asyncio.Task[None]] = {}

    @property
    def waiting(self) -> int:
        """The number of analyses that run or wait."""
        return sum(job.is_open for job in self._jobs.values())

    def start(self, asker: WorkOwner, content: bytes, find: FindHouse) -> AnalysisJob:
        """Begin to analyse a record, or find one that was begun. Raises AnalysisError (409, 429).

        If too many wait, the site with the most of them loses its latest.
        """
        owner = owner_of(asker)
        digest = sha256(f"{version('canastra')}\n".encode() + content).hexdigest()
        mine = [job for job in self._jobs.values() if job.owner == owner]
        ready = self._results.get(digest) is not None
        for job in mine:
            if job.digest == digest and (job.is_open or (ready and job.state == "finished")):
                return job
        if ready:
            return self._added(AnalysisJob(asker, digest, b"", find, state="finished"))
        code = self._obstacle()
        if code is not None:
            raise AnalysisError(code, 409)
        if sum(job.is_open for job in mine) >= WAITING_OF_PERSON:
            raise AnalysisError("analyses_one", 429)
        job = AnalysisJob(asker, digest, content, find)
        self._turns.add(asker, job)
        if self.waiting >= WAITING and (dropped := self._turns.drop()) is not None:
            if dropped is job:
                raise AnalysisError("analyses_full", 429)
            self._fail(dropped, _fault("analyses_full"))
        self._added(job)
        self._dispatch()
        return job

    def job(self, owner: str, name: str) -> AnalysisJob:
        """An analysis by its name and owner. Raises AnalysisError (404)."""
        job = self._jobs.get(name)
        if job is None or job.owner != owner or (job.state == "finished" and self._results.get(job.digest) is None):
            raise AnalysisError("analyses_gone", 404)
        return job

    def card(self, job: AnalysisJob) -> dict[str, object]:
        """The progress of an analysis, with its result at the end, as `AnalysisCard` describes it."""
        ahead = 0
        if job.state == "queued":
            ahead = len(self._running) + [turn.name for turn in self._turns].index(job.name)
        card = AnalysisCard(job.name, job.state, ahead, job.done, job.total, job.fault)
        found = self._results.get(job.digest) if job.state == "finished" else None
        return {**msgspec.structs.asdict(card), "result": None if found is None else msgspec.Raw(found)}

    def end(self, job: AnalysisJob) -> None:
        """Drop an analysis; a running one stops."""
        if job.is_open:
            self._metrics.analyses.labels("ended").inc()
        self._turns.remove(job)
        self._jobs.pop(job.name, None)

    async def answer(self, job: AnalysisJob) -> PackedAnswer:
        """Return the card of a finished analysis, compressed once for all requests."""
        found = self._answers.get(job.name)
        if found is None:
            content = encode(self.card(job))
            packed = await asyncio.to_thread(gzip.compress, content, 6, mtime=0)
            found = PackedAnswer(f'"{job.name}"', content, packed)
            self._answers.put(job.name, found, len(content) + len(packed))
        return found

    async def close(self) -> None:
        """End running and waiting analyses."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._worker.close()

    def _added(self, job: AnalysisJob) -> AnalysisJob:
        self._jobs[job.name] = job
        ended = [name for name, each in self._jobs.items() if not each.is_open]
        for name in ended[: max(0, len(ended) - ENDED_KEPT)]:
            del self._jobs[name]
        return job

    def _dispatch(self) -> None:
        """Begin waiting analyses: one, and beside it one of another site. The process ends with the last."""
        while len(self._running) < RUNNING and (job := self._turns.take(self._may_run)) is not None:
            job.state = "running"
            task = self._running[job] = asyncio.create_task(self._run(job))
            task.add_done_callback(partial(self._ran, job))
        if not self._running:
            self._worker.rest()

    def _may_run(self, job: AnalysisJob) -> bool:
        sites = {running.asker.keys[0] for running in self._running}
        return job.asker.keys[0] not in sites and all(each.digest != job.digest for each in self._running)

    def _ran(self, job: AnalysisJob, task: asyncio.Task[None]) -> None:
        del self._running[job]
        if not task.cancelled():
            self._dispatch()

    async def _run(self, job: AnalysisJob) -> None:
        """Run one analysis to its end."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._seconds):
                await self._work(job)
        except Exception as error:  # noqa: BLE001 - whatever fails in one, the next is run
            code = code_of(error)
            log(logging.WARNING, "not_analysed", error=code)
            self._fail(job, _fault("analyses_slow" if isinstance(error, TimeoutError) else _CODES.get(code, OTHER)))
        job.content = b""
        seconds = time.monotonic() - began
        if job.name in self._jobs:
            self._metrics.analyses.labels(job.state).inc()
            self._metrics.analysis_seconds.observe(seconds)
            log(logging.INFO, "analysed", end=job.state, decisions=job.done, ms=round(seconds * 1000))

    async def _work(self, job: AnalysisJob) -> None:
        if self._results.get(job.digest) is None:
            houses: dict[str, Rulebook | None] = {}
            kept = tuple(running.digest for running in self._running)
            total = await self._worker.run(job.asker, begin, job.digest, job.content, houses, kept)
            if isinstance(total, str):
                houses = {total: job.find(total)}
                total = await self._worker.run(job.asker, begin, job.digest, job.content, houses, kept)
            if isinstance(total, RecordFault):
                self._fail(job, total)
                return
            assert isinstance(total, int)  # A record names one rulebook.
            job.total = total
            while not isinstance(found := await self._worker.run(job.asker, advance, job.digest, SLICE), bytes):
                job.done = found
                if job.name not in self._jobs:
                    return
            job.done = job.total
            self._results.put(job.digest, found, len(found))
        job.state = "finished"

    def _fail(self, job: AnalysisJob, fault: RecordFault) -> None:
        job.state, job.fault = "failed", fault


OTHER = "analyses_failed"
_CODES = {"worker_slow": "analyses_slow"}


def _fault(code: str) -> RecordFault:
    return RecordFault(code, text(code, "pt"), text(code, "en"))


# In the process


_open: dict[str, Generator[tuple[int, int], None, Analysis]] = {}
"""The analyses under way in this process, by their records."""


def begin(digest: str, content: bytes, houses: Houses, kept: Sequence[str] = ()) -> int | str | RecordFault:
    """Read a record and find its decisions. Returns their number, or the name of a missing house rulebook.

    Other analyses are dropped, except those in `kept`.
    """
    from canastra.bots.analysis.analysis import AnalysisConfig, analysis_steps, usual_budget

    for other in [each for each in _open if each not in kept]:
        del _open[other]
    try:
        record = sent_record(content, found_among(houses))
    except WantedError as error:
        return str(error)
    if isinstance(record, RecordFault):
        return record
    try:
        if not _is_over(record):
            return _fault("analyses_unfinished")
        steps = analysis_steps(record, AnalysisConfig(usual_budget(), seed=0))
        _, total = next(steps)
    except RecordRuleError as error:
        return broken_rule(record, error)
    if total > LONGEST:
        return _fault("analyses_long")
    _open[digest] = steps
    return total


def _is_over(record: Record) -> bool:
    return replay(record).match.finished


def advance(digest: str, seconds: float) -> int | bytes:
    """Go on for some seconds. Returns the number of decisions judged, or at the end the result as JSON."""
    until = time.monotonic() + seconds
    done = 0
    try:
        while time.monotonic() < until:
            done, _ = next(_open[digest])
    except StopIteration as end:
        del _open[digest]
        return encode(analysis_result(end.value))
    return done


def analysis_result(analysis: Analysis) -> AnalysisResult:
    """The analysis in the form that a page gets."""
    places = {id(each): place for place, each in enumerate(analysis.judged)}
    players = (
        AnalysedPlayer(
            seat,
            len(analysis.of(seat)),
            round(analysis.loss(seat), 1),
            tuple(places[id(mistake)] for mistake in analysis.mistakes(seat)),
        )
        for seat in range(len(analysis.record.players))
    )
    skipped = (
        SkippedDecisions(each.code, text(each.code, "pt"), text(each.code, "en"), each.deal, each.seat, each.decisions)
        for each in analysis.skipped
    )
    return AnalysisResult(
        analysis.config.budget.worlds, tuple(players), tuple(map(_decision, analysis.judged)), tuple(skipped)
    )


def _decision(judged: JudgedDecision) -> AnalysedDecision:
    from canastra.bots.analysis.json_forms import turn_text
    from canastra.bots.explain.estimates import margin

    place, played = judged.decision.place, judged.played
    head = (place.deal, place.turn, place.action, judged.decision.view.seat)
    figures = (round(played.points, 1), round(played.error, 1))
    if not judged.loss:
        return AnalysedDecision(*head, *figures)
    return AnalysedDecision(
        *head,
        *figures,
        played=turn_text(judged.decision.played),
        best=turn_text(judged.best.actions),
        lost=round(judged.loss, 1),
        margin=margin(played.gain_error),
        reasons=tuple(map(_reason, judged.reasons)),
        against=tuple(map(_reason, judged.against)),
    )


def _reason(fact: Fact) -> AnalysisReason:
    portuguese, english = (fact.message(language) for language in LANGUAGES)
    return AnalysisReason(fact.code, fact.article, portuguese, english)
