"""Parses the answers of CDX servers into snapshots; it sends no requests.

Known formats are the Wayback Machine's JSON (an array with a header row), pywb's (one object per line), CDXJ, and
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
from tidings.archive.remote.replay import moment_of, replay_url, sendable
from tidings.errors import Failed
from tidings.model import Pointer, Reason, Snapshot

_COLUMNS = ("urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length")
"""Names of the columns of a JSON table without a header row."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
_EXCERPT = 60
"""Characters of an unreadable answer that are quoted."""


class Listing(NamedTuple):
    """One page of an index."""

    snapshots: list[Snapshot]
    resume_key: str = ""
    """The key of the next page, if the server offers one."""


def parse_listing(text: str, replay: str) -> Listing:
    """Parse the answer of a CDX server; raise Failed if it is no index."""
    text = text.lstrip("\ufeff").strip()
    if text.startswith("<"):
        raise Failed(Reason.CDX, "answered with HTML, not with an index", retry=False)
    lines, resume_key = _read(text)
    snapshots = [each for line in lines if (each := _snapshot(line, replay))]
    if lines and not snapshots:
        raise Failed(Reason.CDX, f"no capture in the answer: {_excerpt(text)}", retry=False)
    return Listing(snapshots, resume_key)


def settled(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """Return each snapshot once, oldest first; revisits get media type and status of their original."""
    ordered = sorted(set(snapshots), key=lambda each: (each.captured_at, each.url, each.digest))
    payloads = [each for each in ordered if each.digest and each.mime != REVISIT]
    originals = {each.digest: each for each in reversed(payloads)}  # the earliest counts
    return [_resolved(each, originals.get(each.digest)) for each in ordered]


def _resolved(snapshot: Snapshot, original: Snapshot | None) -> Snapshot:
    if original is None or snapshot.mime != REVISIT:
        return snapshot
    return snapshot._replace(mime=original.mime, status=snapshot.status or original.status)


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
    """Return the snapshot of a row, None if it is no web page or the row is damaged."""
    moment, url = moment_of(fields.get("timestamp", "")), _web_url(fields.get("url", ""))
    if moment is None or not url:
        return None
    source = replay_url(replay, f"{moment:%Y%m%d%H%M%S}", url)
    try:
        pointer = Pointer(source, 0, optional_number(fields.get("length", "")))
        return row_snapshot(fields, url, moment, pointer)
    except ValueError:
        return None


def _web_url(url: str) -> str:
    """Return a web URL, empty if it is none; old indexes leave the scheme out."""
    if url.lower().startswith(("http://", "https://")):
        return sendable(url)
    plain = url and "." in url and not _SCHEME.match(url)
    return sendable(f"http://{url}") if plain else ""


def _excerpt(text: str) -> str:
    line = "".join(c if c.isprintable() else " " for c in text[: 2 * _EXCERPT])
    return line.strip()[:_EXCERPT]
