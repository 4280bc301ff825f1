"""Writes rows as CSV for spreadsheets, and as a list of URLs."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, BinaryIO, NamedTuple

from tidings.collection.export.rows import Row

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Characters with which a spreadsheet formula begins, also in full width."""


def write_csv(rows: Iterable[Row], out: BinaryIO, columns: Sequence[str]) -> None:
    """Write a line for every row."""
    writer = csv.writer(_Encoded(out))
    writer.writerow(columns)
    for row in rows:
        writer.writerow([cell(name, row.get(name)) for name in columns])


class _Encoded(NamedTuple):
    """Takes text, and writes it as UTF-8."""

    out: BinaryIO

    def write(self, text: str) -> int:
        """Write a line."""
        return self.out.write(text.encode())


def write_urls(rows: Iterable[Row], out: BinaryIO, columns: Sequence[str]) -> None:
    """Write one URL per line."""
    for row in rows:
        out.write(f"{row['url']}\n".encode())


def cell(name: str, value: Any) -> Any:
    """Return a value as the cell of a spreadsheet; a text that looks like a formula gets an apostrophe."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, list):
        value = _SEPARATORS.get(name, " ").join(map(_CELLS.get(name, str), value))
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def _name(named: dict[str, Any]) -> str:
    return f"{named['name']} ({named['times']})"


def _place(place: dict[str, Any]) -> str:
    where = f"{place['name']}, {place['country']}" if place["country"] else place["name"]
    return f"{where} ({place['count']})"


def _number(number: dict[str, Any]) -> str:
    bound = f"{number['bound']} " if number["bound"] else ""
    most = f" to {number['most']}" if number["most"] != number["value"] else ""
    return f"{number['what']}: {bound}{number['value']}{most} {number['unit']}"


_CELLS = {"names": _name, "places": _place, "numbers": _number}
"""How the items of a list are written in a cell."""
_SEPARATORS = {"names": "; ", "places": "; ", "numbers": "; ", "tags": "; "}
