"""Settings of all tests: Hypothesis's effort, the folder of files, the number of tests at a time, and the compiled
kernel.

Hypothesis tries little by default, the same in each run of CI, and much with ``make soak``. Most tests of the server
wait for the disk, since it answers only after a write. So their files are in memory, if there is room; a killed process
leaves the same files there. The kernel is compiled once for each version of its sources, in a minute or more, while
other tests run. Only tests of the kernel wait for it.
"""

from __future__ import annotations

import asyncio
import fcntl
import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import httpcore2
import pytest
from hypothesis import HealthCheck, settings

from tests.databases import each_database  # noqa: F401 - a fixture of all tests
from tests.services import database, empty_database, nats, postgres, template  # noqa: F401 - fixtures of all tests

ROOT: Final = Path(__file__).parents[1]
MEMORY: Final = Path("/dev/shm")
ROOM: Final = 2 * 2**30
"""Bytes; some hundred megabytes are used."""
NAME: Final = "canastra-tests-"
LONG: Final = 3 * 3600
"""Seconds; every run is shorter."""

settings.register_profile(
    "default",
    deadline=None,  # a slow machine is no fault of the code
    max_examples=20,
    derandomize="CI" in os.environ,
    print_blob=True,
)
settings.register_profile(
    "soak",
    deadline=None,
    max_examples=250,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("default")

# Started in the background by a script, Python finds Ctrl-C ignored, and so would every process that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Each client makes a context of its own for TLS, and reads all certificates of the machine for it: forty milliseconds.
httpcore2.default_ssl_context = cache(httpcore2.default_ssl_context)

_utils: Any = import_module("msgspec._utils")
_mappings: Callable[[object], object] = _utils._get_class_mro_and_typevar_mappings


def _asked_in_one_thread(kind: object) -> object:
    """Called by msgspec once for each type that it reads.

    A process in which two threads ask for the same type crashes: one reads with what the other has half done. So only
    the thread that imports may ask, and that of a server's event loop.
    """
    if threading.current_thread() is not threading.main_thread() and asyncio._get_running_loop() is None:
        pytest.fail(f"{kind} is read in a thread: make its decoder where the module is imported")
    return _mappings(kind)


_utils._get_class_mro_and_typevar_mappings = _asked_in_one_thread

# Servers of tests, and what they start, compile no bots: that takes minutes.
os.environ["CANASTRA_PLAIN_BOTS"] = "1"

LONGEST: Final = (
    "tests/browser/test_deals.py",
    "tests/browser/test_tournament_day.py",
    "tests/browser/test_storm.py",
    "tests/browser/test_tournament_online.py",
    "tests/bench/test_attacks.py",
    "tests/browser/test_pages.py",
    "tests/browser/test_keyboard_deal.py",
    "tests/cluster/test_nemesis.py",
    "tests/server/http/test_app.py",
    "tests/browser/test_taps.py",
    "tests/server/whole/test_matches.py",
    "tests/browser/test_pace.py",
    "tests/browser/test_tournament_room.py",
    "tests/cluster/test_simulation.py",
)
"""Files with a test of more than ten seconds, the longest first: none begins when all others have ended.

The last has them in the long run.
"""
COMPILING: Final = "CANASTRA_TESTS_COMPILING"
"""The variable that names a file which is locked while the kernel is compiled for all workers."""
COMPILER: Final = "from canastra.bots.warmup import compile_bots; compile_bots()"

_made: list[Path] = []
_compilers: list[subprocess.Popen[bytes]] = []


def pytest_xdist_auto_num_workers() -> int:
    """Four for two cores: half of the time a worker waits for a browser, a server, the disk or a clock."""
    return (os.cpu_count() or 2) * 2


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernel beside the first tests, where several workers would each compile it."""
    if getattr(session.config.option, "numprocesses", None):  # Neither a worker nor a run without any.
        file = _made[0] / "compiling" if _made else Path(tempfile.mkstemp(prefix=NAME)[1])
        with file.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # The compiler holds the lock as long as it has the file open.
            _compilers.append(subprocess.Popen([sys.executable, "-c", COMPILER], pass_fds=[lock.fileno()]))
        os.environ[COMPILING] = str(file)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Wait for the compiled kernel where a test's file names it."""
    if COMPILING in os.environ and _names_the_kernel(item.path):
        with Path(os.environ[COMPILING]).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)


@cache
def _names_the_kernel(path: Path) -> bool:
    return b"canastra.kernel" in path.read_bytes()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests: the longest first, then those in a browser, last those that need the compiled kernel.

    Each worker begins with an equal share of the list, and takes from the ends of other shares when its own is done.
    The head of a share, with some of the longest files, stays with its worker.
    """
    items.sort(key=lambda item: _place(item.path))
    items[:] = shares(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def shares(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Sorted tests, with the longest files spread over the heads of equal shares."""
    heads: list[list[pytest.Item]] = [[] for _ in range(workers)]
    longest = [item for item in items if _place(item.path) < len(LONGEST)]
    for number, (_, file) in enumerate(groupby(longest, key=lambda item: item.path)):
        heads[number % workers] += file
    rest, found = items[len(longest) :], list[pytest.Item]()
    for number, head in enumerate(heads):
        share = (len(items) - len(found)) // (workers - number)  # As xdist counts them.
        more = max(0, share - len(head))
        found += head + rest[:more]
        rest = rest[more:]
    return found


@cache
def _place(path: Path) -> int:
    """In the order of the files; those of the same place stay as they are."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    if name in LONGEST:
        return LONGEST.index(name)
    return len(LONGEST) + (0 if "browser" in path.parts else 2 if _names_the_kernel(path) else 1)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the place of `tmp_path`, unless the command line has."""
    if config.option.basetemp is None and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        for left in MEMORY.glob(f"{NAME}*"):  # By tests that failed, or were killed.
            with suppress(OSError):  # Others' tests may be at their end.
                if left.stat().st_mtime < time.time() - LONG:
                    shutil.rmtree(left)
        _made.append(Path(tempfile.mkdtemp(prefix=NAME, dir=MEMORY)))
        config.option.basetemp = str(_made[0] / "files")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without a search for garbage, which is a quarter of the time.

    On a fresh clone each worker would compile all files. So the first one collects alone, and the others find what it
    has compiled.
    """
    gc.disable()
    try:
        with _collecting() if {"PYTEST_XDIST_WORKER", COMPILING} <= os.environ.keys() else nullcontext():
            return (yield)
    finally:
        gc.enable()


@contextmanager
def _collecting() -> Iterator[None]:
    with Path(f"{os.environ[COMPILING]}-tests").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield


def pytest_collection_finish() -> None:
    """Have the search for garbage pass over all that was imported and collected: a full one would take a second."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(exitstatus: int) -> None:
    """Remove the files, unless a test failed."""
    for compiler in _compilers:  # If the tests were quicker, the compiler is no longer needed.
        compiler.terminate()
        compiler.wait()
    if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        for folder in _made:
            shutil.rmtree(folder, ignore_errors=True)
