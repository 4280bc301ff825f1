"""CDX and CDXJ rows in every dialect, read into snapshots; a bad line is reported, never fatal.

Known are CDX with a legend, CDX of 7, 9, 10 or 11 fields without one, and CDXJ with any of the usual field names.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from tidings.archive.digests import with_label
from tidings.archive.files.stored import Damage
from tidings.archive.write.records import uri
from tidings.disk.reading import check_regular
from tidings.errors import CollectionError
from tidings.model import Pointer, Snapshot

Fields = Mapping[str, str]
"""Values of one index row by the field names of CDXJ; unknown values are left out."""

_LEGENDS = {9: "NbamskrVg", 10: "NbamskrMVg", 11: "NbamskrMSVg"}
"""Legends of CDX lines without one, by their number of fields."""
_SHORT_LEGEND = "NbamskS"
"""Legend of any other line, the columns of a CDX server; further columns are ignored."""
_LETTERS = {
    "N": "urlkey",
    "b": "timestamp",
    "a": "url",
    "m": "mime",
    "s": "status",
    "k": "digest",
    "S": "length",
    "V": "offset",
    "g": "filename",
}
_OTHER_NAMES = {
    "original": "url",
    "mimetype": "mime",
    "statuscode": "status",
    "warc_filename": "filename",
}
_UNKNOWN = ("-", "")
_IS_CDXJ = re.compile(r"\S+ \S+ \{")
_TIMESTAMP = re.compile(r"\d{4,20}", re.ASCII)
_EARLIEST = "00000101000000"
_MAX_DIGITS = 18


def read_any_index(path: Path) -> Iterator[Snapshot | Damage]:
    """Yield the rows of an index in its order, bad lines as damage with the line number as offset."""
    legend: Sequence[str] | None = None
    try:
        with _open(path) as file:
            for number, line in enumerate(file, start=1):
                if line.lstrip().startswith("CDX "):
                    legend = line.split()[1:]
                elif line.strip() and not line.startswith("!"):
                    yield _row(line, legend, path.name, number)
    except (OSError, EOFError) as error:
        raise CollectionError(f"{path}: cannot be read ({error}).") from error


def line_fields(line: str, legend: Sequence[str] | None = None) -> Fields:
    """Return the fields of a CDX or CDXJ line; raise ValueError if it is neither."""
    if _IS_CDXJ.match(line):
        _, timestamp, text = line.split(" ", 2)
        return {**named_fields(_parse_json(text)), "timestamp": timestamp}
    values = line.split()
    if legend and len(values) > len(legend):
        raise ValueError("more fields than the legend has")
    letters = legend or _LEGENDS.get(len(values), _SHORT_LEGEND)
    names = (_LETTERS.get(letter, letter) for letter in letters)
    return named_fields(dict(zip(names, values, strict=False)))


def named_fields(values: Mapping[str, Any]) -> Fields:
    """Return the usable values of a row under their CDXJ names."""
    return {
        _OTHER_NAMES.get(name, name): str(value)
        for name, value in values.items()
        if isinstance(value, str | int) and value not in _UNKNOWN
    }


def row_snapshot(fields: Fields, url: str, captured_at: datetime, pointer: Pointer) -> Snapshot:
    """Return the snapshot of a row, whose URL and place depend on the kind of index."""
    return Snapshot(
        url=url,
        captured_at=captured_at,
        mime=fields.get("mime", "").lower(),
        status=optional_number(fields.get("status", "")),
        digest=with_label(fields.get("digest", "")),
        pointer=pointer,
    )


def parse_timestamp(text: str) -> datetime:
    """Return the moment of a timestamp; a short one means the beginning of its year, month or day."""
    if not _TIMESTAMP.fullmatch(text):
        raise ValueError(f"no time: {text[:20]!r}")
    whole = text[:14] + _EARLIEST[len(text[:14]) :]
    date = int(whole[:4]), int(whole[4:6]), int(whole[6:8])
    return datetime(*date, int(whole[8:10]), int(whole[10:12]), int(whole[12:]), tzinfo=UTC)


def optional_number(text: str) -> int:
    """Return a number of a row, 0 for anything else; raise ValueError if it is far too long."""
    return _number(text) if text.isdecimal() else 0


def _open(path: Path) -> IO[str]:
    check_regular(path)
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    return (
        gzip.open(path, "rt", encoding="utf-8", errors="surrogateescape")
        if packed
        else path.open(encoding="utf-8", errors="surrogateescape")
    )


def _row(line: str, legend: Sequence[str] | None, name: str, number: int) -> Snapshot | Damage:
    try:
        fields = line_fields(line, legend)
        length = optional_number(fields.get("length", ""))
        pointer = Pointer(fields["filename"], _number(fields["offset"]), length)
        moment = parse_timestamp(fields["timestamp"])
        return row_snapshot(fields, uri(fields["url"]), moment, pointer)
    except (ValueError, KeyError) as error:
        return Damage(name, number, f"not an index line ({error!r})")


def _parse_json(text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > _MAX_DIGITS:
        raise ValueError(f"no number: {text[:20]!r}")
    return int(text)
