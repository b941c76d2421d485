"""What can go wrong between a client and its server."""

from __future__ import annotations

from canastra.errors import CanastraError, Figure
from canastra.protocol.messages import Fault, Missed


class ClientError(CanastraError):
    """The server said no, or could not be asked.

    `fault` is what it said, in both languages; without one the words are the client's own. `status` is HTTP's, None
    where there was no answer.
    """

    def __init__(self, code: str, fault: Fault | None = None, status: int | None = None, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.fault = fault
        self.status = status
        self.wait: int | None = None
        """Seconds after which the server may have time for the same, if it said so."""

    def message(self, language: str = "en") -> str:
        """The sentence for people, in ``pt`` or ``en``."""
        if self.fault is None:
            return super().message(language)
        return self.fault.pt if language == "pt" else self.fault.en

    @property
    def article(self) -> str | None:
        """Of the rulebook, where a rule is broken."""
        return self.fault.article if self.fault else None


class RefusedError(ClientError):
    """A command that was not done. A stale one brings what its sender had missed."""

    def __init__(self, fault: Fault, missed: Missed | None = None) -> None:
        super().__init__(fault.code, fault)
        self.missed = missed


class EndedError(ClientError):
    """The connection is over for good; `close` is the code it was closed with, None where the user closed it.

    Whether commands that were not answered have been done is not known.
    """

    def __init__(self, code: str, fault: Fault | None = None, close: int | None = None, **figures: Figure) -> None:
        super().__init__(code, fault, None, **figures)
        self.close = close
