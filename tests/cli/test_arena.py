"""The arena's command: results for people and programs, resumed runs, and clear messages for wrong arguments."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from canastra.arena import entrants
from canastra.arena.statistics import ratings
from canastra.messages import catalogue
from tests.bots.external.programs import command, looping, page_bot
from tests.cli.running import Ran, canastra, environment

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"
SMALL = ("--bots", "greedy,random", "--rulebook", "tranca", "--pairs", "2", "--backend", "threads")
PATIENT = ("--time", "30000")
"""Time for programs on a busy machine."""


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "RESAMPLES", 50)


def arena(*more: str | Path) -> Ran:
    """Make a small run; later arguments override earlier ones."""
    return canastra("arena", *SMALL, *more)


def test_tables_for_people(tmp_path: Path) -> None:
    ran = arena("--seed", "5", "--out", tmp_path / "out")
    assert (ran.status, ran.err) == (0, "")
    for words in ("tranca", "--seed 5", "greedy × random", "Elo", "pontos/mão", "mediana", "results.json", "plot.svg"):
        assert words in ran.out
    assert max(map(len, ran.out.splitlines()[:-1])) <= 80


def test_json_is_what_the_file_has(tmp_path: Path) -> None:
    found = arena("--seed", "5", "--json", "--out", tmp_path / "out").json
    assert found.pop("decision_times").keys() == {"greedy", "random"}
    assert found == json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))
    assert found["question"]["seed"] == 5
    assert found["question"]["pairs"] == 2


def test_without_a_folder_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert arena().status == 0
    assert list(tmp_path.iterdir()) == []


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    arena("--seed", "5", "--out", tmp_path / "out")
    journal = (tmp_path / "out" / "journal.ndjson").read_bytes()
    arena("--pairs", "3", "--out", tmp_path / "out")
    assert (tmp_path / "out" / "journal.ndjson").read_bytes().startswith(journal)
    arena("--pairs", "3", "--seed", "5", "--out", tmp_path / "fresh")
    for name in ("results.json", "deals.csv", "plot.svg"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "fresh" / name).read_bytes()
    journal = (tmp_path / "out" / "journal.ndjson").read_bytes()
    arena("--out", tmp_path / "out")
    assert (tmp_path / "out" / "journal.ndjson").read_bytes() == journal
    assert len((tmp_path / "out" / "deals.csv").read_text("utf-8").splitlines()) == 5


def test_a_test_is_told() -> None:
    ran = arena("--sprt", "-5000,-4900", "--pairs", "2", "--lang", "en")
    assert (ran.status, "open" in ran.out) == (0, True)


def test_an_interval_needs_two_pairs() -> None:
    assert " – " in arena("--pairs", "1").out


def wrong(*more: str | Path) -> Any:
    ran = arena(*more, "--json")
    assert ran.status == 2
    assert "Traceback" not in ran.out
    error = ran.json["error"]
    plain = arena(*more)
    assert (plain.status, plain.out) == (2, "")
    assert error["message"] in plain.err
    return error["code"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--bots", "greedy"], "arena_entrants_few"),
        (["--bots", "greedy,nobody"], "bot_unknown"),
        (["--bots", "greedy,greedy"], "arena_entrant_twice"),
        (["--bots", "greedy,,random"], "arena_entrant_malformed"),
        (["--rulebook", "canastra-duelo", "--mixed"], "arena_no_partners"),
        (["--rulebook", "poker"], "rulebook_unknown"),
        (["--sprt", "50,0"], "arena_sprt_malformed"),
        (["--ray", "localhost:1"], "arena_ray_backend"),
        (["--out", "no/where"], "arena_no_parent"),
        (["--out", str(PAGE)], "arena_not_a_folder"),
        (["--out", str(PAGE.parent)], "arena_other_files"),
        (["--time", "50"], "arena_no_program"),
        (["--faults", "count"], "arena_no_program"),
        (["--bots", "program:cat,greedy"], "arena_program_unfit"),
        (["--bots", "program:cat --b=c,d,greedy"], "arena_separator"),
        (["--faults", "ignore"], "usage"),
        (["--time", "0"], "usage"),
        (["--pairs", "0"], "usage"),
        (["--pairs", "many"], "usage"),
        (["--pairs", "1000001"], "usage"),
        (["--workers", "0"], "usage"),
        (["--seed", "x"], "usage"),
        (["--backend", "moon"], "usage"),
    ],
)
def test_what_is_asked_wrongly(more: list[str], code: str) -> None:
    assert wrong(*more) == code


def test_another_question_in_the_folder(tmp_path: Path) -> None:
    arena("--seed", "5", "--out", tmp_path / "out")
    assert wrong("--seed", "6", "--out", tmp_path / "out") == "arena_other_question"
    with (tmp_path / "out" / "journal.ndjson").open("a", encoding="utf-8") as file:
        file.write("{}\n")
    assert wrong("--seed", "5", "--out", tmp_path / "out") == "arena_journal_damaged"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with mock.patch("canastra.arena.journal.os.fsync", side_effect=OSError(28, "No space left on device")):
        assert wrong("--out", tmp_path / "out") == "arena_unwritable"


def test_without_the_extras(tmp_path: Path) -> None:
    with mock.patch("canastra.arena.find_spec", return_value=None):
        assert wrong() == "arena_missing"
    with mock.patch("canastra.arena.plot.find_spec", return_value=None):
        ran = arena("--out", tmp_path / "out")
    assert ran.status == 0
    assert "canastra[arena]" in ran.out
    assert not (tmp_path / "out" / "plot.svg").exists()


def test_a_bot_that_fails_leaves_the_journal(tmp_path: Path) -> None:
    class Failing:
        name = "greedy"

        def choose(self, view: object) -> None:
            raise ValueError("tired")

    arena("--seed", "5", "--out", tmp_path / "out")
    before = (tmp_path / "out" / "journal.ndjson").read_bytes()
    with mock.patch.object(entrants, "make", return_value=Failing()):
        ran = arena("--pairs", "9", "--out", tmp_path / "out")
    assert (ran.status, ran.out) == (2, "")
    assert "ValueError: tired" in ran.err
    assert catalogue("pt")["arena_go_on"].format(folder=tmp_path / "out") in ran.err
    assert (tmp_path / "out" / "journal.ndjson").read_bytes() == before


def program(folder: Path, each: str) -> str:
    return f"program:{command(folder, looping(each))}"


def test_a_program_that_fails_stops_the_run(tmp_path: Path) -> None:
    text = program(tmp_path, "1 / 0 if seen == 6 else answer(n, legal[0])")
    ran = arena("--bots", f"my={text},greedy", *PATIENT)
    assert (ran.status, ran.out) == (2, "")
    for words in ("my, no par ", "ZeroDivisionError", "A arena para"):
        assert words in ran.err


def test_faults_that_are_counted_are_in_table_json_and_csv(tmp_path: Path) -> None:
    text = program(tmp_path, "1 / 0 if seen == 6 else answer(n, legal[0])")
    asked = ("--bots", f"my={text},greedy", *PATIENT, "--faults", "count", "--seed", "5", "--out", tmp_path / "out")
    ran = arena(*asked)
    assert ran.status == 1
    assert catalogue("pt")["arena_faulty"] in ran.err
    assert re.search(r"^ my +8 +0 +\d+ +4 +4$", ran.out, re.MULTILINE)
    (row,) = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))["faults"]
    assert (row["entrant"], row["faults"], row["late"], row["spoilt"]) == ("my", 8, 0, 4)
    deals = list(csv.DictReader((tmp_path / "out" / "deals.csv").read_text("utf-8").splitlines()))
    assert [(each["faults_first"], each["faults_second"]) for each in deals] == [("2", "0")] * 4
    assert sum(int(each["stood_in_first"]) for each in deals) == row["stood_in"]
    again = canastra("arena", *SMALL, *asked, "--json")
    assert (again.status, again.json["faults"]) == (1, [row])


def test_time_for_decisions(tmp_path: Path) -> None:
    text = program(tmp_path, "time.sleep(0.2); answer(n, legal[0])")
    ran = arena("--bots", f"my={text},greedy", "--pairs", "1", "--time", "50")
    assert (ran.status, "50 ms" in ran.err, "--time" in ran.err) == (2, True, True)
    patient = program(tmp_path, "answer(n, legal[0] if m['ms'] == 30000 else 'draw')")
    ran = arena("--bots", f"my={patient},greedy", "--pairs", "1", "--time", "30000", "--json")
    assert (ran.status, ran.json["question"]["ms"]) == (0, 30000)


def test_a_program_that_changed_does_not_go_on(tmp_path: Path) -> None:
    text = program(tmp_path, "answer(n, legal[0])")
    asked = ("--bots", f"my={text},greedy", *PATIENT, "--seed", "5", "--out", tmp_path / "out")
    assert arena(*asked).status == 0
    assert arena(*asked).status == 0
    program(tmp_path, "answer(n, legal[-1])")
    assert wrong(*asked) == "arena_program_changed"
    assert "bot.py" in arena(*asked).err


def test_a_python_class_is_an_entrant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "own_bots.py").write_text(OWN_BOTS, "utf-8")
    asked = ("--bots", "own_bots:First,greedy", "--seed", "5", "--gauntlet", "--json")
    threads = arena(*asked).json
    assert threads["question"]["entrants"] == ["first", "greedy"]
    assert threads["question"]["local"]["first"]["files"].keys() == {"own_bots.py"}
    processes = arena(*asked, "--backend", "processes").json
    assert processes["meetings"] == threads["meetings"]
    assert wrong("--bots", "own_bots:Second,greedy") == "class_not_there"
    assert wrong("--bots", "own_bots:Nameless,greedy") == "class_lacks"
    assert wrong("--bots", "own_bots:Failing,greedy") == "class_not_made"


OWN_BOTS = """\
class First:
    name = "first"

    def __init__(self, seed):
        self.heard = 0

    def watch(self, event):
        self.heard += 1

    def choose(self, view):
        assert self.heard > 0
        return view.legal[0]


class Nameless:
    def __init__(self, seed):
        self.choose = None


class Failing:
    def __init__(self):
        self.name = "failing"
"""


def first_pairs(journal: Path) -> int:
    """Return how many pairs of a journal are in the chunk that starts at the first."""
    lines = journal.read_bytes().split(b"\n")[1:-1] if journal.exists() else []
    chunks = [json.loads(line) for line in lines]
    return sum(len(each["pairs"]) for each in chunks if each["start"] == 0)


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_ctrl_c_loses_nothing(backend: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from canastra.cli.main import main; main()", "arena"]
    out = tmp_path / "out"
    more = ["--backend", backend, "--workers", "2", "--pairs", "100000", "--seed", "5", "--out", str(out)]
    child = subprocess.Popen(
        [*command, *SMALL, *more], stderr=subprocess.PIPE, text=True, env=environment(), start_new_session=True
    )
    journal = out / "journal.ndjson"
    while not first_pairs(journal):
        assert child.poll() is None
    # As a terminal does: to all processes of the command.
    os.killpg(child.pid, signal.SIGINT)
    _, errors = child.communicate()
    words = catalogue("pt")
    assert child.returncode == 130
    assert errors == f"{words['arena_interrupted']}\n{words['arena_go_on'].format(folder=out)}\n"
    before = journal.read_bytes()
    assert arena("--pairs", str(first_pairs(journal)), "--out", out).status == 0
    assert journal.read_bytes() == before


def examples() -> list[str]:
    written = re.findall(r"^canastra arena .*$", PAGE.read_text("utf-8"), re.MULTILINE)
    return [*written, *catalogue("pt")["examples_arena"].splitlines(), *catalogue("en")["examples_arena"].splitlines()]


@pytest.mark.parametrize("line", sorted(set(examples())))
def test_every_example_runs(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As it is except for its size, and in this process.
    monkeypatch.chdir(tmp_path)
    for name in ("bot.py", "old.py", "bot", "robo"):
        Path(name).write_text(f"#!{sys.executable}\n{page_bot()}", "utf-8")
        Path(name).chmod(0o700)
    words = shlex.split(re.sub(r"--pairs \d+", "--pairs 1", line))[1:]
    ran = canastra(*words, "--backend", "threads")
    assert (ran.status, ran.err) == (0, "")
