"""A server's file moved to PostgreSQL: whole or not at all; people continue in the middle of a deal."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg
import pytest

from canastra.client import Client, Table, at_random, play
from canastra.cluster.transfer import copy_database
from canastra.protocol import State
from canastra.protocol.tables import NewTable
from canastra.server.app import Server
from canastra.server.settings import Settings
from canastra.server.storage import Database, StorageFileError
from canastra.server.storage.tables import METADATA
from tests.cluster.gateways import listening
from tests.cluster.test_node import cluster
from tests.services import Nats

ENOUGH = 20
"""Moves before the copy: the first deal is not over."""


class EnoughError(Exception):
    """Raised to stop playing after the wanted number of moves."""


async def some_moves(table: Table, seed: int) -> None:
    """Play for a while."""
    chosen, left = at_random(seed), ENOUGH

    def choose(state: State) -> str:
        nonlocal left
        left -= 1
        if not left:
            raise EnoughError
        return chosen(state)

    with pytest.raises(EnoughError):
        await play(table, choose)


def test_people_go_on_in_the_middle_of_a_deal(tmp_path: Path, empty_database: str, nats: Nats) -> None:
    async def main() -> None:
        file = tmp_path / "canastra.db"
        settings = Settings(database=file, bot_processes=0, plain_bots=True, web=None, drain=2.0)
        server = Server(settings)
        async with AsyncExitStack() as stack:
            address = await stack.enter_async_context(listening(server.entrance, settings, lifespan="on"))
            ana, bia = [await stack.enter_async_context(Client(address)) for _ in range(2)]
            await ana.account.guest("Ana")
            await bia.account.guest("Bia")
            card = await ana.tables.open(NewTable("canastra-duelo"))
            await bia.tables.take_seat(card.table, 1)
            async with ana.table(card.table) as one, bia.table(card.table) as two:
                playing = [asyncio.create_task(some_moves(each, seed)) for seed, each in enumerate((one, two))]
                await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                seen = one.seq
            tokens = [each.token for each in (ana, bia)]
        copied = await asyncio.to_thread(copy_database, file, empty_database)
        assert (copied.played, copied.rows["persons"]) == (1, 2)
        assert copied.rows["events"] >= seen
        async with (
            cluster(tmp_path, empty_database, nats.url, "ab") as made,
            Client(made.addresses["a"], tokens[0]) as ana,
            Client(made.addresses["b"], tokens[1]) as bia,
            ana.table(card.table, from_seq=1) as one,
            bia.table(card.table) as two,
        ):
            assert one.state["stage"] == "playing"
            assert one.state["deal"] == 1
            await asyncio.gather(play(one, at_random(1)), play(two, at_random(2)))
            again = await ana.tables.open(NewTable("canastra-duelo"))  # Numbers continue after the file's last.
            assert again.table != card.table

    asyncio.run(main())


def test_every_table_is_copied(tmp_path: Path, empty_database: str) -> None:
    file = tmp_path / "canastra.db"
    asyncio.run(Database.open(file).close())
    copied = copy_database(file, empty_database)
    assert copied.rows == dict.fromkeys(METADATA.tables, 0)


def test_what_holds_something_is_not_filled(tmp_path: Path, empty_database: str) -> None:
    file = tmp_path / "canastra.db"
    asyncio.run(Database.open(file).close())
    copy_database(file, empty_database)
    with psycopg.connect(empty_database) as target:
        target.execute("INSERT INTO house_rulebooks VALUES ('casa-1', '{}', 'p')")
    with pytest.raises(StorageFileError, match="is not empty"):
        copy_database(file, empty_database)
    with psycopg.connect(empty_database) as target:
        target.execute("DELETE FROM house_rulebooks")
        target.execute("INSERT INTO nodes VALUES ('a', now() + interval '1 minute')")
    with pytest.raises(StorageFileError, match="is in use by servers"):
        copy_database(file, empty_database)


def test_a_file_in_use_and_one_that_is_missing(tmp_path: Path, empty_database: str) -> None:
    file = tmp_path / "canastra.db"
    with pytest.raises(StorageFileError, match=r"canastra\.db"):
        copy_database(file, empty_database)
    used = Database.open(file)
    with pytest.raises(StorageFileError) as refused:
        copy_database(file, empty_database)
    assert refused.value.code == "storage_in_use"
    asyncio.run(used.close())


def test_the_file_is_an_old_copy_from_then_on(tmp_path: Path, empty_database: str) -> None:
    async def main() -> None:
        file = tmp_path / "canastra.db"
        await Database.open(file).close()
        await asyncio.to_thread(copy_database, file, empty_database)
        with psycopg.connect(empty_database) as target:
            assert target.execute("SELECT number FROM generation").fetchone() == (0,)
        again = Database.open(file)
        assert (again.restored, again.generation) == (True, 1)
        await again.close()

    asyncio.run(main())
