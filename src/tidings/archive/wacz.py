"""WACZ files (version 1.1.1): writes a collection as one zip for replay tools, and unpacks the WARC files of others.

It knows no database: the caller provides the pages.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tidings.archive.files import SUFFIXES
from tidings.archive.index.cdx import cdxj_line
from tidings.archive.write.records import uri
from tidings.disk.writing import atomic_file, write_error
from tidings.errors import CollectionError
from tidings.model import Snapshot

VERSION = "1.1.1"

_CHUNK = 1 << 20
_BLOCK = 1024
"""Index lines in one gzip member, as in the reference program."""


class WaczPage(NamedTuple):
    """An entry in the list of pages that a replay tool shows first."""

    url: str
    captured_at: datetime
    title: str
    score: float | None = None
    text: str = ""
    about: Mapping[str, Any] = MappingProxyType({})
    """Further members of its line."""


class WarcPrefix(NamedTuple):
    """The beginning of a WARC file, up to the last commit."""

    path: Path
    length: int


@dataclass(frozen=True, slots=True)
class WaczContents:
    """Everything that goes into one WACZ file."""

    title: str
    software: str
    created: datetime
    warcs: Sequence[WarcPrefix]
    captures: Iterable[Snapshot]
    pages: Iterable[WaczPage]
    extras: Mapping[str, Iterable[bytes]] = field(default_factory=dict)
    """Further files by their path in the zip, outside ``archive/``, ``indexes/`` and ``pages/``."""


def write_wacz(path: Path, contents: WaczContents) -> None:
    """Write a WACZ file atomically."""
    try:
        with atomic_file(path) as file, ZipFile(file, "w", allowZip64=True) as package:
            _write(_Parts(package, contents.created), contents)
    except OSError as error:
        raise write_error(path, error) from error


class _Parts:
    """The zip being written, and the resources its description will list."""

    def __init__(self, package: ZipFile, created: datetime) -> None:
        self._package = package
        self._date = created.astimezone(UTC).timetuple()[:6]
        self.resources: list[dict[str, Any]] = []

    def add(self, name: str, pieces: Iterable[bytes], *, size: int = 0, packed: bool) -> str:
        """Write one file, whose size may be unknown, and return its hash."""
        info = ZipInfo(name, self._date)
        info.compress_type = ZIP_DEFLATED if packed else ZIP_STORED
        info.external_attr = 0o644 << 16
        info.file_size = size
        hashed, length = hashlib.sha256(), 0
        with self._package.open(info, "w", force_zip64=not size) as out:
            for piece in pieces:
                out.write(piece)
                hashed.update(piece)
                length += len(piece)
        digest = f"sha256:{hashed.hexdigest()}"
        about = {"name": name.rpartition("/")[2].lower(), "path": name}
        self.resources.append({**about, "hash": digest, "bytes": length})
        return digest


def _write(parts: _Parts, contents: WaczContents) -> None:
    for path, length in contents.warcs:
        parts.add(f"archive/{path.name}", _read(path, length), size=length, packed=False)
    index: list[bytes] = []
    parts.add("indexes/index.cdx.gz", _blocks(contents.captures, index), packed=False)
    parts.add("indexes/index.idx", index, packed=True)
    parts.add("pages/pages.jsonl", _page_lines(contents.title, contents.pages), packed=True)
    for name, pieces in contents.extras.items():
        parts.add(name, pieces, packed=True)
    package = {
        "profile": "data-package",
        "resources": list(parts.resources),
        "title": contents.title,
        "created": _iso(contents.created),
        "wacz_version": VERSION,
        "software": contents.software,
    }
    digest = parts.add("datapackage.json", [_json(package, indent=2)], packed=True)
    signed = {"path": "datapackage.json", "hash": digest}
    parts.add("datapackage-digest.json", [_json(signed, indent=2)], packed=True)


def _read(path: Path, length: int) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while length and (piece := file.read(min(_CHUNK, length))):
                yield piece
                length -= len(piece)
    except OSError as error:
        raise CollectionError(f"{path}: cannot be read ({error.strerror or error}).") from error
    if length:
        raise CollectionError(f"{path}: {length} bytes are missing at its end.")


def _blocks(captures: Iterable[Snapshot], index: list[bytes]) -> Iterator[bytes]:
    """Yield the sorted index in compressed blocks, and append the position of each to ``index``."""
    lines = sorted(cdxj_line(*capture) + "\n" for capture in captures)
    index.append(b"!meta 0 " + _json({"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}))
    offset = 0
    for start in range(0, len(lines), _BLOCK):
        block = lines[start : start + _BLOCK]
        packed = zlib.compress("".join(block).encode("ascii"), wbits=31)
        digest = f"sha256:{hashlib.sha256(packed).hexdigest()}"
        place = {"offset": offset, "length": len(packed), "digest": digest}
        index.append(block[0].partition(" {")[0].encode() + b" " + _json(place))
        offset += len(packed)
        yield packed


def _page_lines(title: str, pages: Iterable[WaczPage]) -> Iterator[bytes]:
    yield _json({"format": "json-pages-1.0", "id": "pages", "title": title, "hasText": True})
    for page in pages:
        url, moment = uri(page.url), _iso(page.captured_at)
        line: dict[str, Any] = {
            "id": str(uuid5(NAMESPACE_URL, f"{moment} {url}")),
            "url": url,
            "ts": moment,
        }
        line |= {"title": page.title or url, **page.about}
        line |= {} if page.score is None else {"score": round(page.score, 4)}
        yield _json(line | ({"text": page.text} if page.text else {}))


def _iso(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _json(value: Any, indent: int | None = None) -> bytes:
    return json.dumps(value, indent=indent).encode("ascii") + b"\n"


# Unpacking WARC files


_MAX_MEMBERS = 100_000
_MAX_RATIO = 200
"""How many times its size in the zip a file may unpack to; WARC files are stored uncompressed."""
_MAX_DESCRIPTION = 100_000_000
"""Bytes of the description of a package."""
_DAMAGED = (BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, zlib.error)
"""Errors of zipfile for damaged zips, encryption and unknown compression."""


def warc_members(path: Path, into: Path) -> list[Path]:
    """Unpack the WARC files of a WACZ file into a folder and return them; unchanged ones are kept.

    Nothing is written outside the folder. Raise CollectionError if the file is no WACZ file, is hostile or does
    not match its description, and StorageFull if there is no room.
    """
    try:
        with ZipFile(path) as package:
            members = _checked(path, package.infolist())
            hashes = _described(package)
            return [_unpack(path, package, each, into, hashes) for each in members]
    except OSError as error:
        raise CollectionError(f"{path}: cannot be read ({error.strerror or error}).") from error
    except _DAMAGED as error:
        raise CollectionError(f"{path}: not a WACZ file, or a damaged one ({error}).") from error


def _checked(path: Path, members: Sequence[ZipInfo]) -> list[ZipInfo]:
    """Return the members that are WARC files; raise CollectionError if one of them is harmful."""
    if len(members) > _MAX_MEMBERS:
        raise CollectionError(f"{path}: holds {len(members):,} files, over {_MAX_MEMBERS:,}.")
    wanted = [each for each in members if each.filename.lower().endswith(SUFFIXES)]
    if not wanted:
        raise CollectionError(f"{path}: holds no WARC files.")
    names = Counter(each.filename.rpartition("/")[2] for each in wanted)
    for each in wanted:
        twice = names[each.filename.rpartition("/")[2]] > 1
        if why := "it is there twice" if twice else _why_harmful(each):
            raise CollectionError(f"{path}: {each.filename!a} is not unpacked: {why}.")
    stored = sum(each.file_size for each in wanted if each.compress_type == ZIP_STORED)
    if stored > path.stat().st_size:
        raise CollectionError(f"{path}: its files lie on top of each other.")
    return wanted


def _why_harmful(member: ZipInfo) -> str:
    name = member.filename
    if name.startswith(("/", "\\")) or ":" in name or not name.isprintable():
        return "its name is no plain path"
    if ".." in name.replace("\\", "/").split("/"):
        return "it points out of the folder"
    if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG):
        return "it is no plain file"
    if member.file_size > _MAX_RATIO * max(member.compress_size, 1):
        return f"it unpacks to over {_MAX_RATIO} times its size"
    return ""


def _described(package: ZipFile) -> dict[str, str]:
    """Return the hashes in the package's description, by path."""
    try:
        info = package.getinfo("datapackage.json")
        if info.file_size > _MAX_DESCRIPTION:
            raise ValueError("its description is too large")
        resources = json.loads(package.read(info))["resources"]
        return {str(each["path"]): str(each.get("hash", "")) for each in resources}
    except (KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _unpack(
    path: Path, package: ZipFile, member: ZipInfo, into: Path, hashes: Mapping[str, str]
) -> Path:
    target = into / member.filename.rpartition("/")[2]
    if target.is_file() and _same(target, path, member):
        return target
    try:
        into.mkdir(parents=True, exist_ok=True)
        with package.open(member) as source, atomic_file(target) as out:
            _check_hash(path, member, _copied(source, out), hashes.get(member.filename, ""))
            out.flush()  # a later write would set the time of change again
            modified = path.stat().st_mtime_ns
            os.utime(out.fileno(), ns=(modified, modified))
    except OSError as error:
        raise write_error(target, error) from error
    return target


def _same(target: Path, path: Path, member: ZipInfo) -> bool:
    """Return whether a file was unpacked from this package before, and neither has changed."""
    unpacked = target.stat()
    same_size = unpacked.st_size == member.file_size
    return same_size and unpacked.st_mtime_ns == path.stat().st_mtime_ns


def _copied(source: IO[bytes], out: IO[bytes]) -> str:
    hashed = hashlib.sha256()
    while piece := source.read(_CHUNK):
        out.write(piece)
        hashed.update(piece)
    return f"sha256:{hashed.hexdigest()}"


def _check_hash(path: Path, member: ZipInfo, actual: str, described: str) -> None:
    if described.startswith("sha256:") and described != actual:
        raise CollectionError(f"{path}: {member.filename!a} does not match its description.")
