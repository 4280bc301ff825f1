"""Builds WARC 1.1 records, one gzip member each; it knows no files, so workers can use it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha1
from urllib.parse import quote
from uuid import UUID

from isal import isal_zlib

from tidings.archive.digests import payload_digest, sha1_label
from tidings.model import MADE_HERE, POST_TYPE, Capture
from tidings.urls import host_of

REVISIT_PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED_PROFILE = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"

_LEVEL = 1
"""Compression level; tried: 0 is slower and grows compressed bodies by a quarter, 3 is three times slower."""
_GZIP = 31
"""Window bits of zlib for a gzip member."""
_EXTRA = 4
"""The flag of a gzip member with an extra field."""
_BLANK = (
    b"WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Date: 1970-01-01T00:00:00Z\r\n"
    b"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
)
"""The record that takes the place of a withdrawn one."""
_HEAD = 65_536
"""Bytes of a copied record in which its record id is looked for."""
_NAME = re.compile(rb"(?im)^WARC-Record-ID:[ \t]*([!-~]+)")
_NOT_TOKEN = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-]")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]+")
_NEVER_BYTES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
_NOT_URI = re.compile(r"[^!-~]")

Fields = Iterable[tuple[str, str]]


def response_records(capture: Capture, facts: Mapping[str, str]) -> tuple[bytes, int, str]:
    """Return a capture's records, the length of the first (the response), and the payload digest.

    A request record follows if the request is known, a metadata record if there are facts. A capture from an
    archive keeps its own record, byte for byte.
    """
    if capture.record:
        return _copied(capture, facts)
    if capture.url.startswith(MADE_HERE) or capture.header("Content-Type") == POST_TYPE:
        return _resource(capture, facts)
    digest = payload_digest(capture.body)
    fields = [("WARC-Payload-Digest", digest)]
    if capture.truncated:
        fields.append(("WARC-Truncated", capture.truncated))
    records, length = _exchange("response", capture, facts, fields, capture.body)
    return records, length, digest


def revisit_records(
    capture: Capture,
    facts: Mapping[str, str],
    *,
    original_url: str,
    original_date: datetime,
    digest: str,
    profile: str = REVISIT_PROFILE,
) -> tuple[bytes, int]:
    """Return the records of a capture whose payload is already archived, and the length of the first."""
    fields = [
        ("WARC-Payload-Digest", digest),
        ("WARC-Profile", profile),
        ("WARC-Refers-To-Target-URI", uri(original_url)),
        ("WARC-Refers-To-Date", warc_date(original_date)),
    ]
    if profile == NOT_MODIFIED_PROFILE:
        # Replay tools show the head of the record, and a 304 shows nothing: without one they take the original's.
        told = {name.lower(): value for name, value in capture.headers[:20]}
        return _exchange("revisit", capture, {**facts, "status": "304", **told}, fields, b"", b"")
    return _exchange("revisit", capture, facts, fields, b"")


def copied_record(
    kind: str, url: str, captured_at: datetime, block: bytes, fields: Sequence[tuple[str, str]]
) -> bytes:
    """Return a new record for a block from another archive whose own record cannot be copied."""
    head = [
        ("WARC-Type", kind),
        ("WARC-Date", warc_date(captured_at)),
        ("WARC-Target-URI", uri(url)),
    ]
    return _record([*head, *fields], block)[0]


def gzip_member(plain: bytes) -> bytes:
    """Return bytes as one gzip member."""
    return isal_zlib.compress(plain, _LEVEL, _GZIP)


def _copied(capture: Capture, facts: Mapping[str, str]) -> tuple[bytes, int, str]:
    """Return an archived record unchanged, followed by a metadata record with the facts."""
    head = isal_zlib.decompressobj(_GZIP).decompress(capture.record, _HEAD)
    name = _NAME.search(head.partition(b"\r\n\r\n")[0])
    fields = [
        ("WARC-Type", "metadata"),
        ("WARC-Date", warc_date(capture.captured_at)),
        ("WARC-Target-URI", uri(capture.url)),
        ("WARC-Refers-To", name[1].decode("ascii") if name else ""),
        ("Content-Type", "application/warc-fields"),
    ]
    metadata = _record([field for field in fields if field[1]], _lines(facts.items()))[0]
    return capture.record + metadata, len(capture.record), payload_digest(capture.body)


def _resource(capture: Capture, facts: Mapping[str, str]) -> tuple[bytes, int, str]:
    """Return a record of what was received or made without HTTP, followed by a metadata record with the facts."""
    digest = payload_digest(capture.body)
    shared = [("WARC-Date", warc_date(capture.captured_at)), ("WARC-Target-URI", uri(capture.url))]
    head = [
        ("WARC-Type", "resource"),
        *shared,
        ("WARC-Payload-Digest", digest),
        ("Content-Type", capture.header("Content-Type")),
    ]
    record, name = _record(head, capture.body)
    head = [
        ("WARC-Type", "metadata"),
        *shared,
        ("WARC-Refers-To", name),
        ("Content-Type", "application/warc-fields"),
    ]
    metadata = _record(head, _lines(facts.items()))[0] if facts else b""
    return record + metadata, len(record), digest


def blank_record(length: int) -> bytes:
    """Return an empty record as a gzip member of exactly this length; raise ValueError if there is no room.

    The rest of the member is an extra field of its header, which every reader skips.
    """
    member = gzip_member(_BLANK)
    spare = length - len(member) - 2
    if not 0 <= spare <= 0xFFFF:
        raise ValueError(f"a record of {length} bytes cannot be blanked")
    flagged = member[:3] + bytes([member[3] | _EXTRA]) + member[4:10]
    return flagged + spare.to_bytes(2, "little") + bytes(spare) + member[10:]


def warcinfo_record(
    filename: str, software: str, facts: Mapping[str, str], *, created_at: datetime | None = None
) -> bytes:
    """Return the first record of a WARC file."""
    about = {"software": software, "format": "WARC File Format 1.1", **facts}
    head = [
        ("WARC-Type", "warcinfo"),
        ("WARC-Date", warc_date(created_at or datetime.now(UTC))),
        ("WARC-Filename", filename),
        ("Content-Type", "application/warc-fields"),
    ]
    return _record(head, _lines(about.items()))[0]


def warc_date(moment: datetime) -> str:
    """Return a moment in the format of WARC 1.1, with a fraction only if there is one."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def uri(url: str) -> str:
    """Return a URL with everything percent-encoded that a WARC header or an index cannot hold."""
    if not _NOT_URI.search(url):
        return url
    return _NOT_URI.sub(lambda match: quote(_encoded(match[0]), safe=""), url)


def _exchange(
    kind: str,
    capture: Capture,
    facts: Mapping[str, str],
    fields: Sequence[tuple[str, str]],
    body: bytes,
    block: bytes | None = None,
) -> tuple[bytes, int]:
    """Return the response with its request and metadata records, and the length of the first."""
    url = uri(capture.url)
    shared = [("WARC-Date", warc_date(capture.captured_at)), ("WARC-Target-URI", url)]
    if capture.ip:
        shared.append(("WARC-IP-Address", capture.ip))
    answer, name = _record(
        [
            ("WARC-Type", kind),
            *shared,
            *fields,
            ("Content-Type", "application/http;msgtype=response"),
        ],
        _http_head(capture) if block is None else block,
        body,
    )
    shared.append(("WARC-Concurrent-To", name))
    parts = [answer]
    if capture.request_headers:
        head = [
            ("WARC-Type", "request"),
            *shared,
            ("Content-Type", "application/http;msgtype=request"),
        ]
        parts.append(_record(head, _request(url, capture.request_headers))[0])
    if facts:
        head = [("WARC-Type", "metadata"), *shared, ("Content-Type", "application/warc-fields")]
        parts.append(_record(head, _lines(facts.items()))[0])
    return b"".join(parts), len(answer)


def _record(
    fields: Sequence[tuple[str, str]], block: bytes, body: bytes = b""
) -> tuple[bytes, str]:
    """Return one compressed record of ``block`` and ``body``, and its record id.

    The id is a hash of the content, so that the same crawl writes the same bytes.
    """
    hashed = sha1(block, usedforsecurity=False)
    hashed.update(body)
    digest = hashed.digest()
    head = _lines(fields)
    name = f"<urn:uuid:{UUID(bytes=sha1(head + digest, usedforsecurity=False).digest()[:16], version=5)}>"
    own = (
        f"WARC-Record-ID: {name}\r\n"
        f"WARC-Block-Digest: {sha1_label(digest)}\r\n"
        f"Content-Length: {len(block) + len(body)}\r\n\r\n"
    )
    plain = b"".join((b"WARC/1.1\r\n", head, own.encode(), block, body, b"\r\n\r\n"))
    return gzip_member(plain), name


def _http_head(capture: Capture) -> bytes:
    status = f"HTTP/1.1 {capture.status:03d} {_CONTROL.sub(' ', capture.reason)}"
    fields = _stored_headers(capture.headers, len(capture.body))
    return _encoded(status) + b"\r\n" + _lines(fields) + b"\r\n"


def _stored_headers(headers: Fields, length: int) -> list[tuple[str, str]]:
    """Return headers that fit the de-chunked, perhaps truncated body, with replaced ones under x-orig- names."""
    stored: list[tuple[str, str]] = []
    changed = False
    for name, value in headers:
        lower = name.lower()
        if lower == "transfer-encoding" or (
            lower == "content-length" and value.strip() != str(length)
        ):
            stored.append((f"x-orig-{lower}", value))
            changed = True
        else:
            stored.append((name, value))
    if changed and not any(name.lower() == "content-length" for name, _ in stored):
        stored.append(("Content-Length", str(length)))
    return stored


def _request(url: str, headers: Fields) -> bytes:
    host = host_of(url)
    path = url[url.find("//") + 2 + len(host) :].partition("#")[0]
    if not path.startswith("/"):
        path = "/" + path
    return _encoded(f"GET {path} HTTP/1.1\r\n") + _lines(headers) + b"\r\n"


def _lines(fields: Fields) -> bytes:
    """Return ``Name: value`` lines; line ends inside names and values are replaced."""
    text = "".join(
        f"{_NOT_TOKEN.sub('_', name) or '_'}: {_CONTROL.sub(' ', value)}\r\n"
        for name, value in fields
    )
    return _encoded(text)


def _encoded(text: str) -> bytes:
    """Return the bytes received from the server; surrogates that stand for no byte become '?'."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return _NEVER_BYTES.sub("?", text).encode("utf-8", "surrogateescape")
