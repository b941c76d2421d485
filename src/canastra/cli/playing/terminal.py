"""What is between the match and the person: lines in, lines out, and the ways in which a terminal can go away."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from types import FrameType
from typing import Any

from rich.console import Console
from rich.text import Text

from canastra.cli.playing.screen import WIDTH


class ClosedError(Exception):
    """Nothing more can be read: the end of the input."""


class GoneError(Exception):
    """The terminal was closed, or somebody asked the process to end."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.signal_number = signal_number


class _Console(Console):
    """A console that leaves it to its caller what a closed pipe means."""

    def on_broken_pipe(self) -> None:
        """Say so, instead of ending the process."""
        raise BrokenPipeError


class Terminal:
    """Reads lines and prints, with or without a terminal."""

    def __init__(self) -> None:
        if isinstance(sys.stdin, TextIOWrapper):
            # What can't be read as text is answered like any other slip.
            sys.stdin.reconfigure(errors="replace")
        self.console = _Console(highlight=False, markup=False, emoji=False)
        self.console.width = min(WIDTH, self.console.width)
        self.interactive = sys.stdin.isatty() and self.console.is_terminal
        if self.interactive:
            with contextlib.suppress(ImportError):
                __import__("readline")

    def show(self, lines: Iterable[Any]) -> None:
        """Print lines, wrapped at the width."""
        for line in lines:
            self.console.print(line)

    def say(self, words: str, style: str = "") -> None:
        """Print one sentence."""
        self.console.print(Text(words, style=style))

    def copyable(self, words: str) -> None:
        """Print a line that is to be copied: it isn't broken."""
        self.console.print(Text(words), soft_wrap=True)

    def clear(self) -> None:
        """A fresh page, where there is a terminal that knows how."""
        if self.interactive and not self.console.is_dumb_terminal:
            self.console.clear()

    def ask(self, prompt: str = "> ") -> str:
        """One line from the person; `ClosedError` at the end of the input."""
        if self.interactive:
            try:
                return input(prompt)
            except EOFError as error:
                self.console.print()
                raise ClosedError from error
        self.console.print(Text(prompt), end="")
        sys.stdout.flush()
        line = sys.stdin.readline()
        # The line is shown, so that what is left of a piped match can be read.
        self.console.print(Text("".join(char if char.isprintable() else "·" for char in line.rstrip("\n"))))
        if not line:
            raise ClosedError
        return line


@contextlib.contextmanager
def watched() -> Iterator[None]:
    """Turn the signals that end a process into `GoneError`, as long as the match runs."""

    def gone(number: int, frame: FrameType | None) -> None:
        raise GoneError(number)

    watch = [each for name in ("SIGHUP", "SIGTERM") if (each := getattr(signal, name, None)) is not None]
    before = [(each, signal.signal(each, gone)) for each in watch]
    try:
        yield
    finally:
        for each, handler in before:
            signal.signal(each, handler)


def mute() -> None:
    """Let what is still to be printed go nowhere: nobody reads it any more."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
