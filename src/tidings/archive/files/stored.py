"""Records as others have stored them: WARC and ARC heads, HTTP heads, and what a file holds; it loads no bodies."""

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
from tidings.model import Pointer, Snapshot

MAX_HEAD = 1 << 16
MAX_LOSSES = 2_000
"""How often the way is searched again in one file, or in one member of it."""

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
"""Version 1, and version 2 with status, checksum, location, offset and file name."""
_WARC_START = re.compile(rb"WARC/\d")
_LOST_WARC = re.compile(rb"(?<=\n)WARC/\d\.\d+\r?\n")
_WIDTH = 16
_ADDRESS = re.compile(rb"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_STATUS = re.compile(rb"(?:HTTP/?[\d.]*|ICY)[ \t]+(\d{3})(?!\d)", re.IGNORECASE)
_CONTENT_TYPE = re.compile(rb"^content-type[ \t]*:[ \t]*([^;\r\n]*)", re.IGNORECASE | re.MULTILINE)
_WEB = re.compile(r"https?://[^/]", re.IGNORECASE)
_LONG_TYPE = 100
_LONG_NUMBER = 18
_PARTED = methodcaller("partition", b":")
_DAY_OF_YEAR = re.compile(r"(\d{4})-\d\d-(\d{3})T(.*)")


class Head(NamedTuple):
    """What a record says about itself before its block."""

    kind: str
    url: str
    length: int
    fields: dict[bytes, bytes]
    raw: bytes

    @property
    def is_arc(self) -> bool:
        """Return whether the record is of an ARC file."""
        return not self.raw.startswith(b"WARC/")

    @property
    def is_capture(self) -> bool:
        """Return whether the record is a capture of a web address."""
        return self.kind in _CAPTURES and _WEB.match(self.url) is not None

    @property
    def fault(self) -> str:
        """Return what is missing, empty if nothing is."""
        if not self.kind:
            return "no WARC-Type"
        return "no address" if self.kind in _CAPTURES and not self.url else ""

    def field(self, name: bytes) -> str:
        """Return the value of a header, named in lower case, or an empty string."""
        return self.fields.get(name, b"").decode("utf-8", "surrogateescape")

    def captured_at(self) -> datetime:
        """Return when the capture was made; raise Broken if that is not said."""
        return parse_date(self.field(b"warc-date"))

    def digest(self) -> str:
        """Return the digest of the payload, empty if it is not told."""
        told = self.field(b"warc-payload-digest")
        return told or (self.field(b"warc-block-digest") if self.kind == "resource" else "")


class Damage(NamedTuple):
    """Something in an archive that could not be used, and where."""

    file: str
    offset: int
    reason: str


class _Unusable(NamedTuple):
    """A record that cannot be used."""

    start: int
    reason: str


class _Found(NamedTuple):
    """A capture, and its place in the unpacked bytes."""

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
    """Yield every capture of a file, and every damage in it, in the order of the file; never fail."""
    try:
        with path.open("rb", buffering=CHUNK) as file:
            if not path.stat().st_size:
                yield Damage(name, 0, "the file is empty")
            yield from _scan(file, packing_of(path, file), name)
    except OSError as error:
        yield Damage(name, 0, f"cannot be read ({error.strerror or error})")
    except Broken as error:
        yield Damage(name, 0, str(error))


def read_head(window: Window) -> Head | None:
    """Take the head of the next record, None if there is no more; raise Broken if it is no record."""
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
    """Go on to where the next WARC record seems to begin after something that was none."""
    window.skip(1)
    return window.skip_to(_LOST_WARC, _WIDTH)


def http_head(window: Window, length: int) -> bytes:
    """Take the HTTP head of a block; all of the block if no empty line ends the head."""
    limit = min(length, MAX_HEAD)
    end = window.find(_EMPTY_LINE, limit)
    return window.take(end if end >= 0 else limit)


def http_status(head: bytes) -> int:
    """Return the status an HTTP head tells, 0 if none."""
    match = _STATUS.match(head)
    return int(match[1]) if match else 0


def parse_date(text: str) -> datetime:
    """Return the moment of a WARC-Date; days of the year, as ClueWeb09 writes them, are understood."""
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
    """Return the headers after the first line, folded lines joined, lines without a colon left out."""
    pairs = map(_PARTED, _unfolded(head).split(b"\n")[1:])
    return [(name.strip(), value.strip()) for name, colon, value in pairs if colon]


def _scan(file: BinaryIO, packing: Packing, name: str) -> Iterator[Snapshot | Damage]:
    """Yield what a file holds; after a damage go on where the next record begins."""
    captures = _packed_captures if packing.decoder else _plain_captures
    offset = 0
    for _ in range(MAX_LOSSES):
        try:
            for member in members(file, packing, offset):
                yield from captures(member, name)
            return
        except Broken as error:
            yield Damage(name, error.offset, str(error))
            found = next_start(file, packing, error.offset + 1)
        if found is None:
            return
        offset = found
    yield Damage(name, offset, "damaged too often: the rest was not read")


def _plain_captures(member: Member, name: str) -> Iterator[Snapshot | Damage]:
    """Yield the captures of a plain file; raise Broken at a record whose end is unclear."""
    window = Window(member.pieces)
    try:
        for found in _records(window, search=False):
            place = member.offset + found.start
            if isinstance(found, _Unusable):
                yield Damage(name, place, found.reason)
            else:
                yield found.at(Pointer(name, place, found.length))
    except Broken as error:
        error.offset = member.offset + window.start
        raise


def _packed_captures(member: Member, name: str) -> Iterator[Snapshot | Damage]:
    """Yield the captures of a member, nearly always one; the place of each is that of the member."""
    records: list[_Found | _Unusable] = []
    failure: BrokenPacking | None = None
    try:
        for found in _records(Window(member.pieces), search=True):
            records.append(found)  # noqa: PERF402 (what came before a failure counts)
    except BrokenPacking as error:
        failure = error
    pointer = Pointer(name, member.offset, member.end - member.offset)
    for found in records:
        if isinstance(found, _Unusable):
            yield Damage(name, member.offset, found.reason)
        else:
            yield found.at(pointer)
    if failure:
        raise failure


def _records(window: Window, *, search: bool) -> Iterator[_Found | _Unusable]:
    """Yield captures and unusable records; lost, search the next record or raise Broken."""
    for _ in range(MAX_LOSSES):
        try:
            while head := read_head(window):
                found = _read_over(window, head)
                if found:
                    yield found
            return
        except BrokenPacking:
            raise
        except Broken as error:
            if not search:
                raise
            yield _Unusable(window.start, str(error))
        if not find_record(window):
            return


def _read_over(window: Window, head: Head) -> _Found | _Unusable | None:
    """Pass over a record; return None if it is no capture of a web address."""
    if head.fault or not head.is_capture:
        _pass_block(window, head, head.length)
        return _Unusable(window.start, head.fault) if head.fault else None
    http = b"" if head.kind == "resource" else http_head(window, head.length)
    status, mime = _answer(head, http)
    digest = head.digest()
    hashed = None if digest or head.kind == "revisit" else sha1(usedforsecurity=False)
    _pass_block(window, head, head.length - len(http), hashed)
    try:
        captured_at = head.captured_at()
    except Broken as error:
        return _Unusable(window.start, str(error))
    if not status and head.kind == "response":
        return _Unusable(window.start, "no HTTP status")
    return _Found(
        window.start,
        window.position - window.start,
        head.url,
        captured_at,
        REVISIT if head.kind == "revisit" else mime,
        status,
        sha1_label(hashed.digest()) if hashed else digest,
    )


def _answer(head: Head, http: bytes) -> tuple[int, str]:
    """Return status and media type; what was stored without HTTP was good."""
    if head.kind == "resource":
        return 200, _media_type(head.fields.get(b"content-type", b""))
    match = _CONTENT_TYPE.search(http)
    return http_status(http), _media_type(match[1]) if match else ""


def _media_type(value: bytes) -> str:
    kind = value.partition(b";")[0].strip()[:_LONG_TYPE].lower().decode("ascii", "replace")
    return "".join(kind.split())


def _pass_block(window: Window, head: Head, length: int, hashed: Hash | None = None) -> None:
    """Pass over the rest of a block and what ends it; raise Broken if no other record follows."""
    if window.skip(length, hashed) < length:
        raise Broken("shorter than its Content-Length")
    start = _ADDRESS if head.is_arc else _WARC_START
    if window.skip_newlines() and not start.match(window.peek(16)):
        raise Broken("longer than its Content-Length")


def _unfolded(head: bytes) -> bytes:
    return _FOLD.sub(b" ", head) if b"\n " in head or b"\n\t" in head else head


def _warc_head(raw: bytes) -> Head:
    lines = reversed(_unfolded(raw).split(b"\n"))  # of two headers with one name the first counts
    fields = {name.lower(): value.strip() for name, _, value in map(_PARTED, lines)}
    length = fields.get(b"content-length", b"")
    if not length.isdigit() or len(length) > _LONG_NUMBER:
        raise Broken("no usable Content-Length")
    kind = fields.get(b"warc-type", b"").decode("ascii", "replace").lower()
    return Head(kind, _address(fields.get(b"warc-target-uri", b"")), int(length), fields, raw)


def _arc_head(raw: bytes, line: re.Match[bytes]) -> Head:
    date = line["date"]
    fields = {
        b"warc-date": b"%b-%b-%bT%b:%b:%bZ"
        % (date[:4], date[4:6], date[6:8], date[8:10], date[10:12], date[12:]),
        b"warc-ip-address": line["ip"],
        b"content-type": line["mime"],
    }
    return Head("response", _address(line["url"]), int(line["length"]), fields, raw)


def _address(value: bytes) -> str:
    return uri(value.strip(b"<> ").decode("utf-8", "surrogateescape"))
