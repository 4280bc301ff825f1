"""Fetchers that answer out of existing archives: instead of the live web, or where it no longer answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tidings.archive.selection import ANY_TIME, choose_versions
from tidings.errors import Failed, Refused
from tidings.model import GONE, Capture, Link, Snapshot, TimeSpan
from tidings.ports import Fetcher, Holdings

_CHOICES = 5
"""How often another snapshot is taken instead of one that cannot be loaded."""
_REMEMBERED = 100_000


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
        owners, failure = await self._owners(link.url)
        captures: list[Capture] = []
        for _ in range(_CHOICES):
            chosen = choose_versions(list(owners), self._when, self._versions, redirects=True)
            for snapshot in chosen:
                try:
                    captures.append(await owners.pop(snapshot).load(snapshot))
                except Failed as error:
                    failure = error
            if captures or not chosen:
                break
        if failure and not captures:
            raise failure
        return captures

    async def _owners(self, url: str) -> tuple[dict[Snapshot, Holdings], Failed | None]:
        """Return who has which snapshots of an address, and what went wrong with those that cannot tell."""
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
        """Return 0: a folder needs no rest, and the client of a service keeps its own distance."""
        return 0.0

    async def close(self) -> None:
        """Close all archives."""
        for archive in self._archives:
            await archive.close()


class Fallback:
    """Asks the live web first, and archives when a page is dead."""

    def __init__(self, live: Fetcher, archives: ArchiveFetcher, tries: int) -> None:
        """Ask archives about what failed ``tries`` times on the live web, or is gone."""
        self._live = live
        self._archives = archives
        self._tries = tries
        self._failed: Counter[str] = Counter()

    async def fetch(self, link: Link) -> Sequence[Capture]:
        """Return what the live web answers, or what it once answered."""
        try:
            captures = await self._live.fetch(link)
        except Failed as error:
            if error.retry and self._may_recover(link.url):
                raise
            captures = await self._once(link)
            if not captures:
                raise
            return captures
        if captures and captures[0].status in GONE:
            return await self._once(link) or captures
        return captures

    def delay(self, url: str) -> float:
        """Return the seconds the live host wants between two requests."""
        return self._live.delay(url)

    async def close(self) -> None:
        """Close both."""
        await self._live.close()
        await self._archives.close()

    def _may_recover(self, url: str) -> bool:
        """Count a failure; tell whether the address will be tried again."""
        if len(self._failed) > _REMEMBERED:
            self._failed.clear()
        self._failed[url] += 1
        return self._failed[url] < self._tries

    async def _once(self, link: Link) -> Sequence[Capture]:
        """Return what archives have; one that fails changes nothing about a dead page, one may ask to wait."""
        try:
            return await self._archives.fetch(link)
        except (Failed, Refused):
            return ()
