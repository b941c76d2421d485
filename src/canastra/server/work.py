"""Processes for long work. Sites take turns, within a site its addresses, within an address its people.

A process ends when its work takes too long or its client has gone.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any, Generic, NamedTuple, TypeVar

from canastra.bots.processes import Processes
from canastra.errors import CanastraError
from canastra.server.limits import limit
from canastra.server.origins import site_of

Answer = TypeVar("Answer")
Item = TypeVar("Item")
WAITING = limit(
    "work_waiting",
    16,
    "a kind of long work (rounds, prints, views, replays)",
    "requests that are worked on or wait",
    "429 `worker_busy`, for the latest of the site that has most",
)
WAITING_OF_CALLER = limit(
    "work_of_person_waiting",
    3,
    "a person at an address",
    "requests that are worked on or wait, of each kind of long work",
    "429 `worker_busy`",
)
BEGINNING = 60.0
"""Seconds that a new process may take until it can work."""
MEMORY = limit("replay_memory", 1024, "a record", "memory for replaying it", "400 `worker_slow`", "MB")
IDLE = 120.0
"""Seconds without work after which a process is ended, to free its memory."""
HELD = 2.0
"""Seconds of one site's work after which another site's is done beside it."""
HELD_LONG = 10.0
"""The same for another person of the same site."""
_LATE = 0.05
NICER = 10
"""How far the process steps back behind others."""


_REMEMBERED = 10_000
"""Sites, addresses and people whose latest turn is remembered; the one longest ago is forgotten first."""


class WorkOwner(NamedTuple):
    """The owner of work: a person or a tournament's founder, and the address of the request."""

    person: str = ""
    address: str = ""

    @property
    def keys(self) -> tuple[str, str, str]:
        """Its site, its address and its person, each within the one before."""
        site = site_of(self.address)
        return site, f"{site} {self.address}", f"{site} {self.address} {self.person}"


@dataclass(frozen=True, slots=True)
class _Waiting(Generic[Item]):
    owner: WorkOwner
    item: Item
    arrived: int


class Turns(Generic[Item]):
    """Waiting items in the order of their turns. For a few dozen items.

    >>> turns = Turns[str]()
    >>> for person, item in (("ana", "a1"), ("ana", "a2"), ("bia", "b1")):
    ...     turns.add(WorkOwner(person, "192.0.2.1"), item)
    >>> turns.add(WorkOwner("eva", "192.0.2.9"), "e1")
    >>> [turns.take() for _ in range(4)]
    ['a1', 'e1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        self._waiting: list[_Waiting[Item]] = []
        self._served: OrderedDict[str, int] = OrderedDict()
        self._numbers = count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Item]:
        """The waiting items, in the order of arrival."""
        return (waiting.item for waiting in self._waiting)

    def of(self, owner: WorkOwner) -> int:
        """The number of waiting items of a person at an address."""
        return sum(waiting.owner == owner for waiting in self._waiting)

    def add(self, owner: WorkOwner, item: Item) -> None:
        """Add an item."""
        self._waiting.append(_Waiting(owner, item, next(self._numbers)))

    def take(self, may: Callable[[Item], bool] = lambda item: True) -> Item | None:
        """Remove and return the next item for which `may` is true, None without one."""
        able = [waiting for waiting in self._waiting if may(waiting.item)]
        if not able:
            return None
        found = min(able, key=lambda each: (*(self._served.get(key, 0) for key in each.owner.keys), each.arrived))
        self._waiting.remove(found)
        for key in found.owner.keys:
            self._served[key] = next(self._numbers)
            self._served.move_to_end(key)
        while len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)
        return found.item

    def remove(self, item: Item) -> None:
        """Remove an item; does nothing if it no longer waits."""
        self._waiting = [waiting for waiting in self._waiting if waiting.item is not item]

    def drop(self) -> Item | None:
        """Remove and return the latest item of the site, the address and the person with the most items."""
        crowd = self._waiting
        for depth in range(3):
            counts = Counter(waiting.owner.keys[depth] for waiting in crowd)
            most = max(counts.values(), default=0)
            fullest = [waiting.owner.keys[depth] for waiting in crowd if counts[waiting.owner.keys[depth]] == most]
            # The latest of equals loses.
            crowd = [waiting for waiting in crowd if waiting.owner.keys[depth] == fullest[-1]]
        if not crowd:
            return None
        self._waiting.remove(crowd[-1])
        return crowd[-1].item


class WorkerError(CanastraError):
    """Work that was refused or not finished. `status` is its HTTP status."""

    def __init__(self, code: str, status: int) -> None:
        super().__init__(code)
        self.status = status


@dataclass(eq=False, slots=True)
class _Job:
    """A call that an owner waits for."""

    owner: WorkOwner
    small: bool
    function: Callable[..., object]
    arguments: tuple[object, ...]
    answer: asyncio.Future[Any]
    lane: _Lane | None = None
    """The lane that does it; None while it waits."""


@dataclass(eq=False, slots=True)
class _Lane:
    """A place for one process. `takes` says which jobs it may take now."""

    takes: Callable[[_Job], bool]
    process: _Process | None = None
    job: _Job | None = None
    since: float = 0.0
    task: asyncio.Task[object] | None = None


class _Process(NamedTuple):
    """A process, the folder for what it writes, and whether it has begun."""

    processes: Processes
    folder: TemporaryDirectory[str]
    begun: Future[None]


class Worker:
    """Up to four processes, begun when there is work. For one event loop.

    The first takes any work, the second small work only. The others run while the first is busy: one for other sites
    after `HELD` seconds, one for other people of the same site too after `HELD_LONG`. With `alone` there is only the
    first, for work that one process does from beginning to end. With `rests` the first is ended too after a while
    without work; the others always are. At most `of_owner` requests of one owner wait.
    """

    def __init__(
        self,
        seconds: float = 15.0,
        memory: int = MEMORY,
        nicer: int = NICER,
        *,
        alone: bool = False,
        rests: bool = False,
        of_owner: int | None = None,
    ) -> None:
        self._seconds, self._memory, self._nicer, self._rests = seconds, memory, nicer, rests
        self._of_owner = WAITING_OF_CALLER if of_owner is None else of_owner
        self._turns: Turns[_Job] = Turns()
        self._first = _Lane(lambda job: True)
        beside = (self._is_small, self._relieves_site, self._relieves_person)
        self._lanes = (self._first, *(() if alone else map(_Lane, beside)))
        self._ending: set[asyncio.Future[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of callers whose work is done or waits."""
        return len(self._turns) + sum(lane.job is not None for lane in self._lanes)

    async def run(
        self, owner: WorkOwner, function: Callable[..., Answer], *arguments: object, small: bool = False
    ) -> Answer:
        """Call a function in a process when it is the owner's turn. Cancelling it ends the process.

        Raises WorkerError if too many requests wait, of the owner or in total, or if it takes too long or too much
        memory. If too many wait in total, the site with the most of them loses its latest.
        """
        if self._closed:
            raise WorkerError("worker_closed", 503)
        if self._turns.of(owner) + sum(self._is_of(lane, owner) for lane in self._lanes) >= self._of_owner:
            raise WorkerError("worker_busy", 429)
        job = _Job(owner, small, function, arguments, asyncio.get_running_loop().create_future())
        self._turns.add(owner, job)
        self._dispatch()
        if self.waiting > WAITING and (dropped := self._turns.drop()) is not None:
            dropped.answer.set_exception(WorkerError("worker_busy", 429))
        try:
            answer: Answer = await job.answer
            return answer
        except asyncio.CancelledError:
            self._turns.remove(job)
            if job.lane is not None and job.lane.job is job and job.lane.task is not None:
                job.lane.task.cancel()
                await asyncio.wait([job.lane.task])
            raise

    def warm(self, function: Callable[..., object]) -> None:
        """Begin the first process, which takes a second or two, before work comes."""
        if not self._closed:
            self._begin(self._first, function)

    def rest(self) -> None:
        """End the idle processes, to free their memory. New work begins them again."""
        for lane in self._lanes:
            if lane.job is None:
                self._end(lane)

    async def close(self) -> None:
        """End all processes and refuse further work."""
        self._closed = True
        while (job := self._turns.take()) is not None:
            if not job.answer.done():
                job.answer.set_exception(WorkerError("worker_closed", 503))
        for lane in self._lanes:
            self._end(lane)
        tasks = [lane.task for lane in self._lanes if lane.task is not None]
        await asyncio.gather(*tasks, *self._ending, return_exceptions=True)

    def _is_of(self, lane: _Lane, owner: WorkOwner) -> bool:
        return lane.job is not None and lane.job.owner == owner

    def _is_small(self, job: _Job) -> bool:
        return job.small

    def _relieves_site(self, job: _Job) -> bool:
        """Return whether work of another site may run beside the work in the first process."""
        held = self._first.job
        return held is not None and held.owner.keys[0] != job.owner.keys[0] and self._held_for >= HELD

    def _relieves_person(self, job: _Job) -> bool:
        """Return whether work of another person of the same site may run beside it, in a process not meant for other
        sites.
        """
        held = self._first.job
        return held is not None and held.owner.keys[2] != job.owner.keys[2] and self._held_for >= HELD_LONG

    @property
    def _held_for(self) -> float:
        return asyncio.get_running_loop().time() - self._first.since

    def _dispatch(self) -> None:
        """Give work to each free process."""
        # A process that has begun comes first: starting one takes seconds.
        for lane in sorted(self._lanes, key=lambda each: each.process is None) if not self._closed else ():
            if lane.job is None and (job := self._turns.take(lane.takes)) is not None:
                lane.job, job.lane, lane.since = job, lane, asyncio.get_running_loop().time()
                lane.task = asyncio.create_task(self._called(lane, job))
                lane.task.add_done_callback(partial(self._done, lane, job))
                if lane is self._first:
                    for seconds in (HELD, HELD_LONG):
                        asyncio.get_running_loop().call_later(seconds + _LATE, self._dispatch)

    def _done(self, lane: _Lane, job: _Job, task: asyncio.Task[object]) -> None:
        """Answer a job and dispatch the next. An idle process is ended after `IDLE` seconds."""
        lane.job = lane.task = None
        if lane is not self._first or self._rests:
            asyncio.get_running_loop().call_later(IDLE, self._rest, lane, lane.since)
        error = WorkerError("worker_closed", 503) if task.cancelled() else task.exception()
        if job.answer.done():
            pass  # The client has gone.
        elif error is not None:
            job.answer.set_exception(error)
        else:
            job.answer.set_result(task.result())
        self._dispatch()

    async def _called(self, lane: _Lane, job: _Job) -> object:
        try:
            process = self._begin(lane, job.function)
            async with asyncio.timeout(BEGINNING):
                await asyncio.wrap_future(process.begun)
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(process.processes.submit(job.function, *job.arguments))
        except (TimeoutError, MemoryError):
            self._end(lane)
            raise WorkerError("worker_slow", 400) from None
        except BrokenExecutor:
            self._end(lane)
            raise WorkerError("worker_closed", 503) from None
        except asyncio.CancelledError:
            self._end(lane)
            raise

    def _rest(self, lane: _Lane, since: float) -> None:
        if lane.job is None and lane.since == since:
            self._end(lane)

    def _begin(self, lane: _Lane, function: Callable[..., object]) -> _Process:
        """Return the process of a lane; begin one if needed."""
        if lane.process is None:
            processes = Processes(1, self._nicer)
            folder = TemporaryDirectory(prefix="canastra-", ignore_cleanup_errors=True)
            begun = processes.submit(_prepare, function.__module__, folder.name, self._memory)
            lane.process = _Process(processes, folder, begun)
        return lane.process

    def _end(self, lane: _Lane) -> None:
        process, lane.process = lane.process, None
        if process is not None:
            ending = asyncio.get_running_loop().run_in_executor(None, _close, process.processes, process.folder)
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)


def _close(processes: Processes, folder: TemporaryDirectory[str]) -> None:
    processes.close()
    folder.cleanup()


def _prepare(module: str, folder: str, memory: int) -> None:
    """In the process: limit the memory, and load the modules that the work needs."""
    tempfile.tempdir = folder
    if sys.platform != "win32":  # Where there is no such limit.
        import resource

        most = memory * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    import_module(module)
