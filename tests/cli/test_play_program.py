"""Programs and Python classes as bots in the terminal: named by the person, never by a record."""

from __future__ import annotations

import io
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from canastra.cli.language import Language
from canastra.cli.local.local_bots import LocalBot
from canastra.cli.local.match import resume_match
from canastra.cli.play import run_play
from canastra.cli.play_options import PlayOptions
from canastra.errors import InputError
from canastra.records import read_file
from tests.bots.external.programs import command, looping, page_bot
from tests.cli.running import canastra


def begun(
    level: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str = "", resume: bool = False
) -> int:
    """Start a match, type some lines and leave it."""
    file = tmp_path / "a.canastra"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}sair\n"))
    return run_play(
        PlayOptions(
            rulebook="canastra-duelo",
            name="Ana",
            seed=4,
            level=level,
            file=None if resume else file,
            resume=file if resume else None,
        ),
        Language.PT,
    )


def logging_to(log: Path, source: str) -> str:
    return source.replace("json.loads(line)\n", f"json.loads(line); open({str(log)!r}, 'a').write(line)\n", 1)


def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> tuple[str, Path]:
    """A match against a program that has been asked."""
    log = tmp_path / "log"
    level = f"program:{command(tmp_path, logging_to(log, source))}"
    assert begun(level, tmp_path, monkeypatch, turns()) == 0
    return level, log


def turns() -> str:
    """Play some turns of the person: always the first listed move."""
    return "?\n1\n" * 12


def test_a_program_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    level, log = opened(tmp_path, monkeypatch, looping("answer(n, legal[0])"))
    told = log.read_text("utf-8")
    assert '"events":false' in told
    assert '"type":"ask"' in told
    assert '"deal":1' in told
    assert told.rstrip().endswith('{"type":"bye"}')
    kept = read_file(tmp_path / "a.canastra")
    assert kept.x is not None
    assert kept.x["play"]["bots"] == [level, level]
    line = capsys.readouterr().out.splitlines()[-1].strip()
    assert shlex.split(line)[-2:] == ["--level", level] or level in " ".join(shlex.split(line))


def test_what_a_program_does_wrong_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(tmp_path, monkeypatch, looping("1 / 0"))
    out = capsys.readouterr().out
    assert re.search(r"não\s+jogou:\s+o\s+programa\s+terminou", out)
    assert "Traceback" not in out


def test_a_record_starts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    level, log = opened(tmp_path, monkeypatch, page_bot().replace("    message = json.loads(line)\n", BOTH))
    before = log.read_text("utf-8")
    record = read_file(tmp_path / "a.canastra")
    with pytest.raises(InputError) as caught:
        resume_match(record)
    assert caught.value.code == "play_local_bot"
    ran = canastra("play", "--resume", tmp_path / "a.canastra", "--lang", "en")
    assert (ran.status, "--level" in ran.err) == (2, True)
    other = f"{level} again"
    session = resume_match(record, "greedy")
    assert not any(isinstance(player, LocalBot) for player in session.players)
    assert session.seats.bots == ("greedy", "greedy")
    changed = replace(record, x={"play": {**(record.x or {})["play"], "bots": [other, "my_bots:Careful"]}})
    session = resume_match(changed, level)
    assert session.seats.bots == (level, level)
    session.close()
    assert log.read_text("utf-8") == before
    assert begun(level, tmp_path, monkeypatch, turns(), resume=True) == 0
    assert len(log.read_text("utf-8")) > len(before)


BOTH = "    message = m = json.loads(line)\n"


def test_a_class_plays_and_its_failure_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "terminal_bots.py").write_text(CLASSES, "utf-8")
    assert begun("terminal_bots:First", tmp_path, monkeypatch, turns()) == 0
    (tmp_path / "a.canastra").unlink()
    assert begun("terminal_bots:Failing", tmp_path, monkeypatch, turns()) == 2
    assert "terminal_bots:Failing falhou: ValueError: tired" in " ".join(capsys.readouterr().err.split())
    sys.modules.pop("terminal_bots")


CLASSES = """\
class First:
    name = "first"

    def __init__(self, seed):
        self.seed = seed

    def choose(self, view):
        return view.legal[0]


class Failing(First):
    def choose(self, view):
        raise ValueError("tired")
"""


@pytest.mark.parametrize(
    ("level", "words"), [("program:no-such-program", "no-such-program"), ("no_such:Bot", "no_such"), ("x", '"x"')]
)
def test_a_level_that_is_not_there(level: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = canastra("play", "--level", level, "--file", tmp_path / "a.canastra")
    assert (ran.status, words in ran.err, "Traceback" in ran.err) == (2, True, False)
