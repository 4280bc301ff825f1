"""All captures of local archives as a source: of each address the snapshot that fits the event, in the order of the files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import datetime

from tidings.archive.cdx import REVISIT
from tidings.archive.holdings import LocalHoldings
from tidings.archive.selection import ANY_TIME, choose
from tidings.errors import Failed
from tidings.model import Capture, Link, Snapshot, TimeSpan

_PAGES = ("", "unk", "text/html", "text/plain", "application/xhtml+xml", "text/xml", "application/xml", REVISIT)  # fmt: skip
"""What an index says of captures that may be pages."""


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
        chosen = self._chosen()
        for snapshot in self._archive.captures():
            if _place(snapshot) not in chosen or self._is_known(snapshot.url):
                continue
            try:
                yield await self._archive.load(snapshot)
            except Failed:
                yield Link(snapshot.url, origin="archive")

    def _chosen(self) -> set[tuple[str, int, datetime]]:
        places = set()
        for snapshots in self._archive.addresses():
            snapshot = choose(snapshots, self._when)
            if snapshot and snapshot.mime in _PAGES:
                places.add(_place(snapshot))
        return places


def _place(snapshot: Snapshot) -> tuple[str, int, datetime]:
    return snapshot.pointer.file, snapshot.pointer.offset, snapshot.captured_at
