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
    """Counts nothing."""

    def opened(self) -> None:
        """Nothing."""

    def closed(self) -> None:
        """Nothing."""

    def received(self) -> None:
        """Nothing."""

    def sent(self) -> None:
        """Nothing."""

    def refused(self, code: str) -> None:
        """Nothing."""

    def cut_off(self) -> None:
        """Nothing."""

    def answered(self, seconds: float) -> None:
        """Nothing."""
