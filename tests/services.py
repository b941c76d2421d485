"""PostgreSQL and NATS for tests: private instances, one of each per worker, started when a test first needs it.

An instance has its own folder and touches no other instance. PostgreSQL listens only on a socket in that folder, which
other users can't enter, NATS on a port. PostgreSQL refuses to run as root, so root starts both as `USER`. No process is
left behind: the kernel sends each a signal when the thread that started it ends (`setpriv --pdeathsig`). A killed run
leaves its folder, which a later run deletes with other old folders.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from canastra.cluster.schema import bring_up_to_date
from tests.ports import free_port
from tools.debian import find

USER = "nobody"
"""The user as which root starts services. Every system has it, and it owns nothing."""
NAME = "canastra-tests-"
MEMORY = Path("/dev/shm")
SECONDS = 90.0
"""How long a service may take to start or to end."""
SETTINGS = {
    "listen_addresses": "",
    "port": "5432",
    "fsync": "on",
    "synchronous_commit": "on",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "autovacuum_naptime": "1min",
    "log_min_messages": "warning",
}
"""PostgreSQL's, for tests. Its own `fsync` is what a server has; the folder lies in memory where there is any."""


class ServiceError(Exception):
    """A service can't be had; the message says what to do."""


def program(name: str) -> str:
    """Where a program is. `ServiceError`."""
    found = find(name)
    if found is None:
        raise ServiceError(
            f"there is no {name} here: make test installs it, or CLUSTER=no skips the tests that need it"
        )
    return found


def as_user(deadly: signal.Signals, *command: str) -> list[str]:
    """A command for another user if we are root, which gets a signal when the thread that started it ends."""
    words = [program("setpriv"), f"--pdeathsig={deadly.name.removeprefix('SIG')}"]
    if os.geteuid() == 0:
        entry = pwd.getpwnam(USER)
        words += [f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
    return [*words, "--", *command]


def folder_for_user() -> Path:
    """A new folder that the service's user, and root, can enter."""
    folder = Path(tempfile.mkdtemp(prefix=NAME, dir=MEMORY if os.access(MEMORY, os.W_OK) else None))
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    return folder


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a service is ready. A `ServiceError` with what it wrote if it isn't."""
    end = time.monotonic() + SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > end:
            raise ServiceError(f"it did not start: {log.read_text('utf-8', 'replace')[-2000:]}")
        time.sleep(0.02)


class Postgres:
    """An instance of PostgreSQL. `stop`, `kill` and `start` may follow each other; the data stay."""

    def __init__(self, folder: Path | None = None, **settings: str) -> None:
        initdb = program("initdb")
        self.folder = folder or folder_for_user()
        self._settings = {**SETTINGS, "unix_socket_directories": str(self.folder), **settings}
        self._data = self.folder / "data"
        self._numbers = count(1)
        words = (
            "--auth=trust",
            "--username=canastra",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--no-instructions",
        )
        made = subprocess.run(
            as_user(signal.SIGKILL, initdb, *words, f"--pgdata={self._data}"),
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise ServiceError(f"initdb failed: {made.stderr}")
        self.start()

    def start(self) -> None:
        """Start, and wait until it takes connections. It ends with the thread that calls this."""
        options = [f"--{name}={value}" for name, value in self._settings.items()]
        log = self.folder / "log"
        with log.open("ab") as file:  # SIGQUIT: the server and all its processes end at once.
            command = as_user(signal.SIGQUIT, program("postgres"), "-D", str(self._data), *options)
            self._process = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=file, stderr=file
            )
        wait_for(self._answers, self._process, log)

    @property
    def pid(self) -> int:
        """The server's process."""
        return self._process.pid

    def dsn(self, database: str) -> str:
        """How to connect."""
        return f"host={self.folder} port={self._settings['port']} user=canastra dbname={database}"

    def stop(self) -> None:
        """End in good order: connections are cut, what was committed is written."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End at once, as in a crash: the next start recovers from the log."""
        self._end(signal.SIGQUIT)

    def create(self, template: str = "template1") -> str:
        """A new database, a copy of another; its name."""
        name = f"test{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, database: str) -> None:
        """Delete a database, even if clients are connected to it."""
        self.run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def run(self, statement: str) -> None:
        """Execute a statement that names databases."""
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def close(self) -> None:
        """End, and leave nothing."""
        if self._process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.dsn("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def _end(self, number: signal.Signals) -> None:
        self._process.send_signal(number)
        self._process.wait(SECONDS)


class Nats:
    """An instance of the NATS server. `kill` and `start` may follow each other; its port stays."""

    def __init__(self) -> None:
        self.folder = folder_for_user()
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start, and wait until it listens. It ends with the thread that calls this."""
        log = self.folder / "log"
        # It writes its port once it listens.
        words = ("--addr=127.0.0.1", f"--port={self.port}", f"--ports_file_dir={self.folder}")
        with log.open("ab") as file:
            command = as_user(signal.SIGKILL, program("nats-server"), *words)
            self._process = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=file, stderr=file
            )
        wait_for(lambda: any(self.folder.glob("*.ports")), self._process, log)

    def kill(self) -> None:
        """End at once."""
        self._process.kill()
        self._process.wait(SECONDS)
        for file in self.folder.glob("*.ports"):
            file.unlink()

    @property
    def pid(self) -> int:
        """The server's process."""
        return self._process.pid

    def close(self) -> None:
        """End, and leave nothing."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def wanted() -> None:
    """Skip the test if CLUSTER=no is set."""
    if os.environ.get("CLUSTER") == "no":
        pytest.skip("CLUSTER=no: no PostgreSQL or NATS is started")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """PostgreSQL, which all tests of this worker share."""
    wanted()
    try:
        service = Postgres()
    except ServiceError as error:
        pytest.fail(str(error), pytrace=False)
    yield service
    service.close()


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    """NATS, which all tests of this worker share."""
    wanted()
    try:
        service = Nats()
    except ServiceError as error:
        pytest.fail(str(error), pytrace=False)
    yield service
    service.close()


@pytest.fixture
def empty_database(postgres: Postgres) -> Iterator[str]:
    """How to connect to an empty database that no other test has."""
    name = postgres.create()
    yield postgres.dsn(name)
    postgres.drop(name)


@pytest.fixture(scope="session")
def template(postgres: Postgres) -> str:
    """The name of a database with the tables of the present version, to be copied."""
    name = postgres.create()
    bring_up_to_date(postgres.dsn(name))
    return name


@pytest.fixture
def database(postgres: Postgres, template: str) -> Iterator[str]:
    """How to connect to a database of the present version that no other test has."""
    name = postgres.create(template)
    yield postgres.dsn(name)
    postgres.drop(name)
