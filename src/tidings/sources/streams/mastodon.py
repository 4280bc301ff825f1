"""Mastodon: server-sent events of one instance; gaps are filled from its timelines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from urllib.parse import quote

import orjson

from tidings.errors import Failed
from tidings.model import Message, Reason
from tidings.sources.streams.credentials import needed
from tidings.sources.streams.queries import Queries
from tidings.web.listening import Ear

_PAGE = 40
"""Posts in one answer of a timeline, the most that instances give."""
_PAGES = 100
"""Answers read to fill one gap."""


class Mastodon:
    """Public posts of one instance, or those with the first of our tags."""

    def __init__(
        self,
        address: str,
        listener: Ear,
        queries: Callable[[], Queries],
        environment: Mapping[str, str],
    ) -> None:
        self._root = (address or "https://mastodon.social").rstrip("/")
        self.name = f"mastodon {self._root}"
        self._listener = listener
        self._queries = queries
        token = needed("TIDINGS_MASTODON_TOKEN", "mastodon", environment)
        self._headers = {"Authorization": f"Bearer {token}"}

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Fill the gap since a cursor, then yield events; the gap is filled again once the stream is open."""
        if cursor:
            async for message in self._missed(cursor):
                cursor = message.cursor
                yield message
        opened, asked_for = False, self._stream()
        async for event, data in self._events():
            if not opened and cursor:
                async for message in self._missed(cursor):
                    cursor = message.cursor
                    yield message
            opened = True
            if event == "update":
                cursor = _id(data) or cursor
                yield Message(data, cursor)
            if self._stream() != asked_for:
                return  # the queries have changed; the next connection asks for what they want

    def cursor_at(self, moment: float) -> str:
        """Return the id that a post of a moment would have: its milliseconds, with 16 bits behind them."""
        return str(int(moment * 1000) << 16)

    async def _events(self) -> AsyncIterator[tuple[str, bytes]]:
        """Yield the name and data of each event."""
        event = ""
        data: list[bytes] = []
        lines = self._listener.lines(
            f"{self._root}/api/v1/streaming/{self._stream()}", self._headers
        )
        async for line in lines:
            if not line:
                if data:
                    yield event, b"\n".join(data)
                event, data = "", []
            elif line.startswith(b":"):
                yield "", b""  # a sign of life
            elif line.startswith(b"event:"):
                event = line[6:].strip().decode("ascii", "replace")
            elif line.startswith(b"data:"):
                data.append(line[5:].strip())

    def _stream(self) -> str:
        queries = self._queries()
        only_tags = len(queries.tags) == 1 and not (queries.words or queries.accounts)
        return f"hashtag?tag={quote(queries.tags[0])}" if only_tags else "public"

    async def _missed(self, cursor: str) -> AsyncIterator[Message]:
        """Yield the posts after a cursor, the oldest first."""
        path = self._stream().replace("hashtag?tag=", "tag/")
        for _ in range(_PAGES):
            url = f"{self._root}/api/v1/timelines/{path}?min_id={cursor}&limit={_PAGE}"
            posts = _listed(await self._listener.get(url, self._headers))
            for post in reversed(posts):
                raw = orjson.dumps(post)
                cursor = _id(raw) or cursor
                yield Message(raw, cursor)
            if len(posts) < _PAGE:
                return


def _listed(answer: bytes) -> list[object]:
    try:
        posts = orjson.loads(answer)
    except orjson.JSONDecodeError as error:
        raise Failed(Reason.PROTOCOL, f"timeline: {error}"[:200]) from None
    return posts if isinstance(posts, list) else []


def _id(raw: bytes) -> str:
    try:
        post = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return ""
    id_ = post.get("id") if isinstance(post, dict) else None
    return id_ if isinstance(id_, str) and id_.isdigit() else ""
