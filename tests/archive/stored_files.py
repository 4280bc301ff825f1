"""Archive files as other programs write them, whole and damaged."""

from __future__ import annotations

import gzip
from base64 import b32encode
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha1
from pathlib import Path

import zstandard

from tidings.archive.holdings import LocalHoldings

NOON = datetime(2016, 7, 22, 12, 0, 0, tzinfo=UTC)
PAGE = b"<html><title>Flood</title><p>The river rose by four metres."


def sha1_of(body: bytes) -> str:
    return "sha1:" + b32encode(sha1(body).digest()).decode()


def http(
    body: bytes = PAGE,
    status: str = "200 OK",
    kind: str = "text/html; charset=utf-8",
    extra: str = "",
) -> bytes:
    """Return an HTTP answer as it was stored."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{extra}\r\n"
    return head.encode() + body


def record(
    url: str | bytes = "http://news.example/flood",
    block: bytes | None = None,
    *,
    kind: str = "response",
    date: str = "2016-07-22T12:00:00Z",
    version: str = "1.0",
    length: int | None = None,
    without: Iterable[str] = (),
    **more: str,
) -> bytes:
    """Return a WARC record, with changes; ``more`` headers are named with underscores."""
    block = http() if block is None else block
    target = url if isinstance(url, bytes) else url.encode()
    content = "text/html" if kind == "resource" else f"application/http; msgtype={kind}"
    fields: dict[str, bytes] = {
        "WARC-Type": kind.encode(),
        "WARC-Target-URI": target,
        "WARC-Date": date.encode(),
        "WARC-Record-ID": b"<urn:uuid:%s>" % sha1(target + date.encode()).hexdigest()[:32].encode(),
        "Content-Type": content.encode(),
        "Content-Length": str(len(block) if length is None else length).encode(),
        **{name.replace("_", "-"): value.encode() for name, value in more.items()},
    }
    for name in without:
        del fields[name]
    lines = b"".join(b"%s: %s\r\n" % (name.encode(), value) for name, value in fields.items())
    return b"WARC/%s\r\n%s\r\n%s\r\n\r\n" % (version.encode(), lines, block)


def revisit(url: str = "http://news.example/flood", body: bytes = PAGE, **more: str) -> bytes:
    """Return a revisit record of a payload."""
    fields = {"WARC_Payload_Digest": sha1_of(body), "date": "2016-07-23T12:00:00Z", **more}
    return record(url, http(b""), kind="revisit", **fields)  # type: ignore[arg-type]


def arc_record(
    url: str = "http://news.example/flood",
    block: bytes | None = None,
    date: str = "20160722120000",
    kind: str = "text/html",
) -> bytes:
    """Return an ARC record of version 1."""
    block = http() if block is None else block
    return f"{url} 192.0.2.7 {date} {kind} {len(block)}\n".encode() + block + b"\n"


def arc_header(version: int = 1) -> bytes:
    """Return what an ARC file begins with."""
    names = "URL IP-address Archive-date Content-type Archive-length"
    if version == 2:
        names = "URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length"
    about = f"{version} 0 Somebody\n{names}\n".encode()
    line = f"filedesc://a.arc 0.0.0.0 20160101000000 text/plain {'200 - - 0 a.arc ' * (version == 2)}{len(about)}\n"
    return line.encode() + about + b"\n"


def plain(records: Sequence[bytes]) -> bytes:
    return b"".join(records)


def gzipped(records: Sequence[bytes]) -> bytes:
    return b"".join(gzip.compress(each, mtime=0) for each in records)


def one_member(records: Sequence[bytes]) -> bytes:
    return gzip.compress(b"".join(records), mtime=0)


def zstd(records: Sequence[bytes]) -> bytes:
    return b"".join(zstandard.ZstdCompressor().compress(each) for each in records)


def zstd_with_dictionary(records: Sequence[bytes], *, packed: bool = False) -> bytes:
    words = zstandard.ZstdCompressionDict(b"WARC/1.0\r\nWARC-Type: response\r\n" * 20)
    frames = (zstandard.ZstdCompressor(dict_data=words).compress(each) for each in records)
    stored = zstandard.ZstdCompressor().compress(words.as_bytes()) if packed else words.as_bytes()
    return b"\x5d\x2a\x4d\x18" + len(stored).to_bytes(4, "little") + stored + b"".join(frames)


def zstd_with_packed_dictionary(records: Sequence[bytes]) -> bytes:
    return zstd_with_dictionary(records, packed=True)


PACKINGS: dict[str, Callable[[Sequence[bytes]], bytes]] = {
    ".warc": plain,
    ".warc.gz": gzipped,
    "-one-member.warc.gz": one_member,
    ".warc.zst": zstd,
    "-dictionary.warc.zst": zstd_with_dictionary,
    "-packed-dictionary.warc.zst": zstd_with_packed_dictionary,
}


def holdings(folder: Path, **files: bytes) -> LocalHoldings:
    """Write files named with two underscores for a dot, index them, and return what they hold."""
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_bytes(content)
    found = LocalHoldings([folder], folder / "captures.index")
    found.update()
    return found
