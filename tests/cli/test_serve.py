"""`canastra serve`: invalid options end it with one sentence; with valid ones it serves."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from queue import SimpleQueue
from unittest import mock

import pytest

from canastra.cli.server.serve import ServeOptions, open_page, serve_settings
from canastra.server.limits import Rate
from canastra.server.settings import Caps, Settings
from canastra.server.storage import Database
from tests.cli.running import Ran, canastra
from tests.server.run.process import SECONDS, serving


def refused(ran: Ran, *words: str) -> None:
    """Fail unless the error is one line in the language, with these words."""
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1, ran.err
    for word in words:
        assert word in ran.err


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another socket listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--workers", "2"], ["--workers 1", "SQLite"]),
        (["--port", "65536"], ["--port", "65535"]),
        (["--port", "-1"], ["--port", "-1"]),
        (["--origin", "example.com"], ["https://", "example.com"]),
        (["--origin", "https://a.example", "--origin", "https://b.example/"], ["https://b.example/"]),
        (["--proxy", "nginx"], ["IP", "nginx"]),
        (["--cap", "doors=3"], ["doors", "sockets_of_person"]),
        (["--cap", "sockets=all"], ["sockets=all"]),
        (["--cap", "lines_of_person=3"], ["lines_of_person=3"]),
        (["--metrics", "some"], ["--metrics", "local"]),
        (["--log-level", "loud"], ["--log-level", "debug"]),
        (["--heartbeat", "0"], ["--heartbeat"]),
        (["--drain", "-1"], ["--drain"]),
        (["--patience", "0.5"], ["--patience"]),
        (["--bot-processes", "100"], ["--bot-processes"]),
        (["--web", "no-such-folder"], ["no-such-folder"]),
        (["--port", "0", "--host", "203.0.113.7"], ["203.0.113.7"]),
        (["--port", "0", "--host", "no such host"], ["no such host"]),
    ],
)
@pytest.mark.parametrize("language", ["pt", "en"])
def test_settings_that_can_not_be(tmp_path: Path, options: list[str], words: list[str], language: str) -> None:
    file = tmp_path / "a.db"
    refused(canastra("serve", "--database", file, *options, "--lang", language), *words)
    assert not file.exists()


def test_usage_errors() -> None:
    for options in (["--port", "x"], ["--port"], ["--prot", "1"], ["x"]):
        ran = canastra("serve", *options)
        assert (ran.status, ran.out) == (2, "")
        assert "--help" in ran.err
        assert "Traceback" not in ran.err


def test_the_environment_sets_what_no_option_does(taken: int) -> None:
    refused(canastra("serve", CANASTRA_WORKERS="3"), "3")
    refused(canastra("serve", CANASTRA_ORIGINS="https://a.example b.example"), "b.example")
    refused(canastra("serve", CANASTRA_PORT=str(taken)), str(taken))
    refused(canastra("serve", "--port", str(taken), CANASTRA_PORT="99999"), str(taken))


def test_an_address_in_use(tmp_path: Path, taken: int) -> None:
    ran = canastra("serve", "--port", str(taken), "--database", tmp_path / "a.db", "--lang", "en")
    refused(ran, f"port {taken}", "already")
    assert list(tmp_path.iterdir()) == []


def test_databases_that_can_not_be(tmp_path: Path) -> None:
    def start(file: Path) -> Ran:
        return canastra("serve", "--port", "0", "--database", file, "--lang", "en")

    used, newer, foreign = tmp_path / "used.db", tmp_path / "newer.db", tmp_path / "foreign.db"
    database = Database.open(used)
    refused(start(used), "used.db", "in use")
    asyncio.run(database.close())

    with closing(sqlite3.connect(used)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    newer.write_bytes(used.read_bytes())
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 999")
    refused(start(newer), "newer.db", "newer canastra")

    foreign.write_bytes(b"nothing of the kind" * 100)
    refused(start(foreign), "foreign.db")
    refused(start(tmp_path / "no" / "folder.db"), "folder.db")
    refused(start(tmp_path), str(tmp_path))


def test_it_says_where_it_is_and_ends_well(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<title>Canastra</title>", "utf-8")
    with serving(tmp_path, "--web", str(web), CANASTRA_METRICS="off") as process:
        process.wait_ready()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", process.address)
        assert process.get("/").text == "<title>Canastra</title>"
        assert process.get("/metrics").status_code == 404
        assert process.get("/api/tables?state=open").json()["tables"] == []
        assert "server" not in process.get("/healthz").headers
        assert process.end(signal.SIGINT)[0] == 0
    assert (tmp_path / "canastra.db").stat().st_mode & 0o077 == 0


PREPARING = """
from canastra.cli.main import main
from canastra.bots import cache
from canastra.server import app

async def compile_nothing():
    pass

app.compile_beside = compile_nothing
cache.LEVELS = ("greedy",)
main()
"""


@pytest.mark.slow
def test_it_says_when_it_prepares_the_strong_bots(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PREPARING]
    with serving(tmp_path, command=command, CANASTRA_PLAIN_BOTS="0") as process:
        assert process.child.stdout is not None
        said = [process.child.stdout.readline() for _ in range(2)]
        assert process.end()[0] == 0
    assert [each.partition(":")[0].strip() for each in said] == [
        "Preparing the strong bots",
        "The strong bots are ready.",
    ]
    assert "event=bots_prepared seconds=" in process.log
    with serving(tmp_path, "--plain-bots", command=command) as process:
        process.wait_ready()
        assert process.end()[0] == 0
        assert process.child.stdout is not None
        assert "strong" not in process.child.stdout.read()


def test_every_setting_has_an_option_and_a_variable() -> None:
    page = canastra("serve", "--help", "--lang", "en", COLUMNS="200").out
    words = " ".join(page.split())
    names = {
        "allowed_hosts": "allowed-host",
        "origins": "origin",
        "proxies": "proxy",
        "caps": "cap",
        "hello": "patience",
    }
    for field in fields(Settings):
        option = names.get(field.name, field.name).replace("_", "-")
        variable = "PATIENCE" if field.name == "hello" else field.name.upper()
        assert f"--{option} " in words
        assert f"[CANASTRA_{variable}]" in words


DEFAULTS = {
    "host": "127.0.0.1",
    "port": 8080,
    "database": "canastra.db",
    "bot-processes": 1,
    "heartbeat": Settings().heartbeat // 1000,
    "drain": int(Settings().drain),
    "exit-after": int(Settings().exit_after),
    "patience": int(Settings().hello),
    "metrics": "local",
    "log-level": "info",
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_help_tells_the_defaults(name: str) -> None:
    assert serve_settings(ServeOptions()) == Settings()
    page = " ".join(canastra("serve", "--help", "--lang", "en").out.split())
    said = page.partition(f" --{name} ")[2].partition("[CANASTRA_")[0]
    assert f"default {DEFAULTS[name]}" in said
    attribute = {"patience": "hello"}.get(name, name.replace("-", "_"))
    value = getattr(Settings(), attribute)
    if name == "heartbeat":
        value /= 1000
    assert str(DEFAULTS[name]) == (f"{value:g}" if isinstance(value, float) else str(value))


def test_a_server_without_pages() -> None:
    assert serve_settings(ServeOptions(web=Path("none"))).web is None
    assert serve_settings(ServeOptions(web=Path("none", "there"))).web == Path("none", "there")


@pytest.mark.parametrize(
    ("platform", "variables", "opens"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_page_is_opened_where_there_is_a_screen(
    platform: str, variables: dict[str, str], opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: SimpleQueue[str] = SimpleQueue()
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr("webbrowser.open", opened.put)
    with mock.patch.dict("os.environ", variables, clear=True):
        open_page("http://canastra.example")
    if opens:
        assert opened.get(timeout=SECONDS) == "http://canastra.example"
    else:
        assert opened.empty()


def test_serve_opens_the_page_only_when_asked(tmp_path: Path) -> None:
    """The browser is a program that records its arguments."""
    browser, told = tmp_path / "browser", tmp_path / "told"
    browser.write_text(f'#!/bin/sh\necho "$@" > "{told}.part" && mv "{told}.part" "{told}"\n', "utf-8")
    browser.chmod(0o755)
    screen = {"DISPLAY": ":0", "BROWSER": str(browser)}
    with serving(tmp_path, **screen) as process:
        process.wait_ready()
        assert process.end()[0] == 0
    assert not told.exists()
    with serving(tmp_path, "--open", **screen) as process:
        deadline = time.monotonic() + SECONDS
        while not told.exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert told.read_text("utf-8").strip() == process.address
        assert process.end()[0] == 0


def test_options_become_settings() -> None:
    options = ServeOptions(
        host="0.0.0.0",
        port=1,
        database="b.db",
        origins=["https://a.example"],
        proxies=["10.0.0.1"],
        caps=["sockets=3", "lines_of_person=1/2"],
        bot_processes=0,
        heartbeat=1.5,
        drain=0,
        exit_after=7,
        patience=2,
        metrics="all",
        web=Path("."),
        log_level="debug",
        log_json=True,
    )
    caps = Caps(sockets=3, lines_of_person=Rate(1, 2))
    assert serve_settings(options) == Settings(
        host="0.0.0.0",
        port=1,
        database=Path("b.db"),
        origins=("https://a.example",),
        proxies=("10.0.0.1",),
        bot_processes=0,
        heartbeat=1500,
        drain=0,
        exit_after=7,
        hello=2,
        log_level="debug",
        log_json=True,
        metrics="all",
        web=Path("."),
        caps=caps,
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--database", "postgresql://localhost:1/x"], "add --bus nats://HOST:4222"),
        (["--bus", "nats://localhost:1"], "--bus, --node and --lease are for servers that share a database"),
        (["--node", "a"], "--bus, --node and --lease are for servers that share a database"),
        (["--lease", "5"], "--bus, --node and --lease are for servers that share a database"),
        (["--database", "postgresql://localhost:1/x", "--bus", "http://localhost"], "an address of NATS is like"),
        (["--database", "postgresql://localhost:1/x", "--bus", "nats://localhost:x"], "an address of NATS is like"),
        (["--database", "postgresql://local host:1/x%zz", "--bus", "nats://h"], "a database of PostgreSQL is like"),
        (["--database", "postgresql://127.0.0.1:1/x", "--bus", "nats://h"], "PostgreSQL does not answer (connection"),
        (["--database", "postgresql://h/x", "--bus", "nats://h", "--node", "a.b"], "up to 40 plain letters"),
        (["--database", "postgresql://h/x", "--bus", "nats://h", "--lease", "1"], "--lease is from 3 to 60, not 1"),
    ],
)
def test_what_several_servers_need(options: list[str], words: str) -> None:
    refused(canastra("serve", "--port", "0", *options, "--lang", "en"), words)
