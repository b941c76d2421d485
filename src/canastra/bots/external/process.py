"""A program and its pipes. No call takes longer than its deadline, whatever the program does.

All three pipes are served together, and only while a caller waits for a line. Lines that the program doesn't read are
buffered here. Its unrequested output stays in its pipe, which blocks the program.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import IO

LINE_LIMIT = 16_384
"""Bytes of the longest line. The rest of a longer one is dropped, except for one byte that shows it."""
GRACE = 2.0
"""Seconds that a program has to end after the bye."""
ERROR_LINES = 20
"""The number of the latest lines of standard error that are stored."""
_ERROR_WIDTH = 500
_CHUNK = 65_536


class EndedError(Exception):
    """The program ended, or closed its standard output."""


class Process:
    """A running program. When it is no longer used, or Python ends, it is killed with its children."""

    def __init__(self, words: tuple[str, ...], log: Callable[[str], None]) -> None:
        """Start the program; `log` gets each line of its standard error. Raises `OSError` if it can't be started."""
        pipe = subprocess.PIPE
        # A session of its own: Ctrl-C is not for the program, and its children can be killed with it.
        self._popen = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
        self._finalizer = weakref.finalize(self, _kill, self._popen)
        self._in = _pipe(self._popen.stdin)
        self._out, self._err = _pipe(self._popen.stdout), _pipe(self._popen.stderr)
        self._log = log
        self._unwritten = b""
        self._lines: deque[bytes] = deque()
        self._begun, self._skipping, self._ended = b"", False, False
        self._error_begun = b""
        self.errors: deque[str] = deque(maxlen=ERROR_LINES)
        """The latest lines of its standard error."""
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; None while the program runs."""
        return self._popen.returncode

    def send(self, line: bytes) -> None:
        """Write a line, or buffer it while the pipe is full."""
        self._unwritten += line
        self._write()

    def receive(self, deadline: float) -> bytes | None:
        """The next line without its end; None if no line came before `deadline`, a time of `time.monotonic`.

        Raises `EndedError` if no line can follow.
        """
        while not self._lines:
            if self._ended:
                raise EndedError
            left = deadline - time.monotonic()
            self._serve(max(0.0, left))
            if left <= 0 and not self._lines and not self._ended:
                return None
        return self._lines.popleft()

    def finish(self, deadline: float) -> bool:
        """Close the program's standard input and let it end, or kill it.

        Returns whether it ended by itself before `deadline`.
        """
        while self._unwritten and not self._ended and time.monotonic() < deadline:
            self._serve(deadline - time.monotonic())
        self._stop_writing()
        self._in.close()
        with suppress(EndedError):
            while self.receive(deadline) is not None:
                pass
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(max(0.0, deadline - time.monotonic()))
        by_itself = self._popen.returncode is not None
        self.kill()
        return by_itself

    def kill(self) -> None:
        """Kill the program with its children, after reading the rest of its standard error."""
        if not self._finalizer.alive:
            return
        if self._ended:  # The program may still be writing the reason why it ended.
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(GRACE)
        self._serve(0)
        self._serve(0)
        if self._error_begun:
            self._tell(self._error_begun)
        self._selector.close()
        self._finalizer()

    def abort(self) -> None:
        """Kill the program with its children, from any thread: `receive` then raises `EndedError`."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)

    def _serve(self, timeout: float) -> None:
        # The selector holds no method of this object: with a cycle, an unused program would stay alive.
        for key, _ in self._selector.select(timeout):
            if key.fileobj is self._out:
                self._read()
            elif key.fileobj is self._err:
                self._read_errors()
            else:
                self._write()

    def _write(self) -> None:
        try:
            written = os.write(self._in.fileno(), self._unwritten) if self._unwritten else 0
        except BlockingIOError:
            written = 0
        except BrokenPipeError:  # The program's output will show the reason.
            written = len(self._unwritten)
        self._unwritten = self._unwritten[written:]
        if not self._unwritten:
            self._stop_writing()
        elif self._in.fileno() not in self._selector.get_map():
            self._selector.register(self._in, selectors.EVENT_WRITE)

    def _stop_writing(self) -> None:
        self._unwritten = b""
        with suppress(KeyError):
            self._selector.unregister(self._in)

    def _read(self) -> None:
        data = os.read(self._out.fileno(), _CHUNK)
        if not data:
            self._selector.unregister(self._out)
            self._ended = True
            data = b"\n" if self._begun else b""
        *ended, rest = data.split(b"\n")
        for part in ended:
            self._end_line(self._begun + part)
            self._begun, self._skipping = b"", False
        self._begun += rest
        if len(self._begun) > LINE_LIMIT:
            self._end_line(self._begun)
            self._begun, self._skipping = b"", True

    def _end_line(self, line: bytes) -> None:
        if not self._skipping:
            self._lines.append(line[: LINE_LIMIT + 1])

    def _read_errors(self) -> None:
        data = os.read(self._err.fileno(), _CHUNK)
        if not data:
            self._selector.unregister(self._err)
        *ended, rest = (self._error_begun + data).split(b"\n")
        for line in ended:
            self._tell(line)
        self._error_begun = rest[:_ERROR_WIDTH]

    def _tell(self, line: bytes) -> None:
        words = line[:_ERROR_WIDTH].decode("utf-8", "backslashreplace").rstrip()
        self.errors.append(words)
        self._log(words)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _kill(popen: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # The program, and all its children, may have ended already.
        os.killpg(popen.pid, signal.SIGKILL)
    popen.wait()
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        assert pipe is not None
        pipe.close()
