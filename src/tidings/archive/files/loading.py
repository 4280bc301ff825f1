"""Reads one stored record as a capture, given its file and offset, without touching the rest of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from tidings.archive.digests import payload_digest
from tidings.archive.files.members import CHUNK, GZIP, Broken, BrokenPacking, members, packing_of
from tidings.archive.files.spool import SPOOL_AFTER, SPOOLS
from tidings.archive.files.stored import (
    MAX_LOSSES,
    Head,
    find_record,
    http_head,
    http_status,
    parse_date,
    read_head,
    split_fields,
)
from tidings.archive.files.window import Window
from tidings.archive.objects.places import is_away, open_away
from tidings.archive.write.records import copied_record, gzip_member
from tidings.disk.reading import check_regular
from tidings.model import Capture

MAX_BYTES = 100_000_000
"""Bytes of a record that is loaded; larger ones are films and disk images, not pages."""

_CHUNK_SIZE = re.compile(rb"[ \t]*([0-9a-fA-F]{1,16})[ \t]*(?:;[^\r\n]*)?\r?\n")
_LINE_END = re.compile(rb"\r?\n")
_HTTP = "application/http;msgtype=response"


class Stored(NamedTuple):
    """A record with its block in memory."""

    head: Head
    captured_at: datetime
    http: bytes
    body: bytes
    member: bytes
    """The bytes as they stand in the file, if they are one gzip member with only this record."""

    @property
    def refers_to(self) -> tuple[str, datetime | None]:
        """Return URL and time of the record whose payload this one repeats, as far as they are given."""
        url = self.head.field(b"warc-refers-to-target-uri").strip("<> ")
        return url, _moment(self.head.field(b"warc-refers-to-date"))


def read_stored(
    path: Path, offset: int, url: str, captured_at: datetime, max_bytes: int = MAX_BYTES
) -> Stored:
    """Return the record of a URL and a second at an offset, or in the compressed member that begins there.

    Raise Broken if it is not there, OSError if the file cannot be read.
    """
    away = is_away(path)
    if not away:
        check_regular(path)
        if spooled := SPOOLS.window(path, offset, url, captured_at):
            return _find(spooled, url, captured_at, max_bytes, many=False)
    with open_away(path) if away else path.open("rb", buffering=CHUNK) as file:
        packing = packing_of(path, file)
        member = next(members(file, packing, offset), None)
        if member is None:
            raise Broken("the file ends before the record")
        window = Window(member.pieces)
        stored = _find(window, url, captured_at, max_bytes, many=member.packed)
        if window.start > SPOOL_AFTER and member.packed and not away:
            SPOOLS.add(path, offset, _moments)
        alone = packing is GZIP and window.start == 0 and not window.skip_newlines()
        if not alone:
            return stored
        file.seek(offset)
        return stored._replace(member=file.read(member.end - offset))


def capture_of(stored: Stored, provenance: str) -> Capture:
    """Return a stored response or resource as a capture, with its record for copying."""
    return _capture(stored, stored.http, stored.body, _record(stored), provenance)


def revisit_of(stored: Stored, original: Stored, provenance: str) -> Capture:
    """Return a revisit as a capture with the payload of its original.

    Its record is rebuilt as a response that can be read without the original; date and payload digest stay.
    """
    head = stored.http if http_status(stored.http) not in (0, 304) else original.http
    http = (head.rstrip(b"\r\n") or b"HTTP/1.1 200 OK") + b"\r\n\r\n"
    fields = _rebuilt_fields(stored, original.head.digest() or payload_digest(original.body))
    block = http + original.body
    record = copied_record("response", stored.head.url, stored.captured_at, block, fields)
    return _capture(stored, http, original.body, record, provenance)


def dechunk(body: bytes) -> bytes | None:
    """Return a de-chunked body up to the first broken chunk, None if it is not chunked."""
    parts: list[bytes] = []
    at = 0
    while match := _CHUNK_SIZE.match(body, at):
        size = int(match[1], 16)
        end = match.end() + size
        if not size:
            return b"".join(parts)
        line_end = _LINE_END.match(body, end)
        if not line_end and not parts:
            return None
        parts.append(body[match.end() : end])
        if not line_end:
            break
        at = line_end.end()
    return b"".join(parts) if parts else None


def _find(window: Window, url: str, captured_at: datetime, max_bytes: int, *, many: bool) -> Stored:
    """Read up to the wanted record; others may precede it only in a member with many records."""
    second = captured_at.replace(microsecond=0)
    for head in _heads(window):
        moment = _moment(head.field(b"warc-date")) if head.holds(url) else None
        if moment and moment.replace(microsecond=0) == second:
            return _read_block(window, head, moment, max_bytes)
        if not many:
            break
        window.skip(head.length)
    raise Broken("another record lies there: the archive has changed")


def _moment(date: str) -> datetime | None:
    try:
        return parse_date(date)
    except Broken:
        return None


def _moments(window: Window) -> Iterator[tuple[int, str, datetime]]:
    """Yield position, URL and moment of all captures in a window."""
    for head in _heads(window):
        moment = _moment(head.field(b"warc-date")) if head.is_capture else None
        if moment:
            yield window.start, head.url, moment
        window.skip(head.length)


def _heads(window: Window) -> Iterator[Head]:
    """Yield the heads of the records of a member and skip damage; the caller must pass over each block."""
    for _ in range(MAX_LOSSES):
        try:
            while head := read_head(window):
                yield head
            return
        except BrokenPacking:
            raise
        except Broken:
            if not find_record(window):
                return


def _read_block(window: Window, head: Head, captured_at: datetime, max_bytes: int) -> Stored:
    if head.length > max_bytes:
        raise Broken("too large")
    http = b"" if head.kind == "resource" else http_head(window, head.length)
    body = window.take(head.length - len(http))
    if len(http) + len(body) < head.length:
        raise Broken("shorter than its Content-Length")
    return Stored(head, captured_at, http, body, b"")


def _record(stored: Stored) -> bytes:
    """Return the record as one gzip member: the original bytes if possible, ARC converted to WARC."""
    head = stored.head
    block = stored.http + stored.body
    if head.is_arc:
        fields = _rebuilt_fields(stored, payload_digest(stored.body))
        return copied_record("response", head.url, stored.captured_at, block, fields)
    return stored.member or gzip_member(b"".join((head.raw, block, b"\r\n\r\n")))


def _rebuilt_fields(stored: Stored, digest: str) -> list[tuple[str, str]]:
    """Return the headers of a rebuilt record."""
    ip = stored.head.field(b"warc-ip-address")
    return [
        *([("WARC-IP-Address", ip)] if ip else []),
        ("WARC-Payload-Digest", digest),
        ("Content-Type", _HTTP),
    ]


def _capture(stored: Stored, http: bytes, body: bytes, record: bytes, provenance: str) -> Capture:
    head = stored.head
    headers = tuple((_text(name), _text(value)) for name, value in split_fields(http))
    if head.kind == "resource":
        headers = (("Content-Type", head.field(b"content-type")),)
    plain = Capture(
        url=head.url,
        captured_at=stored.captured_at,
        status=http_status(http) or 200,
        headers=headers,
        body=body,
        reason=_text(http.split(b"\n", 1)[0].strip().partition(b" ")[2].partition(b" ")[2]),
        ip=head.field(b"warc-ip-address"),
        truncated=head.field(b"warc-truncated"),
        record=record,
        provenance=provenance,
    )
    chunked = "chunked" in plain.header("Transfer-Encoding").lower()
    whole = dechunk(body) if chunked else None
    return plain if whole is None else plain._replace(body=whole)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
