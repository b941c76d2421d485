"""How much Hypothesis tries: little by default, the same in every run of CI, much with ``make soak``. Where files lie.

Most tests of the server wait for the disk more than for anything else, since it answers nothing before that has what it
answers. So their files are in memory, where there is room. What a process leaves when it is killed is the same there.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

MEMORY: Final = Path("/dev/shm")
ROOM: Final = 2 * 2**30
"""Bytes; some hundred megabytes are used."""
NAME: Final = "canastra-tests-"
LONG: Final = 3 * 3600
"""Seconds; no run takes so many."""

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

# Servers of tests, and what they start, compile no bots: that takes minutes.
os.environ["CANASTRA_PLAIN_BOTS"] = "1"

_made: list[Path] = []


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the place of `tmp_path`, unless somebody has."""
    if config.option.basetemp is None and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        for left in MEMORY.glob(f"{NAME}*"):  # By tests that failed, or were killed.
            with suppress(OSError):  # Others' tests may be at their end.
                if left.stat().st_mtime < time.time() - LONG:
                    shutil.rmtree(left)
        _made.append(Path(tempfile.mkdtemp(prefix=NAME, dir=MEMORY)))
        config.option.basetemp = str(_made[0] / "files")


def pytest_collection_finish() -> None:
    """Have the search for garbage pass over all that was imported and collected: a full one would take a second."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(exitstatus: int) -> None:
    """Leave nothing there, unless somebody may want to look at it."""
    if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        for folder in _made:
            shutil.rmtree(folder, ignore_errors=True)
