"""The pages that the fuzzer starts from: generated ones, and real ones where the corpora are available."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.pages import NewsWeb
from tests.corpora import DATA
from tests.fuzz.shapes import SHAPES
from tidings.errors import Unreadable
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Capture
from tidings.read.body import utf8_of

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecordType

ARCHIVES = ("dates/htmldate.warc.gz", "text/aeb.warc.gz", "warc/aut-example.warc.gz")
NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)
_LARGEST = 300_000


def generated(seed: int) -> list[bytes]:
    """Return pages of both generated webs, and the nasty shapes in small."""
    web = GeneratedWeb(seed, pages=200)
    urls = Random(f"{seed} pages").sample(web.pages, 25)
    light = [inflated(web.answer(url, NOW).headers, web.answer(url, NOW).body) for url in urls]
    news = NewsWeb(hosts=4, pages_per_host=60, seed=seed)
    heavy = [news.html(number).encode() for number in range(3, news.size, 67)]
    return [*light, *heavy, *(shape(2_000).encode() for shape in SHAPES.values())]


def real(most: int = 300) -> list[bytes]:
    """Return real pages as UTF-8, none where there are no data."""
    share = most // len(ARCHIVES)
    return [page for name in ARCHIVES for page in islice(_pages(DATA / name), share)]


def _pages(path: Path) -> Iterator[bytes]:
    if not path.exists():
        return
    with path.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            if record.http_headers:
                page = inflated(tuple(record.http_headers), record.reader.read())
                if 0 < len(page) <= _LARGEST:
                    yield page


def inflated(headers: tuple[tuple[str, str], ...], body: bytes) -> bytes:
    """Return a page as UTF-8, nothing if it is none."""
    try:
        return utf8_of(Capture("http://a.example/", NOW, 200, headers, body), 10_000_000)
    except Unreadable:
        return b""
