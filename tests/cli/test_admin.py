"""`canastra admin`: the same acts with a running server and without one; clear messages where neither is possible."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from canastra.cli.server.moderation import is_network
from canastra.server.moderation.control import path_of
from canastra.server.storage import Database
from canastra.server.users import Users
from tests.cli.running import Ran, canastra
from tests.server.http.http_server import FAST
from tests.server.run.process import Process, serving


async def fill(file: Path) -> None:
    """Ana with an account, and a guest."""
    database = Database.open(file)
    people = Users(database, hasher=FAST)
    ana, _ = await people.guest("Ana", "pt")
    await people.accounts.make(ana, "ana.luiza", "um segredo longo")
    await people.guest("Bia", "pt")
    await people.close()
    await database.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "canastra.db"
    asyncio.run(fill(found))
    return found


def admin(file: Path, *arguments: str, lang: str = "en") -> Ran:
    return canastra("admin", *arguments, "--database", file, "--lang", lang)


def refused(ran: Ran, *words: str) -> None:
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err


def test_the_first_admin_is_made_without_a_server(file: Path) -> None:
    assert admin(file, "role", "ana.luiza", "admin", "--why", "first").out == "Done: number 1 of the log.\n"
    ran = admin(file, "person", "ana.luiza")
    assert "login ana.luiza, role admin" in ran.out
    assert "set_role" in ran.out
    assert "machine:" in ran.out
    refused(admin(file, "role", "bia", "admin", "--why", "w"), "no person", "bia")
    found = admin(file, "people", "Bia", "--json").json
    assert (found["format"], found["type"], found["people"][0]["kind"]) == (1, "people", "guest")
    refused(admin(file, "role", found["people"][0]["player"], "admin", "--why", "w"), "guest")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("server"), "--plain-bots", "--web", "none") as process:
        process.wait_ready()
        yield process


def test_a_running_server_is_asked_and_acts_at_once(server: Process) -> None:
    file = server.folder / "canastra.db"
    path = path_of(file)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    guest = httpx2.post(f"{server.address}/api/guests", json={"name": "Ana", "token": True}).json()
    headers = {"authorization": f"Bearer {guest['token']}"}
    assert admin(file, "ban", guest["player"], "--hours", "3", "--why", "insults").status == 0
    answer = httpx2.get(f"{server.address}/api/tables", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "moderation_banned")
    assert "1. ban, Ana" in admin(file, "measures").out
    assert admin(file, "lift", "1", "--why", "mistake").status == 0
    assert httpx2.get(f"{server.address}/api/tables", headers=headers).status_code == 200
    entries = admin(file, "log", "--json").json["entries"]
    assert [each["act"] for each in entries] == ["lift", "ban"]
    refused(admin(file, "lift", "1", "--why", "again"), "number 1")
    hidden = path.rename(path.with_name("hidden"))
    refused(admin(file, "log"), "/admin", str(file))
    hidden.rename(path)


def test_a_socket_that_a_dead_server_left_behind_hinders_nothing(file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path_of(file)))
    assert admin(file, "log").out == "Nothing.\n"


def test_what_is_no_request_ends_its_connection_and_nothing_else(server: Process) -> None:
    file = server.folder / "canastra.db"
    for sent in (b"", b"{}\n", b"[" * 200_000, b'{"type":"log"', b"\xff\n"):
        answered = asked(file, sent)
        if answered:
            assert json.loads(answered)["type"] == "error", sent
        assert admin(file, "log").status == 0, sent


def asked(file: Path, sent: bytes) -> bytes:
    """Return the server's answer to these bytes, empty if it gives none."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(60)
        connection.connect(str(path_of(file)))
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            return connection.makefile("rb").readline()
        except (BrokenPipeError, ConnectionResetError):  # It had read enough.
            return b""


def test_an_export_is_a_new_file_for_its_owner_alone(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "ana.json"
    line = ("export", "ana.luiza", "--why", "asked", "--out", str(out))
    assert admin(file, *line).status == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert json.loads(out.read_text("utf-8"))["person"]["login"] == "ana.luiza"
    refused(admin(file, *line), str(out))


def test_a_person_is_deleted_once_somebody_says_yes(file: Path) -> None:
    line = ("admin", "delete", "ana.luiza", "--why", "asked", "--database", file)
    for said in (b"", b"n\n"):
        assert canastra(*line, stdin=said).status == 2
    assert "Ana" in admin(file, "people", "ana").out
    assert canastra(*line, stdin=b"sim\n").status == 0
    assert admin(file, "people", "ana").out == "Nothing.\n"
    assert " delete p" in admin(file, "log").out


def test_a_link_for_a_password_is_shown_once(file: Path) -> None:
    found = admin(file, "password", "ana.luiza", "--why", "forgotten", "--json").json
    assert found["link"].startswith("/senha#")
    assert found["link"].partition("#")[2] not in admin(file, "log", "--json").out


def test_what_is_wrong_is_said_in_a_line(file: Path, tmp_path: Path) -> None:
    refused(admin(tmp_path / "none.db", "log"), "none.db")
    assert not (tmp_path / "none.db").exists()
    refused(admin(file, "report", "7"), "7")
    refused(admin(file, "close-table", "nowhere", "--why", "w"), "table")
    refused(admin(file, "ban", "10.0.0.0/8", "--hours", "1", "--why", "w"), "16")
    failed = admin(file, "report", "7", "--json")
    assert failed.json["error"]["code"] == "moderation_no_report"


@pytest.mark.parametrize(
    ("whom", "network"),
    [("192.0.2.7", True), ("::1", True), ("192.0.2.0/24", True), ("ana.luiza", False), ("pzrsticja4rhau2uk", False)],
)
def test_a_network_is_told_from_a_person(whom: str, network: bool) -> None:
    assert is_network(whom) is network
