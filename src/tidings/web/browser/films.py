"""Films and sounds of kept pages, fetched by a program of the user's, such as yt-dlp; off unless it is named.

The program speaks to the web by itself. So robots.txt and the address of a film are checked before, and one program
runs at a time. It ends with its time, with the crawl, or when its files are too large.
"""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import orjson

from tidings.errors import Failed
from tidings.model import FILM, Capture, Channel, Fetched, Link, Reason, Use
from tidings.ports import Clock
from tidings.settings import ArchiveSettings
from tidings.web.live import LiveFetcher

ARGUMENTS = (
    "--ignore-config", "--no-cache-dir", "--no-playlist", "--quiet", "--no-warnings", "--no-progress",
    "--no-simulate", "--dump-json", "--no-mtime", "--no-part", "--output", "film.%(ext)s",
)  # fmt: skip
FACTS = ("title", "uploader", "upload_date", "duration", "webpage_url", "extractor")
"""What the program says about a film, as it is recorded."""
MOST_SAID = 4_000_000
"""Bytes of what the program says that are read."""
_LOOK_SECONDS = 0.2


def find_helper(name: str) -> str:
    """Return the path of the program; raise ValueError if it is not there."""
    program = shutil.which(name)
    if not program:
        raise ValueError(f"no program “{name}”: install it (pip install yt-dlp), or name its path")
    return program


def check_helper(name: str) -> None:
    """Raise ValueError if a program is named that is not there."""
    if name:
        find_helper(name)


class FilmFetcher:
    """Fetches as the live web does, and films through a program."""

    def __init__(self, live: LiveFetcher, settings: ArchiveSettings, clock: Clock) -> None:
        self._live = live
        self._program = find_helper(settings.film_helper)
        self._most = int(settings.film_megabytes * 1e6)
        self._seconds = settings.film_seconds
        self._clock = clock

    async def fetch(self, link: Link) -> Fetched:
        """Return the one capture of a link; raise Refused, Failed or TryLater."""
        if link.channel is not Channel.REQUISITE or link.anchor != Use.FILM.value:
            return await self._live.fetch(link)
        await self._live.admit(link.url)
        with tempfile.TemporaryDirectory(prefix="tidings-film-") as folder:
            said = await self._run(link.url, Path(folder))
            return Fetched(self._capture(link.url, Path(folder), said))

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps of a site, as far as they are known."""
        return self._live.sitemaps(url)

    def delay(self, url: str) -> float:
        """Return the seconds to leave between two pages of the host of a URL."""
        return self._live.delay(url)

    async def close(self) -> None:
        """Close all connections."""
        await self._live.close()

    async def _run(self, url: str, folder: Path) -> bytes:
        """Run the program in a folder and return what it says; raise Failed."""
        with (folder / "said").open("wb") as said, (folder / "complained").open("wb") as complained:
            process = await asyncio.create_subprocess_exec(
                *_dying_with_us(), self._program, *ARGUMENTS, "--max-filesize", str(self._most), "--", url,
                cwd=folder, stdin=asyncio.subprocess.DEVNULL, stdout=said, stderr=complained, start_new_session=True,
            )  # fmt: skip
        try:
            async with asyncio.timeout(self._seconds):
                await self._watch(process, folder)
        except TimeoutError:
            raise Failed(Reason.TIMEOUT, f"{self._seconds:g} s for a film", retry=False) from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        if process.returncode:
            lines = _head(folder / "complained").decode("utf-8", "replace").split("\n")
            last = next((line.strip() for line in reversed(lines) if line.strip()), "")
            detail = f"{Path(self._program).name}: {last or f'exit code {process.returncode}'}"
            raise Failed(Reason.FETCHING_FAILED, detail[:200], retry=False)
        return _head(folder / "said")

    async def _watch(self, process: asyncio.subprocess.Process, folder: Path) -> None:
        """Wait for the end of the program; raise Failed if it writes too much."""
        ending = asyncio.ensure_future(process.wait())
        while not ending.done():
            await asyncio.wait({ending}, timeout=_LOOK_SECONDS)
            if sum(map(_size, _files(folder))) > self._most + MOST_SAID:
                ending.cancel()
                raise Failed(Reason.TOO_LARGE, f"{self._most / 1e6:g} MB", retry=False)

    def _capture(self, url: str, folder: Path, said: bytes) -> Capture:
        films = [path for path in _files(folder) if path.name.startswith("film.")]
        if not films:
            raise Failed(Reason.FETCHING_FAILED, "no film, or one that is too large", retry=False)
        film = max(films, key=lambda path: path.stat().st_size)
        if film.stat().st_size > self._most:
            raise Failed(Reason.TOO_LARGE, f"{self._most / 1e6:g} MB", retry=False)
        kind = mimetypes.guess_type(film.name)[0] or "application/octet-stream"
        headers = (("Content-Type", kind), *_facts(said))
        return Capture(f"{FILM}{url}", self._clock.now(), 200, headers, film.read_bytes())


def _dying_with_us() -> list[str]:
    """Return a command that lets the system end what it starts when this process is killed, where there is one."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_file() and not path.is_symlink()]


def _size(path: Path) -> int:
    """Return the bytes of a file, 0 if the program has removed it meanwhile."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_SAID)


def _facts(said: bytes) -> Iterator[tuple[str, str]]:
    """Yield what the program says about a film, as headers that only the archive reads."""
    try:
        found = orjson.loads(said.partition(b"\n")[0])
    except orjson.JSONDecodeError:
        return
    for name in FACTS:
        value = found.get(name) if isinstance(found, dict) else None
        if isinstance(value, str | int | float):
            yield f"{Use.FILM.value}-{name.replace('_', '-')}", " ".join(str(value).split())[:300]
