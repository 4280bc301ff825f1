"""Limits of how often somebody may ask, and how much a request may carry."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.api.problems import answer

_MOST_KEYS = 10_000
"""Clients that are remembered; those longest ago are forgotten."""


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class RateLimit:
    """Lets each key do something ``burst`` times at once, and ``rate`` times a second in the long run."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._lock = Lock()

    def wait(self, key: str, amount: float = 1.0) -> float:
        """Count one more time; return 0, or the seconds to wait if that was too often."""
        with self._lock:
            now = self._clock()
            bucket = self._buckets.pop(key, None) or _Bucket(self._burst, now)
            bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._rate)
            bucket.at = now
            self._buckets[key] = bucket
            while len(self._buckets) > _MOST_KEYS:
                self._buckets.popitem(last=False)
            if bucket.left < amount:
                return (amount - bucket.left) / self._rate
            bucket.left -= amount
            return 0.0


class LoginLimits:
    """How often logins may fail: for one name from one client, for one client, for everybody together."""

    def __init__(self) -> None:
        self._named = RateLimit(1 / 60, 5)
        self._client = RateLimit(1 / 20, 20)
        self._everybody = RateLimit(1, 60)

    def wait(self, client: str, name: str) -> float:
        """Return 0, or the seconds to wait before the next try."""
        return (
            self._named.wait(f"{client} {name}")
            or self._client.wait(client)
            or self._everybody.wait("")
        )


def client_of(scope: Scope) -> str:
    """Return the network address of a client."""
    client = scope.get("client")
    return str(client[0]) if client else ""


class LimitedRequests:
    """Refuses clients that ask too often, and bodies that are too large."""

    def __init__(self, app: ASGIApp, limit: RateLimit, largest_body: int) -> None:
        self._app = app
        self._limit = limit
        self._largest = largest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if seconds := self._limit.wait(client_of(scope)):
            headers = {"Retry-After": str(int(seconds) + 1)}
            await answer(429, "too many requests", headers=headers)(scope, receive, send)
            return
        if self._declared(scope) > self._largest:
            await self._refuse(scope, receive, send)
            return
        await self._app(scope, _Counted(receive, self._largest), send)

    def _declared(self, scope: Scope) -> int:
        length = Headers(scope=scope).get("content-length", "0")
        return int(length) if length.isascii() and length.isdigit() else 0

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        detail = f"allowed: at most {self._largest:,} bytes"
        await answer(413, detail, headers={"Connection": "close"})(scope, receive, send)


class _Counted:
    """Counts the bytes of a body whose length was not declared."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self._receive = receive
        self._left = largest

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise HTTPException(413, "the request is too large")
        return message
