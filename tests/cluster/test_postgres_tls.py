"""`sslmode=verify-full`, as docs/cluster.md has it: a real PostgreSQL with a certificate, and impostors."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import trustme

from canastra.cluster import schema
from canastra.server.storage.errors import UnavailableError
from tests.ports import free_port
from tests.services import Postgres, folder_for_user, wanted


class Secured:
    """PostgreSQL on a port with TLS, with a certificate for `localhost` by its own authority."""

    def __init__(self) -> None:
        folder = folder_for_user()
        self.port, self.authority = free_port(), folder / "ca.pem"
        authority = trustme.CA()
        own = authority.issue_cert("localhost")
        authority.cert_pem.write_to_path(self.authority)
        for name, content in (("own.key", own.private_key_pem), ("own.pem", own.cert_chain_pems[0])):
            content.write_to_path(folder / name)
            (folder / name).chmod(0o600)
            shutil.chown(folder / name, folder.owner(), folder.group())
        self.postgres = Postgres(
            folder,
            listen_addresses="localhost",
            port=str(self.port),
            ssl="on",
            ssl_cert_file=str(folder / "own.pem"),
            ssl_key_file=str(folder / "own.key"),
        )

    def dsn(self, host: str, authority: Path) -> str:
        """The address with `verify-full`."""
        return f"postgresql://canastra@{host}:{self.port}/postgres?sslmode=verify-full&sslrootcert={authority}"


@pytest.fixture(scope="module")
def secured() -> Iterator[Secured]:
    wanted()
    made = Secured()
    yield made
    made.postgres.close()


def test_the_certificate_is_accepted(secured: Secured) -> None:
    dsn = secured.dsn("localhost", secured.authority)
    schema.bring_up_to_date(dsn)
    with psycopg.connect(dsn) as connection:
        row = connection.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").fetchone()
    assert row == (True,)


def test_a_certificate_of_another_authority_is_refused(secured: Secured, tmp_path: Path) -> None:
    trustme.CA().cert_pem.write_to_path(tmp_path / "other.pem")
    with pytest.raises(UnavailableError, match="certificate verify failed"):
        schema.bring_up_to_date(secured.dsn("localhost", tmp_path / "other.pem"))


def test_a_certificate_for_another_name_is_refused(secured: Secured) -> None:
    with pytest.raises(UnavailableError, match="does not match host name"):
        schema.bring_up_to_date(secured.dsn("127.0.0.1", secured.authority))


def test_a_server_without_tls_is_refused(secured: Secured) -> None:
    plain = Postgres(listen_addresses="localhost", port=str(port := free_port()))
    try:
        with pytest.raises(UnavailableError, match="SSL"):
            schema.bring_up_to_date(secured.dsn("localhost", secured.authority).replace(str(secured.port), str(port)))
    finally:
        plain.close()
