"""Resolves host names to IP addresses; whether one may be connected to is decided later, at the socket."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from math import inf

from aiohttp.abc import AbstractResolver, ResolveResult

from tidings.web.addresses import Detour

DNS_SECONDS = 60
"""Seconds a resolved name is cached."""
_MOST_ADDRESSES = 100_000
_THREADS = 32
"""Lookups at the same time: a slow name server holds a thread, and asyncio's shared pool is too small."""


class Addresses(dict[str, str]):
    """The addresses at which hosts were found, looked up again now and then."""

    def __init__(self) -> None:
        super().__init__()
        self._looked_up: dict[str, float] = {}

    def is_old(self, host: str, now: float) -> bool:
        """Return whether the address of a host is to be looked up."""
        return now - self._looked_up.get(host, -inf) > DNS_SECONDS

    def learn(self, host: str, address: str, now: float) -> None:
        """Note the address of a host; that of a name that cannot be resolved any more stays."""
        if len(self._looked_up) >= _MOST_ADDRESSES:
            self._looked_up.clear()
            self.clear()
        self._looked_up[host] = now
        if address:
            self[host] = address


class Resolver(AbstractResolver):
    """Resolves host names, by the detours first and then by the system."""

    def __init__(self, detours: Sequence[Detour] = ()) -> None:
        self._detours = detours
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the IP addresses of a host; raise OSError if it has none."""
        if detour := self.detour(host):
            return [_result(host, detour.address, detour.port or port)]
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _look_up, host, port, family)

    def detour(self, host: str) -> Detour | None:
        """Return where a host is sent instead of being looked up, None for most hosts."""
        name = host.lower().rstrip(".")
        return next((each for each in self._detours if fnmatchcase(name, each.pattern)), None)

    async def close(self) -> None:
        """Stop the threads without waiting for lookups under way."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int, family: socket.AddressFamily) -> list[ResolveResult]:
    results = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG)
    return [_result(host, str(destination[0]), port) for *_, destination in results]


def _result(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(
        hostname=host,
        host=address,
        port=port,
        family=family,
        proto=socket.IPPROTO_TCP,
        flags=socket.AI_NUMERICHOST,
    )
