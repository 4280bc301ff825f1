"""Bluesky through Jetstream: a WebSocket of JSON, replayed from a cursor, in both versions of its wire."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping

import orjson

from tidings.errors import Refused
from tidings.model import Message, Reason
from tidings.read.posts.bluesky import COLLECTION
from tidings.sources.streams.queries import Queries
from tidings.web.listening import Ear

_ADDRESS = "wss://jetstream.us-east.bsky.network/xrpc/network.bsky.jetstream.subscribeEvents"
_SECOND = "subscribeEvents"
_OVERLAP = 5_000_000
"""Microseconds by which a replay begins earlier: events of one moment may come in any order."""
_TIMES = 10**15
"""Cursors from here on are microseconds since 1970, smaller ones numbers of events."""


class Jetstream:
    """New posts of all of Bluesky; the filter of accounts is the server's, that of words is ours."""

    name = "bluesky"

    def __init__(
        self,
        address: str,
        listener: Ear,
        queries: Callable[[], Queries],
        environment: Mapping[str, str],
    ) -> None:
        self._address = address or _ADDRESS
        self._listener = listener
        self._queries = queries

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Connect after a cursor and yield events; the server repeats a few."""
        async for frame in self._listener.frames(self._url(cursor)):
            yield Message(frame, _cursor(frame) or cursor)

    def cursor_at(self, moment: float) -> str:
        """Return the place of a moment in microseconds."""
        return str(int(moment * 1e6))

    def _url(self, cursor: str) -> str:
        second = _SECOND in self._address
        fields = [(("collections" if second else "wantedCollections"), COLLECTION)]
        if second:
            fields += [("kinds", "commit"), ("kinds", "account")]
        accounts, words = self._queries().accounts, self._queries().words or self._queries().tags
        if accounts and not words:
            fields += [("dids" if second else "wantedDids", account) for account in accounts]
        if cursor:
            number = int(cursor)
            fields.append(("cursor", str(number - _OVERLAP if number >= _TIMES else number)))
        return self._address + "?" + "&".join(f"{name}={value}" for name, value in fields)


def _cursor(frame: bytes) -> str:
    """Return the place of an event; raise Refused if the server cannot go back so far."""
    try:
        data = orjson.loads(frame)
    except orjson.JSONDecodeError:
        return ""
    if not isinstance(data, dict):
        return ""
    if "CursorTooOld" in (data.get("error"), data.get("name")):
        raise Refused(Reason.PROTOCOL, "the archive of the service does not go back so far")
    payload = data.get("payload")
    value = payload.get("seq") if isinstance(payload, dict) else data.get("time_us")
    return str(value) if isinstance(value, int) else ""
