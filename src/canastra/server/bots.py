"""The bots of tables: asked within a time limit, in this process or in others, with a fallback if a bot fails."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import DEVNULL
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from subprocess import CalledProcessError
from typing import NamedTuple, Protocol, TypeVar

from canastra import kernel
from canastra.bots import COMPILED, NAMES
from canastra.bots.cache import MOST_KEPT, BotCache, choose, explained, warm_up
from canastra.bots.explain import step_facts
from canastra.bots.explain.facts import Fact
from canastra.bots.fallback import fallback_action
from canastra.bots.processes import Processes
from canastra.cache import Cache
from canastra.engine import Action, View
from canastra.rulebooks import Rulebook
from canastra.server.limits import Bucket, Buckets, Monotonic, Rate, limit
from canastra.server.logging import code_of, log
from canastra.server.metrics import Metrics, timed

Answer = TypeVar("Answer")
limit("bots_kept", MOST_KEPT, "a process of bots", "strong bots with their plans", "the plan is made anew")
REASONS = "reasons"
"""In the place of a level: figures among the reasons for an action."""
MEANWHILE = "greedy"
"""The fallback until strong bots are ready; needs no compiled code."""
IN_HAND = 2
"""Questions that a process has at a time: one to think about, and one so that it never waits for the next."""
HUNG = limit(
    "bot_process_answer",
    30.0,
    "a process of bots",
    "time to think about one question",
    "it is ended, and another one begun",
    "s",
)
BOOKS_KEPT = 24
"""Rulebooks whose tables a process keeps: `canastra.kernel.rules.tables.MOST_TABLES`."""
PLAIN = "a simple bot plays in the strong bot's place, hints come without figures"
BOOKS_OF_OWNER = limit(
    "books_of_owner", Rate(3, 1 / 60), "the opener of a table", "house rules worked out for strong bots", PLAIN
)
BOOKS = limit("books", Rate(5, 1 / 10), "the server", "house rules worked out for strong bots", PLAIN)
"""At up to two seconds each, they take at most a fifth of a process's time."""


class Asker(NamedTuple):
    """The party that a bot thinks for."""

    owner: str = ""
    """The person whose questions take turns with those of others: the opener of the table, or the person who wants a
    hint.
    """
    number: int | None = None
    """The same for all questions of one seat in one deal, and for no others."""
    idle: bool = False
    """True if no person waits: bots are among themselves at the table."""


NOBODY = Asker()


class BotPool(Protocol):
    """Plays for bots. It gets views only, so that it can't see more than a person on that seat."""

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        """An action that is legal in the view.

        With the asker's number the same bot may go on with the turn that it planned. Without one the same question
        has the same answer.
        """

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        """Reasons for an action that is legal in the view, with figures if that delays no other question."""

    def is_ready(self, level: str) -> bool:
        """Return whether bots of a level, or `REASONS`, may be asked before `warm_up`."""

    def thinking_for(self) -> float:
        """Seconds of thinking about one question, the longest now, whether or not its asker still waits."""

    async def warm_up(self) -> None:
        """Prepare everything that answers. The code of the strong bots is compiled."""

    async def close(self) -> None:
        """Release all resources."""


def needs_nothing(level: str) -> bool:
    """Return whether bots of a level, or `REASONS`, work without compiled code."""
    return level not in COMPILED and level != REASONS


class LocalBots:
    """Bots that think in the event loop: for tests, and for a server with few tables.

    They give no figures with their reasons, which would block all other requests.
    """

    def __init__(self) -> None:
        self._kept = BotCache()

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        """An action that is legal in the view."""
        return self._kept.choose(view, level, seed, asker.number)

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        """The effects of the action."""
        return tuple(step_facts(view, action))

    def is_ready(self, level: str) -> bool:
        """Return whether bots of a level work without compiled code."""
        return needs_nothing(level)

    def thinking_for(self) -> float:
        """Return 0: each answer is complete before this can be called."""
        return 0.0

    async def warm_up(self) -> None:
        """Run everything once."""
        warm_up()

    async def close(self) -> None:
        """Do nothing: there is only memory to release."""


class TurnQueue:
    """Gives turns at a process, owner by owner however many tables each has; questions that people wait for come first.

    >>> turns = TurnQueue(1)
    >>> async def main() -> list[str]:
    ...     await turns.take(Asker("Ana"))
    ...     askers = [Asker("Ana"), Asker("Ana"), Asker("Eva", idle=True), Asker("Bia")]
    ...     order = []
    ...     async def use(asker: Asker) -> None:
    ...         await turns.take(asker)
    ...         order.append(asker.owner)
    ...         turns.give_back()
    ...     tasks = [asyncio.create_task(use(each)) for each in askers]
    ...     await asyncio.sleep(0)
    ...     turns.give_back()
    ...     await asyncio.gather(*tasks)
    ...     return order
    >>> asyncio.run(main())
    ['Ana', 'Bia', 'Ana', 'Eva']
    """

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._lines: tuple[OrderedDict[str, deque[asyncio.Future[None]]], ...] = (OrderedDict(), OrderedDict())

    async def take(self, asker: Asker) -> None:
        """Wait for a turn; give it back once it has been used."""
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._lines[asker.idle].setdefault(asker.owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # The turn had just been given.
                self.give_back()
            raise

    def give_back(self) -> None:
        """Pass the turn to the next one. Callers that have left are passed over."""
        turn = self._next()
        if turn is None:
            self._free += 1
        else:
            turn.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        for line in self._lines:
            while line:
                owner, waiting = next(iter(line.items()))
                while waiting and waiting[0].done():
                    waiting.popleft()
                turn = waiting.popleft() if waiting else None
                if waiting:
                    line.move_to_end(owner)
                else:
                    del line[owner]
                if turn is not None:
                    return turn
        return None


class _Process:
    """One process of bots, begun at the first question. A broken or hanging one is replaced."""

    def __init__(self) -> None:
        self._hung = HUNG
        self._pool: Processes | None = None
        self._in_hand: dict[object, Processes | None] = {}
        """The questions that it has, the current one first; None for one that may take any time."""
        self._since = 0.0
        """When it began to think about the first of them, by the loop's time."""
        self._watch: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Future[None]] = set()
        self._turns = TurnQueue(IN_HAND)
        self._books = Cache[Rulebook, bool](BOOKS_KEPT)
        self.waiting = 0
        """Questions that are not answered yet."""

    async def run(self, asker: Asker, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Have a function of `thinking` called there, when it is the asker's turn."""
        self.waiting += 1
        try:
            await self._turns.take(asker)
            return await self._run(function, *arguments)
        finally:
            self.waiting -= 1

    def thinking_for(self) -> float:
        """Seconds since its present question began; 0 without one."""
        return asyncio.get_running_loop().time() - self._since if self._first() else 0.0

    def _first(self) -> Processes | None:
        return next(iter(self._in_hand.values()), None)

    async def _run(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        if self._pool is None:
            self._pool = Processes(1)
        pool, loop = self._pool, asyncio.get_running_loop()
        try:
            future = pool.submit(function, *arguments)
        except BrokenExecutor:
            self._turns.give_back()
            await self._replace(pool)
            raise
        self._in_hand[future] = None if function is warm_up else pool
        if len(self._in_hand) == 1:
            self._think()

        def give_back(_: object) -> None:
            with suppress(RuntimeError):  # The loop has ended.
                loop.call_soon_threadsafe(self._done, future)

        # Not when its asker has left, but when the process is done with it.
        future.add_done_callback(give_back)
        try:
            return await asyncio.wrap_future(future)
        except BrokenExecutor:
            await self._replace(pool)
            raise

    def _done(self, future: Future[Answer]) -> None:
        first = next(iter(self._in_hand)) is future
        del self._in_hand[future]
        self._turns.give_back()
        if first:
            self._think()

    def _think(self) -> None:
        """Note that it begins with its first question."""
        if self._watch is not None:
            self._watch.cancel()
        loop, pool = asyncio.get_running_loop(), self._first()
        self._since = loop.time()
        self._watch = loop.call_later(self._hung, self._overdue, pool) if pool else None

    def _overdue(self, pool: Processes) -> None:
        """End a process that hangs. Its questions fail, and the next question begins another process."""
        log(logging.ERROR, "bot_process_hung", seconds=round(self.thinking_for()))
        pool.kill()
        ending = asyncio.ensure_future(self._replace(pool))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _replace(self, pool: Processes) -> None:
        """Have another process begun for the next question."""
        if self._pool is pool:
            self._pool = None
            self._books = Cache(BOOKS_KEPT)
        await asyncio.to_thread(pool.close)

    def has_book(self, rulebook: Rulebook) -> bool:
        """Return whether the process has worked out a rulebook, among those used last; this is a use."""
        return bool(self._books.get(rulebook))

    def add_book(self, rulebook: Rulebook) -> None:
        """Note that the process works a rulebook out."""
        self._books.put(rulebook, True)

    async def close(self) -> None:
        """End it, whatever it is doing."""
        pool, self._pool = self._pool, None
        if self._watch is not None:
            self._watch.cancel()
        if pool is not None:
            await asyncio.to_thread(pool.close)
        await asyncio.gather(*self._ending)


class PooledBots:
    """Bots in processes of their own. A seat's questions go to the same one, which may have cached its bot and its
    plan.

    A strong bot needs its rulebook worked out. The official ones always are; house rules are limited by a rate, and
    until then a simple bot plays and hints come without figures.
    """

    def __init__(self, processes: int = 1, clock: Monotonic = time.monotonic) -> None:
        self._processes = tuple(_Process() for _ in range(processes))
        self._budgets, self._budget = Buckets(BOOKS_OF_OWNER, clock), Bucket(BOOKS, clock)

    async def ask(self, view: View, level: str, seed: int, asker: Asker = NOBODY) -> Action:
        """An action that is legal in the view."""
        number = asker.number
        process = self._idlest() if number is None else self._processes[number % len(self._processes)]
        if level in COMPILED and not self._may_use(process, view.rulebook, asker):
            log(logging.INFO, "bot_replaced", bot=level, by=MEANWHILE)
            level = MEANWHILE
        return await process.run(asker, choose, view, level, seed, number)

    async def explain(self, view: View, action: Action, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        """Reasons for an action that is legal in the view, with figures."""
        process = self._idlest()
        if not self._may_use(process, view.rulebook, asker):
            return tuple(step_facts(view, action))
        return await process.run(asker, explained, view, action)

    def is_ready(self, level: str) -> bool:
        """Return whether bots of a level work without compiled code."""
        return needs_nothing(level)

    def thinking_for(self) -> float:
        """Seconds for which a process has been thinking about one question, the longest of them."""
        return max(process.thinking_for() for process in self._processes)

    async def warm_up(self) -> None:
        """Prepare all processes at the same time: each has to read the code."""
        await asyncio.gather(*(process.run(NOBODY, warm_up) for process in self._processes))

    async def close(self) -> None:
        """End all processes of bots."""
        await asyncio.gather(*(process.close() for process in self._processes))

    def _may_use(self, process: _Process, rulebook: Rulebook, asker: Asker) -> bool:
        """Return whether a rulebook is worked out, or may be now."""
        if process.has_book(rulebook):
            return True
        house = rulebook.extends is not None
        if house and not (self._budgets.of(asker.owner).wait() == 0 and self._budget.take()):
            return False
        if house:
            self._budgets.take(asker.owner)
        process.add_book(rulebook)
        return True

    def _idlest(self) -> _Process:
        return min(self._processes, key=lambda each: each.waiting)


STOOD = 0.5
"""Seconds of delay of a time-out that show that the process stood still."""
COMPILER = "canastra.bots.warmup"
Compile = Callable[[], Awaitable[None]]


def no_message(code: str) -> None:
    """The callback for messages without a terminal: does nothing."""


async def compile_beside() -> None:
    """Compile in a process of its own, so that no bot waits. Raises CalledProcessError on failure."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", COMPILER, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    )
    try:
        status = await child.wait()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()
        raise
    if status:
        raise CalledProcessError(status, COMPILER)


async def _answer_within(seconds: float, ask: Callable[[], Awaitable[Action]]) -> Action:
    """The answer to a question, asked once more if this process stood still meanwhile. Raises TimeoutError."""
    clock = asyncio.get_running_loop().time
    began = clock()
    try:
        return await asyncio.wait_for(ask(), seconds)
    except TimeoutError:
        if clock() - began < seconds + STOOD:
            raise
    return await asyncio.wait_for(ask(), seconds)


class Bots:
    """Asks a pool. Unless it is `ready` from the start, the strong bots are prepared by `begin`, or at their first use.

    If compiling is impossible, or switched off (without `compiling`), a simple bot goes on playing for them.
    """

    def __init__(
        self, pool: BotPool, compiling: Compile | None = None, metrics: Metrics | None = None, *, ready: bool = False
    ) -> None:
        self._pool, self._metrics, self._ready = pool, metrics or Metrics(), ready
        self._missing = compiling is not None and not kernel.available()
        self._compiling = None if self._missing else compiling
        self._task: asyncio.Task[None] | None = None
        self._replaced: set[str] = set()

    async def choose(self, view: View, level: str, seed: int, within: float, asker: Asker = NOBODY) -> Action:
        """The bot's action, or a fallback if it fails, is illegal or takes longer than `within` seconds."""
        playing = self._playing(level)
        try:
            with timed(self._metrics.bots.labels(playing if playing in NAMES else "other")):
                action = await _answer_within(within, lambda: self._pool.ask(view, playing, seed, asker))
        except Exception as error:  # noqa: BLE001 - whatever fails in a bot, the table goes on
            log(logging.WARNING, "bot_failed", bot=level, seat=view.seat, error=code_of(error))
            return fallback_action(view)
        if action not in view.legal:
            log(logging.WARNING, "bot_illegal", bot=level, seat=view.seat)
            return fallback_action(view)
        return action

    async def explain(self, view: View, action: Action, within: float, asker: Asker = NOBODY) -> tuple[Fact, ...]:
        """The reasons for an action, with figures if the strong bots are ready and answer within that many seconds."""
        if self._ready or self._pool.is_ready(REASONS):
            try:
                return await asyncio.wait_for(self._pool.explain(view, action, asker), within)
            except Exception as error:  # noqa: BLE001 - the effects of an action can be told without
                log(logging.WARNING, "not_explained", seat=view.seat, error=code_of(error))
        return tuple(step_facts(view, action))

    def begin(self, said: Callable[[str], None] = no_message) -> None:
        """Prepare the strong bots, unless that has begun; `said` gets the codes of messages. Needs a running loop."""
        if self._missing:
            self._missing = False  # Reported once.
            log(logging.WARNING, "bots_missing")
            said("serve_bots_missing")
        if self._compiling is not None and self._task is None:
            self._task = asyncio.create_task(self._prepare(self._compiling, said))

    def obstacle(self) -> str | None:
        """The code of the reason for which compiled code is unavailable; None if it is available. Starts the
        preparation.
        """
        if self._ready:
            return None
        self.begin()
        preparing = self._task is not None and not self._task.done()
        return "analyses_preparing" if preparing else "analyses_missing"

    async def close(self) -> None:
        """Stop compiling; close the pool."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._pool.close()

    def _playing(self, level: str) -> str:
        """The level that plays for a requested one. A replacement is logged once for each level."""
        if self._ready or self._pool.is_ready(level):
            return level
        self.begin()
        if level not in self._replaced:
            self._replaced.add(level)
            log(logging.WARNING, "bot_replaced", bot=level, by=MEANWHILE)
        return MEANWHILE

    async def _prepare(self, compiling: Compile, said: Callable[[str], None]) -> None:
        log(logging.INFO, "bots_preparing")
        said("serve_bots_preparing")
        began = time.monotonic()
        try:
            await compiling()
            await self._pool.warm_up()
        except Exception as error:  # noqa: BLE001 - tables go on without
            log(logging.ERROR, "bots_not_prepared", error=code_of(error))
            said("serve_bots_not_prepared")
            return
        self._ready = True
        log(logging.INFO, "bots_prepared", seconds=round(time.monotonic() - began))
        said("serve_bots_prepared")
