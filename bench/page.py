"""The load of robots on the page, and the delay of its answers: `python -m bench.page`.

A person plays at a real table in Chromium with full motion, and the browser's own trace tells of each task of the
page's thread. By the clock a task also waits for all else that the machine does; by the processor's time it does not:
at full speed, one over 12.5 ms is one over 50 ms on a processor four times slower. ``--slower 4`` has such a one, for
answers by the clock. ``--web FOLDER`` measures another built client, ``--trace FILE`` keeps the last trace.
"""

from __future__ import annotations

import argparse
import json
import statistics
from bisect import bisect
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.browser.people import PHONE
from tools.recording import at_a_table, plays
from tools.web_build import ROOT, build, built

RUNS = 3
ROUNDS = 3
LONG = 50.0
"""Milliseconds of a task that people notice."""
SLOW = 4
"""By how much the slow phone that we think of is slower than this machine."""
CATEGORIES = ["devtools.timeline", "toplevel", "blink.user_timing", "blink.animations"]
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")


@dataclass
class Figures:
    """Of a run."""

    clock: list[float]
    """Milliseconds of the tasks while robots played."""
    processor: list[float]
    answering: list[float]
    """The processor's milliseconds of the tasks that answered taps, as far as the page's thread goes."""
    answers: list[float]
    """Milliseconds until taps and keys were answered on the screen."""
    uncomposited: Counter[str]
    """Animations that the page itself has to draw, by what they move."""


def figures(trace: list[dict[str, Any]], answers: list[float]) -> Figures:
    """The figures of a trace."""
    names = {
        (traced["pid"], traced["tid"]): traced["args"]["name"] for traced in trace if traced["name"] == "thread_name"
    }
    threads = Counter((traced["pid"], traced["tid"]) for traced in trace if traced["name"] in TASKS)
    page = max((thread for thread in threads if names[thread] == "CrRendererMain"), key=threads.__getitem__)
    marks = sorted((traced["ts"], traced["name"]) for traced in trace if traced["name"] in ("robots", "own", "ended"))
    spans = [(begin, end) for (begin, *named), (end, then) in pairwise(marks) if (*named, then) == ("robots", "own")]
    taps = sorted(
        traced["ts"]
        for traced in trace
        if traced["name"] == "EventDispatch" and traced["args"]["data"]["type"] == "click"
    )
    tasks, tapped, free = list[dict[str, Any]](), list[dict[str, Any]](), 0.0
    for task in sorted(
        (traced for traced in trace if traced["name"] in TASKS and traced.get("dur")), key=lambda each: each["ts"]
    ):
        # Those within another one are part of it.
        if (task["pid"], task["tid"]) == page and task["ts"] >= free:
            free = task["ts"] + task["dur"]
            if any(begin <= task["ts"] < end for begin, end in spans):
                tasks.append(task)
            if bisect(taps, free) > bisect(taps, task["ts"]):
                tapped.append(task)
    drawn = Counter(
        name
        for traced in trace
        if traced["name"] == "Animation"
        for name in traced.get("args", {}).get("data", {}).get("unsupportedProperties", ())
    )
    clock = [task["dur"] / 1000 for task in tasks]
    return Figures(clock, processor(tasks), processor(tapped), answers, drawn)


def processor(tasks: list[dict[str, Any]]) -> list[float]:
    """The processor's milliseconds of each."""
    return [task.get("tdur", 0) / 1000 for task in tasks]


def measure(rounds: int, slower: int, web: Path, keep: Path | None) -> Figures:
    """Play and measure this number of rounds."""
    with at_a_table(PHONE, slower, web) as ana:
        ana.person.page.context.browser.start_tracing(page=ana.page, categories=CATEGORIES)  # type: ignore[union-attr]
        plays(ana, rounds)
        raw = ana.page.context.browser.stop_tracing()  # type: ignore[union-attr]
        late = ana.page.evaluate("window.late")
    if keep:
        keep.write_bytes(raw)
    return figures(json.loads(raw)["traceEvents"], [ms for name, ms, _ in late if name in ("click", "keydown")])


def report(runs: int, rounds: int, slower: int, web: Path, keep: Path | None = None) -> None:
    """Print the figures of each run, and their medians."""
    found = list[tuple[float, ...]]()
    limit = LONG * slower / SLOW
    print(f"{rounds} rounds each, a processor {slower} times slower; tasks over {limit:g} ms while robots played")
    for _ in range(runs):
        run = measure(rounds, slower, web, keep)
        row = (
            sum(ms > limit for ms in run.processor),
            max(run.processor),
            sum(run.processor) / rounds,
            sum(ms > limit for ms in run.clock),
            max(run.clock),
            statistics.median(run.answers),
            max(run.answers),
            max(run.answering),
        )
        found.append(row)
        print(told(row), f"not composited: {dict(run.uncomposited)}", flush=True)
    print("medians:", told(tuple(map(statistics.median, zip(*found, strict=True)))))


def told(row: tuple[float, ...]) -> str:
    """A line of figures."""
    many, longest, whole, late, wall, median, slowest, busiest = row
    return (
        f"by the processor {many:g}, longest {longest:.1f} ms, {whole:.0f} ms a round; by the clock {late:g}, "
        f"longest {wall:.0f} ms; answers {median:.0f} ms, slowest {slowest:.0f} ms, by the processor {busiest:.0f} ms;"
    )


def main() -> None:
    """Take the options."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description="Measure the page while robots play.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--slower", type=int, default=1, help="by how much the processor is slower")
    parser.add_argument("--web", type=Path, help="a built client instead of this tree's")
    parser.add_argument("--trace", type=Path, help="where to keep the last trace")
    given = parser.parse_args()
    if given.web is None:
        build(ROOT)
    report(given.runs, given.rounds, given.slower, given.web or built(ROOT), given.trace)


if __name__ == "__main__":
    main()
