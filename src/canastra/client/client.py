"""One person at one server."""

from __future__ import annotations

from canastra.client.api import Api
from canastra.client.table import Table
from canastra.client.transport import dialer


class Client(Api):
    """The HTTP interface, and the tables' connections.

    ::

        async with Client("http://localhost:8080") as client:
            await client.guest("Ana", "pt")
            card = await client.open_table(NewTable("buraco", bots="greedy"))
            async with client.table(card.table) as table:
                await table.ready()
    """

    def table(self, table_id: str, *, watch: bool = False, invitation: str | None = None, from_seq: int = 0) -> Table:
        """A table's connection, to be entered; `from_seq` asks for the events from a number on besides the state."""
        return Table(table_id, dialer(self.server, table_id, self.token, watch=watch, invitation=invitation), from_seq)
