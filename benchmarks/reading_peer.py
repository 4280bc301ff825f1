"""The peers of reading, run in their own environment: Scrapy's LinkExtractor, trafilatura and htmldate.

Run as ``python -m benchmarks.reading_peer PAGES``, pickled slices of pages: address, type and body of each. A line on
standard input names a task and a slice, a line on standard output gives the seconds of CPU it took.
"""

from __future__ import annotations

import logging
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path

import htmldate
import trafilatura
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

_LINKS = LinkExtractor()


def everything(url: str, kind: str, body: bytes) -> None:
    """Find links, text, metadata and date; trafilatura asks htmldate for the date, on the tree it has."""
    _LINKS.extract_links(HtmlResponse(url, headers={"Content-Type": kind}, body=body))
    trafilatura.bare_extraction(body, url=url, with_metadata=True)


def text(url: str, kind: str, body: bytes) -> None:
    """Find the text, as trafilatura does by default."""
    trafilatura.extract(body, url=url)


def date(url: str, kind: str, body: bytes) -> None:
    """Find the day of publication, as htmldate does by default."""
    htmldate.find_date(body, url=url)


TASKS: dict[str, Callable[[str, str, bytes], None]] = {
    "everything": everything,
    "text": text,
    "date": date,
}


def main(path: str) -> None:
    """Do what standard input asks for until it ends."""
    logging.disable()
    slices: list[list[tuple[str, str, bytes]]] = pickle.loads(Path(path).read_bytes())
    for line in sys.stdin:
        name, number = line.split()
        task, begun = TASKS[name], time.process_time()
        for page in slices[int(number)]:
            task(*page)
        print(time.process_time() - begun, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
