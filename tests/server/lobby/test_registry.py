"""The index of tables that lists are made of, while its database is away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from canastra.protocol.tables import ClockTerms
from canastra.server.live.services import owns_all
from canastra.server.lobby import registry, repository
from canastra.server.lobby.listing import Listing, State
from canastra.server.lobby.registry import Index
from canastra.server.lobby.repository import ListingChange
from canastra.server.storage import UnavailableError


class Flighty:
    """A database that is away at first."""

    def __init__(self, failures: int) -> None:
        self._failures = failures

    async def write(self, work: Callable[[Any], Any]) -> Any:
        if self._failures:
            self._failures -= 1
            raise UnavailableError("gone")
        return work(None)


def change(table: str, state: State) -> ListingChange:
    return ListingChange(table, Listing(state, str(state), (), 0, ClockTerms(), undo=False))


def test_what_could_not_be_written_is_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, State] = {}

    def write(connection: Any, changes: list[ListingChange]) -> None:
        written.update({each.table: each.listing.state for each in changes})

    async def main() -> None:
        monkeypatch.setattr(repository, "write", write)
        monkeypatch.setattr(registry, "AGAIN", 0.01)
        index = Index(Flighty(2), owns_all)  # type: ignore[arg-type]
        index.put(change("t1", State.SEATING))
        index.put(change("t2", State.SEATING))
        await index.flushed()  # No caller waits for an unavailable database.
        assert written == {}
        index.put(change("t1", State.RUNNING))
        await index.flushed()
        assert written == {}
        while not written:
            await asyncio.sleep(0.01)
        assert written == {"t1": State.RUNNING, "t2": State.SEATING}

    asyncio.run(main())
