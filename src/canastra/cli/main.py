"""The entry point of the `canastra` command.

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
            # The locale does not matter. A file name that is not UTF-8 is shown in escapes. The reader of a pipe gets
            # each line as it is written, for instance the address of a server that runs for weeks.
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
        # Python would try again at exit to write the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
