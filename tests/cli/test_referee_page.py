"""docs/referee.md, followed command by command: the commands print the page's output."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.running import canastra

PAGE = (Path(__file__).parents[2] / "docs" / "referee.md").read_text("utf-8")
SESSIONS = re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
STEPS = [
    (command.replace("\\\n", " "), shown)
    for session in SESSIONS
    for command, shown in re.findall(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE)
]
REFUSED = "--annul --deal 1 "


def test_the_page_shows_every_kind_of_decision() -> None:
    assert len(STEPS) == 11
    for option in ("--points", "--annul", "--forfeit", "--take-back"):
        assert any(option in command for command, _ in STEPS)


def test_the_page_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command, shown in STEPS:
        program, *arguments = shlex.split(command)
        assert program == "canastra"
        ran = canastra(*arguments, "--lang", "en")
        assert ran.out + ran.err == shown
        assert ran.status == (2 if REFUSED in command else 0)
