"""The `canastra` command: replay and judge records, simulate, compare rulebooks, settle a score, play.

This module imports next to nothing, so that the command starts at once; see `canastra.cli.app`.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

BROKEN_PIPE = 141
"""Exit status when whoever reads the output has gone: 128 + SIGPIPE, as shells count it."""
UNWRITABLE = 2
"""Exit status when the output can't be written, to a full disk for instance."""
INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 + SIGINT."""


class OutputGoneError(Exception):
    """Whoever reads the output has gone."""


def main() -> None:
    """Run the command with the arguments of the process, and leave it with the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Whatever the locale says. A file name that is not UTF-8 is shown in escapes.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    status = 0
    try:
        # Inside, so that Ctrl-C is quiet while modules are loading too.
        from canastra.cli.app import run

        status = run(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (OSError, OutputGoneError) as error:
        status = status or output_failed(error)
        # Python would try to write what is left once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def output_failed(error: OSError | OutputGoneError) -> int:
    """The exit status when the output can't be written: quietly if nobody reads it, else with a reason."""
    if isinstance(error, BrokenPipeError | OutputGoneError):
        return BROKEN_PIPE
    print(f"canastra: {error.strerror or error}", file=sys.stderr)
    return UNWRITABLE
