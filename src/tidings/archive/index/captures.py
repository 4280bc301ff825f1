"""Reads the index of captures: one compact SQLite file that any number of processes may open."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from tidings.archive.digests import sha1_label
from tidings.archive.files.stored import Damage
from tidings.archive.index.cdx import REVISIT, surt
from tidings.archive.index.spelling import url_of
from tidings.errors import CollectionError
from tidings.model import Pointer, Snapshot

VERSION = 1

_SNAPSHOT = """
SELECT key, time, file.name, offset, length, status, mime.name, url, digest
FROM capture JOIN file ON file.id = capture.file JOIN mime ON mime.id = capture.mime
"""
_TROUBLES = """
SELECT name, captures, damaged, ifnull(min(offset), 0), ifnull(reason, '')
FROM file LEFT JOIN damage ON damage.file = file.id
WHERE captures = 0 OR damaged > 0 GROUP BY file.id ORDER BY name
"""
_SHA1 = re.compile(r"(?:sha1:)?([A-Z2-7]{32})", re.IGNORECASE)
_BASE32 = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHIJKLMNOPQRSTUV")
"""Alphabet of base 32 in digests, and that of int(): ten times faster than the base64 module."""
_NO_OWN_STATUS = frozenset({0, 304})
"""Statuses of a revisit that does not repeat that of its original."""

Row = tuple[str, int, str, int, int, int, str, int | str, bytes | str]


class Counts(NamedTuple):
    """Totals of an index."""

    files: int
    captures: int
    damaged: int


class FileStamp(NamedTuple):
    """Size and time of change of a file, which differ once it was changed."""

    size: int
    modified: int


class Trouble(NamedTuple):
    """A file that is damaged or holds no captures, with its first damage."""

    file: str
    captures: int
    damaged: int
    offset: int
    reason: str

    def __str__(self) -> str:
        name = Path(self.file).name
        if not self.captures:
            return f"{name}: no captures" + (f" ({self.reason})" if self.reason else "")
        places = "place" if self.damaged == 1 else "places"
        first = f"the first at {self.offset:,}: {self.reason}"
        return f"{name}: {self.damaged:,} damaged {places}, {first}"


class CaptureIndex:
    """Lists captures; its file is never changed, only replaced."""

    def __init__(self, path: Path) -> None:
        self._connection = _connect(path)

    def snapshots(self, url: str) -> list[Snapshot]:
        """Return the snapshots of a URL, oldest first, each once even if several files hold it.

        Scheme, ``www.``, letter case, session ids and the order of query parameters do not count.
        """
        rows = self._connection.execute(
            _SNAPSHOT + "WHERE key = ? ORDER BY time, file, offset", (surt(url),)
        )
        return self._settled(list(map(_snapshot, rows)))

    def by_url(self) -> Iterator[list[Snapshot]]:
        """Yield the snapshots of each URL, oldest first, as ``snapshots`` returns them."""
        rows = self._connection.execute(_SNAPSHOT + "ORDER BY key, time, file, offset")
        for _, same in groupby(rows, key=itemgetter(0)):
            yield self._settled(list(map(_snapshot, same)))

    def by_file(self) -> Iterator[Snapshot]:
        """Yield every snapshot in the order of the files."""
        query = _SNAPSHOT + "ORDER BY file.name, offset"
        return map(_snapshot, self._connection.execute(query))

    def original(self, digest: str) -> Snapshot | None:
        """Return a snapshot with this payload that revisits of other URLs repeat."""
        query = _SNAPSHOT + "JOIN original USING (key, time, digest) WHERE original.digest = ?"
        rows = self._connection.execute(query, (packed_digest(digest),))
        return next((each for each in map(_snapshot, rows) if each.mime != REVISIT), None)

    def damages(self) -> Iterator[Damage]:
        """Yield every damage."""
        query = "SELECT name, offset, reason FROM damage JOIN file ON file.id = damage.file ORDER BY 1, 2"
        return (Damage(*row) for row in self._connection.execute(query))

    def troubles(self) -> Iterator[Trouble]:
        """Yield the files that are damaged or hold no captures."""
        return (Trouble(*row) for row in self._connection.execute(_TROUBLES))

    def files(self) -> dict[str, FileStamp]:
        """Return the indexed files."""
        return known_files(self._connection)

    def counts(self) -> Counts:
        """Return the numbers of files, captures and damages."""
        query = "SELECT count(*), total(captures), total(damaged) FROM file"
        return Counts(*map(int, self._connection.execute(query).fetchone()))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _settled(self, snapshots: list[Snapshot]) -> list[Snapshot]:
        """Return each snapshot once; revisits get the status of their original, or are dropped without one."""
        # Reversed twice, so that the first of several equal ones is kept.
        once = {
            (each.url, each.captured_at, each.digest, each.status): each
            for each in reversed(snapshots)
        }
        distinct = list(reversed(once.values()))
        payloads = [each for each in distinct if each.mime != REVISIT]
        if len(payloads) == len(distinct):
            return distinct
        resolved = (
            self._resolved(each, payloads) if each.mime == REVISIT else each for each in distinct
        )
        return [each for each in resolved if each]

    def _resolved(self, revisit: Snapshot, payloads: list[Snapshot]) -> Snapshot | None:
        """Return a revisit with a status, None if its original is missing."""
        if revisit.digest:
            same = (each for each in payloads if each.digest == revisit.digest)
            original = next(same, None) or self.original(revisit.digest)
        else:
            before = (each for each in payloads if each.captured_at <= revisit.captured_at)
            original = max(before, key=lambda each: each.captured_at, default=None)
        if original and revisit.status in _NO_OWN_STATUS:
            return revisit._replace(status=original.status)
        return revisit if original else None


def _connect(path: Path) -> sqlite3.Connection:
    """Open an index; raise CollectionError if it is damaged or of another version."""
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        raise CollectionError(f"{path}: no index can be read there ({error}).") from error
    if version != VERSION:
        connection.close()
        raise CollectionError(f"{path}: not an index of this version. Delete it; it is made again.")
    return connection


def known_files(connection: sqlite3.Connection) -> dict[str, FileStamp]:
    """Return the files of an index."""
    rows = connection.execute("SELECT name, size, modified FROM file")
    return {name: FileStamp(size, modified) for name, size, modified in rows}


def packed_digest(digest: str) -> bytes | str:
    """Return a digest as it is stored: twenty bytes for SHA-1 in any spelling, else the text."""
    match = _SHA1.fullmatch(digest)
    return int(match[1].upper().translate(_BASE32), 32).to_bytes(20, "big") if match else digest


def _snapshot(row: Row) -> Snapshot:
    key, time, file, offset, length, status, mime, spelling, digest = row
    return Snapshot(
        url_of(key, spelling),
        datetime.fromtimestamp(time, UTC),
        mime,
        status,
        digest if isinstance(digest, str) else sha1_label(digest),
        Pointer(file, offset, length),
    )
