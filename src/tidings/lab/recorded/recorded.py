"""A recorded web: every capture of a WARC file, read once.

The user's cache holds the pages under the digests of the WARC file and of the code that reads pages. If either
changes, the web is read again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import tidings
from tidings.archive.holdings import LocalHoldings
from tidings.disk.writing import atomic_file
from tidings.errors import Failed, TidingsError, Unreadable
from tidings.model import Capture, Page
from tidings.read.reader import Reader
from tidings.urls import normalise

OnRead = Callable[[int], None]
"""Called after every capture with the number read so far."""


class ReadCapture(NamedTuple):
    """A capture without its body, with its page or the reason why it has none."""

    capture: Capture
    page: Page | None
    reason: str


@dataclass(frozen=True, slots=True)
class RecordedWeb:
    """All read captures of a WARC file; links to URLs without a capture are removed and counted."""

    digest: str
    readings: Mapping[str, tuple[ReadCapture, ...]]
    """URL -> its captures in order of time."""
    outside: int
    """Number of distinct URLs that pages link to but that have no capture."""

    def at(self, url: str, moment: datetime | None = None) -> ReadCapture | None:
        """Return the latest capture of a URL, or the latest one up to a moment."""
        captures = self.readings.get(url, ())
        if moment is None:
            return captures[-1] if captures else None
        return next((one for one in reversed(captures) if _time(one) <= moment), None)

    def last_capture(self) -> datetime:
        """Return the time of the last capture."""
        return max(_time(one) for captures in self.readings.values() for one in captures)


def load_web(warc: Path, cache: Path) -> RecordedWeb:
    """Return the web of a WARC file, from the cache or read now."""
    digest = _digest(warc)
    return _load(_path(cache, digest)) or _save(read_web(warc, digest), cache)


def ensure_read(warc: Path, cache: Path, on_read: OnRead) -> None:
    """Read a WARC file into the cache unless it is there."""
    digest = _digest(warc)
    if not _path(cache, digest).exists():
        _save(read_web(warc, digest, on_read), cache)


def read_web(warc: Path, digest: str = "", on_read: OnRead = lambda _read: None) -> RecordedWeb:
    """Read every capture of a WARC file."""
    reader = Reader()
    by_url: dict[str, list[ReadCapture]] = {}
    for number, capture in enumerate(read_captures(warc), 1):
        by_url.setdefault(capture.url, []).append(_reading(reader, capture))
        on_read(number)
    if not by_url:
        raise TidingsError(f"{warc}: found no captures; allowed: a WARC file of a web")
    outside: set[str] = set()
    readings = {
        url: tuple(_inside(one, by_url, outside) for one in sorted(captures, key=_time))
        for url, captures in by_url.items()
    }
    return RecordedWeb(digest, readings, len(outside))


def read_captures(warc: Path) -> Iterator[Capture]:
    """Yield the captures of a WARC or ARC file that have a usable URL, in the file's order."""
    with tempfile.TemporaryDirectory() as folder:
        archive = LocalHoldings([warc], Path(folder) / "index")
        archive.update()
        try:
            for snapshot in archive.captures():
                url = normalise(snapshot.url)
                # A record that cannot be read counts as missing.
                with contextlib.suppress(Failed):
                    if url:
                        yield archive.load_now(snapshot)._replace(url=url)
        finally:
            asyncio.run(archive.close())


def _reading(reader: Reader, capture: Capture) -> ReadCapture:
    bare = capture._replace(body=b"", record=b"")
    if capture.status != 200:
        return ReadCapture(bare, None, f"http {capture.status}")
    try:
        return ReadCapture(bare, reader.read(capture), "")
    except Unreadable as error:
        return ReadCapture(bare, None, str(error))


def _inside(reading: ReadCapture, web: Mapping[str, object], outside: set[str]) -> ReadCapture:
    """Remove the links of a page that lead out of the web, and add their URLs to ``outside``."""
    if reading.page is None:
        return reading
    outside.update(link.url for link in reading.page.links if link.url not in web)
    links = tuple(link for link in reading.page.links if link.url in web)
    return reading._replace(page=replace(reading.page, links=links))


def _time(reading: ReadCapture) -> datetime:
    return reading.capture.captured_at


def cache_folder() -> Path:
    """Return the default folder of the cache."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "tidings" / "lab"


def _digest(warc: Path) -> str:
    try:
        with warc.open("rb") as file:
            digest = blake2b(digest_size=8)
            while part := file.read(1 << 20):
                digest.update(part)
    except OSError as error:
        raise TidingsError(
            f"{warc}: cannot be read ({error.strerror}); `warc` in the tasks file names it, "
            "relative to that file"
        ) from error
    return digest.hexdigest()


@lru_cache(maxsize=1)
def reader_version() -> str:
    """Return a digest of the code that reads pages, its tables included."""
    root = Path(tidings.__file__).parent
    code = sorted((root / "read").rglob("*.py"))
    return code_digest(
        (*code, root / "urls.py", *sorted((root / "model").rglob("*.py")), Path(__file__))
    )


def code_digest(files: Iterable[Path]) -> str:
    """Return a digest of the contents of files."""
    digest = blake2b(digest_size=8)
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _load(path: Path) -> RecordedWeb | None:
    """Return a web from the cache, None if its file is missing or damaged."""
    try:
        with path.open("rb") as file:
            web = pickle.load(file)
    except Exception:  # whatever a damaged pickle raises
        return None
    return web if isinstance(web, RecordedWeb) else None


def _save(web: RecordedWeb, cache: Path) -> RecordedWeb:
    """Write a web to the cache and return it."""
    cache.mkdir(parents=True, exist_ok=True)
    path = _path(cache, web.digest)
    with atomic_file(path) as file:
        pickle.dump(web, file, protocol=5)
    return web


def _path(cache: Path, digest: str) -> Path:
    return cache / f"web-{digest}-{reader_version()}.pickle"
