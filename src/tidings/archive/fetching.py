"""Fetchers that answer out of existing archives: instead of the live web, or where it no longer answers."""

from __future__ import annotations

from collections.abc import Sequence

from tidings.archive.selection import ANY_TIME, choose_versions
from tidings.errors import Failed, FetchError
from tidings.model import Capture, Link, Snapshot, TimeSpan
from tidings.ports import Fetcher, Holdings

_GONE = (404, 410)


class ArchiveFetcher:
    """Answers links out of archives: of each address the snapshot, or snapshots, that fit the event."""

    def __init__(
        self, archives: Sequence[Holdings], when: TimeSpan | None, versions: int = 1
    ) -> None:
        self._archives = archives
        self._when = when or ANY_TIME
        self._versions = versions

    async def fetch(self, link: Link) -> Sequence[Capture]:
        """Return the captures that stand for a link, none if no archive has it; raise Failed or TryLater."""
        found = [
            (snapshot, archive)
            for archive in self._archives
            for snapshot in await archive.snapshots(link.url)
        ]
        owners: dict[Snapshot, Holdings] = dict(reversed(found))
        chosen = choose_versions(list(owners), self._when, self._versions, redirects=True)
        return [await owners[snapshot].load(snapshot) for snapshot in chosen]

    def delay(self, url: str) -> float:
        """Return 0: a folder needs no rest, and the client of a service keeps its own distance."""
        return 0.0

    async def close(self) -> None:
        """Close all archives."""
        for archive in self._archives:
            await archive.close()


class Fallback:
    """Asks the live web first, and archives when a page is dead."""

    def __init__(self, live: Fetcher, archives: ArchiveFetcher) -> None:
        self._live = live
        self._archives = archives

    async def fetch(self, link: Link) -> Sequence[Capture]:
        """Return what the live web answers, or what it once answered."""
        try:
            captures = await self._live.fetch(link)
        except Failed:
            captures = await self._once(link)
            if not captures:
                raise
            return captures
        if captures and captures[0].status in _GONE:
            return await self._once(link) or captures
        return captures

    def delay(self, url: str) -> float:
        """Return the seconds the live host wants between two requests."""
        return self._live.delay(url)

    async def close(self) -> None:
        """Close both."""
        await self._live.close()
        await self._archives.close()

    async def _once(self, link: Link) -> Sequence[Capture]:
        """Return what archives have; one that cannot answer changes nothing about a dead page."""
        try:
            return await self._archives.fetch(link)
        except FetchError:
            return ()
