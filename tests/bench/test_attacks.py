"""Attackers beside honest clients: no honest client is refused, and the cost of attacks is bounded. See
docs/lab/security.md.

The short run checks that clients are served and not refused. The long one, of `make soak`, also checks times, memory
and the disk.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from statistics import median

import pytest

from bench.attacks.__main__ import Outcome, Scene, attack, quantile, run, told
from bench.attacks.ways import WAYS
from canastra.server.settings import Caps

ROOT = Path(__file__).parents[2]
MEGABYTE = 1024 * 1024
LONG = Scene(tables=200, with_bots=8, rate=100, seconds=600, prepare=6, warm=140, pace=0.25)
"""A table keeps its last 256 events: warm is when all tables have as many, so that what grows later is a leak."""
LATEST = 100
"""Milliseconds of the 99th percentile of an action."""
GROWTH = 1.2
SEATS = Caps().seats_of_person
DISK_A_MINUTE = 30 * MEGABYTE


def check_honest(outcome: Outcome) -> None:
    assert not outcome.tally.refused
    assert not outcome.stuck
    assert outcome.tally.taken <= SEATS, "a stranger may sit down at a public table, but not at all of them"
    assert outcome.status == 0
    for kind in ("action", "bot", "replay", "arrive", "sign_in", "health"):
        assert outcome.tally.seconds[kind], kind
    assert set(outcome.spent) == set(WAYS)
    idle = [name for name, spent in outcome.spent.items() if not spent["requests"] and not spent["connections"]]
    assert not idle, "attackers who did nothing"


@pytest.mark.slow
def test_nobody_honest_is_refused_while_all_attack_at_once() -> None:
    # No times are looked at here, and attackers that step back would wait for the other tests' processes.
    scene = Scene(tables=3, with_bots=1, rate=3, seconds=8, prepare=2, warm=1, pace=0.1, nice=0)
    check_honest(run(attack(list(WAYS), ROOT, scene)))


def test_the_page_names_every_attack() -> None:
    page = (ROOT / "docs" / "lab" / "security.md").read_text("utf-8")
    named = re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(named))) - {"nothing"} == set(WAYS)


@pytest.mark.soak
@pytest.mark.alone
def test_ten_minutes_under_attack() -> None:
    outcome = run(attack(list(WAYS), ROOT, LONG))
    sys.stdout.write(told("ten minutes of all attacks at once", outcome, LONG))
    check_honest(outcome)
    assert quantile(outcome.tally.seconds["action"], 0.99) < LATEST
    fifth = len(outcome.samples) // 5
    early, late = (median(outcome.samples[start : start + fifth]) for start in (fifth, len(outcome.samples) - fifth))
    assert late < early * GROWTH, f"{early / MEGABYTE:.0f} MB became {late / MEGABYTE:.0f}"
    assert outcome.disk < DISK_A_MINUTE * LONG.seconds / 60
