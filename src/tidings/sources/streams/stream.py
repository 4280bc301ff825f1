"""A stream of posts as a source: reconnects without a gap, drops what was not asked for, and passes each post once."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import orjson

from tidings.errors import FetchError, Refused, TryLater
from tidings.frontier.seen import forget
from tidings.model import POST_TYPE, Capture, Link, Message, Post, Withdrawn
from tidings.ports import Clock, Tap
from tidings.read.posts import read_posts
from tidings.sources.streams.queries import Queries

_LOG = logging.getLogger("tidings.streams")
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 120.0
"""Seconds before a lost connection is made again: doubled with each failure."""
_REMEMBERED = 50_000
"""Posts remembered as passed, so that a replay brings none twice."""
_AT_ONCE = 200
"""Messages looked at between two turns of the event loop."""


class Stream:
    """Listens to one service; its cursor is the place of the last message that the crawl has taken."""

    never_ahead = True

    def __init__(
        self,
        tap: Tap,
        queries: Callable[[], Queries],
        clock: Clock,
        *,
        since: float = 0.0,
        wants: Callable[[Post], bool] | None = None,
        close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Listen with a tap; the first run begins at ``since``, if the service can replay; ``close`` ends it.

        ``wants`` chooses posts; by default, those that the queries want.
        """
        self.name = f"stream {tap.name}"
        self._tap = tap
        self._wants = wants or (lambda post: queries().wants(post))
        self._clock = clock
        self._random = random.Random(self.name)
        self._since = since
        self._close = close
        self._cursor = ""
        self._passed: dict[str, None] = {}
        self.connections = self.received = self.malformed = 0
        """Connections made, messages received, and those that could not be read."""
        self.trouble = ""
        """Why the last connection ended."""

    @property
    def cursor(self) -> str:
        """Return the place of the last message that the crawl has taken."""
        return self._cursor

    def resume(self, cursor: str) -> None:
        """Continue after a place; empty means now."""
        self._cursor = cursor or (self._tap.cursor_at(self._since) if self._since else "")

    async def __aiter__(self) -> AsyncIterator[Capture | Link | Withdrawn]:
        """Yield posts and withdrawals; end only if the service refuses for good."""
        try:
            async for item in self._connected():
                yield item
        finally:
            if self._close:
                await self._close()

    async def _connected(self) -> AsyncIterator[Capture | Link | Withdrawn]:
        failures = 0
        while True:
            received = self.received
            try:
                self.connections += 1
                async for message in self._tap.messages(self._cursor):
                    for item in self._items(message):
                        yield item
                    self._cursor = message.cursor or self._cursor
                    if self.received % _AT_ONCE == 0:
                        await asyncio.sleep(0)
                self.trouble = "the service closed the connection"
            except Refused as error:
                raise PermissionError(f"{self._tap.name}: {error}") from error
            except FetchError as error:
                self.trouble = str(error)
                if isinstance(error, TryLater):
                    await asyncio.sleep(error.seconds)
            failures = 0 if self.received > received else failures + 1
            _LOG.info("%s: connected again after: %s", self.name, self.trouble)
            await asyncio.sleep(self._pause(failures))

    def _pause(self, failures: int) -> float:
        pause = min(_FIRST_PAUSE * 2.0 ** min(failures, 20), _LONGEST_PAUSE)
        return pause * self._random.uniform(0.5, 1.0)

    def _items(self, message: Message) -> Iterator[Capture | Link | Withdrawn]:
        """Yield what is wanted of a message, each post once."""
        self.received += 1
        if not message.raw:  # links instead of posts, or only a new cursor
            yield from message.links
            return
        try:
            data = orjson.loads(message.raw)
        except orjson.JSONDecodeError:
            self.malformed += 1
            return
        for found in read_posts(data):
            if isinstance(found, Withdrawn):
                yield found
            elif found.url and found.id and self._wants(found) and self._is_new(found):
                yield self._capture(found, message.raw)

    def _is_new(self, post: Post) -> bool:
        if post.id in self._passed:
            return False
        self._passed[post.id] = None
        forget(self._passed, _REMEMBERED)
        return True

    def _capture(self, post: Post, raw: bytes) -> Capture:
        return Capture(post.url, self._clock.now(), 200, (("Content-Type", POST_TYPE),), raw)
