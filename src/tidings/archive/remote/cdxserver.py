"""Lists the snapshots of an archive through its CDX server, as the Wayback Machine and pywb have one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from tidings.archive.remote.client import Client
from tidings.archive.remote.rows import Listing, parse_listing, settled
from tidings.errors import Failed
from tidings.model import Reason, Snapshot

PAGE = 5_000
"""Rows in one request, about a megabyte."""
PAGES = 10
"""Requests for one list."""
_ONE_A_DAY = "&collapse=timestamp:8"
_ENCODED = re.compile(r"[\w.~*+%-]+", re.ASCII)


class CdxServer:
    """Lists snapshots by CDX queries; their bytes are at ``{replay}/{timestamp}id_/{url}``."""

    def __init__(self, endpoint: str, replay: str, client: Client) -> None:
        self._endpoint = endpoint
        self._replay = replay
        self._client = client

    async def snapshots(self, url: str) -> Sequence[Snapshot]:
        """Return all snapshots of a URL, oldest first, one a day if there are very many."""
        query = f"url={quote(url, safe='')}&matchType=exact&output=json"
        snapshots = await self._all(query)
        if snapshots is None:
            snapshots = await self._all(query + _ONE_A_DAY)
        if snapshots is None:
            raise Failed(Reason.CDX, f"more than {PAGE * PAGES:,} captures", retry=False)
        return settled(snapshots)

    async def _all(self, query: str) -> list[Snapshot] | None:
        """Return the rows of all pages, None if there are too many."""
        rows: dict[Snapshot, None] = {}  # ordered and without duplicates
        more = ""
        keys: set[str] = set()
        for _ in range(PAGES):
            listing = await self._page(query + more)
            before = len(rows)
            rows.update(dict.fromkeys(listing.snapshots))
            more = _next_page(listing) if len(rows) > before or listing.resume_key else ""
            if not more:
                return list(rows)
            if listing.resume_key in keys:
                raise Failed(Reason.CDX, "the same resume key twice", retry=False)
            keys |= {listing.resume_key} - {""}
        return None

    async def _page(self, query: str) -> Listing:
        join = "&" if "?" in self._endpoint else "?"
        text = await self._client.text(
            f"{self._endpoint}{join}{query}&limit={PAGE}&showResumeKey=true"
        )
        if text is None:
            raise Failed(Reason.CDX, "http 404, no CDX server there", retry=False)
        return parse_listing(text, self._replay)


def _next_page(listing: Listing) -> str:
    """Return the query parameter for the next page, empty if this was the last one.

    Servers without resume keys are asked from the last moment on.
    """
    if key := listing.resume_key:
        return f"&resumeKey={key if _ENCODED.fullmatch(key) else quote(key, safe='')}"
    if len(listing.snapshots) < PAGE:
        return ""
    return f"&from={listing.snapshots[-1].captured_at:%Y%m%d%H%M%S}"
