"""The index of captures, as it is made: what changed among the files is read, and a new version replaces the old one."""

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
    Stamp,
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
"""Places kept for each file; all are counted."""

_BATCH = 200_000
"""Rows sorted before they are inserted; sorted rows fill pages one after the other."""
_REWRITE = 4
"""The file is packed anew when more than a fourth of it has changed."""
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
"""For revisits of a payload that their own address never had: few, so a table for all payloads is spared."""


class Update(NamedTuple):
    """What bringing an index up to date has changed, and what it holds now."""

    added: int
    removed: int
    bad_lines: int
    """Of the indexes it was helped by."""
    counts: Counts


Progress = Callable[[str, int, int], None]
"""Told the name of each file before it is read, its number from 1, and how many there are."""


def update_index(
    paths: Sequence[Path],
    index: Path,
    *,
    helpers: Sequence[Path] = (),
    progress: Progress | None = None,
) -> Update:
    """Bring an index up to date with the archive files in folders, or given by name.

    New and changed files are read (told by name, size and time of change), vanished ones forgotten. A new file that
    a helper names, an existing CDX or CDXJ index, is not read: the helper is believed.
    Raise CollectionError if a path is missing, or the index is being written by another process.
    """
    present = {_name(path, index): path for path in archive_files(paths)}
    stamps = {name: _stamp(path) for name, path in present.items()}
    unchanged = _counts_if_unchanged(index, stamps)
    if unchanged:
        return Update(0, 0, 0, unchanged)
    with _reporting_refusals(index), _locked(index), closing(IndexWriter(index)) as writer:
        known = writer.files()
        old = [name for name, stamp in known.items() if stamps.get(name) != stamp]
        new = {name: stamp for name, stamp in stamps.items() if known.get(name) != stamp}
        writer.forget(old)
        told, bad_lines = _take_over(writer, new, helpers)
        unread = [name for name in new if name not in told]
        for number, name in enumerate(unread, start=1):
            if progress:
                progress(name, number, len(unread))
            writer.add({name: new[name]}, scan(present[name], name))
        return Update(len(new), len(set(old) - set(new)), bad_lines, writer.finish())


def _counts_if_unchanged(index: Path, stamps: Mapping[str, Stamp]) -> Counts | None:
    """Return how much the index holds if there is nothing to do; it may lie where nothing can be written."""
    if not index.exists():
        return None
    try:
        with closing(CaptureIndex(index)) as present:
            return present.counts() if present.files() == stamps else None
    except sqlite3.Error as error:
        raise CollectionError(f"{index}: damaged ({error}). Delete it; it is made anew.") from error


def archive_files(paths: Iterable[Path]) -> list[Path]:
    """Return the archive files of folders, however deep, and those given by name."""
    found: set[Path] = set()
    for path in paths:
        if path.is_dir():
            walk = os.walk(path, onerror=_complain)
            names = (Path(folder, name) for folder, _, files in walk for name in files)
            found.update(each for each in names if each.name.lower().endswith(SUFFIXES))
        elif path.exists():
            found.add(path)
        else:
            raise CollectionError(f"{path}: there is no such file or folder.")
    return sorted(found)


def _complain(error: OSError) -> None:
    """Stop at a folder that cannot be read, lest its files are taken for vanished."""
    if not isinstance(error, FileNotFoundError):
        raise CollectionError(f"{error.filename}: cannot be read ({error.strerror}).")


class IndexWriter:
    """Makes the next version of an index beside the present one; ``finish`` puts it in its place.

    Interrupted, it goes on the next time with the files that are still missing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._draft = path.with_name(path.name + ".new")
        self._connection = self._open()
        self._mimes: dict[str, int] = dict(self._connection.execute("SELECT name, id FROM mime"))
        self._rows: list[tuple[object, ...]] = []
        self._changed = 0
        self._uncommitted = 0

    def files(self) -> dict[str, Stamp]:
        """Return the files the index knows."""
        return known_files(self._connection)

    def forget(self, names: Sequence[str]) -> None:
        """Remove files and all that is known of them."""
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

    def add(self, stamps: Mapping[str, Stamp], found: Iterable[Snapshot | Damage]) -> None:
        """Add files and what they hold."""
        (last,) = self._connection.execute("SELECT ifnull(max(id), 0) FROM file").fetchone()
        numbers = {name: last + number for number, name in enumerate(stamps, start=1)}
        captures, damaged = Counter[str](), Counter[str]()
        for each in found:
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
        """Put the new version in the place of the old one, and return how much it holds."""
        self._commit()
        query = "SELECT count(*), total(captures), total(damaged) FROM file"
        counts = Counts(*map(int, self._connection.execute(query).fetchone()))
        self._connection.execute("DELETE FROM original")
        if REVISIT in self._mimes:
            self._connection.execute(_ORIGINALS)
        self._connection.commit()
        if self._changed * _REWRITE > counts.captures:
            self._connection.execute("VACUUM")
        self.close()
        replace_file(self._draft, self._path)
        return counts

    def close(self) -> None:
        """Close the draft; what was not finished stays there for the next time."""
        self._connection.close()

    def _open(self) -> sqlite3.Connection:
        """Open the draft: one that was left, else a copy of the index, else an empty one.

        It is not worth waiting for the disk before it is finished: after a power failure it is checked.
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
    writer: IndexWriter, new: Mapping[str, Stamp], helpers: Sequence[Path]
) -> tuple[set[str], int]:
    """Add what existing indexes tell of new files; return these files, and how many lines were bad."""
    told: set[str] = set()
    bad_lines = 0
    for helper in helpers:
        names = _by_any_name(new.keys() - told)
        mentioned: set[str] = set()
        for row in read_any_index(helper):
            if isinstance(row, Damage):
                bad_lines += 1
            elif row.pointer.file in names:
                mentioned.add(names[row.pointer.file])
        stamps = {name: new[name] for name in mentioned}
        writer.add(
            stamps, _told(helper, {key: name for key, name in names.items() if name in stamps})
        )
        told |= mentioned
    return told, bad_lines


def _told(helper: Path, names: Mapping[str, str]) -> Iterator[Snapshot]:
    """Yield what an index tells of some files, under the names we know them by."""
    for row in read_any_index(helper):
        if isinstance(row, Snapshot) and row.pointer.file in names:
            yield row._replace(pointer=row.pointer._replace(file=names[row.pointer.file]))


def _by_any_name(names: Iterable[str]) -> dict[str, str]:
    """Return files by their whole name and, where only one has it, by its last part."""
    ordered = sorted(names)
    last = Counter(Path(name).name for name in ordered)
    short = {Path(name).name: name for name in ordered if last[Path(name).name] == 1}
    return short | {name: name for name in ordered}


def _is_whole(path: Path) -> bool:
    """Tell whether a draft that was left can be gone on with."""
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
    """Turn what the disk or the database refuses into our errors."""
    try:
        yield
    except OSError as error:
        raise write_error(index, error) from error
    except sqlite3.Error as error:
        if "full" in str(error):
            raise StorageFull(f"{index}: the disk refused a write ({error}).") from error
        raise CollectionError(f"{index}: cannot be written ({error}).") from error


def _name(path: Path, index: Path) -> str:
    """Return a path as the index holds it: relative if it lies beneath the folder of the index."""
    absolute, folder = path.absolute(), index.absolute().parent
    name = str(absolute.relative_to(folder) if absolute.is_relative_to(folder) else absolute)
    if not _encodable(name):
        raise CollectionError(f"{name!a}: the name of this file is not UTF-8. Rename it.")
    return name


def _encodable(name: str) -> bool:
    return name.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in name)


def _stamp(path: Path) -> Stamp:
    """Return size and time of change; others for a file that cannot be read now, and is tried again when it can."""
    if not os.access(path, os.R_OK):
        return Stamp(-1, 0)
    stat = path.stat()
    return Stamp(stat.st_size, stat.st_mtime_ns)
