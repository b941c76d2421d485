"""Structured logging: one line for each thing that happened, ``key=value``, never a card or a secret.

Only what is named here by a caller gets into a line: kinds, seats, numbers, ids. No action, no event, no message of an
error (a message may quote cards; its code doesn't), no traceback.
"""

from __future__ import annotations

import json
import logging
import re

from canastra.errors import CanastraError

LOGGER = logging.getLogger("canastra.server.hosting")
_BARE = re.compile(r"[!#-<>-~]+", re.ASCII)

Value = str | int | None


def log(level: int, event: str, /, **figures: Value) -> None:
    """Write a line; figures that are None are left out.

    A text with blanks, quotes or line breaks is written as JSON, so that nobody can forge a line.
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
    """What a line may say of an error: its code, or the name of its class."""
    return error.code if isinstance(error, CanastraError) else type(error).__name__


def _written(value: str | int) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return text if _BARE.fullmatch(text) else json.dumps(text)
