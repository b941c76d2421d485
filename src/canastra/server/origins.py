"""Which pages may use this server, and under which names it may be called."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection

from starlette.requests import HTTPConnection

from canastra.server.settings import ANY_HOST

_SCHEMES = {"ws": "http", "wss": "https"}
OF_NETWORKS = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test")
"""Ends of names that no page of the internet can have: they are given within a network, or nowhere."""


def is_allowed(connection: HTTPConnection, origins: Collection[str]) -> bool:
    """Whether the page that opens a socket is one of ours, or no page does: browsers always say which.

    Cookies go along with a socket that any page opens, and no rule of browsers keeps that page from reading it.
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
    """Whether a `Host` header can be this server's own: one of `names`, an address, or a name of the network.

    A page of the internet that has its own name lead to this machine ("DNS rebinding") can be none of these.

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
