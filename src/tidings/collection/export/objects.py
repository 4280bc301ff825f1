"""Writes rows as JSON: one object per line, or the features of a map."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, BinaryIO

from tidings.collection.export.rows import Row


def write_jsonl(rows: Iterable[Row], out: BinaryIO, columns: Sequence[str]) -> None:
    """Write a JSON object for every row; names are an object with how often each occurs."""
    for row in rows:
        names = {each["name"]: each["times"] for each in row["names"]}
        out.write(as_json(row | {"names": names}) + b"\n")


def write_geojson(rows: Iterable[Row], out: BinaryIO, columns: Sequence[str]) -> None:
    """Write a feature for every row, at the places it names; a row without places has no geometry (RFC 7946)."""
    out.write(b'{"type": "FeatureCollection", "features": [')
    separator = b"\n"
    for row in rows:
        feature = {
            "type": "Feature",
            "geometry": _geometry(row),
            "properties": {name: row.get(name) for name in columns},
        }
        out.write(separator + as_json(feature))
        separator = b",\n"
    out.write(b"\n]}\n")


def _geometry(row: Row) -> dict[str, Any] | None:
    points = [
        [place["longitude"], place["latitude"]]
        for place in row["places"]
        if place["latitude"] is not None and place["longitude"] is not None
    ]
    return {"type": "MultiPoint", "coordinates": points} if points else None


def as_json(value: Any) -> bytes:
    """Return a value as JSON in UTF-8; moments as ISO 8601."""
    return json.dumps(value, ensure_ascii=False, default=_moment).encode("utf-8", "replace")


def _moment(value: date | datetime) -> str:
    return value.isoformat()
