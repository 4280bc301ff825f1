"""A collection with captures of several kinds."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path

from tests.collection.stored_pages import Shelf, StoredPage

FIRST = datetime(2024, 5, 1, 12, tzinfo=UTC)
SECOND = datetime(2024, 5, 2, 8, 30, tzinfo=UTC)
THIRD = datetime(2024, 6, 1, tzinfo=UTC)
PLAIN = "http://news.example/plain"
PACKED = "https://www.news.example/packed?b=2&a=1"
MOVED = "http://news.example/moved"
GONE = "http://news.example/gone"
HTML = b"<title>Flood</title><p>The river rose. <script>alert(1)</script>"


def archived(folder: Path) -> Path:
    """Fill a collection with captures."""
    html = ("Content-Type", "text/html; charset=utf-8")
    packed = (html, ("Content-Encoding", "gzip"), ("Set-Cookie", "a=1"), ("X-Bad", "a\r\nb: c"))
    moved = (("Location", "/plain"), html)
    Shelf(folder).save(
        StoredPage(PLAIN, body=HTML + b"1", captured=FIRST, headers=(html,)),
        StoredPage(PLAIN, body=HTML + b"2", captured=SECOND, headers=(html,)),
        StoredPage(PLAIN, body=HTML + b"3", captured=THIRD, headers=(html,)),
        StoredPage(PACKED, body=gzip.compress(HTML, mtime=0), captured=FIRST, headers=packed),
        StoredPage(MOVED, body=b"moved", captured=FIRST, headers=moved, status=302),
        StoredPage(GONE, body=b"gone", captured=FIRST, headers=(html,), status=404),
        StoredPage("http://other.example/", body=HTML, captured=FIRST, headers=(html,)),
    )
    return folder
