"""Plays pairs in threads, in processes or on a Ray cluster, with the same results.

A backend takes tasks and returns futures. If an error or Ctrl-C ends it, it gives up the tasks in progress.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec

from canastra.arena import BackendKind
from canastra.arena.chunks import Chunk, Task, try_chunk, try_chunk_in_process
from canastra.arena.programs import Programs
from canastra.bots.processes import Processes
from canastra.errors import InputError

PATIENCE = 2.0
"""Seconds that a thread may still wait for a program after the run was given up."""


@dataclass(frozen=True, slots=True)
class Backend:
    """Takes tasks and works on `workers` of them at a time."""

    submit: Callable[[Task], Future[Chunk | InputError]]
    workers: int
    died: type[Exception]
    """The error of a future whose worker is gone."""


@contextmanager
def open_backend(kind: BackendKind, workers: int | None = None, address: str | None = None) -> Iterator[Backend]:
    """A backend with this number of workers, by default the number of cores.

    `address` is that of a Ray cluster; without one, Ray starts here. Raises `InputError` if Ray is missing or can't be
    reached.
    """
    opened = {BackendKind.THREADS: _threads, BackendKind.PROCESSES: _processes}.get(kind)
    with opened(workers or _cores()) if opened else _ray(workers, address) as backend:
        yield backend


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _threads(workers: int) -> Iterator[Backend]:
    halt = threading.Event()
    pool, programs = ThreadPoolExecutor(workers), Programs()
    try:
        yield Backend(lambda task: pool.submit(try_chunk, task, halt.is_set, programs), workers, BrokenExecutor)
    finally:
        halt.set()
        impatient = threading.Timer(PATIENCE, programs.kill)
        impatient.start()
        pool.shutdown(cancel_futures=True)
        impatient.cancel()
        programs.close()


@contextmanager
def _processes(workers: int) -> Iterator[Backend]:
    pool = Processes(workers)
    try:
        yield Backend(lambda task: pool.submit(try_chunk_in_process, task), workers, BrokenExecutor)
    finally:
        pool.close()


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
        # If a machine dies, its chunk is played again on another; the result is the same.
        remote = ray.remote(try_chunk)
        many = workers or int(ray.cluster_resources()["CPU"])  # type: ignore[no-untyped-call]
        yield Backend(lambda task: remote.remote(task).future(), many, RayError)
    finally:
        ray.shutdown()
