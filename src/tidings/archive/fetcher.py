"""Fetchers that use existing archives, instead of the live web or where a page is gone from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tidings.archive.selection import ANY_TIME, choose_several
from tidings.errors import Failed, Refused
from tidings.model import GONE, Capture, Fetched, Link, Snapshot, TimeSpan
from tidings.ports import Fetcher, Holdings

_MAX_CHOICES = 5
"""Rounds of choosing, each after snapshots that could not be loaded."""
_MAX_FAILED_URLS = 100_000
"""URLs whose failures are counted before the counts are dropped."""


class ArchiveFetcher:
    """Fetches links from archives: of each URL the snapshots that fit the event best."""

    def __init__(self, archives: Sequence[Holdings], when: TimeSpan | None, count: int = 1) -> None:
        """Fetch up to ``count`` different snapshots of each URL."""
        self._archives = archives
        self._when = when or ANY_TIME
        self._count = count

    async def fetch(self, link: Link) -> Fetched:
        """Return the chosen snapshots of a link, the best first; raise Failed or TryLater."""
        owners, failure = await self._owners(link.url)
        captures: list[Capture] = []
        for _ in range(_MAX_CHOICES):
            chosen = choose_several(list(owners), self._when, self._count, redirects=True)
            for snapshot in chosen:
                try:
                    captures.append(await owners.pop(snapshot).load(snapshot))
                except Failed as error:
                    failure = error
            if captures or not chosen:
                break
        if failure and not captures:
            raise failure
        return Fetched(captures[0], tuple(captures[1:])) if captures else Fetched()

    async def _owners(self, url: str) -> tuple[dict[Snapshot, Holdings], Failed | None]:
        """Return the snapshots of a URL with the archive that holds each, and the last failure to list them."""
        owners: dict[Snapshot, Holdings] = {}
        failure = None
        for archive in self._archives:
            try:
                for snapshot in await archive.snapshots(url):
                    owners.setdefault(snapshot, archive)
            except Failed as error:
                failure = error
        return owners, failure

    def delay(self, url: str) -> float:
        """Return 0: files need no delay, and the client of a service keeps its own."""
        return 0.0

    async def close(self) -> None:
        """Close all archives."""
        for archive in self._archives:
            await archive.close()


class OrLive:
    """Fetches from archives first, and from the live web what they do not hold; for the references of an event."""

    def __init__(self, archives: Fetcher, open_live: Callable[[], Fetcher]) -> None:
        """Open the live web when it is first needed."""
        self._archives = archives
        self._open_live = open_live
        self._live: Fetcher | None = None

    async def fetch(self, link: Link) -> Fetched:
        """Return archived captures, or else the live one."""
        archived = await self._archives.fetch(link)
        if archived.capture is not None:
            return archived
        self._live = self._live or self._open_live()
        return await self._live.fetch(link)

    def delay(self, url: str) -> float:
        """Return the seconds to leave between two requests."""
        return self._live.delay(url) if self._live else 0.0

    async def close(self) -> None:
        """Close both."""
        await self._archives.close()
        if self._live:
            await self._live.close()


class Fallback:
    """Fetches from the live web first, and from archives when a page is dead."""

    def __init__(self, live: Fetcher, archives: ArchiveFetcher, tries: int) -> None:
        """Use archives for URLs that are gone or failed ``tries`` times on the live web."""
        self._live = live
        self._archives = archives
        self._tries = tries
        self._failed: Counter[str] = Counter()

    async def fetch(self, link: Link) -> Fetched:
        """Return the live capture, or archived ones if the page is dead."""
        try:
            live = await self._live.fetch(link)
        except Failed as error:
            if error.retry and self._may_recover(link.url):
                raise
            archived = await self._archived(link)
            if archived.capture is None:
                raise
            return archived
        if live.capture and live.capture.status in GONE:
            archived = await self._archived(link)
            return archived if archived.capture else live
        return live

    def delay(self, url: str) -> float:
        """Return the seconds to leave between two requests to the live host."""
        return self._live.delay(url)

    async def close(self) -> None:
        """Close both."""
        await self._live.close()
        await self._archives.close()

    def _may_recover(self, url: str) -> bool:
        """Count a failure and return whether the URL will be tried again."""
        if len(self._failed) > _MAX_FAILED_URLS:
            self._failed.clear()
        self._failed[url] += 1
        return self._failed[url] < self._tries

    async def _archived(self, link: Link) -> Fetched:
        """Return archived captures, none if the archives fail; TryLater passes through."""
        try:
            return await self._archives.fetch(link)
        except (Failed, Refused):
            return Fetched()
