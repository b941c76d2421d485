"""The cost of a request without a session: work is counted, with a tournament of 120 rounds of 200 tables in memory.

Its time is measured by `bench.attacks`, and never tested.
"""

from __future__ import annotations

import gzip
import hmac
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from canastra.server.http import OPERATIONS
from canastra.server.http.endpoint import STRANGERS_PAGE, Caller, Operation, Work
from canastra.server.storage import connections
from canastra.tournament.table_codes import TablePlace, side_token
from tests.server.http.http_server import Server, run
from tests.server.tournaments.large import large_tournament

ROUNDS = 120
HMACS, ROWS, COMPRESSED = 3, 20, 64 * 1024
OPEN_TO_ALL = [each for each in OPERATIONS if each.caller is Caller.PUBLIC]
LONG = {Work.LOG, Work.TOURNAMENT, Work.RECORD, Work.ANALYSIS, Work.PRINT, Work.PASSWORD, Work.PERSON}
"""Work that more than the usual limits of requests have to keep scarce."""


class Meter:
    """The work since the last reset."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Counter[str] = Counter()
        self._count(monkeypatch, hmac, "digest", lambda *_: 1)
        self._count(monkeypatch, hmac, "new", lambda *_, **__: 1)
        self._count(monkeypatch, gzip, "compress", lambda data, *_, **__: len(data))
        connect = connections.connect

        def counted(path: Path) -> sqlite3.Connection:
            connection = connect(path)

            def row(cursor: sqlite3.Cursor, found: tuple[Any, ...]) -> tuple[Any, ...]:
                self.done["rows"] += 1
                return found

            connection.row_factory = row
            return connection

        monkeypatch.setattr(connections, "connect", counted)

    def _count(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, size: Callable[..., int]) -> None:
        function = getattr(module, name)

        def counted(*arguments: Any, **named: Any) -> Any:
            self.done[name] += size(*arguments, **named)
            return function(*arguments, **named)

        monkeypatch.setattr(module, name, counted)

    @contextmanager
    def holds(self, about: str) -> Iterator[None]:
        """Check that the work inside stays within the cost of a lookup."""
        self.done.clear()
        yield
        assert self.done["digest"] + self.done["new"] <= HMACS, f"{about}: {self.done}"
        assert self.done["rows"] <= ROWS, f"{about}: {self.done}"
        assert self.done["compress"] <= COMPRESSED, f"{about}: {self.done}"


def test_what_costs_more_than_a_lookup_is_scarce() -> None:
    """A view is made once for all who look, in a process apart; a stream counts as a socket."""
    free = {"read_tournament", "stream"}
    for each in OPEN_TO_ALL:
        if each.costs in LONG and each.name not in free:
            assert each.limits, each.name


@pytest.mark.slow
def test_no_request_without_a_session_costs_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter(monkeypatch)

    async def test(server: Server) -> None:
        tournament = await large_tournament(server, ROUNDS)
        ana = await server.guest("Ana")
        player = (await ana.get("/api/me")).json()["player"]
        owners = [ana] * 15 + [await server.guest("Bia")] * 15  # More tables than a page of a list has.
        opened = [(await each.post("/api/tables", json={"rulebook": "buraco"})).json()["table"] for each in owners]
        stranger = await server.browser()
        path = f"/api/tournaments/{tournament}"
        assert (await stranger.get(path)).status_code == 200  # Made once for all who look.
        named = {
            "tournament": tournament,
            "table": opened[0],
            "player": player,
            "rulebook": "buraco",
            "seat": "0",
            "file": "events.jsonl",
            "analysis": "none",
            "token": "none",
            "measure": "1",
            "print": "tables",
        }

        async def asked_for(each: Operation, language: str) -> int:
            address = re.sub(r"{(\w+)}", lambda found: named[found[1]], each.path)
            body: Any = {"name": "Eva"} if each.name == "create_guest" else {}
            headers = {"accept-encoding": "gzip", "content-type": each.takes, "origin": "http://canastra.example"}
            query = f"?lang={language}" if "lang" in each.query.__struct_fields__ else ""
            answer = await stranger.request(
                each.method, address + query, headers=headers, **({"json": body} if each.body is not None else {})
            )
            return answer.status_code

        for each in OPEN_TO_ALL:
            if each.name == "stream":
                continue
            await asked_for(each, "pt")  # Shared answers are made once.
            with meter.holds(each.name):
                status = await asked_for(each, "pt")
            assert status < 500, each.name

        loaded = await server.context.tournaments.store.get(tournament)
        meter.done.clear()
        code = side_token(loaded.secret, TablePlace(1, ROUNDS, 1), 0)
        guest = {"name": "Eva", "admission": {"tournament": tournament, "token": code}}
        assert (await stranger.post("/api/guests", json=guest)).status_code == 201
        await ana.get("/api/me/tables")
        assert meter.done["digest"] == 2, "the meter counts"
        assert meter.done["rows"] > len(opened) // 2, "the meter counts"
        for token in ("a" * 26, "a" * 12, "é" * 26, ""):
            with meter.holds("a wrong code"):
                guest = {"name": "Eva", "admission": {"tournament": tournament, "token": token}}
                assert (await stranger.post("/api/guests", json=guest)).status_code in (201, 400)

    run(tmp_path, test)


@pytest.mark.limit("strangers_page")
def test_a_page_is_shorter_without_a_session(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        people = [await server.guest() for _ in range(2)]
        for each in people:
            for _ in range(STRANGERS_PAGE // 2 + 1):
                await each.post("/api/tables", json={"rulebook": "buraco"})
        shown = [(await browser.get("/api/tables")).json() for browser in (people[0], await server.client())]
        assert [len(each["tables"]) for each in shown] == [2 * (STRANGERS_PAGE // 2 + 1), STRANGERS_PAGE]
        assert [each["after"] is None for each in shown] == [True, False]

    run(tmp_path, test)
