"""The peers in the crawl benchmark, in their own environment: Scrapy with the same job, and following links only.

Run as ``python -m benchmarks.scrapy_peer read|follow PORT HOSTS PAGES FOLDER``; prints a JSON line with its figures.
"""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import trafilatura
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

SETTINGS = {
    "ROBOTSTXT_OBEY": True,
    "DOWNLOAD_DELAY": 0,
    "CONCURRENT_REQUESTS": 64,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
    "AUTOTHROTTLE_ENABLED": False,
    "COOKIES_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_LEVEL": "WARNING",
    "USER_AGENT": "benchmark (+https://tidings.example)",
}


class Following(CrawlSpider):
    """Follow every link and read nothing."""

    name = "following"
    rules = (Rule(LinkExtractor(), callback="see", follow=True),)

    def __init__(self, port: str, hosts: int, folder: Path, **more: Any) -> None:
        self.start_urls = [f"http://127.0.1.{host + 1}:{port}/" for host in range(hosts)]
        self.allowed_domains = [f"127.0.1.{host + 1}" for host in range(hosts)]
        self.pages = 0
        self.first = self.last = 0.0
        super().__init__(**more)

    def parse_start_url(self, response: Response, **_: Any) -> Iterator[dict[str, Any]]:
        return self.see(response)

    def see(self, response: Response) -> Iterator[dict[str, Any]]:
        self.first = self.first or time.monotonic()
        yield from self.read(response)
        self.pages += 1
        self.last = time.monotonic()

    def read(self, response: Response) -> Iterator[dict[str, Any]]:
        yield from ()


class Reading(Following):
    """Extract text, metadata and date of every page with trafilatura, and archive it with warcio."""

    name = "reading"

    def __init__(self, port: str, hosts: int, folder: Path, **more: Any) -> None:
        super().__init__(port, hosts, folder, **more)
        self.stream = (folder / "peer.warc.gz").open("wb")
        self.writer = WARCWriter(self.stream, gzip=True)

    def read(self, response: Response) -> Iterator[dict[str, Any]]:
        document = trafilatura.bare_extraction(response.body, url=response.url, with_metadata=True)
        self.archive(response)
        if document is not None:
            yield {"url": response.url, "date": document.date, "text": document.text}

    def archive(self, response: Response) -> None:
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, values in response.headers.items()
            for value in values
        ]
        record = self.writer.create_warc_record(
            response.url,
            "response",
            payload=io.BytesIO(response.body),
            http_headers=StatusAndHeaders(f"{response.status} OK", headers, protocol="HTTP/1.1"),
        )
        self.writer.write_record(record)

    def closed(self, reason: str) -> None:
        self.stream.close()


SPIDERS = {"read": Reading, "follow": Following}


def main(kind: str, port: str, hosts: str, pages: str, folder: str) -> None:
    """Crawl and print the figures."""
    process = CrawlerProcess(SETTINGS | {"CLOSESPIDER_PAGECOUNT": int(pages)})
    crawler = process.create_crawler(SPIDERS[kind])
    process.crawl(crawler, port=port, hosts=int(hosts), folder=Path(folder))
    process.start()
    spider: Any = crawler.spider
    seconds = spider.last - spider.first
    print(json.dumps({"pages": spider.pages, "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
