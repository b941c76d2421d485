"""`canastra check-bot`: reports for people and for programs, exit statuses, beginners' mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canastra.messages import catalogue
from canastra.rulebooks import OFFICIAL
from tests.bots.external.programs import PAGE, command, looping, page_bot
from tests.cli.running import Ran, canastra

PATIENT = ("--time", "60000", "--deals", "1", "--seed", "1", "--rulebook", "canastra-duelo")


def check(line: str, *more: str, lang: str = "en") -> Ran:
    return canastra("check-bot", line, *PATIENT, *more, "--lang", lang)


def test_a_sound_program(tmp_path: Path) -> None:
    ran = check(command(tmp_path, page_bot()), "--rulebook", "tranca")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("Sound: nothing to complain of.\n")
    assert "canastra-duelo" in ran.out
    assert "tranca" in ran.out
    assert re.search(r" \d+\.\d  ", ran.out)


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_the_report_fits_on_80_columns(lang: str, tmp_path: Path) -> None:
    ran = check(command(tmp_path, page_bot()), "--rulebook", "canastra-curinguinha", lang=lang)
    assert "…" not in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines()[1:])


def test_a_sound_program_as_json(tmp_path: Path) -> None:
    found = check(command(tmp_path, page_bot()), "--json").json
    assert (found["sound"], found["seed"]) == (True, 1)
    (one,) = found["rulebooks"]
    assert (one["rulebook"], one["deals"], one["wrong"], one["late"], one["broken"]) == (
        "canastra-duelo",
        1,
        0,
        0,
        None,
    )
    assert one["asked"] == one["answered"] > 5
    assert 0 < one["median_ms"] <= one["longest_ms"]


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import sys; sys.exit('no settings')", ["program_ended_early", "check_bot_errors"]),
        ("print('Starting the bot', flush=True); input()", ["program_not_ready"]),
        (looping('print("debug", flush=True); answer(n, legal[0])'), ["program_not_json"]),
        (looping('answer(n, "discard AS")'), ["draw_first"]),
        (looping("{}[n]"), ["program_ended", "check_bot_errors"]),
        (looping("answer(n, legal[0])", bye="sys.exit(7)"), ["check_bot_end"]),
    ],
)
def test_what_newcomers_do(source: str, words: list[str], lang: str, tmp_path: Path) -> None:
    ran = check(command(tmp_path, source), lang=lang)
    assert (ran.status, ran.err) == (1, "")
    told = catalogue(lang)
    for word in (*words, "check_bot_unsound"):
        assert told[word].split("{")[0] in ran.out
    assert "canastra/bots" not in ran.out


def test_what_is_shown_of_a_program_that_breaks_down(tmp_path: Path) -> None:
    ran = check(command(tmp_path, looping("{}[n]")), "--rulebook", "buraco")
    assert "KeyError: 1" in ran.out
    assert "(exit status 1)" in ran.out
    assert "The other rulebooks were not tried." in ran.out
    found = check(command(tmp_path, looping("{}[n]")), "--json").json
    broken = found["rulebooks"][0]["broken"]
    assert (broken["fault"]["code"], broken["status"], broken["errors"][-1]) == ("program_ended", 1, "KeyError: 1")


def test_a_long_line_is_shortened_and_can_not_move_the_cursor(tmp_path: Path) -> None:
    ran = check(command(tmp_path, "print(chr(27) + '[2J' + 'x' * 500, flush=True); input()"))
    assert "\\x1b[2Jxxx" in ran.out
    assert "x…" in ran.out
    assert "x" * 100 not in ran.out


def test_faults_as_json(tmp_path: Path) -> None:
    found = check(command(tmp_path, looping('answer(n, "discard AS")')), "--json").json
    one = found["rulebooks"][0]
    assert (found["sound"], one["wrong"], one["answered"]) == (False, 10, one["asked"] - 10)
    assert one["faults"][0]["n"] == 1
    assert '"discard AS"' in one["faults"][0]["line"]
    assert {"code", "pt", "en", "article"} == one["faults"][0]["fault"].keys()
    assert sum(one["codes"].values()) == 10


@pytest.mark.parametrize(
    ("line", "code"),
    [("no-such-program", "program_not_found"), ("'python3", "program_quotes"), (" ", "program_empty")],
)
def test_what_can_not_be_started(line: str, code: str) -> None:
    ran = check(line)
    assert (ran.status, ran.out) == (2, "")
    assert catalogue("en")[code].split("{")[0].split('"')[0] in ran.err
    assert check(line, "--json").json["error"]["code"] == code


def test_other_usage_errors(tmp_path: Path) -> None:
    line = command(tmp_path, page_bot())
    assert check(line, "--rulebook", "burraco").status == 2
    for wrong in (["--deals", "0"], ["--time", "0"], ["extra"]):
        assert check(line, *wrong).status == 2


def test_the_commands_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(page_bot(), "utf-8")
    commands = re.findall(r"^    canastra check-bot 'python3 bot.py'(.*)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(commands) == 2
    tried = []
    for options in commands:
        ran = canastra("check-bot", "python3 bot.py", *options.split(), "--time", "60000", "--deals", "1", "--json")
        assert ran.status == 0
        tried.append([each["rulebook"] for each in ran.json["rulebooks"]])
    assert tried == [list(OFFICIAL), ["tranca"]]


def test_the_bot_of_the_page_has_fewer_than_40_lines() -> None:
    assert page_bot().count("\n") < 40
