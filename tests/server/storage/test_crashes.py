"""A process that is killed, again and again: acknowledged appends are there once, the rest wholly or not at all."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest

from canastra.server.storage import Event, Point, SqliteStore
from tests.server.history_checker import Attempt, Outcome, check

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
KILLS = 15
Told = dict[str, dict[str, Attempt]]
"""By table and command."""


def run(path: Path, seed: int, delay: float, *point: str) -> list[str]:
    """The output of a process until it was killed: some time after it had opened the file, or by itself at a point."""
    command = [sys.executable, "-m", "tests.server.storage.crash_process", str(path), str(seed), *point]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [] if point else [process.stdout.readline()]
        if not point:
            time.sleep(delay)
            process.kill()
        lines += process.stdout.readlines()
        assert process.wait(20) == -signal.SIGKILL
    return [line for line in lines if line.endswith("\n")]  # The last one may have been cut off.


def note(lines: list[str], told: Told, sizes: dict[str, int]) -> int:
    """Write down what was sent and acknowledged; how much was acknowledged."""
    done = 0
    for line in lines:
        kind, *words = line.split()
        if kind == "sent":
            table, command, count, moment = words
            told[table][command] = Attempt(command, int(moment))
            sizes[command] = int(count)
        elif kind == "done":
            table, command, seq, moment = words
            sent = told[table][command].invoked
            told[table][command] = Attempt(command, sent, int(moment), Outcome.ACKNOWLEDGED, int(seq))
            done += 1
    return done


async def logs(path: Path) -> dict[str, list[Event]]:
    store = SqliteStore.open(path)
    try:
        return {table: await store.read(table) for table in await store.tables()}
    finally:
        await store.close()


def judge(path: Path, told: Told, sizes: dict[str, int]) -> None:
    for table, log in asyncio.run(logs(path)).items():
        assert check(told[table].values(), log) == []
        counts: dict[str, list[str]] = defaultdict(list)
        for event in log:
            counts[event.command_id or ""].append(event.body)
        whole = {each: [f'"{each} {part}"' for part in range(sizes[each])] for each in counts}
        assert counts == whole


def test_killed_at_any_moment(tmp_path: Path) -> None:
    told: Told = defaultdict(dict)
    sizes: dict[str, int] = {}
    rng = random.Random(3)
    done = 0
    for seed in range(KILLS):
        done += note(run(tmp_path / "a.db", seed, rng.uniform(0, 0.15)), told, sizes)
        judge(tmp_path / "a.db", told, sizes)
    assert done > KILLS


@pytest.mark.parametrize("point", Point)
def test_killed_at_a_point(tmp_path: Path, point: Point) -> None:
    told: Told = defaultdict(dict)
    sizes: dict[str, int] = {}
    for nth in (1, 2, 7):
        note(run(tmp_path / "a.db", nth, 0, point, f"{nth}"), told, sizes)
        judge(tmp_path / "a.db", told, sizes)
