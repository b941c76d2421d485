"""What can be counted of sockets and streams. Whoever runs the server gives a `Counters` that keeps figures."""

from __future__ import annotations

from typing import Protocol


class Counters(Protocol):
    """Told of what happens; never blocks, raises nothing."""

    def opened(self) -> None:
        """A socket or stream has got its welcome."""

    def closed(self) -> None:
        """One that was opened is no more."""

    def received(self) -> None:
        """A message came, whatever it is."""

    def sent(self) -> None:
        """A message was handed to the network."""

    def refused(self, code: str) -> None:
        """A connection, or a message that was no command, was turned away: a code of the catalogues."""

    def cut_off(self) -> None:
        """A reader was too slow."""

    def answered(self, seconds: float) -> None:
        """From the receipt of a command to its answer, ready to be sent."""


class NoCounters:
    """Counters for a server without metrics: they count nothing."""

    def opened(self) -> None:
        """Do not count this."""

    def closed(self) -> None:
        """Do not count this."""

    def received(self) -> None:
        """Do not count this."""

    def sent(self) -> None:
        """Do not count this."""

    def refused(self, code: str) -> None:
        """Do not count this."""

    def cut_off(self) -> None:
        """Do not count this."""

    def answered(self, seconds: float) -> None:
        """Do not count this."""
