"""Health, figures, and the line and count of each request."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.requests import Request

from canastra.errors import CardError
from canastra.server.app import Overrides, Server
from canastra.server.health import Health
from canastra.server.http.middleware import Access
from canastra.server.metrics import Metrics, timed
from canastra.server.origins import is_loopback
from canastra.server.settings import Settings
from canastra.server.storage import Database
from tests.server.run.test_logging import configured


def client(app: Any, host: str = "127.0.0.1") -> httpx2.AsyncClient:
    transport = httpx2.ASGITransport(app=app, client=(host, 1234), raise_app_exceptions=False)
    return httpx2.AsyncClient(transport=transport, base_url="http://canastra.example")


def with_server(folder: Path, work: Callable[[Server], Awaitable[None]], **settings: Any) -> Server:
    """Do something while a server's parts run, without a network."""
    found: list[Server] = []

    async def main() -> None:
        composed = Server(Settings(database=folder / "a.db", bot_processes=0, **settings), Overrides())
        found.append(composed)
        async with composed.app.router.lifespan_context(composed.app):
            while not composed.health.ready:
                await asyncio.sleep(0.001)
            await work(composed)

    asyncio.run(main())
    return found[0]


def test_reasons() -> None:
    stopped = False
    health = Health(lambda: stopped)

    def told() -> tuple[str | None, str | None]:
        return health.fault, health.not_ready

    assert told() == (None, "loading")
    health.ready = True
    assert told() == (None, None)
    health.cut_off = lambda: True
    assert told() == (None, "cut_off")
    health.draining = True
    assert told() == (None, "draining")
    health.failed = True
    assert told() == ("start", "start")
    stopped = True
    assert told() == ("storage", "storage")


def test_health_of_a_server(tmp_path: Path) -> None:
    async def work(composed: Server) -> None:
        async with client(composed.app) as asking:
            for path in ("/healthz", "/readyz"):
                answer = await asking.get(path)
                assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
                assert answer.headers["Cache-Control"] == "no-store"
            composed.health.ready = False
            assert (await asking.get("/readyz")).status_code == 503
            assert (await asking.get("/healthz")).status_code == 200
            composed.health.failed = True
            assert (await asking.get("/healthz")).json() == {"status": "start"}
            await composed.drain()
            assert (await asking.get("/readyz")).status_code == 503
            await composed.drain()

    assert with_server(tmp_path, work).clean


def test_a_fault_of_the_file_is_one_of_health(tmp_path: Path) -> None:
    async def work(composed: Server) -> None:
        def broken(connection: object) -> None:
            raise AssertionError

        assert isinstance(composed.database, Database)
        composed.database._writer.stop(OSError("full"))
        async with client(composed.app) as asking:
            assert (await asking.get("/healthz")).json() == {"status": "storage"}
            assert (await asking.get("/readyz")).status_code == 503

    with_server(tmp_path, work)


def test_tables_that_can_not_be_loaded_at_all(tmp_path: Path) -> None:
    async def main() -> None:
        composed = Server(Settings(database=tmp_path / "a.db", bot_processes=0))

        async def start() -> None:
            raise CardError("card_malformed", text="KS")

        composed.lobby.start = start  # type: ignore[method-assign]
        with configured() as log:
            await composed.start()
            while not composed.health.failed:
                await asyncio.sleep(0.001)
            await composed.close()
        assert "event=not_started error=card_malformed" in log.getvalue()
        assert "KS" not in log.getvalue()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("host", "headers", "local"),
    [
        ("127.0.0.1", {}, True),
        ("127.9.9.9", {}, True),
        ("::1", {}, True),
        ("::ffff:127.0.0.1", {}, True),
        ("10.0.0.1", {}, False),
        ("::ffff:10.0.0.1", {}, False),
        ("testclient", {}, False),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, False),
        ("127.0.0.1", {"Forwarded": "for=10.0.0.1"}, False),
        ("127.0.0.1", {"X-Real-IP": "10.0.0.1"}, False),
        ("127.0.0.1", {"Via": "1.1 proxy"}, False),
    ],
)
def test_who_is_local(host: str, headers: dict[str, str], local: bool) -> None:
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    assert is_loopback(Request({"type": "http", "client": (host, 1), "headers": raw})) is local


def test_nobody_is_not_local() -> None:
    assert not is_loopback(Request({"type": "http", "client": None, "headers": []}))


@pytest.mark.parametrize(
    ("shown", "host", "status"),
    [("local", "::1", 200), ("local", "192.0.2.1", 404), ("all", "192.0.2.1", 200), ("off", "127.0.0.1", 404)],
)
def test_who_reads_the_figures(tmp_path: Path, shown: str, host: str, status: int) -> None:
    async def work(composed: Server) -> None:
        async with client(composed.app, host) as asking:
            answer = await asking.get("/metrics")
            assert answer.status_code == status
            assert ("canastra_info" in answer.text) is (status == 200)

    with_server(tmp_path, work, metrics=shown)


def test_figures_of_requests(tmp_path: Path) -> None:
    async def work(composed: Server) -> None:
        async with client(composed.app) as asking:
            for path in ("/api/players/KS", "/api/players/QH", "/s3cret/KS?token=s3cret"):
                await asking.get(path)
            await asking.request("BREW", "/api/me")
            text = (await asking.get("/metrics")).text
        assert 'canastra_http_requests_total{method="GET",route="/api/players/{player}",status="404"} 2.0' in text
        assert 'canastra_http_requests_total{method="-"' in text
        assert 'canastra_http_request_seconds_count{route="/api/players/{player}"} 2.0' in text
        assert "canastra_tables 0.0" in text
        assert "_created" not in text
        assert "s3cret" not in text

    with_server(tmp_path, work)


async def failing(scope: Any, receive: Any, send: Any) -> None:
    raise CardError("card_malformed", text="KS")


async def silent(scope: Any, receive: Any, send: Any) -> None:
    return


def accesses(app: Any, scope: dict[str, Any]) -> tuple[str, str]:
    """The log and the figures of one visit."""
    metrics = Metrics("1")

    async def main() -> None:
        async def send(message: Any) -> None:
            return

        async def receive() -> Any:
            return {}

        try:
            await Access(app, metrics)(scope, receive, send)
        except CardError:
            return

    with configured() as log:
        asyncio.run(main())
    return log.getvalue(), metrics.text().decode()


def test_a_request_that_fails_is_told_as_an_error() -> None:
    log, figures = accesses(failing, {"type": "http", "method": "GET", "path": "/KS", "query_string": b"t=s3cret"})
    assert "level=error event=request method=GET route=- status=500" in log
    assert "error=card_malformed" in log
    assert "KS" not in log
    assert 'status="500"' in figures


def test_a_socket_that_nobody_accepted() -> None:
    scope = {"type": "websocket", "path": "/x", "path_params": {"table": "no table!"}, "client": ("192.0.2.1", 1)}
    log, figures = accesses(silent, scope)
    assert "event=socket route=- status=403" in log
    assert "address=192.0.2.1" in log
    assert "no table" not in log
    assert "http_requests_total{" not in figures


def test_what_is_neither_is_let_through() -> None:
    assert accesses(silent, {"type": "lifespan"})[0] == ""


def test_registries_are_apart() -> None:
    one, other = Metrics("1"), Metrics("1")
    one.events.inc()
    with timed(one.appends):
        pass
    assert b"canastra_events_total 1.0" in one.text()
    assert b"canastra_append_seconds_count 1.0" in one.text()
    assert b"canastra_events_total 0.0" in other.text()
    assert io.BytesIO(one.text()).read().endswith(b"\n")
