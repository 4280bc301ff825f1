"""Bluesky through Jetstream: a WebSocket of JSON in both versions of its wire, replayed from a cursor or an archive."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Mapping

import orjson

from tidings.errors import Refused
from tidings.model import Message, Reason
from tidings.read.posts.bluesky import COLLECTION
from tidings.sources.streams.archive import JetstreamArchive
from tidings.sources.streams.queries import Queries
from tidings.web.listening import Ear

_LOG = logging.getLogger("tidings.streams")
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
        key = environment.get("TIDINGS_JETSTREAM_KEY", "")
        self._archive = JetstreamArchive(self._address, listener, key)

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Yield events after a cursor, first those that only the archive still has; the server repeats a few."""
        if _SECOND in self._address and _is_moment(cursor):
            async for message in self._archived(cursor):
                cursor = message.cursor
                yield message
        try:
            async for message in self._live(cursor):
                yield message
        except Refused as error:
            if not (_SECOND in self._address and cursor and "400" in str(error)):
                raise
            async for message in self._archived(cursor):  # too old for the live stream
                yield message

    async def _archived(self, cursor: str) -> AsyncIterator[Message]:
        """Yield what the archive has after a cursor, nothing if there is no archive or it begins later."""
        number = int(cursor)
        since = number if _is_moment(cursor) else 0
        try:
            after = await self._archive.before(number) if since else number
            if after is None:
                _LOG.warning("bluesky: the archive of the service does not go back so far")
                return
            async for message in self._archive.messages(after, since):
                yield message
        except Refused as error:
            if not since:
                raise
            _LOG.warning("bluesky: no archive (%s); it begins as far back as it can", error)

    async def _live(self, cursor: str) -> AsyncIterator[Message]:
        asked_for = self._accounts()
        async for frame in self._listener.frames(self._url(cursor)):
            yield Message(frame, _cursor(frame) or cursor)
            if self._accounts() != asked_for:
                return  # the queries have changed; the next connection asks for what they want

    def cursor_at(self, moment: float) -> str:
        """Return the place of a moment in microseconds."""
        return str(int(moment * 1e6))

    def _url(self, cursor: str) -> str:
        second = _SECOND in self._address
        fields = [(("collections" if second else "wantedCollections"), COLLECTION)]
        if second:
            fields += [("kinds", "commit"), ("kinds", "account")]
        fields += [("dids" if second else "wantedDids", account) for account in self._accounts()]
        if cursor:
            number = int(cursor)
            fields.append(("cursor", str(number - _OVERLAP if _is_moment(cursor) else number)))
        return self._address + "?" + "&".join(f"{name}={value}" for name, value in fields)

    def _accounts(self) -> tuple[str, ...]:
        """Return the accounts to ask for, if nothing else is wanted."""
        queries = self._queries()
        return () if queries.words or queries.tags or queries.regions else queries.accounts


def _is_moment(cursor: str) -> bool:
    return bool(cursor) and int(cursor) >= _TIMES


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
