"""A web that was recorded once and stays as it was: every capture is read a single time.

The readings lie in the user's cache, under the digests of the WARC and of the code that reads pages, so that
a changed web or a changed reader is read anew.
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
from tidings.read import Reader
from tidings.urls import normalise

Step = Callable[[int], None]
"""Told after every capture how many were read."""


class ReadCapture(NamedTuple):
    """A capture without its body, and the page it was read as or the reason why not."""

    capture: Capture
    page: Page | None
    reason: str


@dataclass(frozen=True, slots=True)
class RecordedWeb:
    """All readings of a WARC; links that lead outside it are left out of the pages and only counted."""

    digest: str
    readings: Mapping[str, tuple[ReadCapture, ...]]
    """By address, in order of time."""
    outside: int
    """Distinct addresses that pages link to and that have no record."""

    def at(self, url: str, moment: datetime | None = None) -> ReadCapture | None:
        """Return the latest reading of an address, or the latest one that a moment may know of."""
        found = self.readings.get(url, ())
        if moment is None:
            return found[-1] if found else None
        return next((one for one in reversed(found) if one.capture.captured_at <= moment), None)

    def last_capture(self) -> datetime:
        """Return when the recording ended."""
        return max(one.capture.captured_at for found in self.readings.values() for one in found)


def load_web(warc: Path, cache: Path) -> RecordedWeb:
    """Return the web of a WARC file, from the cache or read now."""
    digest = _digest(warc)
    return _cached(_path(cache, digest)) or _kept(read_web(warc, digest), cache)


def ensure_read(warc: Path, cache: Path, step: Step) -> None:
    """Read a WARC file into the cache unless it is there."""
    digest = _digest(warc)
    if not _path(cache, digest).exists():
        _kept(read_web(warc, digest, step), cache)


def read_web(warc: Path, digest: str = "", step: Step = lambda _read: None) -> RecordedWeb:
    """Read every capture of a WARC file."""
    reader = Reader()
    found: dict[str, list[ReadCapture]] = {}
    for number, capture in enumerate(captures(warc), 1):
        found.setdefault(capture.url, []).append(_reading(reader, capture))
        step(number)
    if not found:
        raise TidingsError(f"{warc}: found no captures; allowed: a WARC file of a web")
    outside: set[str] = set()
    readings = {
        url: tuple(_inside(one, found, outside) for one in sorted(some, key=_time))
        for url, some in found.items()
    }
    return RecordedWeb(digest, readings, len(outside))


def captures(warc: Path) -> Iterator[Capture]:
    """Yield all that a WARC or ARC file holds of usable addresses, in the file's order."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        archive = LocalHoldings([warc], Path(folder) / "index")
        archive.update()
        try:
            for snapshot in archive.captures():
                url = normalise(snapshot.url)
                if url:
                    with contextlib.suppress(Failed):  # a record that cannot be read is not there
                        yield runner.run(archive.load(snapshot))._replace(url=url)
        finally:
            runner.run(archive.close())


def _reading(reader: Reader, capture: Capture) -> ReadCapture:
    bare = capture._replace(body=b"", record=b"")
    if capture.status != 200:
        return ReadCapture(bare, None, f"http {capture.status}")
    try:
        return ReadCapture(bare, reader.read(capture), "")
    except Unreadable as error:
        return ReadCapture(bare, None, str(error))


def _inside(reading: ReadCapture, web: Mapping[str, object], outside: set[str]) -> ReadCapture:
    """Leave out the links of a page that lead out of the web."""
    if reading.page is None:
        return reading
    outside.update(link.url for link in reading.page.links if link.url not in web)
    links = tuple(link for link in reading.page.links if link.url in web)
    return reading._replace(page=replace(reading.page, links=links))


def _time(reading: ReadCapture) -> datetime:
    return reading.capture.captured_at


def cache_folder() -> Path:
    """Return where readings are kept unless said otherwise."""
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
    """Return a mark that changes with the code that reads pages and with the names it knows."""
    root = Path(tidings.__file__).parent
    code = sorted((root / "read").rglob("*.py"))
    return code_mark((*code, root / "urls.py", root / "model.py", Path(__file__)))


def code_mark(files: Iterable[Path]) -> str:
    """Return a digest of some files."""
    digest = blake2b(digest_size=8)
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cached(path: Path) -> RecordedWeb | None:
    """Return kept readings; a file that cannot be used is as good as none."""
    try:
        with path.open("rb") as file:
            web = pickle.load(file)
    except Exception:  # whatever a damaged pickle raises
        return None
    return web if isinstance(web, RecordedWeb) else None


def _kept(web: RecordedWeb, cache: Path) -> RecordedWeb:
    cache.mkdir(parents=True, exist_ok=True)
    path = _path(cache, web.digest)
    with atomic_file(path) as file:
        pickle.dump(web, file, protocol=5)
    return web


def _path(cache: Path, digest: str) -> Path:
    return cache / f"web-{digest}-{reader_version()}.pickle"
