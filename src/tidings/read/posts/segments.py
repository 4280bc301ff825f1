"""Blocks of the archive of Jetstream: columns of events in a zstd frame, read into the frames of its live stream."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import cbor2
import orjson
import zstandard

from tidings.errors import Unreadable
from tidings.model import Reason
from tidings.read.posts.bluesky import COLLECTION

HEADER = 256
"""Bytes before the first block of a segment."""
LENGTH = struct.Struct("<Q")
"""Stands before each block of a segment: its length."""
_MAGIC = b"jss0"
_HEAD = struct.Struct("<4sQHIIIQQqq")
"""Magic, checksum, version, blocks, events, accounts, first and last number, first and last moment."""
_NUMBERS = ("Q", "q", "q", "B", "B", "H", "B", "B", "I")
"""Columns of numbers: number, moment, shown moment, kind, then the lengths of the columns of texts."""
_LARGEST = 256_000_000
"""Bytes of a block after unpacking."""
_OPERATIONS = {1: "create", 2: "update", 3: "delete"}
_ACCOUNT = 5
_CID = 42
"""The tag of a link to other data in CBOR."""
_MESSAGE = "network.bsky.jetstream.subscribeEvents#"


class SegmentHead(NamedTuple):
    """The beginning of a segment; moments are microseconds since 1970."""

    blocks: int
    first: int
    last: int


class ArchivedEvent(NamedTuple):
    """An event with its number, as the live stream would send it."""

    number: int
    frame: bytes


def read_head(head: bytes) -> SegmentHead:
    """Return how many blocks a segment has, and its first and last moment; raise Unreadable if it is none."""
    if len(head) < HEADER or not head.startswith(_MAGIC):
        raise Unreadable(Reason.READING_FAILED, "no segment of an archive")
    _, _, version, blocks, _, _, _, _, first, last = _HEAD.unpack_from(head)
    if version != 1:
        raise Unreadable(Reason.READING_FAILED, f"segment of version {version}")
    return SegmentHead(blocks, first, last)


def read_block(block: bytes, after: int, since: int = 0) -> list[ArchivedEvent]:
    """Return the posts and accounts of a block after a number and from a moment on; raise Unreadable.

    A record that cannot be read is passed over.
    """
    try:
        data = zstandard.ZstdDecompressor().decompress(block, max_output_size=_LARGEST)
        numbers, texts = _columns(data)
    except (zstandard.ZstdError, struct.error) as error:
        raise Unreadable(Reason.READING_FAILED, f"block of an archive: {error}"[:200]) from None
    seqs, moments, _, kinds = numbers[:4]
    wanted = [
        place
        for place, seq in enumerate(seqs)
        if seq > after and moments[place] >= since and _is_wanted(kinds[place], texts[0][place])
    ]
    return [
        ArchivedEvent(seqs[place], frame)
        for place in wanted
        for frame in _frames(seqs[place], moments[place], kinds[place], [t[place] for t in texts])
    ]


def _columns(data: bytes) -> tuple[list[Sequence[int]], list[list[bytes]]]:
    (count,) = struct.unpack_from("<I", data)
    offset, numbers = 4, list[Sequence[int]]()
    for form in _NUMBERS:
        column = struct.Struct(f"<{count}{form}")
        numbers.append(column.unpack_from(data, offset))
        offset += column.size
    texts = []
    for lengths in numbers[4:]:
        edges = accumulate(lengths, initial=offset)
        texts.append([data[begin:end] for begin, end in pairwise(edges)])
        offset += sum(lengths)
    if offset != len(data):
        raise struct.error(f"{offset} bytes announced, {len(data)} there")
    return numbers, texts


def _is_wanted(kind: int, collection: bytes) -> bool:
    return kind == _ACCOUNT or (kind in _OPERATIONS and collection == COLLECTION.encode())


def _frames(number: int, moment: int, kind: int, texts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the frame of an event, nothing if its record cannot be read."""
    try:
        record = cbor2.loads(texts[4]) if texts[4] else None
        collection, did, key, rev = (text.decode() for text in texts[:4])
        payload: dict[str, Any] = {
            "seq": number,
            "did": did,
            "time": f"{datetime.fromtimestamp(moment / 1e6, UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
        }
        if kind == _ACCOUNT:
            payload |= {"$type": f"{_MESSAGE}account", "account": record}
        else:
            payload |= {
                "$type": f"{_MESSAGE}commit",
                "rev": rev,
                "operation": _OPERATIONS[kind],
                "collection": collection,
                "rkey": key,
            } | ({"record": record} if record else {})
        yield orjson.dumps({"$type": "message", "payload": payload}, default=_as_json)
    except (cbor2.CBORDecodeError, ValueError, TypeError, OverflowError, RecursionError):
        return


def _as_json(value: object) -> dict[str, str]:
    """Return what CBOR has and JSON has not, in the spelling of the service."""
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode().rstrip("=")}
    if isinstance(value, cbor2.CBORTag) and value.tag == _CID and isinstance(value.value, bytes):
        return {"$link": "b" + base64.b32encode(value.value[1:]).decode().lower().rstrip("=")}
    raise TypeError(type(value).__name__)
