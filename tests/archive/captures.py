"""Captures of many kinds, as servers send them."""

from __future__ import annotations

import gzip
import random
from datetime import UTC, datetime
from pathlib import Path

import brotli

from tidings.archive.files.loading import capture_of, read_stored
from tidings.archive.files.members import members, packing_of
from tidings.archive.files.stored import read_head
from tidings.archive.files.window import Window
from tidings.model import Capture, Pointer

NOON = datetime(2026, 11, 15, 12, 0, 0, 123456, tzinfo=UTC)
HTML = "<html><head><title>Flood</title></head><body><p>The river Ahr rose by four metres. Überflutung</p></body></html>"
REQUEST = (("Host", "news.example"), ("User-Agent", "tidings/0.1 (+https://archive.example/)"))
FACTS = {
    "score": "0.71",
    "topic": "0.8",
    "anchor": "Flood in the valley",
    "parent": "http://news.example/",
}


def capture(
    url: str = "http://news.example/flood", body: bytes = HTML.encode(), **changes: object
) -> Capture:
    """Return a good capture of a page, with changes."""
    plain = Capture(
        url=url,
        captured_at=NOON,
        status=200,
        headers=(("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body)))),
        body=body,
        reason="OK",
        request_headers=REQUEST,
        ip="192.0.2.7",
    )
    return plain._replace(**changes)  # type: ignore[arg-type]


def encoded(url: str, coding: str, body: bytes, **changes: object) -> Capture:
    """Return a chunked capture with a compressed body, as most of the web comes."""
    headers = (
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Encoding", coding),
        ("Transfer-Encoding", "chunked"),
    )
    return capture(url, body, headers=headers, **changes)


def stored_capture(folder: Path, pointer: Pointer) -> Capture:
    """Read back the capture whose response or revisit begins at a pointer."""
    path = folder / pointer.file
    with path.open("rb") as file:
        head = read_head(Window(next(members(file, packing_of(path, file), pointer.offset)).pieces))
    assert head
    stored = read_stored(path, pointer.offset, head.url, head.captured_at())
    return capture_of(stored, f"{pointer.file}:{pointer.offset}")


VARIED = {
    "plain": capture("http://www.news.example/Plain/"),
    "gzip": encoded("http://news.example/gzip", "gzip", gzip.compress(HTML.encode(), mtime=0)),
    "brotli": encoded("https://news.example/br?b=2&a=1", "br", brotli.compress(HTML.encode())),
    "empty": capture("http://news.example/empty", b"", status=204, reason="No Content"),
    "redirect": capture(
        "http://news.example/moved",
        b"",
        status=301,
        reason="Moved Permanently",
        headers=(("Location", "http://news.example/flood"), ("Content-Length", "0")),
    ),
    "not found": capture("http://news.example/gone", b"<p>gone", status=404, reason="Not Found"),
    "truncated": capture(
        "http://news.example/long",
        b"<p>long" * 10,
        truncated="length",
        headers=(("Content-Type", "text/html"), ("Content-Length", "99999")),
    ),
    "odd headers": capture(
        "http://news.example/odd",
        reason="Fine\r\nX-Injected: 1",
        headers=(
            ("content-TYPE", "text/html"),
            ("Set-Cookie", "a=1"),
            ("Set-Cookie", "b=2"),
            ("X-Empty", ""),
            ("X-Bytes", b"caf\xe9".decode("utf-8", "surrogateescape")),
            ("X-Evil", "a\r\n\r\nWARC/1.1\r\nb"),
            ("X Space:\r\nname", "v"),
            ("X-Lone", "\ud800"),
            ("", "nameless"),
            ("X-Unicode", "Überflutung\u2028"),
        ),
    ),
    "no headers": capture("http://news.example/bare", b"bare", headers=(), reason=""),
    "unicode": capture("http://news.example/Überflutung?q=Ahr tal\n"),
    "port": capture("http://news.example:8080/a;b?c"),
    "ip": capture("http://192.0.2.1/", request_headers=()),
    "whole second": capture("http://news.example/second", captured_at=NOON.replace(microsecond=0)),
    "large": capture("http://news.example/large", random.Random(7).randbytes(20_000_000)),
}
