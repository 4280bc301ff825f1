"""The user's own fields and tags of the pages of a collection: which there are, and their values."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from tidings.collection.export.rows import COLUMNS
from tidings.collection.folder import EVENT_FILE, fields_path, open_fields, read_store
from tidings.disk.reading import check_regular
from tidings.errors import CollectionError, FieldError
from tidings.event.document import read_values
from tidings.model import TAGS, FieldKind, OwnValue, read_tags, shown
from tidings.ports import OwnFields
from tidings.urls import normalise

_MOST_ROWS = 1_000_000
"""Rows of a file that are imported at once."""


class Noted(NamedTuple):
    """What the user noted about a page."""

    tags: tuple[str, ...] = ()
    fields: Mapping[str, OwnValue] = {}

    def labels(self) -> tuple[str, ...]:
        """Return the fields as a search filters by them: ``severity=high``."""
        return tuple(f"{name}={shown(value)}" for name, value in self.fields.items())


class Imported(NamedTuple):
    """How many pages an import changed, and how many of its URLs the collection does not know."""

    pages: int
    unknown: int


def field_kinds(folder: Path) -> tuple[FieldKind, ...]:
    """Return the own fields that the event file of a collection names; raise FieldError for an impossible name."""
    kinds: tuple[FieldKind, ...] = read_values(folder / EVENT_FILE, [])["fields"]
    for kind in kinds:
        if kind.name in COLUMNS or kind.name == "text":
            raise FieldError(
                f"fields.{kind.name}: found the name of a column of every export; allowed: another name"
            )
    return kinds


def noted(folder: Path, url: str) -> Noted:
    """Return what the user noted about a page."""
    if not fields_path(folder).exists():
        return Noted()
    with closing(open_fields(folder, made=True)) as store:
        return _noted(store.of(url))


def all_noted(folder: Path) -> dict[str, Noted]:
    """Return what the user noted about pages, by URL, also of pages without a value any more."""
    if not fields_path(folder).exists():
        return {}
    with closing(open_fields(folder, made=True)) as store:
        return {url: _noted(values) for url, values in store.all()}


def last_change(folder: Path) -> int:
    """Return a number that grows with every change of an own field or tag."""
    if not fields_path(folder).exists():
        return 0
    with closing(open_fields(folder, made=True)) as store:
        return store.last_change()


def own_columns(folder: Path) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """Return what the user noted as exports take it: values by URL and field, and the names of the fields."""
    names = [kind.name for kind in field_kinds(folder)]
    values = {
        url: {TAGS: each.tags} | {name: each.fields.get(name) for name in names}
        for url, each in all_noted(folder).items()
    }
    return values, names


def set_fields(folder: Path, url: str, values: Mapping[str, object], now: datetime) -> Noted:
    """Set own fields of a page and return all of them; None removes one; raise FieldError for what is not allowed."""
    return _saved(folder, url, _checked(values, field_kinds(folder)), now)


def set_tags(folder: Path, url: str, tags: Iterable[str], now: datetime) -> Noted:
    """Give a page these tags and no others; raise FieldError for tags that are not allowed."""
    return _saved(folder, url, {TAGS: _checked_tags(tags)}, now)


def import_fields(folder: Path, path: Path, now: datetime) -> Imported:
    """Set own fields and tags from a CSV file with a column ``url``, all or nothing; empty cells change nothing.

    Tags are separated by semicolons. Raise FieldError for the first cell that is not allowed.
    """
    changes = list(_read_csv(path, field_kinds(folder)))
    known = _known(folder, [url for url, _ in changes])
    with _writing(folder) as store:
        store.save([(url, values) for url, values in changes if url in known], now)
    return Imported(len(known), len({url for url, _ in changes} - known))


def _saved(folder: Path, url: str, values: Mapping[str, Any], now: datetime) -> Noted:
    address = normalise(url) or ""
    if address not in _known(folder, [address]):
        raise CollectionError(f"{url}: never met in this collection")
    with _writing(folder) as store:
        store.save([(address, values)], now)
        return _noted(store.of(address))


@contextmanager
def _writing(folder: Path) -> Iterator[OwnFields]:
    with closing(open_fields(folder)) as store:
        yield store


def _known(folder: Path, urls: Iterable[str]) -> set[str]:
    """Return those of the URLs that the collection has met."""
    with closing(read_store(folder)) as stored:
        return {url for url in set(urls) if stored.ledger.entry(url) is not None}


def _noted(values: Mapping[str, Any]) -> Noted:
    fields = {name: value for name, value in values.items() if name != TAGS}
    return Noted(tuple(values.get(TAGS, ())), fields)


def _checked(values: Mapping[str, object], kinds: Iterable[FieldKind]) -> dict[str, Any]:
    by_name = {kind.name: kind for kind in kinds}
    checked: dict[str, Any] = {}
    for name, value in values.items():
        if name not in by_name:
            allowed = ", ".join(by_name) or "none; name them in [fields] of the event file"
            raise FieldError(f"{name[:60]}: found an unknown field; allowed: {allowed}")
        checked[name] = None if value is None else _value(by_name[name], value)
    return checked


def _value(kind: FieldKind, value: object) -> OwnValue:
    try:
        return kind.read(value)
    except ValueError:
        raise FieldError(
            f"{kind.name}: found {str(value)[:60]!r}; allowed: {kind.allowed}"
        ) from None


def _checked_tags(tags: Iterable[str]) -> tuple[str, ...]:
    try:
        return read_tags(tags)
    except ValueError:
        raise FieldError(
            "tags: found empty, long or too many tags; allowed: 50 of 100 characters"
        ) from None


def _read_csv(path: Path, kinds: tuple[FieldKind, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the URL and the values of each row of a file."""
    try:
        check_regular(path)
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, strict=True)
            if "url" not in (rows.fieldnames or ()):
                raise FieldError(
                    f"{path}: found no column url; allowed: a header line with url and fields"
                )
            for number, row in enumerate(rows, 2):
                if number > _MOST_ROWS:
                    raise FieldError(f"{path}: found more than {_MOST_ROWS:,} rows")
                try:
                    yield _read_row(row, kinds)
                except FieldError as error:
                    raise FieldError(f"{path}, line {number}: {error}") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise FieldError(f"{path}: cannot be read as CSV in UTF-8: {error}") from None


def _read_row(row: dict[str, Any], kinds: tuple[FieldKind, ...]) -> tuple[str, dict[str, Any]]:
    if None in row:
        raise FieldError("found more cells than columns")
    given = {name: cell.strip() for name, cell in row.items() if cell and cell.strip()}
    url = normalise(given.pop("url", ""))
    if url is None:
        raise FieldError(f"url: found {row['url']!r}; allowed: a web address")
    tags = given.pop(TAGS, "")
    values = _checked(given, kinds)
    return url, values | ({TAGS: _checked_tags(tags.split(";"))} if tags else {})
