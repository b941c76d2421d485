"""Matches played without a socket: a stream of events, and a request for each command."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

from canastra.client import Client
from canastra.protocol import Command, State, merged
from canastra.protocol.commands import Act, Contribute, Offer, Ready
from canastra.protocol.messages import Done, Refused, RematchReady, Update, Welcome
from canastra.protocol.tables import NewTable
from canastra.server.limits import Rate
from canastra.server.settings import Settings
from tests.server.http.http_server import GENEROUS, PLENTY, Server, listening, run

SECONDS = 120.0
LONG = 60
"""Seconds after which a session has its first rate of requests again."""


class Script:
    """A guest that plays at random, and follows the table by streams."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client, self._random, self._ids = client, Random(seed), count()
        self.commands = 0

    async def play(self, table: str, rematch: bool = False) -> str | None:
        """Play a whole match, and return the table of the rematch if one is wanted."""
        async for state, following in self._states(table):
            if following is not None or (state["result"] and not rematch):
                return following
            command = self._command(state)
            if command is not None:  # The stream shows the cause of a refusal.
                self.commands += 1
                assert isinstance(await self.client.tables.command(table, command), Done | Refused)
        raise AssertionError

    async def _states(self, table: str) -> AsyncIterator[tuple[State, str | None]]:
        state: dict[str, Any] = {}
        async for message in self.client.tables.stream(table):
            if isinstance(message, Welcome):
                state = cast(dict[str, Any], message.state)
            elif isinstance(message, Update):
                state = merged(state, message.changes)
            yield cast(State, state), message.table if isinstance(message, RematchReady) else None

    def _command(self, state: State) -> Command | None:
        you, play, name = state["you"], state["play"], f"c{next(self._ids)}"
        assert you is not None
        if state["stage"] == "seating" and not state["seats"][you]["ready"]:
            return Ready(name)
        if state["stage"] == "gathering" and state["commitment"] and state["contributions"][you] is None:
            return Contribute(name, "00")
        if play and play["to_act"] == you:
            return Act(name, self._random.choice(play["legal"]), state["step"])
        return Offer(name, "rematch") if state["result"] and not state["offers"] else None


def test_matches_in_a_row(tmp_path: Path) -> None:
    """The second match is a rematch, by a script that sends too often all the time."""
    rate = Rate(4, 4)
    waits: list[float] = []

    async def test(server: Server) -> None:
        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            server.clock.now += seconds

        async with listening(server.app) as address, Client(address) as client:
            await client.account.guest("Ana")
            script = Script(client, 1)
            table = (await client.tables.open(NewTable("canastra-duelo", bots="greedy"))).table
            with mock.patch("canastra.client.api.asyncio", SimpleNamespace(sleep=sleep)):
                assert await script.play(table, rematch=True) == f"{table}-2"
                server.clock.now += LONG
                assert await script.play(f"{table}-2") is None
        early = script.commands - 2 * rate.burst  # The rate is forgotten before the second match.
        assert sum(waits) * rate.per_second >= early > 0

    caps = replace(GENEROUS, requests_of_session=rate, messages_of_session=PLENTY)
    run(tmp_path, lambda server: asyncio.wait_for(test(server), SECONDS), Settings(caps=caps))
