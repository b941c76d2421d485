"""The socket on which a server listens, had before anything else: whoever can't have it learns so in one sentence."""

from __future__ import annotations

import errno
import socket

from canastra.server.operating.checking import SettingsError

BACKLOG = 2048
FILES = 65_536
"""Open files to ask the system for: each socket is one."""
_AWAY = ("192.0.2.1", 9)
"""An address that is nobody's, of those set aside for documentation."""
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


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


def address_of(listening: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    host, port = listening.getsockname()[:2]
    host = _EVERYWHERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def nearby(host: str, address: str) -> str | None:
    """Where other machines of the same network find it, if it listens for them and there is such a network."""
    if host not in _EVERYWHERE:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_AWAY)  # Sends nothing: it only has the system choose the address that it would send from.
        except OSError:
            return None
        own = asking.getsockname()[0]
    return None if own.startswith("127.") else f"http://{own}:{address.rpartition(':')[2]}"


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
