"""All captures of local archives as a source: of each address the snapshot that fits the event, in the order of the files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from tidings.archive.holdings import LocalHoldings
from tidings.archive.index.cdx import REVISIT
from tidings.archive.selection import ANY_TIME, choose
from tidings.errors import Failed
from tidings.model import Capture, Channel, Link, Snapshot, TimeSpan
from tidings.urls import normalise, url_id

_PAGES = ("", "unk", "text/html", "text/plain", "application/xhtml+xml", "text/xml", "application/xml", REVISIT)  # fmt: skip
"""What an index says of captures that may be pages."""


_PAUSE = 1_000


class Scan:
    """Pushes captures; addresses that are known already are passed by, so that a scan can go on where it stopped."""

    def __init__(
        self, archive: LocalHoldings, when: TimeSpan | None, is_known: Callable[[str], bool]
    ) -> None:
        self._archive = archive
        self._when = when or ANY_TIME
        self._is_known = is_known

    async def __aiter__(self) -> AsyncIterator[Link | Capture]:
        """Yield each chosen capture; as a link if it cannot be read, so that the reason is written down."""
        chosen = await asyncio.to_thread(self._chosen)
        for number, snapshot in enumerate(self._archive.captures()):
            if number % _PAUSE == 0:
                await asyncio.sleep(0)  # whoever wants to stop must be heard
            if _place(snapshot) not in chosen or self._is_known(snapshot.url):
                continue
            try:
                yield await self._archive.load(snapshot)
            except Failed:
                yield Link(normalise(snapshot.url) or snapshot.url, channel=Channel.ARCHIVE)

    def _chosen(self) -> set[int]:
        places = set()
        for snapshots in self._archive.addresses():
            snapshot = choose(snapshots, self._when)
            if snapshot and snapshot.mime in _PAGES:
                places.add(_place(snapshot))
        return places


def _place(snapshot: Snapshot) -> int:
    """Return a number for a capture: there may be millions."""
    file, offset, _ = snapshot.pointer
    return url_id(f"{file} {offset} {snapshot.captured_at:%Y%m%d%H%M%S} {snapshot.url}")
