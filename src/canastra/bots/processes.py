"""Processes in which bots think. Ctrl-C is not for them, nobody waits for them, and none outlives who began it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import TypeVar

Answer = TypeVar("Answer")
LEAVE = 4.0
"""Seconds that one of them has for what it does `at_end`."""
_last_acts: list[Callable[[], None]] = []
"""What this process, if it is one of them, does before it ends."""


class Processes:
    """At most a number of processes, each begun when there is work for it. For the use of one thread."""

    def __init__(self, number: int) -> None:
        # A process forked from one with threads may inherit their locks; a new one doesn't.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(number, mp_context=context, initializer=_begin)
        self._children: set[BaseProcess] = set()

    def submit(self, function: Callable[..., Answer], *arguments: object) -> Future[Answer]:
        """Have a function called in one of them; a `BrokenExecutor` once one of them has died."""
        before = set(multiprocessing.active_children())
        with _deaf():
            future = self._pool.submit(function, *arguments)
        self._children |= set(multiprocessing.active_children()) - before
        return future

    def close(self) -> None:
        """End them, in the middle of whatever they do. A turn of a strong bot, or its compiler, may take long."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in self._children:
            child.terminate()
        deadline = time.monotonic() + LEAVE
        for child in self._children:
            child.join(max(0.0, deadline - time.monotonic()))
            if child.exitcode is None:
                child.kill()
            while child.exitcode is None:  # The pool waits for it too, and who of the two is told of its end, is open.
                child.join(0.1)


def at_end(act: Callable[[], None]) -> None:
    """In one of these processes, and from its main thread: have this done before it ends, within `LEAVE` seconds."""
    if not _last_acts:
        signal.signal(signal.SIGTERM, _end)
    _last_acts.append(act)


def _end(number: int, _: object) -> None:
    signal.signal(number, signal.SIG_IGN)
    try:
        for act in _last_acts:
            act()
    finally:
        os._exit(0)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits: a process started here begins without an ear for it, even before `_begin`."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """In such a process: Ctrl-C is for the first process to hear of, and if that is gone, so is this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = multiprocessing.parent_process()
    if first is not None:
        threading.Thread(target=_end_with, args=(first,), daemon=True).start()


def _end_with(first: BaseProcess) -> None:
    first.join()
    if _last_acts:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(LEAVE)
    os._exit(0)
