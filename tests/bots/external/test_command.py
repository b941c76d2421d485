"""Command lines: their mistakes are reported before a program is started."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from unittest import mock

import pytest

from canastra import bots
from canastra.bots.external import ProgramBot, read_command
from canastra.errors import InputError

SERVER = Path(bots.__file__).parents[1]


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_command(text)
    return caught.value.code


def test_what_can_be_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text("")
    Path("folder").mkdir()
    assert refusal("") == refusal("  ") == refusal("''") == "program_empty"
    assert refusal("python3 'bot.py") == "program_quotes"
    assert refusal("no-such-program-anywhere bot.py") == "program_not_found"
    assert refusal("no\0such") == "program_not_found"
    assert refusal("bot.py") == "program_here"
    assert refusal("./bot.py") == "program_not_executable"
    assert refusal("./folder") == refusal("folder") == "program_folder"
    with mock.patch.object(sys, "platform", "win32"):
        assert refusal("python3 bot.py") == "program_system"


def test_no_shell_reads_it() -> None:
    assert read_command("python3 'a b' $HOME *.py ; ls").words == ("python3", "a b", "$HOME", "*.py", ";", "ls")


def test_only_make_local_makes_programs() -> None:
    name = "program:python3 bot.py"
    made = bots.make_local(name, seed=1)
    assert isinstance(made, ProgramBot)
    assert made.name == name
    assert bots.make_local("greedy", seed=1).name == "greedy"
    for unknown in (name, "program:", "PROGRAM:python3"):
        with pytest.raises(InputError, match="there is no bot"):
            bots.make(unknown, seed=1)
    with pytest.raises(InputError, match="command line is missing"):
        bots.make_local("program:", seed=1)


@pytest.mark.parametrize("package", ["server", "table", "protocol"])
def test_what_comes_from_clients_never_gets_to_programs(package: str) -> None:
    """A server's clients choose names of bots: nothing there knows how to make a program of one."""
    for path in (SERVER / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = [getattr(node, "attr", ""), getattr(node, "id", ""), getattr(node, "module", "") or ""]
            named += [alias.name for alias in getattr(node, "names", []) if isinstance(alias, ast.alias)]
            assert "make_local" not in named, path
            assert not any("external" in each for each in named), path
