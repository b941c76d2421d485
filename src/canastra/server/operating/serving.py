"""A server from its settings to its end: listen, open the database, serve, drain."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import closing

import uvicorn

from canastra.protocol import LARGEST_FRAME
from canastra.server.hosting.logs import log
from canastra.server.limits import limit
from canastra.server.operating import collecting
from canastra.server.operating.checking import check
from canastra.server.operating.composing import Composed
from canastra.server.operating.ending import AFTER_DRAIN, CUT_OFF, Server, Watchdog
from canastra.server.operating.listening import BACKLOG, address_of, listen, raise_file_limit
from canastra.server.operating.logs import configure
from canastra.server.settings import Settings
from canastra.server.sockets import protocols
from canastra.server.sockets.addresses import networks_of

CLOSING = limit("closing", 1, "a request", "to be answered once the tables are drained", "cut off", "s")
"""Seconds for answers that are under way once the tables are drained."""


def nobody(words: str) -> None:
    """Who is told where no terminal is."""


def serve(settings: Settings, started: Callable[[str], None] = nobody, said: Callable[[str], None] = nobody) -> int:
    """Serve until a signal ends it; the exit status. `started` is told the address once it can be used.

    From then on the strong bots are made ready; `said` gets the codes of messages about it.

    `SettingsError`, `StorageFileError`: nothing was served. From then on the log of the process is the server's.
    """
    check(settings)
    with closing(listen(settings.host, settings.port)) as listening:
        address = address_of(listening)
        composed = Composed(settings)
        configure(settings.log_level, settings.log_json)
        raise_file_limit()
        watchdog = Watchdog(settings.drain + AFTER_DRAIN)
        collecting.begin()

        def begun() -> None:
            started(address + settings.root_path)
            composed.supervisor.ready()
            composed.bots.begin(said)

        server = Server(_config(composed, settings), watchdog, begun, composed.drain)
        composed.on_fault = server.end
        log(logging.INFO, "starting", address=address, database=settings.database.name)
        try:
            server.run([listening])
        except SystemExit:  # Uvicorn's way to say that the application could not start.
            return CUT_OFF
    log(logging.INFO, "ended")
    return 0 if composed.clean else CUT_OFF


def _config(composed: Composed, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        composed.app,
        **protocols(composed.connections),
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=settings.heartbeat / 1000,
        ws_ping_timeout=2 * settings.heartbeat / 1000,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        workers=1,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(map(str, networks_of(settings.proxies))),
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=CLOSING,
    )
