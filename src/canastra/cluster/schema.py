"""The schema of the PostgreSQL database, migrated by Alembic when a server starts."""

from __future__ import annotations

import time

import psycopg
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError, OperationalError

from canastra.cluster.connections import WAYS
from canastra.server.clock import SystemClock
from canastra.server.storage import StorageFileError, UnavailableError

OLDEST = 150_000
"""PostgreSQL 15, as `server_version_num` has it."""
LOCK = 0x43414E41
"""Servers that start together migrate one after the other, by this advisory lock ("CANA")."""


def bring_up_to_date(dsn: str) -> int:
    """Migrate a database, all or nothing. Returns its generation.

    Raises `StorageFileError` if it is newer than this program, or unfit, and `UnavailableError`.
    """
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn), poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", "canastra.cluster:migrations")
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            _check_version(connection, database_name(dsn))
            _check(connection, ScriptDirectory.from_config(config), database_name(dsn))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            return int(connection.exec_driver_sql("SELECT number FROM generation").scalar_one())
    except OperationalError as error:
        raise UnavailableError(str(error.orig).strip()) from error
    except DBAPIError as error:
        raise StorageFileError("storage_fault", file=database_name(dsn), reason=str(error.orig).strip()) from error


def database_clock(dsn: str) -> SystemClock:
    """A clock that starts from the database's time: all nodes share it, whatever their machines' clocks say.

    So a table's clock doesn't stand still if its next owner's clock is behind. Raises `UnavailableError`.
    """
    try:
        with psycopg.connect(dsn, autocommit=True, application_name="canastra clock", **WAYS) as connection:
            ((now,),) = connection.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1e9)::bigint")
    except psycopg.OperationalError as error:
        raise UnavailableError(str(error).strip()) from error
    offset = int(now) - time.monotonic_ns()
    return SystemClock(lambda: offset + time.monotonic_ns())


def database_name(dsn: str) -> str:
    """The name of a database for messages, without its password."""
    return f"PostgreSQL {conninfo_to_dict(dsn).get('dbname', '')}".strip()


def _check_version(connection: Connection, name: str) -> None:
    """Check that PostgreSQL is new enough. Raises `StorageFileError`."""
    number, found = connection.exec_driver_sql(
        "SELECT current_setting('server_version_num')::int, current_setting('server_version')"
    ).one()
    if number < OLDEST:
        raise StorageFileError("storage_old_server", file=name, found=found, least=OLDEST // 10_000)


def _check(connection: Connection, scripts: ScriptDirectory, name: str) -> None:
    """Check that this program can use a database: its encoding keeps all text, and its version is not newer."""
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        raise StorageFileError("storage_encoding", file=name, found=encoding)
    found, known = MigrationContext.configure(connection).get_current_revision(), scripts.get_current_head() or ""
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise StorageFileError("storage_newer", file=name, found=found, known=known)
