"""Attack all readers of what comes from outside: ``python -m tests.fuzz.formats --inputs 100000 --seed 1``.

Pages, headers, robots.txt, sitemaps, feeds, WARC and ARC, CDX, event files, posts and requests to the API. Each input is a damaged copy of a
small good one, made from the seed and its number alone. Exits with 1 at the first failure, with the input's number.
"""

# ruff: noqa: T201 - it is a command

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import httpx2
from starlette.testclient import TestClient

from tests.archive.stored_files import arc_header, arc_record, record
from tests.collection.stored_pages import Shelf, StoredPage
from tests.fuzz import targets as pages
from tests.fuzz.mutate import mutated
from tidings.api.app import ServerSettings, make_app
from tidings.archive.files.stored import scan, split_fields
from tidings.archive.index.dialects import read_any_index
from tidings.errors import EventFileError, Unreadable
from tidings.event.file import load
from tidings.frontier.traps import shape_of, without_session
from tidings.model import Capture
from tidings.read.feeds import recognise
from tidings.read.posts import read_posts
from tidings.urls import normalise
from tidings.web import robots

SLOWEST = 2.0
"""Seconds of processor time that one input may take."""
NOW = datetime(2024, 5, 1, tzinfo=UTC)
_FEED = b"""<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>Flood</title>
<link>http://a.example/1</link><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate></item></channel></rss>"""
_ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>Flood</title>
<link href="http://a.example/1"/><updated>2024-05-01T10:00:00Z</updated></entry></feed>"""
_SITEMAP = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.example/1</loc>
<lastmod>2024-05-01</lastmod></url></urlset>"""
_CDXJ = b'com,example)/ 20240501000000 {"url":"http://example.com/","status":"200","mime":"text/html","filename":"a.warc.gz","offset":"0","length":"99"}\n'
_CDX = b" CDX N b a m s k r M S V g\ncom,example)/ 20240501000000 http://example.com/ text/html 200 AAAA - - 99 0 a.warc.gz\n"
_EVENT = b'name = "Flood"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["flood"]\n[when]\nstart = 2024-05-01\n[fetch]\ncontact = "a@b.example"\ndelay = 1\n'
_ROBOTS = b"User-agent: *\nDisallow: /private*\nAllow: /private/a$\nCrawl-delay: 5\nSitemap: http://a.example/s.xml\n"
_HEADERS = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: a=b\r\n folded\r\nRetry-After: 5\r\n\r\n"
_POST = json.dumps(
    {"id": 1, "text": "Flood http://a.example/1", "created_at": "Wed May 01 10:00:00 +0000 2024", "user": {"id": 2}}
).encode()  # fmt: skip

Read = Callable[[bytes, Path], object]


def _listing(data: bytes, folder: Path) -> object:
    capture = Capture("http://a.example/f", NOW, 200, (("Content-Type", "application/xml"),), data)
    try:
        return recognise(capture, 1_000_000)
    except Unreadable:
        return None


def _in_file(name: str, read: Callable[[Path], object]) -> Read:
    def act(data: bytes, folder: Path) -> object:
        path = folder / name
        path.write_bytes(data)
        return read(path)

    return act


def _event(path: Path) -> object:
    try:
        return load(path)
    except EventFileError:
        return None


def _robots(data: bytes, folder: Path) -> object:
    rules = robots.parse(data)
    return rules.allowed("http://a.example/private/a"), rules.crawl_delay


def _headers(data: bytes, folder: Path) -> object:
    fields = tuple(
        (n.decode("utf-8", "surrogateescape"), v.decode("utf-8", "surrogateescape"))
        for n, v in split_fields(data)
    )
    capture = Capture("http://a.example/", NOW, 200, fields, b"")
    return capture.retry_after(), capture.header("content-type")


def _posts(data: bytes, folder: Path) -> object:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return read_posts(document, None)


def _addresses(data: bytes, folder: Path) -> object:
    url = normalise(data.decode("utf-8", "replace"), "http://a.example/")
    return (shape_of(url), without_session(url)) if url else None


def _page(data: bytes, folder: Path) -> object:
    target = pages.TARGETS["page"]
    page = target.act(pages.Case("page", data, {}))
    target.check(page)
    return page


@cache
def _client(folder: Path) -> TestClient:
    """Return a client of a server with one small collection."""
    page = StoredPage("http://a.example/dam", "The dam broke in the night.", "Dam", score=0.9)
    Shelf(folder / "home" / "flood").save(page)
    settings = ServerSettings(folders=[folder / "home"], requests_per_second=1e9)
    address = "http://127.0.0.1:8484"
    return TestClient(make_app(settings), base_url=address, follow_redirects=False)


def _request(data: bytes, folder: Path) -> object:
    """Send a request whose first line is its method and address, and the rest its body."""
    first, _, body = data.partition(b"\n")
    method, _, path = first.decode("latin-1").partition(" ")
    path = "/" + "".join(letter for letter in path if letter.isprintable()).lstrip("/")
    headers = {"Content-Type": "application/json"}
    method = method if method in ("GET", "POST", "PUT", "PATCH", "DELETE") else "GET"
    try:
        answer = _client(folder).request(method, path, content=body, headers=headers)
    except (
        httpx2.InvalidURL,
        httpx2.RemoteProtocolError,
        UnicodeEncodeError,
    ):  # the client refuses the address
        return None
    if answer.status_code >= 500:
        raise AssertionError(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
    return answer.status_code


_PAGE = b"""<html lang=en><head><title>Dam breaks</title><meta property="article:published_time"
content="2024-05-01T10:00:00Z"></head><body><h1>Dam</h1><p>The dam near Beira broke.</p><a href="/1">more</a>
<time datetime="2024-05-01">1 May</time></body></html>"""
_API = b"/api/v1/collections/flood"
_REQUESTS = (
    b"GET " + _API + b"/search?q=%22dam+broke%22+-cup&country=MZ&since=2024-05-01&limit=5",
    b"GET " + _API + b"/facets?facet=host&facet=language&q=dam",
    b"GET " + _API + b"/timeline?q=title:dam",
    b"GET " + _API + b"/pages?outcome=kept&limit=5",
    b"GET " + _API + b"/pages/1/graph?hops=2",
    b"GET " + _API + b"/why?url=http://a.example/dam",
    b"GET " + _API + b"/export?format=csv&q=dam",
    b"GET " + _API + b"/cdx?url=http://a.example/dam&limit=3",
    b"PUT " + _API + b'/pages/1/tags\n{"tags": ["seen", "later"]}',
    b"PUT " + _API + b'/pages/1/fields\n{"fields": {"note": "by hand", "number": 3}}',
    b"POST " + _API + b'/judgements\n{"pages": [1], "verdict": "relevant"}',
)

TARGETS: dict[str, tuple[Read, tuple[bytes, ...]]] = {
    "pages": (_page, (_PAGE,)),
    "requests": (_request, _REQUESTS),
    "robots": (_robots, (_ROBOTS,)),
    "headers": (_headers, (_HEADERS,)),
    "listings": (_listing, (_FEED, _ATOM, _SITEMAP)),
    "warc": (
        _in_file("a.warc.gz", lambda path: list(scan(path, "a"))),
        (record(), gzip.compress(record(), mtime=0), arc_header() + arc_record()),
    ),
    "cdx": (_in_file("a.cdx", lambda path: list(read_any_index(path))), (_CDXJ, _CDX)),
    "events": (_in_file("event.toml", _event), (_EVENT,)),
    "posts": (_posts, (_POST,)),
    "addresses": (_addresses, (b"http://a.example/8f3a91bc2d/story/17?s=1#x", b"//b.example/\xff")),
}

_COSTLY = {"pages": 1, "requests": 1}
"""Share of the inputs for targets that take long; others have five."""


@cache
def _warm_up(name: str, folder: Path) -> None:
    """Let a reader load its tables before it is timed."""
    read, seeds = TARGETS[name]
    read(seeds[0], folder)


def attack(seed: int, number: int, folder: Path) -> tuple[str, float]:
    """Read one input; return its target and the seconds it took."""
    rng = Random(f"{seed} {number}")
    name = rng.choices(tuple(TARGETS), [_COSTLY.get(name, 5) for name in TARGETS])[0]
    read, seeds = TARGETS[name]
    data = mutated(rng, seeds)[:100_000]
    _warm_up(name, folder)
    begin = time.process_time()
    read(data, folder)
    return name, time.process_time() - begin


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.formats", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, help="only this input")
    options = parser.parse_args()
    numbers = range(options.inputs) if options.number is None else [options.number]
    counts: Counter[str] = Counter()
    slowest = (0.0, "", 0)
    with TemporaryDirectory() as folder:
        for number in numbers:
            try:
                name, seconds = attack(options.seed, number, Path(folder))
            except Exception:
                print(f"input {number} of seed {options.seed} broke a reader", file=sys.stderr)
                raise
            counts[name] += 1
            slowest = max(slowest, (seconds, name, number))
            if seconds > SLOWEST:
                print(f"input {number} of seed {options.seed}: {name} took {seconds:.1f} s")
                return 1
    print(f"{counts.total():,} inputs, none broke a reader: {dict(counts)}")
    print(f"slowest: {slowest[0]:.3f} s, {slowest[1]}, input {slowest[2]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
