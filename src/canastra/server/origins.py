"""The origin of a connection: its address, the page that opened it, the name by which it calls this server."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from ipaddress import IPv4Network, IPv6Network

from starlette.requests import HTTPConnection

from canastra.server.settings import ANY_HOST, Settings

_SCHEMES = {"ws": "http", "wss": "https"}
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The hosts that listen for other machines too, and where this machine finds them."""
_FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
"""The headers that a proxy adds to a request."""
_OWN_NAME = re.compile(r"localhost|127\.[\d.]+|::1", re.ASCII)
"""The names of a machine for itself."""
_AWAY = ("192.0.2.1", 9)
"""An address without a host, one of those reserved for documentation."""
OF_NETWORKS = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test")
"""Ends of names that no page of the internet can have: they are given within a network, or nowhere."""


def is_allowed(connection: HTTPConnection, origins: Collection[str]) -> bool:
    """Return True for a socket of our own pages, of a page of `origins`, or of a program, which names no origin.

    A browser sends the cookies along with a socket that any page opens, and lets that page read it. So the server has
    to refuse the others.
    """
    given, hosts = connection.headers.getlist("origin"), connection.headers.getlist("host")
    if not given:
        return True
    if len(given) > 1:
        return False
    scheme = connection.scope["scheme"]
    own = f"{_SCHEMES.get(scheme, scheme)}://{hosts[0]}".lower() if len(hosts) == 1 else None
    return given[0] == own or given[0] in origins


def is_known_host(host: str, names: Collection[str]) -> bool:
    """Return whether a `Host` header can be this server's own: one of `names`, an address, or a name of the network.

    A page of the internet that has its own name lead to this machine ("DNS rebinding") can have none of these.

    >>> [is_known_host(each, ()) for each in ("192.168.0.7:8080", "[::1]:8080", "localhost:8080", "kitchen.local")]
    [True, True, True, True]
    >>> is_known_host("evil.example:8080", ()), is_known_host("Canastra.example.", {"canastra.example"})
    (False, True)
    """
    bare = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    name = bare.lower().removesuffix(".")
    if name in names or ANY_HOST in names or "." not in name or name.endswith(OF_NETWORKS):
        return bool(name)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def address_of(scope: Mapping[str, object]) -> str:
    """The client's address; of IPv6 the first half, since one subscriber has all of the other.

    >>> address_of({"client": ("2001:db8:1:2:3:4:5:6", 443)}), address_of({"client": ("::ffff:192.0.2.7", 443)})
    ('2001:db8:1:2::', '192.0.2.7')
    """
    host = host_of(scope)
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)


def site_of(address: str) -> str:
    """The first 48 bits of an address of IPv6, which one customer may have; another address as it is.

    >>> site_of("2001:db8:1:2::"), site_of("192.0.2.7")
    ('2001:db8:1::', '192.0.2.7')
    """
    if ":" not in address:
        return address
    return str(ipaddress.ip_network((address, 48), strict=False).network_address)


def site_mark(address: str) -> str:
    """Return a digest of the site of an address, to count what one site has without storing where it is.

    >>> site_mark("192.0.2.7") == site_mark("192.0.2.8"), site_mark("2001:db8:1:2::") == site_mark("2001:db8:1:3::")
    (False, True)
    """
    return sha256(f"canastra site {site_of(address)}".encode()).hexdigest()[:16] if address else ""


def host_of(scope: Mapping[str, object]) -> str:
    """The client's whole address; empty if it is unknown."""
    client = scope.get("client")
    return str(client[0]) if isinstance(client, tuple | list) and client else ""


def nearby(host: str, address: str) -> str | None:
    """Where other machines of the same network find what this one finds at an address with a port.

    None if the server does not listen for them, or there is no such network.
    """
    if host not in EVERYWHERE:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_AWAY)  # Sends nothing: it only has the system choose the address that it would send from.
        except OSError:
            return None
        own = asking.getsockname()[0]
    return None if own.startswith("127.") else f"http://{own}:{address.rpartition(':')[2]}"


def phones_address(request: HTTPConnection, settings: Settings) -> str:
    """The address by which phones reach this server, ending in ``/``; empty if no phone can, or it is unknown.

    It is where the caller found it, unless only this machine can: then it is another one.
    """
    url = request.url
    found: str | None = f"{url.scheme}://{url.netloc}"
    if _OWN_NAME.fullmatch(url.hostname or ""):
        own = f"http://127.0.0.1:{url.port or 80}"
        found = nearby(settings.host, own) if is_loopback(request) else None
    return f"{found}{settings.root_path}/" if found else ""


def is_loopback(request: HTTPConnection) -> bool:
    """Return whether a request comes from this machine itself, and not through a proxy on it."""
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def proxy_networks(proxies: Iterable[str]) -> list[IPv4Network | IPv6Network]:
    """Networks of proxies, those of IPv4 also as a socket that listens for both kinds tells them.

    >>> [any(ipaddress.ip_address(each) in net for net in proxy_networks(["10.0.0.0/8"]))
    ...  for each in ("10.1.2.3", "::ffff:10.1.2.3", "::ffff:11.1.2.3")]
    [True, True, False]
    """
    given = [ipaddress.ip_network(proxy) for proxy in proxies]
    mapped = (f"::ffff:{network.network_address}/{96 + network.prefixlen}" for network in given if network.version == 4)
    return [*given, *map(IPv6Network, mapped)]
