"""Programs in the arena: their faults stop a run or are counted, they get events, run on and end in time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from canastra.arena import BackendKind
from canastra.arena.backends import open_backend
from canastra.arena.chunks import Chunk, Task, play_chunk, try_chunk
from canastra.arena.config import RunConfig
from canastra.arena.entrants import read_entrants
from canastra.arena.programs import Faults, ProgramOptions, introduced
from canastra.arena.results import decision_times, results
from canastra.arena.run import Run, play
from canastra.errors import InputError
from canastra.rulebooks import official
from tests.arena.runs import played
from tests.bots.external.programs import command, looping, page_bot
from tests.cli.running import environment
from tests.samples import diagonal
from tests.server.run.process import SECONDS

pytestmark = pytest.mark.slow

PATIENCE = 60_000
FAITHFUL = "answer(n, legal[0])"
RAISES = looping("1 / 0 if seen == 6 else answer(n, legal[0])")
ILLEGAL = looping("answer(n, 'draw' if seen == 6 and 'draw' not in legal else legal[0])")
NONSENSE = looping("answer(n, 'meld 2S 2S 2S')")
LATE = looping("time.sleep(0.6) if seen % 13 == 0 else 0; answer(n, legal[0])")
CHATTY = looping("answer(n, legal[0]); answer(n, legal[0])")


def asked(folder: Path, source: str, bots: str = "my={},greedy", count: bool = False, ms: int = PATIENCE) -> RunConfig:
    entrants = read_entrants(bots.format(f"program:{command(folder, source)}"))
    return RunConfig(entrants, official("tranca"), 1, options=ProgramOptions(ms, count))


def logging_to(log: Path, source: str) -> str:
    """A program that also writes down what it hears, each line with the number of its process."""
    return source.replace(
        "json.loads(line)\n", f"json.loads(line); open({str(log)!r}, 'a').write(f'{{os.getpid()}} {{line}}')\n", 1
    )


def logged(log: Path) -> list[tuple[str, dict[str, Any]]]:
    lines = [line.split(" ", 1) for line in log.read_text("utf-8").splitlines()]
    return [(process, json.loads(line)) for process, line in lines]


@pytest.mark.parametrize(
    ("source", "ms", "cause", "words"),
    [
        (RAISES, PATIENCE, "program_ended", "ZeroDivisionError"),
        (NONSENSE, PATIENCE, "draw_first", "meld 2S 2S 2S"),
        (LATE, 300, "program_late", "--time"),
        # Timing decides whether the next question has been asked when the second answer is read.
        (CHATTY, PATIENCE, "program_unasked|program_number", "check-bot"),
    ],
)
def test_what_a_program_does_wrong_stops_the_run(source: str, ms: int, cause: str, words: str, tmp_path: Path) -> None:
    config = asked(tmp_path, source, ms=ms)
    error = try_chunk(Task(config.pair_player(0), 0, 4, 1))
    assert isinstance(error, InputError)
    assert (error.code, error.figures["bot"], error.figures["pair"]) == ("arena_program_fault", "my", 4)
    assert error.figures["seat"] in (0, 2)
    assert error.cause.code in cause.split("|")  # type: ignore[attr-defined]
    for language in ("pt", "en"):
        assert words in error.message(language)
        assert error.cause.message(language) in error.message(language)  # type: ignore[attr-defined]


def counted(config: RunConfig) -> dict[str, Any]:
    (row,) = results(played(config, 1))["faults"]
    return dict(row)


def test_faults_are_counted_where_asked_for(tmp_path: Path) -> None:
    crashed = counted(asked(tmp_path, RAISES, count=True))
    assert crashed == {
        "entrant": "my", "faults": 4, "late": 0, "stood_in": crashed["stood_in"], "deals": 2, "spoilt": 2
    }  # fmt: skip
    assert crashed["stood_in"] > 4
    refused = counted(asked(tmp_path, ILLEGAL, count=True))
    assert refused["faults"] >= 1
    assert (refused["stood_in"], refused["spoilt"]) == (0, 0)
    late = counted(asked(tmp_path, LATE, count=True, ms=300))
    assert late["late"] == late["faults"] == late["stood_in"] > 4


def test_faults_are_told_for_each_deal_and_side(tmp_path: Path) -> None:
    run = played(asked(tmp_path, RAISES, "greedy,my={}", count=True), 1)
    for deal in run.counted(0)[0]:
        assert deal.faults[0] == Faults()
        assert deal.faults[1].faults == 2
    assert results(played(asked(tmp_path, looping(FAITHFUL)), 1))["faults"][0]["faults"] == 0


def test_decisions_of_a_stand_in_and_starts_are_timed_apart(tmp_path: Path) -> None:
    source = looping(FAITHFUL).replace("seen = 0", "seen = 0; time.sleep(0.5)", 1)
    times = decision_times(played(asked(tmp_path, source), 1))["my"]
    assert times["starts"] == 4
    assert times["longest_start"] >= 0.5 > times["median"]
    never = decision_times(played(asked(tmp_path, looping("sys.exit()"), count=True), 1))["my"]
    assert (never["decisions"], never["starts"]) == (0, 4)


def test_they_hear_of_deals_that_stand_alone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    played(asked(tmp_path, logging_to(log, looping(FAITHFUL))), 3)
    heard = logged(log)
    kinds = Counter(message["type"] for _, message in heard)
    assert kinds["hello"] == kinds["bye"] == 4
    assert kinds["dealt"] == kinds["deal_ended"] == 3 * 4
    assert kinds["match_ended"] == 0
    assert all(message["events"] for _, message in heard if message["type"] == "hello")
    assert {tuple(message["points"]) for _, message in heard if message["type"] == "dealt"} == {(0, 0)}
    for process in {process for process, _ in heard}:
        own = [message for number, message in heard if number == process]
        assert (own[0]["type"], own[-1]["type"]) == ("hello", "bye")
        assert [message["deal"] for message in own if message["type"] == "dealt"] == [1, 2, 3]
        assert {message["view"]["seat"] for message in own if message["type"] == "ask"} == {own[0]["seat"]}
        numbers = [message["n"] for message in own if message["type"] == "ask"]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("kind", [BackendKind.THREADS, BackendKind.PROCESSES])
def test_a_program_runs_on_until_the_end_of_a_run(kind: BackendKind, tmp_path: Path) -> None:
    log = tmp_path / "log"
    bye = f"time.sleep(0.3); open({str(log)!r}, 'a').write(f'{{os.getpid()}} {{{{\"type\": \"left\"}}}}\\n')"
    config = asked(tmp_path, logging_to(log, looping(FAITHFUL, bye=bye.replace("{{{{", "{{").replace("}}}}", "}}"))))
    run, chunks = Run(config, 6), list[Chunk]()
    with open_backend(kind, 1) as backend:
        play(run, backend, chunks.append)
    assert len(chunks) > 1
    kinds = Counter(message["type"] for _, message in logged(log))
    assert (kinds["hello"], kinds["bye"], kinds["left"]) == (4, 4, 4)
    assert run.starts["my"].classes.total() == 4


def test_none_is_left_of_many_that_do_not_leave(tmp_path: Path) -> None:
    """They have their seconds together: one after the other they would outlast the process that has to end them."""
    log = tmp_path / "log"
    config = asked(tmp_path, logging_to(log, looping(FAITHFUL, bye="time.sleep(600)")))
    with open_backend(BackendKind.PROCESSES, 1) as backend:
        play(Run(config, 6), backend, lambda _: None)
    running = {Path("/proc", process) for process, _ in logged(log)}
    assert len(running) == 4
    until = time.monotonic() + SECONDS
    while any(each.exists() for each in running) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(each.exists() for each in running)


@pytest.mark.parametrize("kind", [BackendKind.THREADS, BackendKind.PROCESSES])
def test_all_backends_give_what_programs_that_play_the_same_give(kind: BackendKind, tmp_path: Path) -> None:
    config = asked(tmp_path, page_bot(), "my={},greedy,my+greedy")
    run = Run(config, 2)
    with open_backend(kind, 2) as backend:
        play(run, backend, lambda _: None)
    assert json.dumps(results(run)) == json.dumps(results(played(config, 2)))


def test_one_that_never_gets_ready_is_told_before_anything_is_played(tmp_path: Path) -> None:
    for text in ("program:cat,greedy", f"my=program:{command(tmp_path, 'raise SystemExit')},greedy"):
        with pytest.raises(InputError) as caught:
            introduced(read_entrants(text), official("tranca"), 1000)
        assert caught.value.code == "arena_program_unfit"


def test_programs_are_called_what_they_call_themselves(tmp_path: Path) -> None:
    text = f"program:{command(tmp_path, page_bot())}"
    found = introduced(read_entrants(f"{text},greedy,{text}+greedy"), official("tranca"), 1000)
    assert [each.name for each in found] == ["example", "greedy", "example+greedy"]
    named = introduced(read_entrants(f"my={text},greedy"), official("tranca"), 1000)
    assert [each.name for each in named] == ["my", "greedy"]
    nameless = f"program:{command(tmp_path, looping(FAITHFUL), 'other.py')}"
    assert introduced(read_entrants(f"{nameless},greedy"), official("tranca"), 1000)[0].name == nameless


@pytest.mark.parametrize(
    ("number", "backend"), diagonal(3, [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ["threads", "processes"])
)
def test_no_program_outlives_the_arena(number: int, backend: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = f"program:{command(tmp_path, logging_to(log, looping(FAITHFUL)))}"
    line = ["arena", "--bots", f"my={program},greedy", "--rulebook", "tranca", "--pairs", "9999", "--backend", backend]
    start = [sys.executable, "-c", "from canastra.cli.main import main; main()", *line, "--workers", "1"]
    child = subprocess.Popen(start, env=environment(), start_new_session=True, stderr=subprocess.DEVNULL)
    while not log.exists() or log.read_text("utf-8").count('"deal_ended"') < 4:
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(number)
    child.wait()
    processes = {int(process) for process, _ in logged(log)}
    deadline = time.monotonic() + 60
    while any(map(_runs, processes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_runs, processes))
    if number == signal.SIGINT:
        assert Counter(message["type"] for _, message in logged(log))["bye"] == len(processes)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_after_a_breakdown_the_next_deal_has_a_new_process(tmp_path: Path) -> None:
    log = tmp_path / "log"
    config = asked(tmp_path, logging_to(log, RAISES), count=True)
    chunk = play_chunk(Task(config.pair_player(0), 0, 0, 2))
    assert len({process for process, _ in logged(log)}) == 8
    assert all(deal.faults[0].faults == 2 for pair in chunk.pairs for deal in pair)
    assert chunk.starts["my"].classes.total() == 8
