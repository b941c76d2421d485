"""The services that tests start: private, and gone afterwards, however the tests ended."""

from __future__ import annotations

import asyncio
import os
import pwd
import signal
import subprocess
import sys
import time
from pathlib import Path

import nats as client
import psycopg
import pytest

from tests import services
from tests.services import Nats, Postgres, ServiceError

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
OWNER = """
import time
from tests.services import Nats, Postgres
postgres, nats = Postgres(), Nats()
print(postgres.pid, nats.pid, postgres.folder, nats.folder, flush=True)
time.sleep(600)
"""


def test_postgres_is_safe_and_private(postgres: Postgres) -> None:
    with psycopg.connect(postgres.dsn("postgres")) as connection:
        for name in ("fsync", "synchronous_commit"):
            assert connection.execute(f"SHOW {name}".encode()).fetchone() == ("on",)
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    assert postgres.folder.stat().st_mode & 0o077 == 0
    owner = pwd.getpwuid(Path(f"/proc/{postgres.pid}").stat().st_uid).pw_name
    assert owner == (services.USER if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)


@pytest.mark.parametrize("attempt", [1, 2])
def test_each_test_has_an_empty_database(empty_database: str, attempt: int) -> None:
    with psycopg.connect(empty_database) as connection:
        connection.execute("CREATE TABLE once (n INTEGER)")


def test_postgres_comes_back_with_what_was_committed(postgres: Postgres, empty_database: str) -> None:
    for ended in (postgres.stop, postgres.kill):
        with psycopg.connect(empty_database) as connection:
            connection.execute(f"CREATE TABLE {ended.__name__} (n INTEGER)".encode())
        ended()
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(empty_database)
        postgres.start()
    with psycopg.connect(empty_database) as connection:
        connection.execute("SELECT * FROM stop, kill")


def test_nats_carries_messages(nats: Nats) -> None:
    async def main() -> bytes:
        connection = await client.connect(nats.url)
        subscription = await connection.subscribe("subject")
        await connection.publish("subject", b"words")
        message = await subscription.next_msg(timeout=10)
        await connection.close()
        return bytes(message.data)

    assert asyncio.run(main()) == b"words"


def test_nothing_runs_on_when_the_tests_are_killed(postgres: Postgres) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    *pids, one, other = owner.stdout.readline().split()
    owner.kill()
    owner.wait()
    owner.stdout.close()
    end = time.monotonic() + services.SECONDS
    while left := [pid for pid in pids if runs(int(pid))]:
        assert time.monotonic() < end, left
        time.sleep(0.05)
    subprocess.run(["rm", "-r", one, other], check=True)


def runs(pid: int) -> bool:
    """Return whether a process runs; a zombie doesn't."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_what_is_missing_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "find", lambda name: None)
    for service in (Postgres, Nats):
        with pytest.raises(ServiceError, match=r"^there is no [a-z-]+ here: make test installs it, or CLUSTER=no"):
            service()


def test_they_can_be_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUSTER", "no")
    with pytest.raises(pytest.skip.Exception, match="CLUSTER=no"):
        services.wanted()


def test_only_root_changes_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "program", lambda name: name)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert services.as_user(signal.SIGQUIT, "postgres") == ["setpriv", "--pdeathsig=QUIT", "--", "postgres"]
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert "--clear-groups" in services.as_user(signal.SIGQUIT, "postgres")
