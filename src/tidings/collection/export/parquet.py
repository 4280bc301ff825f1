"""Writes rows as Parquet, in groups of rows, so that memory stays small; needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

from tidings.collection.export.rows import SCORE_PARTS, Row
from tidings.errors import TidingsError
from tidings.model import COUNTED

if TYPE_CHECKING:
    import pyarrow

_GROUP = 1_000
"""Rows written at once."""
_MOMENTS = ("published", "captured_at", "found_at")
_NUMBERS = (
    "score", *SCORE_PARTS, "date_confidence", "freshness", "priority", "type_probability",
    "source_confidence", "genre_confidence",
)  # fmt: skip
_COUNTS = ("status", "size", "depth", "tries", "offset", "length", "story", *COUNTED)
_LISTS = ("countries", "keywords", "tags")


def write_parquet(rows: Iterable[Row], out: BinaryIO, columns: Sequence[str]) -> None:
    """Write a table with typed columns: moments, numbers, lists and structures."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet as files
    except ModuleNotFoundError:
        raise TidingsError("Parquet needs pyarrow: pip install 'tidings[parquet]'") from None
    remaining = iter(rows)
    first = list(islice(remaining, _GROUP))
    schema = arrow.schema([(name, _type(arrow, name, first)) for name in columns])
    with files.ParquetWriter(out, schema, compression="zstd") as writer:
        for group in _groups(first, remaining):
            values = [{name: _value(row.get(name)) for name in columns} for row in group]
            writer.write_table(arrow.Table.from_pylist(_fitting(values, schema), schema=schema))


def _groups(first: list[Row], remaining: Iterator[Row]) -> Iterator[list[Row]]:
    group = first
    while group:
        yield group
        group = list(islice(remaining, _GROUP))


def _type(arrow: Any, name: str, sample: Sequence[Row]) -> pyarrow.DataType:
    """Return the type of a column; that of a user's own field by its values."""
    if name in _STRUCTURES:
        fields = [(key, getattr(arrow, kind)()) for key, kind in _STRUCTURES[name].items()]
        return arrow.list_(arrow.struct(fields))
    if name in _MOMENTS:
        return arrow.timestamp("us", tz="UTC")
    if name in _NUMBERS:
        return arrow.float64()
    if name in _COUNTS:
        return arrow.int64()
    if name in _LISTS:
        return arrow.list_(arrow.string())
    values = [row[name] for row in sample if row.get(name) is not None]
    numeric = bool(values) and all(isinstance(value, int | float) for value in values)
    return arrow.float64() if numeric else arrow.string()


_STRUCTURES = {
    "names": {"name": "string", "times": "int64"},
    "places": {
        "name": "string", "country": "string", "latitude": "float64", "longitude": "float64", "count": "int64",
    },
    "numbers": {
        "what": "string", "value": "int64", "most": "int64", "bound": "string", "unit": "string", "sentence": "string",
    },
}  # fmt: skip
"""Columns that hold lists of structures."""


def _value(value: Any) -> Any:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    return value


def _fitting(rows: list[Row], schema: pyarrow.Schema) -> list[Row]:
    """Return rows whose own fields fit the type that the first rows gave them."""
    texts = [field.name for field in schema if str(field.type) == "string"]
    for row in rows:
        for name in texts:
            if row[name] is not None and not isinstance(row[name], str):
                row[name] = str(row[name])
    return rows
