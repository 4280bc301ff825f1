"""The index of captures, as it is asked: one compact SQLite file that any number of processes may read."""

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
from tidings.archive.index.spelling import address
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
"""Python reads numbers to the base 32 in another alphabet, ten times faster than its base64 module."""
_UNTOLD = frozenset({0, 304})
"""What a revisit says when it does not repeat the status of its original."""

Row = tuple[str, int, str, int, int, int, str, int | str, bytes | str]


class Counts(NamedTuple):
    """How much an index holds."""

    files: int
    captures: int
    damaged: int


class Stamp(NamedTuple):
    """By what a changed file is told from an unchanged one."""

    size: int
    modified: int


class Trouble(NamedTuple):
    """A file that is damaged or holds nothing, with the first of its damages."""

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
    """Answers which captures there are; the file it reads is never changed, only replaced."""

    def __init__(self, path: Path) -> None:
        self._connection = _connect(path)

    def snapshots(self, url: str) -> list[Snapshot]:
        """Return the captures of an address in the order of time, each once however many files hold it.

        Scheme, ``www.``, letter case, session ids and the order of query parameters do not count.
        """
        found = self._connection.execute(
            _SNAPSHOT + "WHERE key = ? ORDER BY time, file, offset", (surt(url),)
        )
        return self._told(list(map(_snapshot, found)))

    def by_url(self) -> Iterator[list[Snapshot]]:
        """Yield the captures of each address in the order of time, as ``snapshots`` returns them."""
        rows = self._connection.execute(_SNAPSHOT + "ORDER BY key, time, file, offset")
        for _, same in groupby(rows, key=itemgetter(0)):
            yield self._told(list(map(_snapshot, same)))

    def by_file(self) -> Iterator[Snapshot]:
        """Yield every capture in the order in which the files hold them."""
        query = _SNAPSHOT + "ORDER BY file.name, offset"
        return map(_snapshot, self._connection.execute(query))

    def original(self, digest: str) -> Snapshot | None:
        """Return a capture with this payload that revisits of other addresses repeat."""
        query = _SNAPSHOT + "JOIN original USING (key, time, digest) WHERE original.digest = ?"
        found = map(_snapshot, self._connection.execute(query, (packed_digest(digest),)))
        return next((each for each in found if each.mime != REVISIT), None)

    def damages(self) -> Iterator[Damage]:
        """Yield what could not be used."""
        query = "SELECT name, offset, reason FROM damage JOIN file ON file.id = damage.file ORDER BY 1, 2"
        return (Damage(*row) for row in self._connection.execute(query))

    def troubles(self) -> Iterator[Trouble]:
        """Yield the files that are damaged or hold no captures."""
        return (Trouble(*row) for row in self._connection.execute(_TROUBLES))

    def files(self) -> dict[str, Stamp]:
        """Return the files the index knows."""
        return known_files(self._connection)

    def counts(self) -> Counts:
        """Return how many files, captures and damages there are."""
        query = "SELECT count(*), total(captures), total(damaged) FROM file"
        return Counts(*map(int, self._connection.execute(query).fetchone()))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _told(self, snapshots: list[Snapshot]) -> list[Snapshot]:
        """Return each capture once, revisits as good as their original, and none whose payload is nowhere."""
        once = {
            (each.url, each.captured_at, each.digest, each.status): each
            for each in reversed(snapshots)
        }
        found = list(reversed(once.values()))
        if not any(each.mime == REVISIT for each in found):
            return found
        payloads = [each for each in found if each.mime != REVISIT]
        told = (self._resolved(each, payloads) if each.mime == REVISIT else each for each in found)
        return [each for each in told if each]

    def _resolved(self, revisit: Snapshot, payloads: list[Snapshot]) -> Snapshot | None:
        """Return a revisit, with the status of its original where it tells none of its own."""
        if revisit.digest:
            same = (each for each in payloads if each.digest == revisit.digest)
            original = next(same, None) or self.original(revisit.digest)
        else:
            before = (each for each in payloads if each.captured_at <= revisit.captured_at)
            original = max(before, key=lambda each: each.captured_at, default=None)
        if original and revisit.status in _UNTOLD:
            return revisit._replace(status=original.status)
        return revisit if original else None


def _connect(path: Path) -> sqlite3.Connection:
    """Open an index; raise CollectionError if it is none, or of another version."""
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        raise CollectionError(f"{path}: no index can be read there ({error}).") from error
    if version != VERSION:
        connection.close()
        raise CollectionError(f"{path}: not an index of this version. Delete it; it is made anew.")
    return connection


def known_files(connection: sqlite3.Connection) -> dict[str, Stamp]:
    """Return the files an index knows."""
    rows = connection.execute("SELECT name, size, modified FROM file")
    return {name: Stamp(size, modified) for name, size, modified in rows}


def packed_digest(digest: str) -> bytes | str:
    """Return a digest as the index keeps it: twenty bytes for SHA-1, whatever the spelling, else the text."""
    match = _SHA1.fullmatch(digest)
    return int(match[1].upper().translate(_BASE32), 32).to_bytes(20, "big") if match else digest


def _snapshot(row: Row) -> Snapshot:
    key, time, file, offset, length, status, mime, spelling, digest = row
    return Snapshot(
        address(key, spelling),
        datetime.fromtimestamp(time, UTC),
        mime,
        status,
        digest if isinstance(digest, str) else sha1_label(digest),
        Pointer(file, offset, length),
    )
