"""The archive of a Jetstream server: what its live stream no longer replays, found by number or by time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson

from tidings.errors import Failed, Unreadable
from tidings.model import Message, Reason
from tidings.read.posts.bluesky import COLLECTION
from tidings.read.posts.segments import HEADER, LENGTH, SegmentHead, read_block, read_head
from tidings.web.listening import Ear

_LOG = logging.getLogger("tidings.streams")
_METHODS = "/xrpc/network.bsky.jetstream."


class _Unit(NamedTuple):
    """A part of the archive that may hold what is wanted."""

    segment: str
    last: int
    """The number of its last event."""
    first: int
    blocks: list[int] | None
    """Numbers of its blocks, None for all of them."""


class JetstreamArchive:
    """Finds and downloads the sealed part of an archive; the rest is replayed by the live stream."""

    def __init__(self, address: str, listener: Ear, key: str = "") -> None:
        """Use the server of a live stream; ``key`` is what it may ask for."""
        self._root = address.partition(_METHODS)[0].replace("ws", "http", 1) + _METHODS
        self._listener = listener
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    async def before(self, moment: int) -> int | None:
        """Return the number of an event shortly before a moment, in microseconds; None if it is too early."""
        _, tip, units = await self._plan(0)
        if not units or (await self._head(units[0].segment)).first > moment:
            return None
        low, high = 0, tip
        while low < high:
            middle = (low + high) // 2
            _, _, units = await self._plan(middle)
            if not units:
                high = middle
            elif (await self._head(units[0].segment)).last < moment:
                low = units[0].last
            else:
                high = min(middle, max(units[0].first - 1, 0))
        return low

    async def messages(self, after: int, since: int = 0) -> AsyncIterator[Message]:
        """Yield the events after a number and from a moment on, up to the end of what is sealed by now."""
        planned, tip, units = await self._plan(after)
        while True:
            for unit in units:
                async with aclosing(self._blocks(unit)) as blocks:
                    async for block in blocks:
                        for event in await self._read(block, after, since):
                            after = event.number
                            yield Message(event.frame, str(event.number))
            if planned >= tip:
                yield Message(b"", str(max(tip, after)))
                return
            planned, _, units = await self._plan(max(planned, after))

    async def _read(self, block: bytes, after: int, since: int) -> list[Any]:
        try:
            return await asyncio.to_thread(read_block, block, after, since)
        except Unreadable as error:  # it would be the same the next time
            _LOG.warning("a part of the archive of bluesky cannot be read: %s", error)
            return []

    async def _plan(self, after: int) -> tuple[int, int, list[_Unit]]:
        """Return up to where the answer goes, where the archive ends, and what to download."""
        asked = {"afterSeq": after, "collections": [COLLECTION], "kinds": ["commit", "account"]}
        headers = {**self._headers, "Content-Type": "application/json"}
        url = f"{self._root}planSnapshot"
        answer = await self._listener.post(url, headers, orjson.dumps(asked))
        try:
            plan = orjson.loads(answer)
            units = [_unit(segment) for segment in plan["segments"]]
            return int(plan["plannedThroughSeq"]), int(plan["sealedTipSeq"]), units
        except (ValueError, KeyError, TypeError) as error:
            raise Failed(Reason.PROTOCOL, f"plan of the archive: {error}"[:200]) from None

    async def _head(self, segment: str) -> SegmentHead:
        headers = {**self._headers, "Range": f"bytes=0-{HEADER - 1}"}
        head = b""
        async with aclosing(self._listener.blocks(self._segment(segment), headers)) as parts:
            async for part in parts:
                head += part
                if len(head) >= HEADER:
                    break
        try:
            return read_head(head)
        except Unreadable as error:
            raise Failed(Reason.PROTOCOL, str(error)[:200]) from None

    def _segment(self, name: str) -> str:
        return f"{self._root}getSegment?name={quote(name)}"

    async def _blocks(self, unit: _Unit) -> AsyncGenerator[bytes]:
        """Yield the blocks of a unit, one by one or out of the whole segment."""
        for number in unit.blocks or ():
            url = f"{self._root}getBlock?segment={quote(unit.segment)}&blockIndex={number}"
            yield await self._listener.get(url, self._headers)
        if unit.blocks is not None:
            return
        rest, left = b"", -1
        stream = self._listener.blocks(self._segment(unit.segment), self._headers)
        async with aclosing(stream) as parts:
            async for part in parts:
                rest += part
                if left < 0 and len(rest) >= HEADER:
                    left, rest = read_head(rest).blocks, rest[HEADER:]
                while left > 0 and len(rest) >= LENGTH.size:
                    end = LENGTH.size + LENGTH.unpack_from(rest)[0]
                    if len(rest) < end:
                        break
                    yield rest[LENGTH.size : end]
                    left, rest = left - 1, rest[end:]
                if left == 0:
                    return


def _unit(segment: dict[str, Any]) -> _Unit:
    blocks = None
    if segment["mode"] == "blocks":
        ranges = segment.get("blocks") or ()
        blocks = [n for each in ranges for n in range(each["first"], each["last"] + 1)]
    return _Unit(str(segment["name"]), int(segment["maxSeq"]), int(segment["minSeq"]), blocks)
