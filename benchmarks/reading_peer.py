"""The peers in the reading benchmark, in their own environment: Scrapy's LinkExtractor, trafilatura and htmldate.

Run as ``python -m benchmarks.reading_peer PAGES``.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable

import htmldate
import trafilatura
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

from benchmarks.reading_side import Task, WrittenPage, serve, timed

_LINKS = LinkExtractor()


def everything(page: WrittenPage) -> None:
    """Find links, text, metadata and date; trafilatura calls htmldate with its own tree."""
    kind = {name: value for name, value in page.headers if name.lower() == "content-type"}
    _LINKS.extract_links(HtmlResponse(page.url, headers=kind, body=page.body))
    trafilatura.bare_extraction(page.body, url=page.url, with_metadata=True)


def text(page: WrittenPage) -> None:
    """Find the text, as trafilatura does by default."""
    trafilatura.extract(page.body, url=page.url)


def date(page: WrittenPage) -> None:
    """Find the day of publication, as htmldate does by default."""
    htmldate.find_date(page.body, url=page.url)


def _task(work: Callable[[WrittenPage], None]) -> Task:
    return lambda pages: timed(work, pages)


if __name__ == "__main__":
    logging.disable()
    serve({work.__name__: _task(work) for work in (everything, text, date)}, sys.argv[1])
