"""The output of commands: JSON for programs, lines and tables for people."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from canastra.cli.exits import OutputGoneError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


NARROWEST = 20
"""Columns below which nothing is made narrower."""


def write_json(value: Any) -> None:
    """Write one JSON object and a newline."""
    _write(json.dumps(value, ensure_ascii=False))


def write_line(line: str) -> None:
    """Write one line to the standard output, at a terminal broken between its words."""
    _write(_fitted(printable(line), sys.stdout))


def write_error(line: str) -> None:
    """Write an error line for people, after the output so far."""
    # If the standard output is full, gone or closed, its own error is reported later.
    with suppress(OSError, AttributeError):
        sys.stdout.flush()
    print(_fitted(printable(line), sys.stderr), file=sys.stderr)


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most `width` columns, broken between words; later lines stand further in than the first.

    A word that is too long for a line, such as a path, stays whole.
    """
    found = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        pieces = textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        found += pieces or [""]
    return found


def columns(stream: Any) -> int | None:
    """The width of a stream's terminal in columns, by COLUMNS or the terminal; None if it is no terminal."""
    try:
        if not stream.isatty():
            return None
        told = os.environ.get("COLUMNS", "")
        return int(told) if told.isdigit() and int(told) else os.get_terminal_size(stream.fileno()).columns
    except (AttributeError, OSError, ValueError):
        return None


def _fitted(text: str, stream: Any) -> str:
    width = columns(stream)
    return text if width is None else "\n".join(wrapped(text, max(NARROWEST, width)))


def _write(text: str) -> None:
    try:
        print(text)
    except BrokenPipeError as error:
        # Typer would take this one for a fault of its own and leave with status 1.
        raise OutputGoneError from error


def printable(text: str) -> str:
    """Escape everything in a text that could move a terminal's cursor: a record is untrusted.

    >>> printable("a" + chr(27) + "[2J")
    'a\\\\x1b[2J'
    """
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode() for char in text
    )


def console() -> Console:
    """The console that prints tables: without colour for NO_COLOR and pipes, 80 columns wide by default."""
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise OutputGoneError

    return Screen(file=sys.stdout, markup=False, highlight=False, emoji=False)


def print_table(table: Table) -> None:
    """Print a table without the blanks that fill its lines up."""
    screen = console()
    with screen.capture() as capture:
        screen.print(table)
    lines = [line.rstrip() for line in capture.get().rstrip().split("\n")]
    _write("\n".join(lines if lines[0] else lines[1:]))


def new_table(title: str = "") -> Table:
    """An empty table in the style of all commands."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    heading = Text(printable(title), style="bold") if title else None
    return Table(title=heading, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)


@contextmanager
def progress(words: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar under these words until the end. Yields its update: how much of how much is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeLeft())
    screen = Console(file=sys.stderr)
    with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
