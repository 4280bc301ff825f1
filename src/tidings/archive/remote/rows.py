"""The answers of CDX servers in all their dialects, read into snapshots; it asks nobody.

Known are the Wayback Machine's JSON (an array with a header row), pywb's (one object per line), CDXJ, and
plain CDX with or without a legend.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tidings.archive.index.cdx import REVISIT
from tidings.archive.index.dialects import (
    Fields,
    line_fields,
    named_fields,
    optional_number,
    row_snapshot,
)
from tidings.archive.remote.replay import moment_of, replay_address, sendable
from tidings.errors import Failed
from tidings.model import Pointer, Reason, Snapshot

_COLUMNS = ("urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length")
"""Names of the columns of a JSON table without a header row."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
_EXCERPT = 60


class Listing(NamedTuple):
    """One page of an index."""

    snapshots: list[Snapshot]
    resume_key: str = ""
    """What to ask for the next page with, if the server offered it."""


def parse_listing(text: str, replay: str) -> Listing:
    """Read what a CDX server answered; raise Failed if it is something else."""
    text = text.lstrip("\ufeff").strip()
    if text.startswith("<"):
        raise Failed(Reason.CDX, "answered with HTML, not with an index", retry=False)
    lines, resume_key = _read(text)
    found = [_snapshot(line, replay) for line in lines]
    snapshots = [snapshot for snapshot in found if snapshot]
    if lines and not snapshots:
        raise Failed(Reason.CDX, f"no capture in the answer: {_excerpt(text)}", retry=False)
    return Listing(snapshots, resume_key)


def settled(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """Return snapshots once each in the order of time; repeats get type and status of what they repeat."""
    ordered = sorted(set(snapshots), key=lambda each: (each.captured_at, each.url, each.digest))
    known = {each.digest: each for each in reversed(ordered) if each.digest and not _repeats(each)}
    return [_resolved(each, known.get(each.digest)) for each in ordered]


def _repeats(snapshot: Snapshot) -> bool:
    return snapshot.mime == REVISIT


def _resolved(snapshot: Snapshot, first: Snapshot | None) -> Snapshot:
    if first is None or not _repeats(snapshot):
        return snapshot
    return snapshot._replace(mime=first.mime, status=snapshot.status or first.status)


def _read(text: str) -> tuple[list[Fields], str]:
    if text.startswith("["):
        return _read_table(text)
    if text.startswith("{"):
        return _read_objects(text), ""
    return _read_lines(text)


def _read_table(text: str) -> tuple[list[Fields], str]:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        raise Failed(Reason.CDX, f"broken JSON: {_excerpt(text)}") from None
    if table and all(isinstance(row, dict) for row in table):
        return [named_fields(row) for row in table], ""
    if not all(isinstance(row, list) for row in table):
        raise Failed(Reason.CDX, f"not an index: {_excerpt(text)}", retry=False)
    resume_key = ""
    if len(table) >= 2 and table[-2] == [] and len(table[-1]) == 1:
        resume_key = str(table[-1][0])
        table = table[:-2]
    names: Sequence[str] = _COLUMNS
    if table and "timestamp" in table[0]:
        names, table = [str(name) for name in table[0]], table[1:]
    return [named_fields(dict(zip(names, row, strict=False))) for row in table], resume_key


def _read_objects(text: str) -> list[Fields]:
    lines = [_object(line) for line in text.splitlines() if line.strip()]
    words = lines[0].get("message") or lines[0].get("error") if len(lines) == 1 else None
    if words:
        raise Failed(Reason.CDX, _excerpt(str(words)), retry=False)
    return [named_fields(line) for line in lines]


def _object(line: str) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _read_lines(text: str) -> tuple[list[Fields], str]:
    lines = text.splitlines()
    resume_key = ""
    if len(lines) >= 3 and not lines[-2].strip() and " " not in lines[-1]:
        resume_key = lines.pop()
    legend = None
    if lines and lines[0].split()[:1] == ["CDX"]:
        legend = lines.pop(0).split()[1:]
    return [_fields(line, legend) for line in lines if line.strip()], resume_key


def _fields(line: str, legend: Sequence[str] | None) -> Fields:
    try:
        return line_fields(line, legend)
    except ValueError:
        return {}


def _snapshot(fields: Fields, replay: str) -> Snapshot | None:
    """Return the snapshot a line tells of, None if it is none of a web page or the line is damaged."""
    moment, url = moment_of(fields.get("timestamp", "")), _address(fields.get("url", ""))
    if moment is None or not url:
        return None
    address = replay_address(replay, f"{moment:%Y%m%d%H%M%S}", url)
    try:
        pointer = Pointer(address, 0, optional_number(fields.get("length", "")))
        return row_snapshot(fields, url, moment, pointer)
    except ValueError:
        return None


def _address(url: str) -> str:
    """Return a web address; old indexes leave the scheme out."""
    if url.lower().startswith(("http://", "https://")):
        return sendable(url)
    plain = url and "." in url and not _SCHEME.match(url)
    return sendable(f"http://{url}") if plain else ""


def _excerpt(text: str) -> str:
    line = "".join(c if c.isprintable() else " " for c in text[: 2 * _EXCERPT])
    return line.strip()[:_EXCERPT]
