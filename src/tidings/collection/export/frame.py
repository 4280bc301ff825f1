"""Puts rows into a pandas frame; needs pandas."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tidings.collection.export.rows import COLUMNS, rows
from tidings.collection.pages.fields import own_columns
from tidings.errors import TidingsError
from tidings.store.entries import Entry

if TYPE_CHECKING:
    from pandas import DataFrame


def frame(folder: Path, entries: Iterable[Entry]) -> DataFrame:
    """Return entries of a collection as a frame, with moments as such and the user's own fields."""
    try:
        from pandas import DataFrame, to_datetime
    except ModuleNotFoundError:
        raise TidingsError("a frame needs pandas: pip install 'tidings[pandas]'") from None
    own, fields = own_columns(folder)
    table = DataFrame(rows(entries, own), columns=[*COLUMNS, *fields])
    for name in ("published", "captured_at", "found_at"):
        table[name] = to_datetime(table[name], utc=True)
    return table
