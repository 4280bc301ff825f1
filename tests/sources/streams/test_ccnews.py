"""Common Crawl's news from a local server: listings by month, files of gzip members, connections that break."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from aiohttp import web

from tests.sources.streams.servers import serving
from tests.sources.streams.test_streams import WORDS, listener
from tidings.archive.write.records import response_records
from tidings.errors import Failed
from tidings.model import Capture, Link
from tidings.sources.streams.ccnews import Articles, CommonCrawlNews
from tidings.sources.streams.stream import Stream
from tidings.web.clock import SystemClock

NOW = datetime(2024, 3, 5, 12, tzinfo=UTC)


def articles(*named: tuple[str, str], status: int = 200) -> bytes:
    """Return a file as Common Crawl writes it: each record is a gzip member, requests stand between."""
    records = b""
    for url, title in named:
        body = f"<html><head><title>{title}</title></head><body>{'x' * 300_000}</body></html>"
        headers = (("Content-Type", "text/html"),)
        capture = Capture(url, NOW, status, headers, body.encode())
        records += response_records(capture, {})[0]
    return records


FILES = {
    "2024/02": {
        "20240229230000-00007": articles(("http://a.example/feb", "The flood of February"))
    },
    "2024/03": {
        "20240301000000-00008": articles(
            ("http://a.example/1", "The flood &amp; the storm"),
            ("http://a.example/2", "Sport"),
            ("http://b.example/harwick-flood", ""),
        ),
        "20240301020000-00009": articles(("http://c.example/3", "Flood again")),
    },
}


class Bucket:
    """The files, some of which break off at first."""

    def __init__(self, cuts: int = 0) -> None:
        self.cuts = cuts
        self.asked: list[str] = []

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path.rpartition("CC-NEWS")[2])
        month = FILES.get("/".join(request.path.split("/")[3:5]))
        if month is None:
            raise web.HTTPNotFound
        if request.path.endswith("warc.paths.gz"):
            folder = request.path.removesuffix("warc.paths.gz").lstrip("/")
            names = "".join(f"{folder}CC-NEWS-{name}.warc.gz\n" for name in month)
            return web.Response(body=gzip.compress(names.encode()))
        body = month[request.path.partition("/CC-NEWS-")[2].removesuffix(".warc.gz")]
        if not self.cuts:
            return web.Response(body=body)
        self.cuts -= 1
        response = web.StreamResponse(headers={"Content-Length": str(len(body))})
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
        assert request.transport
        request.transport.abort()
        return response

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        app = web.Application()
        app.router.add_get("/{path:.*}", self.answer)
        async with serving(app) as root:
            yield f"http://{root}"


async def found(
    root: str, cursor: str, count: int, *, since: float = 0.0
) -> tuple[Stream, list[Link]]:
    ear = listener()
    tap = CommonCrawlNews(root, ear, lambda: WORDS, {}, now=lambda: NOW)
    stream = Stream(tap, lambda: WORDS, SystemClock(), since=since, close=ear.close)
    stream.resume(cursor)
    links: dict[str, Link] = {}
    async with asyncio.timeout(60):
        async for item in stream:
            assert isinstance(item, Link)
            links[item.url] = item
            if len(links) == count:
                break
    return stream, list(links.values())


async def test_all_files_after_a_cursor_are_read_over_months_and_breaks() -> None:
    bucket = Bucket(cuts=2)
    async with bucket.running() as root:
        stream, links = await found(root, "20240229000000", 4)
    assert [link.url for link in links] == [
        "http://a.example/feb",
        "http://a.example/1",
        "http://b.example/harwick-flood",
        "http://c.example/3",
    ]
    assert links[1].anchor == "The flood & the storm"
    assert links[1].found_at == NOW.timestamp()
    assert stream.cursor == "20240301000000"  # only whole files count
    assert stream.connections == 3


async def test_without_a_cursor_the_newest_file_is_read() -> None:
    bucket = Bucket()
    async with bucket.running() as root:
        _, links = await found(root, "", 1)
    assert links[0].url == "http://c.example/3"
    assert len(bucket.asked) == 2


async def test_a_collection_may_begin_with_its_event() -> None:
    async with Bucket().running() as root:
        since = datetime(2024, 3, 1, 1, tzinfo=UTC).timestamp()
        _, links = await found(root, "", 1, since=since)
    assert links[0].url == "http://a.example/feb"  # a file may hold articles of six hours


def test_other_records_and_answers_are_passed_over() -> None:
    reader = Articles()
    assert list(reader.feed(articles(("http://a.example/", "x"), status=404))) == []
    data = articles(("http://a.example/", "x"))
    parts = [data[start : start + 100] for start in range(0, len(data), 100)]
    assert [link.url for part in parts for link in reader.feed(part)] == ["http://a.example/"]
    assert list(reader.feed(gzip.compress(b"nothing of the kind"))) == []
    with pytest.raises(Failed, match="gzip"):
        reader.feed(b"<html>Service unavailable</html>")
