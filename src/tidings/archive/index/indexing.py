"""Builds the index of captures: reads new and changed files, then replaces the old index atomically."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from tidings.archive.files import SUFFIXES
from tidings.archive.files.stored import Damage, scan
from tidings.archive.index.captures import (
    VERSION,
    CaptureIndex,
    Counts,
    FileStamp,
    known_files,
    packed_digest,
)
from tidings.archive.index.cdx import REVISIT, surt
from tidings.archive.index.dialects import read_any_index
from tidings.archive.index.spelling import spelled
from tidings.disk.locking import locked
from tidings.disk.writing import replace_file, write_error
from tidings.errors import CollectionError, StorageFull
from tidings.model import Snapshot

MAX_DAMAGES = 1000
"""Damages stored for each file; all are counted."""

_BATCH = 200_000
"""Rows sorted before they are inserted, because sorted rows fill the pages of a table in order."""
_VACUUM_SHARE = 4
"""The index is compacted when more than one row in this many has changed."""
_CACHE_KILOBYTES = 128_000
_KEY = itemgetter(0, 1, 2, 3)
_INSERT = "INSERT OR IGNORE INTO capture VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SCHEMA = f"""
PRAGMA user_version = {VERSION};
CREATE TABLE file (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified INTEGER NOT NULL,
  captures INTEGER NOT NULL, damaged INTEGER NOT NULL
);
CREATE TABLE damage (file INTEGER NOT NULL, offset INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE mime (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE capture (
  key TEXT NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  length INTEGER NOT NULL, status INTEGER NOT NULL, mime INTEGER NOT NULL, url NOT NULL, digest NOT NULL,
  PRIMARY KEY (key, time, file, offset)
) WITHOUT ROWID;
CREATE TABLE original (digest NOT NULL PRIMARY KEY, key TEXT NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;
"""
_ORIGINALS = """
INSERT INTO original SELECT digest, key, min(time) FROM capture JOIN mime ON mime.id = capture.mime
WHERE mime.name != 'warc/revisit' AND digest IN (
  SELECT revisit.digest FROM capture AS revisit JOIN mime ON mime.id = revisit.mime
  WHERE mime.name = 'warc/revisit' AND revisit.digest != '' AND NOT EXISTS (
    SELECT 1 FROM capture AS other
    WHERE other.key = revisit.key AND other.digest = revisit.digest AND other.mime != revisit.mime
  )
) GROUP BY digest
"""
"""Originals of revisits whose payload no capture of their own URL has: few, so no table of all payloads is needed."""


class Update(NamedTuple):
    """The changes made to an index, and its totals."""

    added: int
    removed: int
    bad_lines: int
    """Unreadable lines in the helper indexes."""
    counts: Counts


Progress = Callable[[str, int, int], None]
"""Gets the name of each file before it is read, its number from 1, and the number of files."""


def update_index(
    paths: Sequence[Path],
    index: Path,
    *,
    helpers: Sequence[Path] = (),
    progress: Progress | None = None,
) -> Update:
    """Update an index to match the archive files in folders or given by name.

    New and changed files are read, recognised by name, size and time of change, and vanished ones are removed.
    A new file listed in a helper, an existing CDX or CDXJ index, is not read: the helper is trusted.
    Raise CollectionError if a path is missing or another process is writing the index.
    """
    present = {_name(path, index): path for path in archive_files(paths)}
    stamps = {name: _stamp(path) for name, path in present.items()}
    unchanged = _counts_if_unchanged(index, stamps)
    if unchanged:
        return Update(0, 0, 0, unchanged)
    with _reporting_refusals(index), _locked(index), closing(IndexWriter(index)) as writer:
        indexed = writer.files()
        old = [name for name, stamp in indexed.items() if stamps.get(name) != stamp]
        new = {name: stamp for name, stamp in stamps.items() if indexed.get(name) != stamp}
        writer.forget(old)
        helped, bad_lines = _take_over(writer, new, helpers)
        unread = [name for name in new if name not in helped]
        for number, name in enumerate(unread, start=1):
            if progress:
                progress(name, number, len(unread))
            writer.add({name: new[name]}, scan(present[name], name))
        return Update(len(new), len(set(old) - set(new)), bad_lines, writer.finish())


def _counts_if_unchanged(index: Path, stamps: Mapping[str, FileStamp]) -> Counts | None:
    """Return the totals of an index that is up to date; it may lie in a read-only folder."""
    if not index.exists():
        return None
    try:
        with closing(CaptureIndex(index)) as present:
            return present.counts() if present.files() == stamps else None
    except sqlite3.Error as error:
        raise CollectionError(
            f"{index}: damaged ({error}). Delete it; it is made again."
        ) from error


def archive_files(paths: Iterable[Path]) -> list[Path]:
    """Return the archive files in folders, at any depth, and those given by name."""
    files: set[Path] = set()
    for path in paths:
        if path.is_dir():
            walk = os.walk(path, onerror=_complain)
            inside = (Path(folder, name) for folder, _, names in walk for name in names)
            files.update(each for each in inside if each.name.lower().endswith(SUFFIXES))
        elif path.exists():
            files.add(path)
        else:
            raise CollectionError(f"{path}: there is no such file or folder.")
    return sorted(files)


def _complain(error: OSError) -> None:
    """Stop at an unreadable folder: its files would count as vanished."""
    if not isinstance(error, FileNotFoundError):
        raise CollectionError(f"{error.filename}: cannot be read ({error.strerror}).")


class IndexWriter:
    """Writes the next state of an index to a draft beside it; ``finish`` replaces the index.

    After an interruption, the next writer continues with the draft and reads only the missing files.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._draft = path.with_name(path.name + ".new")
        self._connection = self._open()
        self._mimes: dict[str, int] = dict(self._connection.execute("SELECT name, id FROM mime"))
        self._rows: list[tuple[object, ...]] = []
        self._changed = 0
        self._uncommitted = 0

    def files(self) -> dict[str, FileStamp]:
        """Return the indexed files."""
        return known_files(self._connection)

    def forget(self, names: Sequence[str]) -> None:
        """Remove files with their captures and damages."""
        if not names:
            return
        run = self._connection.execute
        run("CREATE TEMP TABLE gone (id INTEGER PRIMARY KEY)")
        self._connection.executemany(
            "INSERT INTO gone SELECT id FROM file WHERE name = ?", [(name,) for name in names]
        )
        self._changed += run("DELETE FROM capture WHERE file IN (SELECT id FROM gone)").rowcount
        run("DELETE FROM damage WHERE file IN (SELECT id FROM gone)")
        run("DELETE FROM file WHERE id IN (SELECT id FROM gone)")
        run("DROP TABLE gone")
        self._connection.commit()

    def add(self, stamps: Mapping[str, FileStamp], contents: Iterable[Snapshot | Damage]) -> None:
        """Add files with their captures and damages."""
        (last,) = self._connection.execute("SELECT ifnull(max(id), 0) FROM file").fetchone()
        numbers = {name: last + number for number, name in enumerate(stamps, start=1)}
        captures, damaged = Counter[str](), Counter[str]()
        for each in contents:
            if isinstance(each, Damage):
                damaged[each.file] += 1
                if damaged[each.file] <= MAX_DAMAGES:
                    self._insert_damage(numbers[each.file], each)
            else:
                captures[each.pointer.file] += 1
                self._rows.append(self._row(numbers[each.pointer.file], each))
                if len(self._rows) >= _BATCH:
                    self._insert_rows()
        for name, stamp in stamps.items():
            row = (numbers[name], name, *stamp, captures[name], damaged[name])
            self._connection.execute("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?)", row)
        self._uncommitted += captures.total()
        if self._uncommitted >= _BATCH:
            self._commit()

    def finish(self) -> Counts:
        """Replace the index by the draft and return its totals."""
        self._commit()
        query = "SELECT count(*), total(captures), total(damaged) FROM file"
        counts = Counts(*map(int, self._connection.execute(query).fetchone()))
        self._connection.execute("DELETE FROM original")
        if REVISIT in self._mimes:
            self._connection.execute(_ORIGINALS)
        self._connection.commit()
        if self._changed * _VACUUM_SHARE > counts.captures:
            self._connection.execute("VACUUM")
        self.close()
        replace_file(self._draft, self._path)
        return counts

    def close(self) -> None:
        """Close the draft; an unfinished one stays for the next writer."""
        self._connection.close()

    def _open(self) -> sqlite3.Connection:
        """Open the draft: a leftover, else a copy of the index, else an empty one.

        Nothing is synced before ``finish``, because a leftover draft is checked for damage.
        """
        if self._draft.exists() and not _is_whole(self._draft):
            self._draft.unlink()
        if not self._draft.exists() and self._path.exists():
            copy = self._path.with_name(self._path.name + ".copy")
            shutil.copyfile(self._path, copy)
            replace_file(copy, self._draft, sync=False)
        connection = sqlite3.connect(self._draft)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
        if not connection.execute("PRAGMA user_version").fetchone()[0]:
            connection.executescript(_SCHEMA)
        return connection

    def _row(self, file: int, snapshot: Snapshot) -> tuple[object, ...]:
        key = surt(snapshot.url)
        return (
            key,
            int(snapshot.captured_at.timestamp()),
            file,
            snapshot.pointer.offset,
            snapshot.pointer.length,
            snapshot.status,
            self._mime(snapshot.mime),
            spelled(snapshot.url, key),
            packed_digest(snapshot.digest),
        )

    def _mime(self, name: str) -> int:
        if name not in self._mimes:
            self._mimes[name] = len(self._mimes) + 1
            self._connection.execute("INSERT INTO mime VALUES (?, ?)", (self._mimes[name], name))
        return self._mimes[name]

    def _insert_damage(self, file: int, damage: Damage) -> None:
        row = (file, damage.offset, damage.reason)
        self._connection.execute("INSERT INTO damage VALUES (?, ?, ?)", row)

    def _insert_rows(self) -> None:
        self._rows.sort(key=_KEY)
        self._connection.executemany(_INSERT, self._rows)
        self._changed += len(self._rows)
        self._rows.clear()

    def _commit(self) -> None:
        self._insert_rows()
        self._connection.commit()
        self._uncommitted = 0


def _take_over(
    writer: IndexWriter, new: Mapping[str, FileStamp], helpers: Sequence[Path]
) -> tuple[set[str], int]:
    """Add new files listed in helpers; return their names and the number of bad lines."""
    helped: set[str] = set()
    bad_lines = 0
    for helper in helpers:
        names = _by_any_name(new.keys() - helped)
        mentioned: set[str] = set()
        for row in read_any_index(helper):
            if isinstance(row, Damage):
                bad_lines += 1
            elif row.pointer.file in names:
                mentioned.add(names[row.pointer.file])
        stamps = {name: new[name] for name in sorted(mentioned)}  # the same order in every run
        wanted = {key: name for key, name in names.items() if name in stamps}
        writer.add(stamps, _rows_of(helper, wanted))
        helped |= mentioned
    return helped, bad_lines


def _rows_of(helper: Path, names: Mapping[str, str]) -> Iterator[Snapshot]:
    """Yield the rows of an index about some files, under our names of the files."""
    for row in read_any_index(helper):
        if isinstance(row, Snapshot) and row.pointer.file in names:
            yield row._replace(pointer=row.pointer._replace(file=names[row.pointer.file]))


def _by_any_name(names: Iterable[str]) -> dict[str, str]:
    """Return file names by themselves and by their last part, where that is unique."""
    ordered = sorted(names)
    last = Counter(Path(name).name for name in ordered)
    short = {Path(name).name: name for name in ordered if last[Path(name).name] == 1}
    return short | {name: name for name in ordered}


def _is_whole(path: Path) -> bool:
    """Return whether a leftover draft is undamaged and of this version."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error:
        return False
    return bool(version == VERSION and verdict == "ok")


@contextmanager
def _locked(index: Path) -> Iterator[None]:
    """Keep a second writer away."""
    index.parent.mkdir(parents=True, exist_ok=True)
    busy = CollectionError(f"{index}: another process is writing this index.")
    with locked(index.with_name(index.name + ".lock"), busy):
        yield


@contextmanager
def _reporting_refusals(index: Path) -> Iterator[None]:
    """Turn errors of the disk and the database into our own."""
    try:
        yield
    except OSError as error:
        raise write_error(index, error) from error
    except sqlite3.Error as error:
        if "full" in str(error):
            raise StorageFull(f"{index}: the disk refused a write ({error}).") from error
        raise CollectionError(f"{index}: cannot be written ({error}).") from error


def _name(path: Path, index: Path) -> str:
    """Return a path as the index stores it: relative if it is inside the folder of the index."""
    absolute, folder = path.absolute(), index.absolute().parent
    name = str(absolute.relative_to(folder) if absolute.is_relative_to(folder) else absolute)
    if not _encodable(name):
        raise CollectionError(f"{name!a}: the name of this file is not UTF-8. Rename it.")
    return name


def _encodable(name: str) -> bool:
    return name.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in name)


def _stamp(path: Path) -> FileStamp:
    """Return size and time of change; an unreadable file gets a stamp that changes once it is readable."""
    if not os.access(path, os.R_OK):
        return FileStamp(-1, 0)
    stat = path.stat()
    return FileStamp(stat.st_size, stat.st_mtime_ns)
