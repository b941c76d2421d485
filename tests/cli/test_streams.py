"""The command with pipes, locales, no terminal, no colour, and interruptions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import pytest

from canastra.cli.play_options import NextDealers
from canastra.engine import NextDealer
from tests.cli.running import CONFORMANCE, environment, process
from tests.samples import diagonal, sample

RECORD = CONFORMANCE / "tranca-golden-2.canastra"
COMMAND = [sys.executable, "-c", "from canastra.cli.main import main; main()"]


@pytest.mark.parametrize(
    ("locale", "encoding"), diagonal(4, ["C", "POSIX", "C.UTF-8", "en_US.ISO-8859-1"], ["", "latin-1"])
)
def test_utf8_in_every_locale(locale: str, encoding: str) -> None:
    ran = process("position", RECORD, "--lang", "pt", LC_ALL=locale, PYTHONIOENCODING=encoding)
    assert ran.status == 0
    assert "♥" in ran.out
    assert "Mão" in ran.out


@pytest.mark.parametrize("variables", sample([{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], 1))
def test_a_pipe_gets_no_colour_and_lines_of_80_columns(variables: dict[str, str]) -> None:
    out = process("replay", RECORD, stdin=b"", **variables).out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_terminal_has_bold_type_unless_told_otherwise() -> None:
    import pexpect

    for variables, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], "replay", str(RECORD)],
            env=environment(TERM="xterm-256color", **variables),
            encoding="utf-8",
        )
        out = child.read()
        child.wait()
        assert child.exitstatus == 0
        # NO_COLOR asks for no colour; bold and dim it leaves alone.
        assert "\x1b[3" not in out
        assert not coloured or "\x1b[1m" in out


@pytest.mark.parametrize("arguments", [["replay", str(RECORD)], ["position", str(RECORD), "--json"], ["--help"]])
def test_a_reader_that_has_gone(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*COMMAND, *arguments], stdout=write, stderr=subprocess.PIPE, env=environment(), check=False)
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == (1 if arguments == ["--help"] else 141)


def test_a_pipe_gets_each_line_at_once() -> None:
    code = "import sys; from canastra.cli.main import main; sys.exit = lambda _: None; main()"
    code += "; print(sys.stdout.line_buffering)"
    done = subprocess.run(
        [sys.executable, "-c", code, "--help"], stdout=subprocess.PIPE, env=environment(), check=True, text=True
    )
    assert done.stdout.endswith("\nTrue\n")


def test_a_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "rules", "--json"], stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert done.stderr


def test_closed_streams() -> None:
    closed = f'"{sys.executable}" -c "from canastra.cli.main import main; main()" replay - <&- >&- 2>&-'
    assert subprocess.run(["sh", "-c", closed], env=environment(), check=False).returncode == 2


def test_help_loads_neither_engine_nor_rich() -> None:
    code = (
        "import sys\nfrom canastra.cli.app import run\nrun(['--help'])\n"
        "print([name for name in sys.modules if name in ('rich', 'canastra.engine', 'canastra.rulebooks')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=True, text=True)
    assert done.stdout.endswith("[]\n")


def test_choices_of_options_are_those_of_what_they_choose() -> None:
    assert get_args(NextDealers) == tuple(NextDealer)


def test_control_c(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["simulate", "--rulebook", "buraco", "--deals", "100000", "--seed", "1", "--out", str(out)]
    child = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (130, b"")
    assert list(tmp_path.iterdir()) == []
