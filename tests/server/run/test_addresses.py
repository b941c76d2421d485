"""The address of a server: had, or refused with a reason."""

from __future__ import annotations

import errno
import socket

import pytest

from canastra.server.origins import nearby
from canastra.server.run import bound_address, listen, raise_file_limit
from canastra.server.settings import SettingsError


def code(host: str, port: int) -> str:
    with pytest.raises(SettingsError) as caught:
        listen(host, port).close()
    return caught.value.code


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_where_it_is(host: str) -> None:
    with listen(host, 0) as listening:
        port = listening.getsockname()[1]
        assert bound_address(listening) == f"http://127.0.0.1:{port}"
        assert code(host, port) == "serve_in_use"


class Bound:
    def __init__(self, *address: object) -> None:
        self._address = address

    def getsockname(self) -> tuple[object, ...]:
        return self._address


@pytest.mark.parametrize(("host", "said"), [("::", "[::1]"), ("::1", "[::1]"), ("192.0.2.1", "192.0.2.1")])
def test_addresses_for_a_browser(host: str, said: str) -> None:
    bound = Bound(host, 9000, 0, 0) if ":" in host else Bound(host, 9000)
    assert bound_address(bound) == f"http://{said}:9000"  # type: ignore[arg-type]


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "a" * 300, "\ud800"])
def test_no_address_of_this_computer(host: str) -> None:
    assert code(host, 0) == "serve_no_address"


def test_a_port_that_the_system_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*arguments: object, **options: object) -> socket.socket:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", forbidden)
    assert code("127.0.0.1", 80) == "serve_forbidden"


def test_open_files() -> None:
    raise_file_limit()
    raise_file_limit()


class Network:
    """The address that the system would send from; None without a route."""

    def __init__(self, own: str | None) -> None:
        self._own = own

    def __call__(self, *_: object) -> Network:
        return self

    def __enter__(self) -> Network:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def connect(self, address: tuple[str, int]) -> None:
        if self._own is None:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self._own, 40_000


@pytest.mark.parametrize(
    ("host", "own", "said"),
    [
        ("0.0.0.0", "192.168.0.7", "http://192.168.0.7:9000"),
        ("::", "192.168.0.7", "http://192.168.0.7:9000"),
        ("127.0.0.1", "192.168.0.7", None),
        ("192.168.0.7", "192.168.0.7", None),
        ("0.0.0.0", "127.0.0.1", None),
        ("0.0.0.0", None, None),
    ],
)
def test_where_other_machines_find_it(
    host: str, own: str | None, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.socket", Network(own))
    assert nearby(host, "http://127.0.0.1:9000") == said
