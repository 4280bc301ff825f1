"""Lists the archived captures of a URL from the database, which a running crawl keeps up to date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from tidings.model import Pointer, Snapshot
from tidings.store.sqlite.database import Database
from tidings.urls import host_of, normalise, url_id

_REVISIT = "warc/revisit"
_REPEATS = "('same bytes as', 'not modified')"
_MIME = f"CASE WHEN visit.reason IN {_REPEATS} THEN '{_REVISIT}' ELSE mime END"
_COLUMNS = "url, captured_at, {mime}, status, digest, file, byte_offset, length"
_OF_LINK = f"""
SELECT {_COLUMNS.format(mime=_MIME)}
FROM visit JOIN link ON link.seq = visit.link WHERE link.id = ? AND file <> ''
"""
_OF_PART = f"SELECT {_COLUMNS.format(mime='mime')} FROM part WHERE url = ?"
_OF_PAGES = f"""
SELECT {_COLUMNS.format(mime=_MIME)}
FROM visit JOIN link ON link.seq = visit.link JOIN host ON host.id = link.host
WHERE file <> '' AND {{where}}
"""
_OF_PARTS = f"SELECT {_COLUMNS.format(mime='mime')} FROM part"
_ELSEWHERE = "SELECT detail FROM link WHERE id = ? AND reason IN ('to', 'same page as')"
_ORIGINAL = f"""
SELECT {_COLUMNS.format(mime="mime")} FROM visit JOIN link ON link.seq = visit.link
WHERE digest = ? AND file <> '' AND visit.reason NOT IN {_REPEATS} ORDER BY visit.seq LIMIT 1
"""


class SqliteCaptures:
    """``Captures`` of a collection; URLs that differ in scheme, ``www.`` or a last slash count as the same."""

    def __init__(self, database: Database) -> None:
        self._read = database.connection.execute

    def snapshots(self, url: str) -> list[Snapshot]:
        """Return the captures of a URL, the oldest first; those of a twin only if it has none itself."""
        for spelling in _spellings(url):
            rows = (
                *self._read(_OF_LINK, (url_id(spelling),)),
                *self._read(_OF_PART, (spelling,)),
            )
            if rows:
                return sorted(map(_snapshot, rows), key=lambda each: each.captured_at)
        return []

    def of_host(self, host: str, *, subdomains: bool = False) -> Iterator[Snapshot]:
        """Yield the captures of a host, also under ``www.``, and of its subdomains if they are wanted."""
        names = "(name = :host OR name = :www OR name LIKE :sites ESCAPE '\\')"
        bare = host.removeprefix("www.")
        pattern = "%." + re.sub(r"([%_\\])", r"\\\1", bare) if subdomains else bare
        values = {"host": bare, "www": f"www.{bare}", "sites": pattern}
        rows = self._read(_OF_PAGES.format(where=names), values)
        yield from map(_snapshot, rows)
        for snapshot in map(_snapshot, self._read(_OF_PARTS)):
            name = host_of(snapshot.url).removeprefix("www.")
            if name == bare or (subdomains and name.endswith(f".{bare}")):
                yield snapshot

    def elsewhere(self, url: str) -> str | None:
        """Return the URL under which a page is archived that was redirected or is the same as another."""
        for spelling in _spellings(url):
            row = self._read(_ELSEWHERE, (url_id(spelling),)).fetchone()
            if row:
                return str(row[0])
        return None

    def original(self, digest: str) -> Snapshot | None:
        """Return the first capture with this payload."""
        row = self._read(_ORIGINAL, (digest,)).fetchone()
        return _snapshot(row) if row else None


def _snapshot(row: tuple[str, float, str, int, str, str, int, int]) -> Snapshot:
    url, captured_at, mime, status, digest, file, offset, length = row
    moment = datetime.fromtimestamp(captured_at, UTC)
    return Snapshot(url, moment, mime, status, digest, Pointer(file, offset, length))


def _spellings(url: str) -> Iterator[str]:
    """Yield the URL itself, then its twins."""
    exact = normalise(url) or url
    yield exact
    scheme, _, rest = exact.partition("://")
    bare = rest.removeprefix("www.")
    host, slash, path = bare.partition("/")
    other_end = (
        f"{host}/{path.removesuffix('/')}" if path.endswith("/") else f"{host}{slash}{path}/"
    )
    ends = (bare, other_end) if path and "?" not in path else (bare,)
    twins = (
        f"{way}://{www}{end}"
        for end in ends
        for way in (scheme, "http" if scheme == "https" else "https")
        for www in ("", "www.")
    )
    yield from (twin for twin in twins if twin != exact)
