"""Networks of their own for crawls, as on machines of their own: Linux namespaces, where they can be made."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

LOOPBACK = "127.0.0.1"


class Network(NamedTuple):
    """Where a server listens so that all crawls reach it, and what the command of each crawl begins with."""

    address: str
    prefixes: tuple[tuple[str, ...], ...]

    @property
    def is_divided(self) -> bool:
        """Return whether each crawl has a network of its own."""
        return any(self.prefixes)


@contextlib.contextmanager
def networks(count: int) -> Iterator[Network]:
    """Make a namespace for each crawl, joined by a bridge; without the right to, all share this computer's network."""
    bridge = f"tdg{os.getpid()}"
    names = [f"tidings-{os.getpid()}-{number}" for number in range(count)]
    subnet = f"10.213.{os.getpid() % 250}"
    try:
        _bridge(bridge, f"{subnet}.1")
        for number, name in enumerate(names):
            _join(name, bridge, f"{bridge[:10]}v{number}", f"{subnet}.{number + 2}")
        made = Network(f"{subnet}.1", tuple(("ip", "netns", "exec", name) for name in names))
    except (OSError, subprocess.CalledProcessError):
        made = Network(LOOPBACK, ((),) * count)
    try:
        yield made
    finally:
        for name in names:
            _ip("netns", "delete", name, check=False)
        _ip("link", "delete", bridge, check=False)


def _bridge(name: str, address: str) -> None:
    _ip("link", "add", name, "type", "bridge")
    _ip("address", "add", f"{address}/24", "dev", name)
    _ip("link", "set", name, "up")


def _join(name: str, bridge: str, cable: str, address: str) -> None:
    inside = "netns", "exec", name, "ip"
    _ip("netns", "add", name)
    _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name)
    _ip("link", "set", cable, "master", bridge, "up")
    _ip(*inside, "address", "add", f"{address}/24", "dev", "eth0")
    for device in ("lo", "eth0"):
        _ip(*inside, "link", "set", device, "up")


def _ip(*arguments: str, check: bool = True) -> None:
    with contextlib.suppress(FileNotFoundError) if not check else contextlib.nullcontext():
        subprocess.run(["ip", *arguments], check=check, capture_output=True)
