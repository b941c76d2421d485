"""The proxy ends slow, silent and endless senders, and serves other clients meanwhile."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx2
import pytest

from tests.deploy.proxies import KINDS, NAME, Proxy, running
from tests.deploy.test_proxies import port_of
from tests.server.run.process import SECONDS, Process, serving

pytestmark = pytest.mark.slow

MANY = 60
HEAD = f"GET /regras HTTP/1.1\r\nHost: {NAME}\r\n".encode()
MEGABYTE = 2**20


def shortened(text: str) -> str:
    """Return a file of a proxy whose limits of time are a second."""
    return text.replace(" 10s", " 1s").replace("read_body 10m", "read_body 1s").replace("idle 2m", "idle 1s")


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(tmp_path_factory.mktemp("server"), "--proxy", "127.0.0.1", "--web", "none") as process:
        process.wait_ready()
        yield process


@pytest.fixture(scope="module", params=KINDS)
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, behind: Process) -> Iterator[Proxy]:
    with running(request.param, tmp_path_factory.mktemp("proxy") / "files", port_of(behind), shortened) as found:
        yield found


def is_served(proxy: Proxy) -> bool:
    return proxy.ask("GET", "/api/rulebooks", http2=True).status_code == 200


def has_ended(connection: socket.socket) -> bool:
    """Return whether the other side has closed the connection, after reading its last words."""
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
    except (BlockingIOError, TimeoutError):
        return False
    except OSError as error:  # TLS raises an error that only says to try again.
        return "want" not in type(error).__name__.lower()
    return True


def wait_until_ended(proxy: Proxy, connections: list[socket.socket], drip: bytes = b"") -> None:
    """Wait until all are ended, while each keeps sending a few bytes and other clients are served."""
    deadline, left = time.monotonic() + SECONDS, list(connections)
    while left:
        assert time.monotonic() < deadline, f"{len(left)} of {len(connections)} are still there"
        assert is_served(proxy)
        for each in left if drip else ():
            with suppress(OSError):
                each.send(drip)
        time.sleep(0.3)
        left = [each for each in left if not has_ended(each)]


def test_slow_headers_come_to_an_end(proxy: Proxy) -> None:
    with ExitStack() as stack:
        connections: list[socket.socket] = [stack.enter_context(proxy.connection()) for _ in range(MANY)]
        for each in connections:
            each.sendall(HEAD + b"X-Slow: ")
        wait_until_ended(proxy, connections, b"a")


def test_silent_connections_come_to_an_end(proxy: Proxy) -> None:
    with ExitStack() as stack:
        connections: list[socket.socket] = []
        for port in (proxy.plain, proxy.secure):  # Also connections that never begin TLS.
            connections += [
                stack.enter_context(socket.create_connection(("127.0.0.1", port), SECONDS)) for _ in range(MANY)
            ]
        for protocols in (("http/1.1",), ("h2",)):
            connections += [stack.enter_context(proxy.connection(protocols)) for _ in range(MANY // 2)]
        wait_until_ended(proxy, connections)


def sent_until_refused(proxy: Proxy, head: bytes, more: bytes) -> tuple[int, bytes]:
    """Return how many bytes the other side takes before it answers or closes, and its first words."""
    with proxy.connection() as connection:
        connection.settimeout(SECONDS)
        connection.sendall(head)
        count, answer = 0, b""
        with suppress(OSError):
            while not answer and count < 8 * MEGABYTE:
                connection.sendall(more)
                count += len(more)
                connection.settimeout(0.2)
                with suppress(TimeoutError):
                    answer = connection.recv(100)
                connection.settimeout(SECONDS)
    return count, answer


@pytest.mark.parametrize(
    ("head", "more"),
    [(HEAD + b"X-Endless: ", b"a" * 65536), (HEAD, b"X-Many: aaaa\r\n" * 4000), (b"GET /regras?", b"a" * 65536)],
    ids=["one header", "many headers", "address"],
)
def test_endless_heads_are_refused_early(proxy: Proxy, behind: Process, head: bytes, more: bytes) -> None:
    before = behind.log.count("route=/regras")
    count, answer = sent_until_refused(proxy, head, more)
    assert count < MEGABYTE
    assert not answer or answer.split()[1] in (b"400", b"414", b"431")
    assert behind.log.count("route=/regras") == before
    assert is_served(proxy)


@pytest.mark.parametrize("http2", [False, True])
def test_heads_that_are_too_large_are_refused(proxy: Proxy, behind: Process, http2: bool) -> None:
    honest = "route=/api/protocol.json"
    before = behind.log.count(honest)
    try:  # No other test requests this path: lines of their requests may come late.
        found = proxy.ask(
            "GET", "/api/rulebooks/tranca/house", http2, headers={f"X-{n}": "a" * 4000 for n in range(20)}
        )
        assert found.status_code in (400, 431)
    except httpx2.HTTPError:
        pass  # The connection was ended instead, as HTTP/2 allows.
    assert proxy.ask("GET", "/api/protocol.json", http2).status_code == 200
    deadline = time.monotonic() + SECONDS
    while behind.log.count(honest) == before:  # A request let through earlier would have its line before this one.
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert "/house" not in behind.log


def test_heads_of_honest_people_pass(proxy: Proxy) -> None:
    """Such as those with many cookies of other programs on the same address."""
    for http2 in (False, True):
        found = proxy.ask("GET", "/api/rulebooks", http2, headers={"Cookie": "; ".join(["a=" + "b" * 100] * 60)})
        assert found.status_code == 200


def test_slow_bodies_come_to_an_end(proxy: Proxy) -> None:
    head = (
        f"POST /api/guests HTTP/1.1\r\nHost: {NAME}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
    )
    with ExitStack() as stack:
        connections: list[socket.socket] = []
        for _ in range(20):
            connections.append(stack.enter_context(proxy.connection()))
            connections[-1].sendall(head.encode() + b"{")
        wait_until_ended(proxy, connections)
