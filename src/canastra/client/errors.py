"""Errors between a client and its server."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure
from canastra.protocol.messages import Fault, Missed


class ClientError(CanastraError):
    """The server refused, or could not be reached.

    `fault` is the server's reason, in both languages; without one, the message is the client's own. `status` is the
    HTTP status, None if there was no answer.
    """

    def __init__(self, code: str, fault: Fault | None = None, status: int | None = None, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.fault = fault
        self.status = status
        self.wait: int | None = None
        """Seconds after which to try again, if the server said so."""

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        if self.fault is None:
            return super().message(language)
        return self.fault.pt if language == "pt" else self.fault.en

    @property
    def article(self) -> str | None:
        """The rulebook's article, if a rule was broken."""
        return self.fault.article if self.fault else None


class RefusedError(ClientError):
    """The server refused a command. For a stale one, `missed` has the events that its sender had missed."""

    def __init__(self, fault: Fault, missed: Missed | None = None) -> None:
        super().__init__(fault.code, fault)
        self.missed = missed


class EndedError(ClientError):
    """The connection has ended for good; `close` is its close code, None if the user closed it.

    It is unknown whether unanswered commands were done.
    """

    def __init__(self, code: str, fault: Fault | None = None, close: int | None = None, **figures: Figure) -> None:
        super().__init__(code, fault, None, **figures)
        self.close = close
