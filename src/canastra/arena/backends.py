"""Where pairs are played: in threads, in processes, or on a Ray cluster. What comes out is the same.

A backend takes tasks and answers with futures. Left by an error or by Ctrl-C, it gives up what is still played.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec

from canastra.arena import Kind
from canastra.arena.chunks import Chunk, Task, try_chunk
from canastra.errors import InputError


@dataclass(frozen=True, slots=True)
class Backend:
    """Takes tasks; `workers` is how many it works on at a time."""

    submit: Callable[[Task], Future[Chunk | InputError]]
    workers: int
    died: type[Exception]
    """What a future raises if its worker is gone."""


@contextmanager
def open_backend(kind: Kind, workers: int | None = None, address: str | None = None) -> Iterator[Backend]:
    """A backend with as many workers as asked for, else as there are cores.

    `address` is that of a Ray cluster; without one Ray starts here. An `InputError` if Ray is missing or not there.
    """
    opened = {Kind.THREADS: _threads, Kind.PROCESSES: _processes}.get(kind)
    with opened(workers or _cores()) if opened else _ray(workers, address) as backend:
        yield backend


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _threads(workers: int) -> Iterator[Backend]:
    halt = threading.Event()
    pool = ThreadPoolExecutor(workers)
    try:
        yield Backend(lambda task: pool.submit(try_chunk, task, halt.is_set), workers, BrokenExecutor)
    finally:
        halt.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _processes(workers: int) -> Iterator[Backend]:
    before = {child.pid for child in multiprocessing.active_children()}
    # A process forked from one with threads may inherit their locks; a new one doesn't.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)

    def submit(task: Task) -> Future[Chunk | InputError]:
        with _deaf():
            return pool.submit(try_chunk, task)

    try:
        yield Backend(submit, workers, BrokenExecutor)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        # A pair of slow bots may take minutes, and nobody waits for it any more.
        for child in multiprocessing.active_children():
            if child.pid not in before:
                child.terminate()
                child.join()


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
    """In a process of the pool: Ctrl-C is for the first process to hear of, and if that is gone, so are its pairs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = multiprocessing.parent_process()
    if first is not None:

        def end_with_it() -> None:
            first.join()
            os._exit(0)

        threading.Thread(target=end_with_it, daemon=True).start()


@contextmanager
def _ray(workers: int | None, address: str | None) -> Iterator[Backend]:
    if find_spec("ray") is None:
        raise InputError("arena_ray_missing")
    import ray
    from ray.exceptions import RayError

    try:
        ray.init(
            address=address or "local",
            num_cpus=None if address else workers,
            include_dashboard=None if address else False,
            log_to_driver=False,
            configure_logging=False,
        )
    except (OSError, RayError, RuntimeError, ValueError) as error:
        raise InputError("arena_ray_unreachable", address=address or "local", reason=str(error)[:200]) from error
    try:
        # Killed with its machine, a chunk is played again somewhere else; what comes out is the same.
        remote = ray.remote(try_chunk)
        many = workers or int(ray.cluster_resources()["CPU"])  # type: ignore[no-untyped-call]
        yield Backend(lambda task: remote.remote(task).future(), many, RayError)
    finally:
        ray.shutdown()
