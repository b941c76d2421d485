"""A server from its settings to its end: listen, open the database, serve, drain."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from queue import SimpleQueue
from types import FrameType

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from canastra.protocol import LARGEST_FRAME
from canastra.server.app import Server, set_gc_policy
from canastra.server.limits import limit
from canastra.server.logging import configure, log, loop_fault
from canastra.server.origins import EVERYWHERE, proxy_networks
from canastra.server.settings import Settings, SettingsError, check
from canastra.server.ws import protocols

CLOSING = limit("closing", 1, "a request", "time to be answered once the tables are drained", "it is cut off", "s")
"""Seconds for answers that are under way once the tables are drained."""
CUT_OFF = 1
"""Exit status of a server that could not end in time."""
AFTER_DRAIN = 1.5
"""Seconds between the end of the time for draining and the end of the process."""
SWITCH_INTERVAL = 0.0002
"""Seconds after which a thread that computes lets another one go on.

A stored action passes from the event loop to the writing thread and back some eight times. With Python's default of
5 ms, threads that compute for tournaments made each pass wait up to that long.
"""
BACKLOG = 2048
FILES = 65_536
"""Open files to ask the system for: each socket is one."""


def no_notice(words: str) -> None:
    """Ignores messages: the default without a terminal."""


def serve(
    settings: Settings,
    started: Callable[[str], None] = no_notice,
    said: Callable[[str], None] = no_notice,
    make: Callable[[Settings], Server] = Server,
) -> int:
    """Serve until a signal ends it; the exit status. `started` gets the address once it can be used.

    From then on the strong bots are made ready; `said` gets the codes of messages about it.

    `SettingsError`, `StorageFileError`: nothing was served. From then on the log of the process is the server's.
    """
    check(settings)
    with closing(listen(settings.host, settings.port)) as listening:
        address = bound_address(listening)
        server = make(settings)
        configure(settings.log_level, settings.log_json)
        raise_file_limit()
        watchdog = Watchdog(settings.drain + AFTER_DRAIN)
        set_gc_policy()
        sys.setswitchinterval(SWITCH_INTERVAL)

        def begun() -> None:
            started(address + settings.root_path)
            server.supervisor.ready()
            server.bots.begin(said)

        uvicorn_server = GracefulServer(uvicorn_config(server, settings), watchdog, begun, server.drain)
        server.request_end = uvicorn_server.end
        log(logging.INFO, "starting", address=address, database=server.database.name)
        try:
            uvicorn_server.run([listening])
        except SystemExit:  # Uvicorn's way to say that the application could not start.
            return CUT_OFF
    log(logging.INFO, "ended")
    return 0 if server.clean else CUT_OFF


def uvicorn_config(server: Server, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves, with this project's protocols."""
    return uvicorn.Config(
        server.entrance,
        **protocols(server.connections),
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=settings.heartbeat / 1000,
        ws_ping_timeout=2 * settings.heartbeat / 1000,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        workers=1,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(map(str, proxy_networks(settings.proxies))),
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=CLOSING,
    )


class Watchdog:
    """Ends the process some time after it was armed, whatever its other threads do.

    Its thread takes no lock that another thread may hold: not the event loop's, not the log's.
    """

    def __init__(self, seconds: float, end: Callable[[int], object] = os._exit) -> None:
        self._seconds, self._end = seconds, end
        self._armed: SimpleQueue[None] = SimpleQueue()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def arm(self) -> None:
        """Begin to count; may be called in a signal handler."""
        self._armed.put(None)

    def _watch(self) -> None:
        self._armed.get()
        time.sleep(self._seconds)
        os.write(2, b"level=error event=cut_off\n")
        self._end(CUT_OFF)


class GracefulServer(uvicorn.Server):
    """Uvicorn's server, with our order of stopping: notify all clients, let tables finish, close connections."""

    def __init__(
        self,
        config: uvicorn.Config,
        watchdog: Watchdog,
        started: Callable[[], None],
        drain: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(config)
        self._watchdog, self._on_start, self._drain = watchdog, started, drain

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle the signals, and don't raise them again afterwards, which would spoil the exit status."""
        for handled_signal in HANDLED_SIGNALS:
            signal.signal(handled_signal, self.handle_exit)
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order; at the second signal, at once: acknowledged data is on the disk."""
        if self.should_exit:
            os._exit(128 + sig)
        self.end()

    def end(self) -> None:
        """Begin to end, in order and in time."""
        self.should_exit = True
        self._watchdog.arm()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and report it."""
        asyncio.get_running_loop().set_exception_handler(loop_fault)
        await super().startup(sockets)
        self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no new connections, drain, then close the others."""
        for server in self.servers:
            server.close()
        await self._drain()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to an address, its port chosen by the system if it is 0. A `SettingsError`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        # Of a name that has both, the older kind: it is what most links are typed with.
        family, *_, address = min(found, key=lambda each: each[0] != socket.AF_INET)
        both = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
        made = socket.create_server(address[:2], family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except (OSError, UnicodeError) as error:
        raise _refused(error, host, port) from None
    # Inherited by what is accepted: asyncio's own loop leaves it to us, and an answer would wait 40 ms for more.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def bound_address(listening: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    host, port = listening.getsockname()[:2]
    host = EVERYWHERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def raise_file_limit() -> None:
    """As many open files as the system lets this process have, up to `FILES`."""
    try:
        import resource
    except ImportError:  # Only where there is such a limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _refused(error: OSError | UnicodeError, host: str, port: int) -> SettingsError:
    number = error.errno if isinstance(error, OSError) and not isinstance(error, socket.gaierror) else None
    if number == errno.EADDRINUSE:
        return SettingsError("serve_in_use", host=host, port=port)
    if number == errno.EACCES:
        return SettingsError("serve_forbidden", host=host, port=port)
    return SettingsError("serve_no_address", host=host[:80])
