"""Sockets that write down what a client sent and was told, word for word, with the time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from canastra.client import Client, Dial, Socket, Table
from canastra.client.connection import Later, later
from canastra.client.fairness import Cuts
from canastra.client.transport import dialer
from tests.server.history_checker import Attempt, Outcome

OF_TALK = frozenset({"say", "react"})
"""Messages that leave nothing in the log of a table."""
_OUTCOMES = {"done": Outcome.ACKNOWLEDGED, "refused": Outcome.REFUSED}


@dataclass
class Notes:
    """Of one client at one table."""

    player: str
    seat: int | None
    attempts: list[Attempt] = field(default_factory=list)
    sockets: list[list[dict[str, Any]]] = field(default_factory=list)
    """The messages on each of the sockets that opened, in order."""
    texts: list[str] = field(default_factory=list)
    """The same as it came, on all of them."""
    faults: list[str] = field(default_factory=list)
    """Violations of the protocol by the server."""

    def key(self, command_id: str) -> str:
        """The id of a command in the log."""
        return f"{self.player} {command_id}"

    def sent(self, text: str) -> None:
        """A message is about to go out."""
        message = json.loads(text)
        if "id" in message and message["type"] not in OF_TALK:
            self.attempts.append(Attempt(self.key(message["id"]), perf_counter()))

    def told(self, text: str | bytes) -> None:
        """A message has come in."""
        assert isinstance(text, str)
        message = json.loads(text)
        self.texts.append(text)
        self.sockets[-1].append(message)
        if message["type"] in _OUTCOMES:
            self._answered(message)

    def _answered(self, message: dict[str, Any]) -> None:
        key = self.key(message["id"])
        place = max((n for n, each in enumerate(self.attempts) if each.command_id == key), default=None)
        if place is None or self.attempts[place].answered is not None:
            self.faults.append(f"an answer that nobody asked for: {message}")
            return
        self.attempts[place] = replace(
            self.attempts[place],
            answered=perf_counter(),
            outcome=_OUTCOMES[message["type"]],
            seq=message.get("seq"),
        )

    def of_kind(self, kind: str) -> Iterator[dict[str, Any]]:
        """All messages of a kind."""
        return (each for socket in self.sockets for each in socket if each["type"] == kind)

    def dial(self, dial: Dial) -> Dial:
        """The same way to open a socket, with everything written down."""

        async def noted(from_seq: int) -> Socket:
            inner = await dial(from_seq)
            self.sockets.append([])
            return _Noted(inner, self)

        return noted


class _Noted:
    def __init__(self, inner: Socket, notes: Notes) -> None:
        self._inner, self._notes = inner, notes

    async def send(self, text: str) -> None:
        self._notes.sent(text)
        await self._inner.send(text)

    async def receive(self) -> str | bytes:
        text = await self._inner.receive()
        self._notes.told(text)
        return text

    async def close(self) -> None:
        await self._inner.close()


@dataclass
class Guest:
    """A client that is signed in, and what it wrote down."""

    client: Client
    notes: Notes

    def table(
        self, table_id: str, *, cuts: Cuts | None = None, later: Later = later, dial: Dial | None = None
    ) -> Table:
        """A table's connection, from the first event on."""
        client, watch = self.client, self.notes.seat is None
        dial = dial or dialer(client.server, table_id, client.token, watch=watch)
        return Table(table_id, self.notes.dial(dial), 1, cuts, later)
