"""The schema in PostgreSQL: created once by simultaneous starts, and refused if it is too new for this program."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import bindparam, select
from sqlalchemy.dialects import postgresql

from canastra.cluster import SHARDS, schema
from canastra.server.storage import StorageFileError, UnavailableError
from canastra.server.storage.tables import SAT, SAT_PLAYER, events
from tests.services import Postgres

ROOT = Path(__file__).parents[2]


def test_servers_that_start_at_once_make_it_once(empty_database: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(schema.bring_up_to_date, [empty_database] * 4))
    with psycopg.connect(empty_database) as connection:
        assert connection.execute("SELECT count(*), max(epoch) FROM shards").fetchone() == (SHARDS, 0)
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("1",)]


def test_a_newer_one_is_refused(database: str) -> None:
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '999'")
    with pytest.raises(StorageFileError, match="version 999 of the database, this program knows up to 1") as caught:
        schema.bring_up_to_date(database)
    assert caught.value.code == "storage_newer"


def test_one_of_another_program_stays_as_it_is(empty_database: str) -> None:
    with psycopg.connect(empty_database) as connection:
        connection.execute("CREATE TABLE events (n INTEGER)")
    with pytest.raises(StorageFileError) as caught:
        schema.bring_up_to_date(empty_database)
    assert caught.value.code == "storage_fault"
    with psycopg.connect(empty_database) as connection:
        assert connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall() == [
            ("events",)
        ]


def test_sittings_are_found_without_reading_all_logs(database: str) -> None:
    statement = select(events.c.table_id).distinct().where(SAT, bindparam("who") == SAT_PLAYER)
    said = str(statement.compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]
    with psycopg.connect(database) as connection:
        connection.execute("SET enable_seqscan = off")
        plan = connection.execute(f"EXPLAIN {said}".encode(), {"who": "p"}).fetchall()
    assert "events_by_person" in repr(plan)


def test_another_encoding_is_refused(postgres: Postgres) -> None:
    postgres.run("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    with pytest.raises(StorageFileError, match="LATIN1"):
        schema.bring_up_to_date(postgres.dsn("latin"))
    postgres.drop("latin")


def test_an_older_postgresql_is_refused(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "cluster.md").read_text("utf-8")
    assert f"PostgreSQL ({schema.OLDEST // 10_000} or later)" in page
    with psycopg.connect(empty_database) as connection:
        monkeypatch.setattr(schema, "OLDEST", connection.info.server_version + 10_000)
        found = connection.info.server_version // 10_000
    with pytest.raises(StorageFileError) as error:
        schema.bring_up_to_date(empty_database)
    assert error.value.code == "storage_old_server"
    assert f"PostgreSQL {found}" in str(error.value)
    assert f"{found + 1} or later" in str(error.value)


def test_a_database_that_is_not_there_is_said(postgres: Postgres) -> None:
    with pytest.raises(UnavailableError, match="nowhere"):
        schema.bring_up_to_date(postgres.dsn("nowhere"))


def test_messages_have_no_password() -> None:
    assert schema.database_name("host=h dbname=canastra password=hidden") == "PostgreSQL canastra"
