"""The index of an archive: indexing speed compared with fastwarc, size and look-ups with 1,000,000 captures.

The look-ups are measured in separate processes: ``python -m benchmarks.archive_index INDEX URL...``.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.floors import Floor
from benchmarks.pages import NewsWeb
from tidings.archive.digests import payload_digest
from tidings.archive.index.captures import CaptureIndex
from tidings.archive.index.indexing import update_index
from tidings.archive.write.records import gzip_member, response_records
from tidings.model import Capture

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator

CAPTURES = 1_000_000
FILES = 10
URLS = CAPTURES // 4
PAGES = 600
"""Captures of usual size, to measure the speed."""
ROUNDS = 5
PROCESSES = 15
LOOKUPS = 100
_WORDS = [
    *("flood", "river", "valley", "storm", "election", "report", "news", "live"),
    *("update", "city", "council", "police", "rescue", "damage", "bridge", "weather"),
]
_FIRST = datetime(2010, 1, 1, tzinfo=UTC)


def run() -> Sequence[Floor]:
    """Measure, print and return the floors."""
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as name:
        folder = Path(name)
        ratio, speed = _speed(folder / "pages")
        print(
            f"archive index: {PAGES} captures of 30 to 150 kB: {speed:.0f} captures/s, {ratio:.0%} of fastwarc's speed",
            flush=True,
        )
        size, first, later = _million(folder / "million")
    return (
        Floor("archive index: speed, of fastwarc's iteration", ratio * 100, 60.0, " %"),
        Floor("archive index: first look-up of a process", first, 1000.0, " µs", at_most=True),
        Floor("archive index: further look-ups", later, 1000.0, " µs", at_most=True),
        Floor("archive index: disk per capture", size, 200.0, " bytes", at_most=True),
    )


def ask(index_path: Path, urls: Sequence[str]) -> dict[str, float]:
    """Return the microseconds of the first look-up, opening included, and the median of the others."""
    begun = time.perf_counter()
    index = CaptureIndex(index_path)
    snapshots = index.snapshots(urls[0])
    first = time.perf_counter() - begun
    assert snapshots, urls[0]
    times = []
    for url in urls[1:]:
        begun = time.perf_counter()
        snapshots = index.snapshots(url)
        times.append(time.perf_counter() - begun)
        assert snapshots, url
    return {"first": first * 1e6, "later": statistics.median(times) * 1e6}


def _speed(folder: Path) -> tuple[float, float]:
    """Return the speed of indexing a file, as a share of fastwarc's and in captures per second."""
    folder.mkdir()
    path = folder / "pages.warc.gz"
    with path.open("wb") as file:
        for capture in _pages():
            file.write(response_records(capture, {})[0])
    iterated, indexed = [], []
    for number in range(ROUNDS):
        iterated.append(_seconds(lambda: _iterate(path)))
        index = folder / f"{number}.index"
        indexed.append(_seconds(lambda index=index: update_index([path], index)))  # type: ignore[misc]
    return min(iterated) / min(indexed), PAGES / min(indexed)


def _pages() -> Iterator[Capture]:
    web = NewsWeb(hosts=10, pages_per_host=PAGES // 10)
    rng = random.Random(1)
    for number in range(PAGES):
        body = web.html(number).encode()[: rng.randrange(30_000, 150_000)]
        headers = (("Content-Type", "text/html"), ("Content-Length", str(len(body))))
        request = (("Host", "news.example"), ("User-Agent", "benchmark"))
        yield Capture(web.url(number), _FIRST, 200, headers, body, "OK", request, "192.0.2.7")


def _iterate(path: Path) -> None:
    """Let fastwarc pass over all records without parsing HTTP headers, its fastest mode."""
    for _ in ArchiveIterator(str(path), parse_http=False, fsspec_args=False):
        pass


def _seconds(job: Callable[[], object]) -> float:
    begun = time.process_time()
    job()
    return time.process_time() - begun


def _million(folder: Path) -> tuple[float, float, float]:
    """Return bytes per capture, and the median times of a first and of a further look-up in microseconds."""
    folder.mkdir()
    _write_million(folder)
    index = folder / "captures.index"
    begun = time.perf_counter()
    counts = update_index([folder], index).counts
    seconds = time.perf_counter() - begun
    assert counts.captures == CAPTURES, counts
    size = index.stat().st_size / CAPTURES
    asked = [_ask_in_new_process(index, seed) for seed in range(PROCESSES)]
    first, later = (statistics.median(each[kind] for each in asked) for kind in ("first", "later"))
    print(
        f"  {CAPTURES:,} small captures: {seconds:.0f} s to index, {size:.0f} bytes a capture, "
        f"first look-up of a process {first:.0f} µs, others {later:.0f} µs",
        flush=True,
    )
    return size, first, later


def _ask_in_new_process(index: Path, seed: int) -> dict[str, float]:
    rng = random.Random(seed)
    urls = [_url(rng.randrange(CAPTURES) % URLS) for _ in range(LOOKUPS)]
    command = [sys.executable, "-m", "benchmarks.archive_index", str(index), *urls]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    figures: dict[str, float] = json.loads(answer)
    return figures


def _write_million(folder: Path) -> None:
    """Write files in which each URL is captured four times, years apart."""
    share = CAPTURES // FILES
    for number in range(FILES):
        with (folder / f"{number:02d}.warc.gz").open("wb") as file:
            for capture in range(number * share, (number + 1) * share):
                file.write(gzip_member(_small_record(capture)))


def _small_record(number: int) -> bytes:
    body = b"<p>%d" % number
    date = _FIRST + timedelta(seconds=number * 300)
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Date: {date:%Y-%m-%dT%H:%M:%SZ}\r\n"
        f"WARC-Target-URI: {_url(number % URLS)}\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\n"
        f"WARC-Payload-Digest: {payload_digest(body)}\r\nContent-Type: application/http;msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def _url(number: int) -> str:
    """Return one of the URLs; 70 characters on average, as in real archives."""
    mixed = number * 2_654_435_761 % 2**32
    words = [_WORDS[mixed >> shift & 15] for shift in (0, 4, 8, 12, 16)]
    scheme = "https" if mixed & 3 else "http"
    www = "www." if mixed & 8 else ""
    end = ".html" if mixed & 16 else "/"
    path = f"{words[1]}/2016/{mixed % 12 + 1:02d}/{'-'.join(words[2:])}-{number}{end}"
    return f"{scheme}://{www}{words[0]}{mixed >> 20}.example/{path}"


if __name__ == "__main__":
    print(json.dumps(ask(Path(sys.argv[1]), sys.argv[2:])))
