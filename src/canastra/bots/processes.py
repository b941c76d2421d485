"""Processes in which bots run. They ignore Ctrl-C and end with the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.process import BaseProcess
from typing import TypeVar

Answer = TypeVar("Answer")
LEAVE = 4.0
"""Seconds that a process has for its `at_end` functions."""
_last_acts: list[Callable[[], None]] = []
"""The functions that this process calls before it ends, if it is a bot process."""


class Processes:
    """A limited number of processes, each started when there is work for it. For one thread only."""

    def __init__(self, number: int, nicer: int = 0) -> None:
        """`nicer` lowers the priority of each process from its first moment: it imports for a second or two."""
        self._nicer = nicer
        # A process forked from one with threads may inherit their locks; a new one doesn't.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(number, mp_context=context, initializer=_begin)
        self._children: set[BaseProcess] = set()

    def submit(self, function: Callable[..., Answer], *arguments: object) -> Future[Answer]:
        """Call a function in one of the processes. Raises `BrokenExecutor` once one of them has died."""
        before = set(multiprocessing.active_children())
        with _deaf():
            future = self._pool.submit(function, *arguments)
        begun = set(multiprocessing.active_children()) - before
        self._children |= begun
        if self._nicer and hasattr(os, "setpriority"):  # Not on Windows.
            for child in begun:
                with suppress(ProcessLookupError):
                    os.setpriority(os.PRIO_PROCESS, child.pid or 0, os.getpriority(os.PRIO_PROCESS, 0) + self._nicer)
        return future

    def kill(self) -> None:
        """Kill the processes without `LEAVE`: for processes that no longer answer.

        Call `close` afterwards all the same.
        """
        for child in self._children:
            child.kill()

    def close(self) -> None:
        """End the processes at once, whatever they are doing: a strong bot's turn, or its compiler, may take long."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in self._children:
            child.terminate()
        deadline = time.monotonic() + LEAVE
        for child in self._children:
            child.join(max(0.0, deadline - time.monotonic()))
            if child.exitcode is None:
                child.kill()
            while child.exitcode is None:  # The pool waits for the child too; either of the two may see its end first.
                child.join(0.1)


def at_end(act: Callable[[], None]) -> None:
    """Have a function called before this process ends, within `LEAVE` seconds.

    Call it in the main thread of a bot process.
    """
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
    """Block Ctrl-C, so that a process started here ignores it even before `_begin`."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Set up a bot process: ignore Ctrl-C and end with the parent process."""
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
