"""Indexes as others write them: CDX of 9 or 11 fields, CDX with a legend, CDXJ; bad lines are told, never fatal."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from tidings.archive.files.stored import Damage
from tidings.archive.write.records import uri
from tidings.errors import CollectionError
from tidings.model import Pointer, Snapshot

_LEGENDS = {9: "NbamskrVg", 10: "NbamskrMVg", 11: "NbamskrMSVg"}
"""What the fields are where no first line tells it, by their number."""
_FIELDS = {
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
_IS_CDXJ = re.compile(r"\S+ \d+ \{")
_TIMESTAMP = re.compile(r"\d{4,17}")
_LONG_NUMBER = 18
_EARLIEST = "00000101000000"
_PLAIN_DIGEST = re.compile(r"[A-Z2-7]{32}")


def read_any_index(path: Path) -> Iterator[Snapshot | Damage]:
    """Yield the rows of an index in its order; a bad line as a damage, with its number as the place."""
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


def _open(path: Path) -> IO[str]:
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    return (
        gzip.open(path, "rt", encoding="utf-8", errors="surrogateescape")
        if packed
        else path.open(encoding="utf-8", errors="surrogateescape")
    )


def _row(line: str, legend: Sequence[str] | None, name: str, number: int) -> Snapshot | Damage:
    try:
        moment, fields = _cdxj(line) if _IS_CDXJ.match(line) else _cdx(line, legend)
        return _snapshot(moment, fields)
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        return Damage(name, number, f"not an index line ({error!r})")


def _cdxj(line: str) -> tuple[str, Mapping[str, str]]:
    _, moment, text = line.split(" ", 2)
    told = json.loads(text)
    return moment, {_OTHER_NAMES.get(name, name): str(value) for name, value in told.items()}


def _cdx(line: str, legend: Sequence[str] | None) -> tuple[str, Mapping[str, str]]:
    values = line.split()
    letters = legend or _LEGENDS[len(values)]
    told = dict(zip(letters, values, strict=True))
    return told["b"], {
        _FIELDS[letter]: told[letter] for letter in _FIELDS if told.get(letter, "-") != "-"
    }


def _snapshot(moment: str, fields: Mapping[str, str]) -> Snapshot:
    status, digest = fields.get("status", ""), fields.get("digest", "")
    return Snapshot(
        url=uri(fields["url"]),
        captured_at=_moment(moment),
        mime=fields.get("mime", ""),
        status=_number(status) if status.isdecimal() else 0,
        digest=f"sha1:{digest}" if _PLAIN_DIGEST.fullmatch(digest) else digest,
        pointer=Pointer(
            fields["filename"], _number(fields["offset"]), _number(fields.get("length", "0"))
        ),
    )


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > _LONG_NUMBER:
        raise ValueError(f"no number: {text[:20]!r}")
    return int(text)


def _moment(text: str) -> datetime:
    """Return the moment of a timestamp; a short one means the begin of its year, month or day."""
    if not _TIMESTAMP.fullmatch(text):
        raise ValueError(f"no time: {text[:20]!r}")
    whole = text[:14] + _EARLIEST[len(text[:14]) :]
    return datetime.strptime(whole, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
