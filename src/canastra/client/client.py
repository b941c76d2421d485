"""A client of one person at one server."""

from __future__ import annotations

import httpx2

from canastra.client.api import AccountApi, AnalysesApi, PlayersApi, RulebooksApi, TablesApi, TokensApi
from canastra.client.http import HttpClient, read_answer
from canastra.client.table import Table
from canastra.client.tournaments import TournamentsApi
from canastra.client.transport import dialer
from canastra.protocol import read_body
from canastra.protocol.replays import ReplayCard


class Client(HttpClient):
    """The HTTP interface by subject, and the tables' connections.

    The token comes from `account`, or from where the caller stored it::

        async with Client("http://localhost:8080") as client:
            await client.account.guest("Ana", "pt")
            card = await client.tables.open(NewTable("buraco", bots="greedy"))
            async with client.table(card.table) as table:
                await table.ready()
    """

    def __init__(
        self, server: str, token: str | None = None, transport: httpx2.AsyncBaseTransport | None = None
    ) -> None:
        super().__init__(server, token, transport)
        self.account = AccountApi(self)
        self.tokens = TokensApi(self)
        self.players = PlayersApi(self)
        self.rulebooks = RulebooksApi(self)
        self.tables = TablesApi(self)
        self.analyses = AnalysesApi(self)
        self.tournaments = TournamentsApi(self)

    def table(self, table_id: str, *, watch: bool = False, invitation: str | None = None, from_seq: int = 0) -> Table:
        """A connection to a table, for ``async with``; `from_seq` asks for the events from a number on."""
        return Table(table_id, dialer(self.server, table_id, self.token, watch=watch, invitation=invitation), from_seq)

    async def replay(self, text: str) -> ReplayCard:
        """A record's text replayed, state by state."""
        answer = await self.ask("POST", "replays", text.encode(), media="text/plain")
        return read_answer(answer, lambda content: read_body(content, ReplayCard))
