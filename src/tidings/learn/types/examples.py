"""Reads labelled texts from a user's file: CSV or XLSX with a header line, or JSON lines."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tidings.disk.reading import check_regular
from tidings.errors import TidingsError
from tidings.learn.types.model import NONE, OFF
from tidings.learn.types.spreadsheets import sheet_rows
from tidings.learn.types.train import Example
from tidings.read.words.language import detect

FEWEST_EXAMPLES = 10
"""Examples that each label needs."""
_NONE_LABELS = frozenset((NONE, OFF, "other"))
"""Labels that mean ``NONE``."""


class Columns(NamedTuple):
    """The names of the columns; without a group column each text is its own group."""

    text: str = "text"
    label: str = "label"
    group: str = ""


def read_examples(path: Path, columns: Columns) -> list[Example]:
    """Return the examples of a file; raise ``TidingsError`` with the line of an error."""
    examples = [_example(path, line, row, columns) for line, row in rows(path)]
    counts = Counter(example.label for example in examples)
    if len(counts) < 2:
        labels = ", ".join(counts) or "no rows"
        raise TidingsError(f"{path}: found {labels}; allowed: examples of two labels or more")
    rare = [f"{label} ({count})" for label, count in counts.items() if count < FEWEST_EXAMPLES]
    if rare:
        raise TidingsError(
            f"{path}: found too few examples of {', '.join(rare)}; allowed: {FEWEST_EXAMPLES} or more of each label"
        )
    if columns.group and len({example.group for example in examples}) < 2:
        raise TidingsError(
            f"{path}: found one group in column {columns.group!r}; allowed: two or more"
        )
    return examples


def _example(path: Path, line: int, row: object, columns: Columns) -> Example:
    if not isinstance(row, Mapping):
        raise TidingsError(f"{path}, line {line}: found no object; allowed: one JSON object a line")
    for column in filter(None, columns):
        value = row.get(column)
        if not isinstance(value, str) or not value.strip():
            names = ", ".join(str(name) for name in row if name is not None)
            raise TidingsError(
                f"{path}, line {line}: found no text in column {column!r}; the columns are: {names}"
            )
    text, label = row[columns.text], row[columns.label].strip()
    group = row[columns.group] if columns.group else ""
    return Example(text, NONE if label.lower() in _NONE_LABELS else label, group, detect(text))


def rows(path: Path) -> Iterator[tuple[int, object]]:
    """Yield the line number and content of each row; raise ``TidingsError`` if a file is none of the formats."""
    if path.suffix.lower() == ".xlsx":
        yield from sheet_rows(path)
        return
    text = _text(path)
    if path.name.removesuffix(".gz").endswith((".jsonl", ".ndjson", ".json")):
        yield from _json_rows(path, text)
        return
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise TidingsError(f"{path}, line {reader.line_num}: not CSV: {error}") from error


def _json_rows(path: Path, text: str) -> Iterator[tuple[int, object]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError) as error:
                raise TidingsError(f"{path}, line {number}: not JSON: {error}") from error


_MEGABYTES = 1000
"""Largest file of examples."""


def _text(path: Path) -> str:
    try:
        check_regular(path, _MEGABYTES)
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TidingsError(
            f"{path}: found a byte at {error.start} that is no UTF-8; allowed: a text file"
        ) from error
    except (OSError, EOFError, zlib.error) as error:
        raise TidingsError(f"{path}: cannot be read: {error}") from error
