"""Running the command in a test: in this process for speed, or as a process of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from canastra.cli.app import run

CONFORMANCE = Path(__file__).parents[1] / "conformance"
NOT_SAID = ("PYTHONUNBUFFERED", "CANASTRA_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS", "NO_COLOR", "FORCE_COLOR")
"""Variables of the environment that reach the command only if a test sets them."""


@dataclass(frozen=True)
class Ran:
    """The result of a command."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON object that is the whole standard output."""
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        assert self.err == ""
        return json.loads(self.out)


def environment(**variables: str) -> dict[str, str]:
    """Return the environment of a test, without other settings of language, width and colour than the given ones."""
    return {name: value for name, value in os.environ.items() if name not in NOT_SAID} | variables


def canastra(*arguments: str | Path, stdin: bytes = b"", **variables: str) -> Ran:
    """Run the command in this process."""
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    with (
        mock.patch.dict(os.environ, environment(**variables), clear=True),
        mock.patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            status = run([str(argument) for argument in arguments])
        except SystemExit as end:  # As completion ends.
            status = int(end.code or 0)
    return Ran(status, out.getvalue(), err.getvalue())


def process(*arguments: str | Path, stdin: bytes = b"", **variables: str) -> Ran:
    """Run the command as a process. Fails unless its output is UTF-8."""
    command = [sys.executable, "-c", "from canastra.cli.main import main; main()", *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True, env=environment(**variables), check=False)
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
