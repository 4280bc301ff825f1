"""Which IP addresses may be connected to, checked at the socket after every name is resolved."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, NamedTuple

Network = IPv4Network | IPv6Network

FORBIDDEN = -403
"""Error number of a connection we refuse to make; no operating system uses it.

aiohttp wraps the OSError in errors of its own, which keep only number and text: a class of ours would be lost.
"""

# The first match names the address. Python's own is_global (3.11) accepts multicast, NAT64, 6to4, site-local
# and IPv4-compatible addresses, each of which can lead into a private network.
_KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("loopback", ("127.0.0.0/8", "::1/128")),
    ("unspecified", ("0.0.0.0/8", "::/128")),
    ("private", ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")),
    ("link-local", ("169.254.0.0/16", "fe80::/10")),
    ("carrier-grade NAT", ("100.64.0.0/10",)),
    ("multicast", ("224.0.0.0/4", "ff00::/8")),
    ("site-local", ("fec0::/10",)),
    ("IPv4-mapped", ("::ffff:0:0/96", "::ffff:0:0:0/96")),
    ("IPv4-compatible", ("::/96",)),
    ("NAT64", ("64:ff9b::/96", "64:ff9b:1::/48")),
    ("6to4", ("2002::/16", "192.88.99.0/24")),
    ("Teredo", ("2001::/32",)),
    (
        "documentation",
        ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),
    ),
    ("reserved", ("192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", "2001::/23")),
)
_NETWORKS = tuple((kind, ip_network(text)) for kind, texts in _KINDS for text in texts)
_UNICAST_IPV6 = IPv6Network("2000::/3")


def why_refused(address: str, allowed: Sequence[Network] = ()) -> str | None:
    """Return why an IP address must not be connected to, or None if it may be."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return f"{address} is no IP address"
    if any(ip in network for network in allowed):
        return None
    kind = next((kind for kind, network in _NETWORKS if ip in network), None)
    if kind is None and not _is_public(ip):
        kind = "reserved"
    return f"{address} is {kind}" if kind else None


def _is_public(ip: IPv4Address | IPv6Address) -> bool:
    return ip.is_global and (ip.version == 4 or ip in _UNICAST_IPV6)


def parse_ranges(allow: Iterable[str]) -> tuple[Network, ...]:
    """Parse IP ranges such as ``10.1.0.0/16``; raise ValueError naming the first bad one."""
    return tuple(_range(text) for text in allow)


def _range(text: str) -> Network:
    try:
        return ip_network(text.strip())
    except ValueError as error:
        raise ValueError(f"{text!r} is no address range such as 10.1.0.0/16 ({error})") from None


class Detour(NamedTuple):
    """An IP address to use for matching hosts instead of asking the name server."""

    pattern: str
    address: str
    port: int | None = None


def parse_connect(connect: Iterable[str]) -> tuple[Detour, ...]:
    """Parse entries such as ``*.example 127.0.0.1:8080``; raise ValueError naming the first bad one."""
    return tuple(_detour(text) for text in connect)


def _detour(text: str) -> Detour:
    wrong = f"{text!r} is no host pattern and address such as '*.example 127.0.0.1:8080'"
    words = text.split()
    if len(words) != 2:
        raise ValueError(wrong)
    address, port = _address_and_port(words[1])
    try:
        ip_address(address)
        number = int(port) if port else None
    except ValueError as error:
        raise ValueError(f"{wrong} ({error})") from None
    if number is not None and not 0 < number < 65536:
        raise ValueError(f"{wrong} (port {number} is not between 1 and 65535)")
    return Detour(words[0].lower(), address, number)


def _address_and_port(text: str) -> tuple[str, str]:
    if text.startswith("["):
        address, _, rest = text[1:].partition("]")
        return address, rest.removeprefix(":")
    if text.count(":") > 1:
        return text, ""
    address, _, port = text.partition(":")
    return address, port


def guarded_sockets(allowed: Sequence[Network]) -> Callable[[Any], socket.socket]:
    """Return a socket factory that refuses forbidden IP addresses.

    Every connection passes here, even one to an IP literal, which no resolver ever sees.
    """

    def make(info: tuple[Any, Any, int, str, tuple[Any, ...]]) -> socket.socket:
        family, kind, protocol, _, destination = info
        why = why_refused(destination[0], allowed)
        if why:
            raise OSError(FORBIDDEN, f"address: {why}")
        return socket.socket(family, kind, protocol)

    return make
