"""How a socket ends: the code, the words, whether to come back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from canastra import messages
from canastra.errors import CanastraError, Figure, RuleError
from canastra.protocol import FINAL, Close
from canastra.protocol.messages import Closed, Error, Fault
from canastra.server.live import Reason
from canastra.table import RefusalError

CODES: Final[Mapping[Close, str]] = {
    Close.RESTART: "sockets_restart",
    Close.UNKNOWN_VERSION: "sockets_version",
    Close.MALFORMED: "sockets_malformed",
    Close.BANNED: "sockets_banned",
    Close.NO_TABLE: "sockets_no_table",
    Close.NOT_SIGNED_IN: "sockets_not_signed_in",
    Close.REPLACED: "sockets_replaced",
    Close.SLOW: "sockets_slow",
    Close.STOPPED: "sockets_stopped",
    Close.LEFT: "sockets_left",
    Close.MOVED: "sockets_moved",
    Close.TOO_MANY: "sockets_too_many",
}
"""What is said where no error says it better."""
OF_REASONS: Final[Mapping[Reason, Close]] = {
    Reason.SLOW: Close.SLOW,
    Reason.REPLACED: Close.REPLACED,
    Reason.LEFT: Close.LEFT,
    Reason.MOVED: Close.MOVED,
    Reason.STOPPED: Close.STOPPED,
    Reason.CLOSED: Close.STOPPED,
}
_STATUS: Final[Mapping[Close, int]] = {
    Close.MALFORMED: 400,
    Close.UNKNOWN_VERSION: 400,
    Close.NOT_SIGNED_IN: 401,
    Close.BANNED: 403,
    Close.LEFT: 403,
    Close.NO_TABLE: 404,
    Close.TOO_MANY: 429,
}


class ConnectionRejectedError(CanastraError):
    """Nobody gets in, or no further. `close` is how a socket ends of it, `status` what it is for HTTP."""

    def __init__(self, close: Close, error: CanastraError | None = None) -> None:
        super().__init__(error.code if error else CODES[close], **(error.figures if error else {}))
        self.close = close
        self.status: int = getattr(error, "status", 0) or _STATUS.get(close, 503)


def closed(close: Close, fault: Fault | None = None) -> Closed:
    """The last message of a socket."""
    return Closed(reason_of(close), close not in FINAL, fault or fault_of(CODES[close]))


def reason_of(close: Close) -> str:
    """The reason's short name, as ``closed`` and the close frame have it."""
    return close.name.lower()


@cache
def fault_of(code: str) -> Fault:
    """A fault without figures."""
    return Fault(code, messages.text(code, "pt"), messages.text(code, "en"))


def fault(error: CanastraError) -> Fault:
    """An error for programs and people: its code, a sentence in both languages, the article of a broken rule."""
    article = error.article if isinstance(error, RefusalError) else None
    if isinstance(error, RuleError):
        article = error.violation.article
    return Fault(error.code, error.message("pt"), error.message("en"), article)


def wrong(code: str, command_id: str | None = None, **figures: Figure) -> Error:
    """A message that was turned away."""
    return Error(fault(CanastraError(code, **figures)) if figures else fault_of(code), command_id)
