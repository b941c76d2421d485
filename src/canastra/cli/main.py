"""Where the `canastra` command starts.

This module imports next to nothing, so that the command starts at once; see `canastra.cli.app`.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

from canastra.cli.exits import EXIT_INTERRUPTED, EXIT_OK, OutputGoneError, output_failed


def main() -> None:
    """Run the command with the arguments of the process, and leave it with the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Whatever the locale says. A file name that is not UTF-8 is shown in escapes. Who reads a pipe gets each
            # line as it is written: the address of a server that runs for weeks, for instance.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    status = EXIT_OK
    try:
        # Inside, so that Ctrl-C is quiet while modules are loading too.
        from canastra.cli.app import run

        status = run(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = EXIT_INTERRUPTED
    except (OSError, OutputGoneError) as error:
        status = status or output_failed(error)
        # Python would try to write what is left once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
