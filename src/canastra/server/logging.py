"""Structured logging: one line for each event, ``key=value``, never a card or a secret.

A line has only what its caller names: kinds, seats, numbers, ids. No action, no event, no message of an error (a
message may quote cards; its code doesn't), no traceback.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import threading
import traceback
import warnings
from collections.abc import Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO

from canastra.errors import CanastraError

LOGGER = logging.getLogger("canastra.server.live")
_BARE = re.compile(r"[!#-<>-~]+", re.ASCII)

Value = str | int | None
OWN = "canastra"
LONGEST = 300
"""Characters of a figure."""
_WORDS = re.compile(r"[A-Za-z ,.]*", re.ASCII)
_PAIR = re.compile(r'(?<![a-z_])([a-z_]+)=("(?:[^"\\]|\\.)*"|[!#-<>-~]+)(?: |$)', re.ASCII)
Figures = dict[str, str | int]


def log(level: int, event: str, /, **figures: Value) -> None:
    """Write a line; empty figures (None) are left out.

    A text with blanks, quotes or line breaks is written as JSON, so that no client can forge a line.
    """
    if LOGGER.isEnabledFor(level):
        pairs = {"event": event, **{key: value for key, value in figures.items() if value is not None}}
        LOGGER.log(level, line(event, **figures), extra={"figures": pairs})


def line(event: str, /, **figures: Value) -> str:
    """The line.

    >>> line("refused", table="t1", code="table_stale", seat=None, said="a b")
    'event=refused table=t1 code=table_stale said="a b"'
    """
    pairs = {"event": event, **figures}
    return " ".join(f"{key}={_written(value)}" for key, value in pairs.items() if value is not None)


def code_of(error: BaseException) -> str:
    """The loggable part of an error: its code, or the name of its class."""
    return error.code if isinstance(error, CanastraError) else type(error).__name__


def _written(value: str | int) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return text if _BARE.fullmatch(text) else json.dumps(text)


class Format(logging.Formatter):
    """Lines for people and simple tools, or JSON for programs."""

    def __init__(self, as_json: bool = False) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever the record holds."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        level, figures = record.levelname.lower(), _figures(record)
        if self._as_json:
            return json.dumps({"at": at, "level": level, **figures})
        event = str(figures.pop("event", ""))
        return f"at={at} level={level} {line(event, **figures)}"


def configure(level: str, as_json: bool, stream: TextIO | None = None) -> None:
    """Have everything that this process logs go through `Format` to a stream, the standard error if none is given."""
    handler = _Handler(stream or sys.stderr)
    handler.setFormatter(Format(as_json))
    handler.setLevel(level.upper())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(OWN).setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"):
        # Below a warning these log frames and addresses with their queries.
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.raiseExceptions = False  # A line that can't be written must not cause a traceback.
    warnings.showwarning = _warned
    sys.unraisablehook = lambda found: _fault("unraisable", found.exc_value, found.exc_traceback)
    threading.excepthook = lambda found: _fault("thread_failed", found.exc_value, found.exc_traceback)


def loop_fault(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """The handler of an event loop for errors without a waiter."""
    error = context.get("exception")
    _fault("task_failed", error, getattr(error, "__traceback__", None))


class _Handler(logging.StreamHandler[TextIO]):
    def emit(self, record: logging.LogRecord) -> None:
        if _is_own(record) or record.levelno >= logging.WARNING:
            super().emit(record)


def _is_own(record: logging.LogRecord) -> bool:
    return record.name == OWN or record.name.startswith(f"{OWN}.")


def _figures(record: logging.LogRecord) -> Figures:
    own = _own_figures(record) if _is_own(record) else None
    found = own or {"event": "library", "logger": record.name, "text": _words(record)}
    if record.exc_info and record.exc_info[1] is not None:
        found.setdefault("error", code_of(record.exc_info[1]))
        found.setdefault("place", place_of(record.exc_info[2]))
    return {key: value[:LONGEST] if isinstance(value, str) else value for key, value in found.items()}


def _own_figures(record: logging.LogRecord) -> Figures | None:
    """The figures of the caller, or those of the line; None for a line in another form."""
    given = getattr(record, "figures", None)
    if isinstance(given, dict):
        return dict(given)
    text = str(record.msg)
    pairs = list(_PAIR.finditer(text))
    if record.args or not pairs or "".join(pair[0] for pair in pairs) != text or pairs[0][1] != "event":
        return None
    return {pair[1]: json.loads(pair[2]) if pair[2].startswith('"') else pair[2] for pair in pairs}


def _words(record: logging.LogRecord) -> str:
    """The words that a library's message begins with, before anything that it may quote."""
    first = "" if isinstance(record.msg, BaseException) else str(record.msg).split("\n")[0]
    found = _WORDS.match(first)
    return found[0].strip()[:80] if found else ""


def place_of(trace: TracebackType | None) -> str:
    """The module and line where an error came from; empty if unknown."""
    last = ""
    for frame, number in traceback.walk_tb(trace):
        last = f"{frame.f_globals.get('__name__', '')}:{number}"
    return last


def _fault(event: str, error: BaseException | None, trace: TracebackType | None) -> None:
    log(logging.ERROR, event, error=None if error is None else code_of(error), place=place_of(trace) or None)


def _warned(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, *_: object, **__: object
) -> None:
    """Log where a warning comes from; its text may quote anything."""
    name = filename.replace("\\", "/").split("/")[-1]
    log(logging.WARNING, "warning", kind=category.__name__, place=f"{name}:{lineno}")
