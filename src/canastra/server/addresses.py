"""Where a connection comes from."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Network, IPv6Network


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


def host_of(scope: Mapping[str, object]) -> str:
    """The client's address, whole; empty where there is none."""
    client = scope.get("client")
    return str(client[0]) if isinstance(client, tuple | list) and client else ""


def networks_of(proxies: Iterable[str]) -> list[IPv4Network | IPv6Network]:
    """Networks of proxies, those of IPv4 also as a socket that listens for both kinds tells them.

    >>> [any(ipaddress.ip_address(each) in net for net in networks_of(["10.0.0.0/8"]))
    ...  for each in ("10.1.2.3", "::ffff:10.1.2.3", "::ffff:11.1.2.3")]
    [True, True, False]
    """
    given = [ipaddress.ip_network(each) for each in proxies]
    mapped = (f"::ffff:{each.network_address}/{96 + each.prefixlen}" for each in given if each.version == 4)
    return [*given, *map(IPv6Network, mapped)]
