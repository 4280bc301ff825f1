"""Parses WARC and ARC records and lists the captures of a file; it loads no bodies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha1
from operator import methodcaller
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tidings.archive.digests import sha1_label
from tidings.archive.files.members import (
    CHUNK,
    Broken,
    BrokenPacking,
    Member,
    Packing,
    members,
    next_start,
    packing_of,
)
from tidings.archive.files.window import Hash, Window
from tidings.archive.index.cdx import REVISIT
from tidings.archive.write.records import uri
from tidings.disk.reading import check_filled
from tidings.model import Pointer, Snapshot

MAX_HEAD = 1 << 16
"""Bytes of a record header or an HTTP header."""
MAX_LOSSES = 2_000
"""Damaged places after which reading goes on, in one file or in one member."""

_CAPTURES = frozenset({"response", "resource", "revisit"})
_EMPTY_LINE = re.compile(rb"\n\r?\n")
_LINE = re.compile(rb"\n")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_WARC = re.compile(rb"WARC/\d+\.\d+\s*\n")
_ARC = re.compile(
    rb"(?P<url>[a-z][a-z0-9+.-]*:.+?) (?P<ip>\S*) (?P<date>\d{14}) (?P<mime>.*?)"
    rb"(?: \d{3} \S+ \S+ \d+ \S+)? (?P<length>\d{1,18})\s*$",
    re.IGNORECASE,
)
"""Header line of ARC version 1, and of version 2 with status, checksum, location, offset and file name."""
_WARC_START = re.compile(rb"WARC/\d")
_LOST_WARC = re.compile(rb"(?<=\n)WARC/\d\.\d+\r?\n")
_LOST_WIDTH = 16
"""Bytes that a match of the pattern above takes at most."""
_URL_START = re.compile(rb"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_STATUS = re.compile(rb"(?:HTTP/?[\d.]*|ICY)[ \t]+(\d{3})(?!\d)", re.IGNORECASE)
_CONTENT_TYPE = re.compile(rb"^content-type[ \t]*:[ \t]*([^;\r\n]*)", re.IGNORECASE | re.MULTILINE)
_WEB = re.compile(r"https?://[^/]", re.IGNORECASE)
_MAX_MEDIA_TYPE = 100
_MAX_DIGITS = 18
_SPLIT_AT_COLON = methodcaller("partition", b":")
_DAY_OF_YEAR = re.compile(r"(\d{4})-\d\d-(\d{3})T(.*)")


class Head(NamedTuple):
    """The header of a record."""

    kind: str
    url: str
    length: int
    fields: dict[bytes, bytes]
    raw: bytes

    @property
    def is_arc(self) -> bool:
        """Return whether the record is an ARC record."""
        return not self.raw.startswith(b"WARC/")

    @property
    def is_capture(self) -> bool:
        """Return whether the record is a capture of a web URL."""
        return self.kind in _CAPTURES and _WEB.match(self.url) is not None

    def holds(self, url: str) -> bool:
        """Return whether the record is a capture of this URL, or was made of a page and has this name."""
        return self.kind in _CAPTURES and self.url == url

    @property
    def fault(self) -> str:
        """Return the required field that is missing, empty if none is."""
        if not self.kind:
            return "no WARC-Type"
        return "no address" if self.kind in _CAPTURES and not self.url else ""

    def field(self, name: bytes) -> str:
        """Return the value of a header, named in lower case, or an empty string."""
        return self.fields.get(name, b"").decode("utf-8", "surrogateescape")

    def captured_at(self) -> datetime:
        """Return the moment of the capture; raise Broken if there is none."""
        return parse_date(self.field(b"warc-date"))

    def digest(self) -> str:
        """Return the digest of the payload, empty if there is none."""
        payload = self.field(b"warc-payload-digest")
        return payload or (self.field(b"warc-block-digest") if self.kind == "resource" else "")


class Damage(NamedTuple):
    """Something unusable in an archive, and where it is."""

    file: str
    offset: int
    reason: str


class _Unusable(NamedTuple):
    """A record that cannot be used."""

    start: int
    reason: str


class _Capture(NamedTuple):
    """A capture and its position in the decompressed bytes."""

    start: int
    length: int
    url: str
    captured_at: datetime
    mime: str
    status: int
    digest: str

    def at(self, pointer: Pointer) -> Snapshot:
        return Snapshot(*self[2:], pointer)


def scan(path: Path, name: str) -> Iterator[Snapshot | Damage]:
    """Yield every capture and every damage of a file in its order; never fail."""
    try:
        check_filled(path)
        with path.open("rb", buffering=CHUNK) as file:
            if not path.stat().st_size:
                yield Damage(name, 0, "the file is empty")
            yield from _scan(file, packing_of(path, file), name)
    except OSError as error:
        yield Damage(name, 0, f"cannot be read ({error.strerror or error})")
    except Broken as error:
        yield Damage(name, 0, str(error))


def read_head(window: Window) -> Head | None:
    """Read the header of the next record, None at the end; raise Broken if it is no record."""
    if not window.begin():
        return None
    line = window.find(_LINE, MAX_HEAD)
    if line > 0 and _WARC.match(window.peek(line)):
        end = window.find(_EMPTY_LINE, MAX_HEAD)
        if end < 0:
            raise Broken("the header does not end")
        return _warc_head(window.take(end))
    match = _ARC.match(window.peek(line)) if line > 0 else None
    if not match:
        raise Broken("not a WARC or ARC record")
    return _arc_head(window.take(line), match)


def find_record(window: Window) -> bool:
    """Skip to what looks like the next WARC record; return whether there is one."""
    window.skip(1)
    return window.skip_to(_LOST_WARC, _LOST_WIDTH)


def http_head(window: Window, length: int) -> bytes:
    """Read the HTTP header of a block, or the whole block if no empty line ends the header."""
    limit = min(length, MAX_HEAD)
    end = window.find(_EMPTY_LINE, limit)
    return window.take(end if end >= 0 else limit)


def http_status(head: bytes) -> int:
    """Return the status of an HTTP header, 0 if it has none."""
    match = _STATUS.match(head)
    return int(match[1]) if match else 0


def parse_date(text: str) -> datetime:
    """Return the moment of a WARC-Date, which in ClueWeb09 gives the day of the year."""
    try:
        if match := _DAY_OF_YEAR.match(text):
            first = datetime.fromisoformat(f"{match[1]}-01-01T{match[3]}")
            moment = first + timedelta(days=int(match[2]) - 1)
        else:
            moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise Broken(f"no usable date ({text[:40]!r})" if text else "no date") from None


def split_fields(head: bytes) -> list[tuple[bytes, bytes]]:
    """Return the headers after the first line; folded lines are joined, lines without a colon dropped."""
    pairs = map(_SPLIT_AT_COLON, _unfolded(head).split(b"\n")[1:])
    return [(name.strip(), value.strip()) for name, colon, value in pairs if colon]


def _scan(file: BinaryIO, packing: Packing, name: str) -> Iterator[Snapshot | Damage]:
    """Yield captures and damages; after a damage go on at the next record."""
    captures = _packed_captures if packing.decoder else _plain_captures
    offset = 0
    for _ in range(MAX_LOSSES):
        try:
            for member in members(file, packing, offset):
                yield from captures(member, name)
            return
        except Broken as error:
            yield Damage(name, error.offset, str(error))
            start = next_start(file, packing, error.offset + 1)
        if start is None:
            return
        offset = start
    yield Damage(name, offset, "damaged too often: the rest was not read")


def _plain_captures(member: Member, name: str) -> Iterator[Snapshot | Damage]:
    """Yield the captures of a plain file; raise Broken at a record whose end is unclear."""
    window = Window(member.pieces)
    try:
        for record in _records(window, search=False):
            offset = member.offset + record.start
            if isinstance(record, _Unusable):
                yield Damage(name, offset, record.reason)
            else:
                yield record.at(Pointer(name, offset, record.length))
    except Broken as error:
        error.offset = member.offset + window.start
        raise


def _packed_captures(member: Member, name: str) -> Iterator[Snapshot | Damage]:
    """Yield the captures of a compressed member, nearly always one, all with the offset of the member."""
    records: list[_Capture | _Unusable] = []
    failure: BrokenPacking | None = None
    try:
        for record in _records(Window(member.pieces), search=True):
            records.append(record)  # noqa: PERF402 (records before a failure count)
    except BrokenPacking as error:
        failure = error
    pointer = Pointer(name, member.offset, member.end - member.offset)
    for record in records:
        if isinstance(record, _Unusable):
            yield Damage(name, member.offset, record.reason)
        else:
            yield record.at(pointer)
    if failure:
        raise failure


def _records(window: Window, *, search: bool) -> Iterator[_Capture | _Unusable]:
    """Yield captures and unusable records; after damage search for the next record or raise Broken."""
    for _ in range(MAX_LOSSES):
        try:
            while head := read_head(window):
                if record := _read_past(window, head):
                    yield record
            return
        except BrokenPacking:
            raise
        except Broken as error:
            if not search:
                raise
            yield _Unusable(window.start, str(error))
        if not find_record(window):
            return


def _read_past(window: Window, head: Head) -> _Capture | _Unusable | None:
    """Read past a record and return it, None if it is no capture of a web URL."""
    if head.fault or not head.is_capture:
        _skip_block(window, head, head.length)
        return _Unusable(window.start, head.fault) if head.fault else None
    http = b"" if head.kind == "resource" else http_head(window, head.length)
    status, mime = _answer(head, http)
    digest = head.digest()
    hashed = None if digest or head.kind == "revisit" else sha1(usedforsecurity=False)
    _skip_block(window, head, head.length - len(http), hashed)
    try:
        captured_at = head.captured_at()
    except Broken as error:
        return _Unusable(window.start, str(error))
    if not status and head.kind == "response":
        return _Unusable(window.start, "no HTTP status")
    return _Capture(
        window.start,
        window.position - window.start,
        head.url,
        captured_at,
        REVISIT if head.kind == "revisit" else mime,
        status,
        sha1_label(hashed.digest()) if hashed else digest,
    )


def _answer(head: Head, http: bytes) -> tuple[int, str]:
    """Return status and media type; a resource without HTTP counts as 200."""
    if head.kind == "resource":
        return 200, _media_type(head.fields.get(b"content-type", b""))
    match = _CONTENT_TYPE.search(http)
    return http_status(http), _media_type(match[1]) if match else ""


def _media_type(value: bytes) -> str:
    kind = value.partition(b";")[0].strip()[:_MAX_MEDIA_TYPE].lower().decode("ascii", "replace")
    return "".join(kind.split())


def _skip_block(window: Window, head: Head, length: int, hashed: Hash | None = None) -> None:
    """Skip the rest of a block and its end; raise Broken if something other than a record follows."""
    if window.skip(length, hashed) < length:
        raise Broken("shorter than its Content-Length")
    start = _URL_START if head.is_arc else _WARC_START
    if window.skip_newlines() and not start.match(window.peek(16)):
        raise Broken("longer than its Content-Length")


def _unfolded(head: bytes) -> bytes:
    return _FOLD.sub(b" ", head) if b"\n " in head or b"\n\t" in head else head


def _warc_head(raw: bytes) -> Head:
    # Reversed, because of two headers with the same name the first counts.
    lines = reversed(_unfolded(raw).split(b"\n"))
    fields = {name.lower(): value.strip() for name, _, value in map(_SPLIT_AT_COLON, lines)}
    length = fields.get(b"content-length", b"")
    if not length.isdigit() or len(length) > _MAX_DIGITS:
        raise Broken("no usable Content-Length")
    kind = fields.get(b"warc-type", b"").decode("ascii", "replace").lower()
    return Head(kind, _target(fields.get(b"warc-target-uri", b"")), int(length), fields, raw)


def _arc_head(raw: bytes, line: re.Match[bytes]) -> Head:
    date = line["date"]
    fields = {
        b"warc-date": b"%b-%b-%bT%b:%b:%bZ"
        % (date[:4], date[4:6], date[6:8], date[8:10], date[10:12], date[12:]),
        b"warc-ip-address": line["ip"],
        b"content-type": line["mime"],
    }
    return Head("response", _target(line["url"]), int(line["length"]), fields, raw)


def _target(value: bytes) -> str:
    return uri(value.strip(b"<> ").decode("utf-8", "surrogateescape"))
