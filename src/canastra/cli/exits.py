"""Exit statuses of the command."""

from __future__ import annotations

import sys

EXIT_OK = 0
EXIT_BROKEN_RULE = 1
"""A record breaks a rule, or a check failed (docs/notation.md)."""
EXIT_INPUT = 2
"""Bad input: a malformed record, an unknown rulebook, a file that exists or can't be written, a wrong command line."""
EXIT_FAULT = 3
"""A fault of the project itself."""
EXIT_HUNG_UP = 129
"""The terminal was closed: 128 + SIGHUP, as shells count it."""
EXIT_INTERRUPTED = 130
"""Ctrl-C: 128 + SIGINT."""
EXIT_BROKEN_PIPE = 141
"""The reader of the output has gone: 128 + SIGPIPE."""


class OutputGoneError(Exception):
    """The reader of the output has gone."""


def output_failed(error: OSError | OutputGoneError) -> int:
    """Return the exit status after output failed. Prints the reason, except if the reader has gone."""
    if isinstance(error, BrokenPipeError | OutputGoneError):
        return EXIT_BROKEN_PIPE
    print(f"canastra: {error.strerror or error}", file=sys.stderr)
    return EXIT_INPUT
