"""Limits of the server: each is declared once, named by codes that exist, written on the operators' page, and tried.

A test that goes up to a limit and past it is marked with its name. Most stand beside the other tests of the same part
of the server; those of limits that nothing else meets stand here.
"""

from __future__ import annotations

import asyncio
import re
import socket
import sqlite3
import unicodedata
from contextlib import closing
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from canastra.messages import catalogue
from canastra.protocol import LARGEST_FRAME, Close
from canastra.protocol.close_codes import ConnectionRejectedError
from canastra.protocol.messages import Error
from canastra.server import limits
from canastra.server.app import Server
from canastra.server.limits import Buckets, Limit, Rate, bound, declared, limit
from canastra.server.live import seat_of
from canastra.server.live.services import TableLimits as OfTables
from canastra.server.lobby import queries, registry
from canastra.server.settings import Caps, Settings
from canastra.server.storage import Database, StorageError, connections
from canastra.server.storage.writer import WriterLimits as StorageLimits
from canastra.server.users import Identity, Users, validation
from canastra.server.users.tokens import UsersError
from canastra.server.ws.connection_limits import ConnectionLimits
from canastra.server.ws.connection_limits import SocketLimits as OfSockets
from canastra.server.ws.frames import checked
from canastra.server.ws.handshake import Credential, identified, parse_params
from tests.server.lobby.world import ANA, BIA, World, run
from tests.server.run.process import SECONDS, guest, serving
from tools.pages import every_limit, render_caps, render_limits

ROOT = Path(__file__).parents[2]
EVERY = every_limit()
OF_FRAMES = 1009
"""The close code of WebSocket itself for a message that is too large."""


@pytest.fixture
def nothing_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_declared", {})


PER = re.compile(r"(?:a|an|the|each) .+")
NO_NOUN = re.compile(
    r"(?:for|to|with|without|before|between|after|until|in|of|at|kept|shown|that|times) .+|unused|the same"
)
PAST = re.compile(
    r"(?:\d{3}|close \d{4}|refused:) `\w+`.*|400, unread"  # A code, or what happens, in a clause with its subject.
    r"|(?:the|an?|it|they|older|others|further|what|people's)\b.* (?:is|are|waits?|plays?|gets?|ends?|may)\b.*"
)


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.name)
def test_all_are_described_in_one_form(each: Limit) -> None:
    """The party that it holds for; a noun for the counted things; then a code, or a clause for the consequence."""
    assert PER.fullmatch(each.per)
    assert not NO_NOUN.fullmatch(each.what)
    assert PAST.fullmatch(each.past)


@pytest.mark.usefixtures("nothing_declared")
def test_a_constant_is_its_value_and_a_declaration() -> None:
    assert limit("waiting", 32, "the server", "callers", "429 `users_busy`") == 32
    assert declared() == (Limit("waiting", 32, "the server", "callers", "429 `users_busy`"),)


@pytest.mark.usefixtures("nothing_declared")
def test_a_field_is_a_default_and_a_declaration() -> None:
    @limits.limits
    @dataclass(frozen=True, slots=True)
    class Some:
        seats: int = bound(3, "a person", "seats", "429 `lobby_too_many_tables`", option="--seats")
        other: int = 4

    assert Some() == Some(3, 4)
    assert declared() == (Limit("seats", 3, "a person", "seats", "429 `lobby_too_many_tables`", "", "--seats"),)


@pytest.mark.usefixtures("nothing_declared")
def test_two_limits_of_one_name_are_an_error() -> None:
    limit("waiting", 32, "the server", "callers", "429")
    limit("waiting", 32, "the server", "callers", "429")
    with pytest.raises(ValueError, match="waiting"):
        limit("waiting", 33, "the server", "callers", "429")


@pytest.mark.parametrize("holder", [Caps, OfTables, OfSockets])
def test_every_field_of_a_class_of_limits_is_declared(holder: type) -> None:
    names = {each.name for each in EVERY}
    missing = [each.name for each in fields(holder) if each.name not in names]
    assert not missing, f"make them with canastra.server.limits.bound: {missing}"


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.name)
def test_what_a_limit_says_of_its_consequence_exists(each: Limit) -> None:
    for code in re.findall(r"`([^`]*)`", each.past):
        assert code in catalogue("en"), code
        assert code in catalogue("pt"), code
    for code in re.findall(r"\bclose (\d+)", each.past):
        assert int(code) in {*Close, OF_FRAMES}
    assert each.per
    assert each.what
    assert each.past
    assert isinstance(each.value, int | float | Rate)


def test_every_limit_is_on_the_page() -> None:
    page = Path("docs", "operating.md")
    text = (Path(__file__).parents[2] / page).read_text("utf-8")
    assert render_caps() in text
    assert render_limits() in text
    assert render_caps().count("\n") + render_limits().count("\n") == len(EVERY) + 2


def tried() -> set[str]:
    """The limits that some test is marked with."""
    sources = (each.read_text("utf-8") for each in (ROOT / "tests").rglob("test_*.py"))
    return {name for source in sources for name in re.findall(r"^@pytest\.mark\.limit\(\"(\w+)\"\)", source, re.M)}


TRIED = tried()


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.name)
def test_every_limit_is_tried(each: Limit) -> None:
    assert each.name in TRIED, f"mark a test that goes past it with @pytest.mark.limit({each.name!r})"


def test_what_is_tried_is_a_limit() -> None:
    assert {each.name for each in EVERY} >= TRIED


# Limits that nothing else meets


@pytest.mark.limit("sockets")
def test_sockets_of_all_have_a_limit() -> None:
    places = ConnectionLimits(2, 100, 100)
    first, _ = places.take("p1", "a"), places.take("p2", "b")
    with pytest.raises(ConnectionRejectedError) as error:
        places.take("p3", "c")
    assert (error.value.code, error.value.status, error.value.close) == ("ws_too_many", 429, 4029)
    first.release()
    places.take("p3", "c")


@pytest.mark.limit("message")
def test_a_message_has_a_longest() -> None:
    command = '{"type":"ping","n":1}'
    assert not isinstance(checked(command + " " * (LARGEST_FRAME - len(command))), Error)
    refused = checked(command + " " * (LARGEST_FRAME - len(command) + 1))
    assert isinstance(refused, Error)
    assert refused.fault.code == "ws_too_large"


@pytest.mark.limit("invitation")
def test_an_invitation_on_a_socket_has_a_longest() -> None:
    def invitation(length: int) -> str | None:
        query = f"v=1&invitation={'i' * length}".encode()
        return parse_params(
            HTTPConnection({"type": "websocket", "query_string": query, "headers": []}), "t1"
        ).invitation

    assert invitation(80) == "i" * 80
    assert invitation(81) is None


@pytest.mark.limit("token")
def test_a_token_on_a_socket_has_a_longest(tmp_path: Path) -> None:
    asked: list[str] = []

    class Asked(Users):
        async def identify(self, token: str) -> Identity | None:
            asked.append(token)
            return await super().identify(token)

    async def main() -> None:
        database = Database.open(tmp_path / "a.db")
        people = Asked(database)
        for token in ("t" * 256, "t" * 257):
            with pytest.raises(ConnectionRejectedError) as error:
                await identified(people, Credential(token, True))
            assert (error.value.code, error.value.close) == ("ws_not_signed_in", 4005)
        await people.close()
        await database.close()

    asyncio.run(main())
    assert asked == ["t" * 256]


@pytest.mark.limit("raw")
def test_long_texts_are_refused_before_they_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    class Looking:
        category = staticmethod(unicodedata.category)

        @staticmethod
        def normalize(form: str, text: str) -> str:
            looked.append(text)
            return text

    monkeypatch.setattr(validation, "unicodedata", Looking)
    with pytest.raises(UsersError):
        validation.name("a" * 1_001)
    assert validation.folded("a" * 1_001) is validation.comparable("a" * 1_001) is None
    assert not looked
    with pytest.raises(UsersError):
        validation.name("a" * 1_000)
    assert looked


@pytest.mark.limit("buckets")
def test_the_bucket_used_longest_ago_is_forgotten() -> None:
    buckets = Buckets(Rate(1, 0.001), clock=lambda: 0.0, most=2)
    assert [buckets.take(key) for key in ("a", "b", "a", "b")] == [True, True, False, False]
    assert [buckets.take(key) for key in ("c", "b", "a")] == [True, False, True]


@pytest.mark.limit("listed")
def test_a_list_has_a_longest() -> None:
    assert [queries._most(limit) for limit in (100, 101, 10**9)] == [100, 100, 100]


@pytest.mark.limit("own_tables")
@pytest.mark.limit("own_finished")
def test_the_list_of_ones_own_tables_has_the_latest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "UNFINISHED_OF_PERSON", 2)
    monkeypatch.setattr(queries, "FINISHED_OF_PERSON", 1)

    async def main(world: World) -> None:
        opened = [(await world.open(ANA)).table for _ in range(3)]
        assert [card.table for card in (await world.lobby.queries.mine(ANA)).tables] == opened[:0:-1]
        monkeypatch.setattr(queries, "UNFINISHED_OF_PERSON", 0)
        finished = []
        for _ in range(2):
            finished.append(await world.full(ANA, BIA))
            await world.resign(finished[-1])
        assert [card.table for card in (await world.lobby.queries.mine(ANA)).tables] == [finished[1]]

    run(tmp_path, main)


@pytest.mark.limit("own_turns")
def test_only_the_first_of_ones_own_tables_say_that_one_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(world: World) -> None:
        for _ in range(2):
            table = await world.full(ANA, BIA)
            await world.play(table, until=lambda now: now.to_act == seat_of(now, ANA.player))
        for most in (2, 1):
            monkeypatch.setattr(queries, "TURNS_OF_PERSON", most)
            marked = [card.your_turn for card in (await world.lobby.queries.mine(ANA)).tables]
            assert marked == [True, most == 2]

    run(tmp_path, main)


@pytest.mark.limit("finished_tables")
def test_finished_tables_beyond_the_limit_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "FINISHED_KEPT", 1)

    async def main(world: World) -> None:
        finished = []
        for _ in range(2):
            finished.append(await world.full(ANA, BIA))
            await world.resign(finished[-1])
        at_hand = [world.lobby.registry.at_hand(each) is not None for each in finished]
        assert at_hand == [False, True]
        assert [(await world.lobby.queries.card(each, ANA)).table for each in finished] == finished

    run(tmp_path, main)


@pytest.mark.limit("writes_together")
def test_a_transaction_has_so_many_writes(tmp_path: Path) -> None:
    async def main() -> None:
        database = Database.open(tmp_path / "a.db", limits=StorageLimits(batch=2))
        statements: list[str] = []
        await database.write_sqlite(lambda connection: connection.set_trace_callback(statements.append))
        await asyncio.gather(
            *(database.write_sqlite(lambda connection: connection.execute("SELECT 1")) for _ in range(6))
        )
        await database.close()
        commits = [each for each in statements if each.startswith("COMMIT")]
        assert len(commits) >= 3

    asyncio.run(main())


@pytest.mark.limit("database_lock")
def test_a_database_that_another_program_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.01)

    async def main() -> None:
        database = Database.open(tmp_path / "a.db")
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StorageError) as error:
                await database.write_sqlite(lambda connection: connection.execute("SELECT 1"))
            assert error.value.code == "storage_busy"
        await database.close()

    asyncio.run(main())


@pytest.mark.limit("ending")
def test_a_part_that_does_not_end_is_left(tmp_path: Path) -> None:
    async def main() -> None:
        composed = Server(Settings(database=tmp_path / "a.db"))
        clean = []
        for work, seconds in ((0, 60.0), (SECONDS, 0.01)):
            await composed._end(partial(asyncio.sleep, work), seconds)
            clean.append(composed.clean)
        await composed.database.close()
        assert clean == [True, False]

    asyncio.run(main())


@pytest.mark.limit("heartbeat")
def test_a_socket_that_answers_no_ping_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, "--heartbeat", "1") as server:

        async def main() -> None:
            ana = await guest(server.address, "Ana")
            table = (await ana.done("POST", "/api/tables", {"rulebook": "buraco"}))["table"]
            reader, writer = await asyncio.open_connection("127.0.0.1", int(server.address.rpartition(":")[2]))
            writer.write(
                f"GET /api/tables/{table}/socket?v=1&watch=true HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            async with asyncio.timeout(SECONDS):
                assert (await reader.read(12)).endswith(b"101")
                while await reader.read(4_096):
                    pass
            writer.close()

        asyncio.run(main())


@pytest.mark.limit("closing")
def test_a_request_under_way_does_not_keep_a_server_from_ending(tmp_path: Path) -> None:
    with serving(tmp_path, "--patience", "600") as server:
        with socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2]))) as half_sent:
            half_sent.sendall(b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
            server.get("/healthz")
            status, seconds = server.end()
        assert seconds < SECONDS
        assert status in (0, 1)
