"""A CDX index as Parquet sorted by SURT: for archives whose index is too large for anything else.

The one place that knows DuckDB. It sorts on the disk, and finds a URL by the ranges of keys that a file notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from tidings.archive.digests import sha1_label
from tidings.archive.files.stored import Damage
from tidings.archive.index.captures import CaptureIndex, Counts, Trouble, packed_digest
from tidings.archive.index.cdx import REVISIT, surt
from tidings.archive.index.dialects import read_any_index
from tidings.disk.writing import replace_file, write_error
from tidings.errors import CollectionError, TidingsError
from tidings.model import Pointer, Snapshot

_COLUMNS = ("key", "time", "file", "place", "length", "status", "mime", "url", "digest")
_TYPES = ("VARCHAR", "BIGINT", "VARCHAR", "BIGINT", "BIGINT", "INTEGER", "VARCHAR", "VARCHAR", "VARCHAR")  # fmt: skip
_SORTED = "ORDER BY key, time, file, place"
_BATCH = 100_000
_GROUP = 20_480
"""Rows of one group in a file; a lookup reads the groups whose range holds the key."""
_FETCHED = 10_000


def write_parquet(indexes: Sequence[Path], path: Path) -> tuple[int, int]:
    """Write CDX and CDXJ files as one sorted Parquet file; return its rows and the number of bad lines."""
    duckdb, pyarrow = _packages()
    draft, sorting = (path.with_name(f"{path.name}.{end}") for end in ("new", "sorting"))
    bad = 0

    def rows() -> Iterator[Snapshot]:
        nonlocal bad
        for index in indexes:
            for row in read_any_index(index):
                if isinstance(row, Damage):
                    bad += 1
                else:
                    yield row

    try:
        sorting.unlink(missing_ok=True)
        with duckdb.connect(str(sorting)) as database:
            columns = ", ".join(map(" ".join, zip(_COLUMNS, _TYPES, strict=True)))
            database.execute(f"CREATE TABLE capture ({columns})")
            for batch in _batches(rows()):
                table = pyarrow.table(dict(zip(_COLUMNS, batch, strict=True)))
                database.register("batch", table)
                database.execute("INSERT INTO capture SELECT * FROM batch")
                database.unregister("batch")
            (count,) = database.execute("SELECT count(*) FROM capture").fetchone()
            options = f"FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_GROUP}"
            target = str(draft).replace("'", "''")
            database.execute(f"COPY (SELECT * FROM capture {_SORTED}) TO '{target}' ({options})")
        replace_file(draft, path)
    except OSError as error:
        raise write_error(path, error) from error
    except duckdb.Error as error:
        raise CollectionError(f"{path}: cannot be written ({error}).") from error
    finally:
        for left in (draft, sorting):
            left.unlink(missing_ok=True)
    return int(count), bad


class ParquetIndex(CaptureIndex):
    """Lists captures from a sorted Parquet file."""

    def __init__(self, path: Path) -> None:
        duckdb, _ = _packages()
        self._database = duckdb.connect(config={"threads": 1})
        name = str(path).replace("'", "''")
        try:
            self._database.execute(f"CREATE VIEW capture AS SELECT * FROM read_parquet('{name}')")
            self._database.execute(f"SELECT {', '.join(_COLUMNS)} FROM capture LIMIT 0")
        except duckdb.Error as error:
            why = str(error).partition("\n")[0]  # the statement follows
            raise CollectionError(
                f"{path}: no index can be read there ({why}). `tidings cdx` makes one."
            ) from error

    def snapshots(self, url: str) -> list[Snapshot]:
        """Return the snapshots of a URL, oldest first, each once even if several files hold it."""
        return self._settled(
            list(map(_snapshot, self._rows(f"WHERE key = ? {_SORTED}", surt(url))))
        )

    def by_url(self) -> Iterator[list[Snapshot]]:
        """Yield the snapshots of each URL, oldest first, in the order of the file."""
        for _, same in groupby(self._rows(_SORTED), key=itemgetter(0)):
            yield self._settled(list(map(_snapshot, same)))

    def by_file(self) -> Iterator[Snapshot]:
        """Yield every snapshot in the order of the archive files."""
        return map(_snapshot, self._rows("ORDER BY file, place"))

    def original(self, digest: str) -> Snapshot | None:
        """Return a snapshot with this payload that revisits of other URLs repeat."""
        found = self._rows(
            f"WHERE digest = ? AND mime != '{REVISIT}' {_SORTED} LIMIT 1", _digest(digest)
        )
        return next(map(_snapshot, found), None)

    def damages(self) -> Iterator[Damage]:
        """Yield nothing: the files were not read."""
        return iter(())

    def troubles(self) -> Iterator[Trouble]:
        """Yield nothing: the files were not read."""
        return iter(())

    def counts(self) -> Counts:
        """Return the numbers of files, captures and damages."""
        query = "SELECT count(DISTINCT file), count(*), 0 FROM capture"
        return Counts(*self._database.execute(query).fetchone())

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _rows(self, clauses: str, *values: str) -> Iterator[tuple[Any, ...]]:
        cursor = self._database.cursor()
        result = cursor.execute(f"SELECT {', '.join(_COLUMNS)} FROM capture {clauses}", values)
        while rows := result.fetchmany(_FETCHED):
            yield from rows


def _batches(rows: Iterable[Snapshot]) -> Iterator[list[tuple[object, ...]]]:
    """Yield many rows at a time, as columns."""
    given = iter(rows)
    while batch := [_row(each) for each in islice(given, _BATCH)]:
        yield list(zip(*batch, strict=True))


def _row(snapshot: Snapshot) -> tuple[object, ...]:
    file, place, length = snapshot.pointer
    moment = int(snapshot.captured_at.timestamp())
    about = snapshot.status, snapshot.mime, snapshot.url, _digest(snapshot.digest)
    return surt(snapshot.url), moment, file, place, length, *about


def _snapshot(row: tuple[Any, ...]) -> Snapshot:
    _, moment, file, place, length, status, mime, url, digest = row
    captured_at = datetime.fromtimestamp(moment, UTC)
    return Snapshot(url, captured_at, mime, status, digest, Pointer(file, place, length))


def _digest(digest: str) -> str:
    """Return a digest in its usual spelling."""
    packed = packed_digest(digest)
    return packed if isinstance(packed, str) else sha1_label(packed)


def _packages() -> tuple[Any, Any]:
    try:
        import duckdb
        import pyarrow
    except ImportError as error:
        raise TidingsError(
            "a CDX in Parquet needs other packages: pip install 'tidings[cdx]'"
        ) from error
    return duckdb, pyarrow
