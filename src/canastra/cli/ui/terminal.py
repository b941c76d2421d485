"""The terminal: reads and prints lines, and turns its closing into errors."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from io import TextIOWrapper
from types import FrameType
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from canastra.cli.ui.pace import Pace, Pauses
from canastra.cli.ui.screen import WIDTH

NARROWEST = 20
"""Columns below which nothing is made narrower."""


ENOUGH = {"q", "quit", "chega"}
"""Answers to the pause between pages that skip the rest."""
_MOST_TYPED = 4_096
"""Bytes of a line that are read at once."""
_LOWEST = 6
"""Lines below which nothing is made shorter."""
_ANSWER = 8
"""Columns that are left for an answer beside its question."""


class StopError(Exception):
    """The person wants to stop."""


class ClosedError(Exception):
    """The end of the input."""


class GoneError(Exception):
    """The terminal was closed, or the process got a signal to end."""

    def __init__(self, signal_number: int) -> None:
        super().__init__(signal_number)
        self.signal_number = signal_number


class _Console(Console):
    """A console that leaves a closed pipe to its caller."""

    def on_broken_pipe(self) -> None:
        """Raises `BrokenPipeError`, instead of ending the process."""
        raise BrokenPipeError


class Terminal:
    """Reads lines and prints, with or without a terminal."""

    def __init__(self) -> None:
        if isinstance(sys.stdin, TextIOWrapper):
            # Input that isn't text is answered like any other typing error.
            sys.stdin.reconfigure(errors="replace")
        self.console = _Console(highlight=False, markup=False, emoji=False)
        self._typed: str | None = None
        """The line typed at a pause between pages that doesn't answer it; it becomes the next line."""
        self.interactive = sys.stdin.isatty() and self.console.is_terminal
        self.pace = Pace.NORMAL if self.interactive else Pace.NONE
        """The pace of bots' actions."""
        self.pauses = Pauses()
        if self.interactive:
            with contextlib.suppress(ImportError):
                __import__("readline")

    @property
    def width(self) -> int:
        """The columns used; read each time, as a window may change its size."""
        return max(NARROWEST, min(WIDTH, self.console.width))

    @property
    def height(self) -> int | None:
        """The lines above the prompt; None if nothing scrolls away."""
        return max(self.console.height - 1, _LOWEST) if self.interactive else None

    def show(self, lines: Iterable[Any]) -> None:
        """Print lines, wrapped at the width."""
        for line in lines:
            self.console.print(line, width=self.width)

    def pages(self, blocks: Sequence[Iterable[Any]], more: str) -> None:
        """Print blocks of lines, at a terminal with a pause wherever a screen is full."""
        for number, rows in enumerate(self.screens(blocks)):
            if number:
                typed = self.ask(f"{more} ").strip()
                if typed:
                    self._typed = None if typed.casefold() in ENOUGH else typed
                    return
            self.write(rows)

    def screens(self, blocks: Sequence[Iterable[Any]]) -> list[list[str]]:
        """Blocks of lines as rows, at a terminal as many at a time as fit above a prompt, else all at once."""
        parts = [self._rows(block) for block in blocks]
        room = sum(map(len, parts)) if self.height is None else self.height - 1
        if sum(map(len, parts)) <= room:
            parts = [[row for part in parts for row in part]]
        return [part[start : start + room] for part in parts for start in range(0, len(part), room)]

    def write(self, rows: Iterable[str]) -> None:
        """Print rows of `screens` as they are."""
        self.console.file.write("".join(f"{row}\n" for row in rows))
        self.console.file.flush()

    def _rows(self, lines: Iterable[Any]) -> list[str]:
        """Lines as they come out, one string a row."""
        with self.console.capture() as caught:
            self.show(lines)
        return caught.get().split("\n")[:-1]

    def say(self, words: str, style: str = "") -> None:
        """Print one sentence, wrapped and indented under its first word."""
        indent = " " * (len(words) - len(words.lstrip(" ")))
        lines = textwrap.wrap(words, self.width - 1, subsequent_indent=indent) or [""]
        self.console.print(Text("\n".join(lines), style=style), width=self.width)

    def copyable(self, words: str) -> None:
        """Print a line unbroken, so that it can be copied."""
        self.console.print(Text(words), soft_wrap=True)

    def clear(self) -> None:
        """Clear the screen, if the terminal can."""
        if self.interactive and not self.console.is_dumb_terminal:
            self.console.clear()

    def prompt(self, words: str) -> str:
        """Return the prompt: the words, or if they fill the width, a sign below them."""
        if cell_len(words) + _ANSWER <= self.width:
            return words
        self.say(words.rstrip())
        return "> "

    def ask(self, prompt: str = "> ") -> str:
        """Read one line. Raises ClosedError at the end of the input."""
        prompt = self.prompt(prompt)
        if self._typed is not None:
            line, self._typed = self._typed, None
            self.console.print(Text(f"{prompt}{line}"))
            return line
        if self.interactive:
            try:
                return input(prompt)
            except EOFError as error:
                self.console.print()
                raise ClosedError from error
        self.console.print(Text(prompt), end="")
        sys.stdout.flush()
        line = sys.stdin.readline()
        # Echo the line, so that the output of a piped match is readable.
        self.console.print(Text("".join(char if char.isprintable() else "·" for char in line.rstrip("\n"))))
        if not line:
            raise ClosedError
        return line

    def rest(self, seconds: float) -> bool:
        """Wait up to `seconds`, or until Enter. Returns whether Enter was pressed; text before it becomes the next
        line.
        """
        sys.stdout.flush()
        try:
            if not self.interactive or not select.select([sys.stdin], [], [], seconds)[0]:
                return False
        except (OSError, ValueError):  # On systems that can wait for sockets only.
            time.sleep(seconds)
            return False
        typed = os.read(sys.stdin.fileno(), _MOST_TYPED).decode(errors="replace").strip()
        if typed:
            self._typed = typed
        return True


@contextlib.contextmanager
def watched() -> Iterator[None]:
    """Turn the signals that end a process into `GoneError` while the match runs."""

    def gone(number: int, frame: FrameType | None) -> None:
        raise GoneError(number)

    watch = [each for name in ("SIGHUP", "SIGTERM") if (each := getattr(signal, name, None)) is not None]
    before = [(number, signal.signal(number, gone)) for number in watch]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def mute() -> None:
    """Discard further output: it has no reader."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
