"""What a strategy is asked to find in a web, and what is true about it; read from a tasks file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tidings.errors import TidingsError
from tidings.model import Event, Genre, TimeSpan
from tidings.urls import normalise

_LAST_SECOND = time(23, 59, 59, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to find: where to begin, what it is, and which pages really are about it."""

    id: str
    event: Event
    seeds: tuple[str, ...]
    relevant: frozenset[str]
    """The true pages; no strategy ever sees them."""
    barred: tuple[str, ...] = ()
    """Address prefixes that are not visited."""
    description: str = ""
    reachable: int = 0
    """Pages that can be reached from the seeds, as the file says; 0 if it does not."""
    baseline: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Breadth-first as the file tells it: percent of the pages, how many these are, true ones among them."""

    @property
    def unjudged(self) -> frozenset[str]:
        """Return seeds and references that the truth says nothing about."""
        return frozenset((*self.seeds, *self.event.references)) - self.relevant


class TasksFile(NamedTuple):
    """A web and its tasks."""

    web: str
    warc: Path
    tasks: tuple[Task, ...]


def load_tasks(path: Path) -> TasksFile:
    """Read a tasks file; raise an error that names the key and what it may hold."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TidingsError(f"{path}: no such file; a tasks file, or the word generated") from None
    except (OSError, ValueError) as error:  # TOML and UTF-8 errors are ValueErrors
        raise TidingsError(f"{path}: not a tasks file in TOML: {error}") from error
    entry = _Entry(str(path), document)
    warc = path.parent / entry.text("warc")
    tables = entry.tables("tasks")
    if not tables:
        raise TidingsError(f"{path}: tasks: found none; allowed: at least one [[tasks]]")
    tasks = tuple(
        _task(path, _Entry(f"{path}: tasks[{n}]", table)) for n, table in enumerate(tables, 1)
    )
    return TasksFile(entry.text("web", path.stem), warc, tasks)


class _Entry:
    """One table of the file, read with errors that say where."""

    def __init__(self, where: str, table: Mapping[str, Any]) -> None:
        self.where = where
        self._table = table

    def wrong(self, key: str, allowed: str) -> TidingsError:
        found = repr(self._table[key])[:80] if key in self._table else "nothing"
        return TidingsError(f"{self.where}: {key}: found {found}; allowed: {allowed}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self._table.get(key, default)
        if not isinstance(value, str) or (default is None and not value):
            raise self.wrong(key, "a text")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, "a list of texts")
        return tuple(value)

    def number(self, key: str) -> float:
        value = self._table.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
            raise self.wrong(key, "a number, 0 or more")
        return value

    def numbers(self, key: str) -> tuple[int, ...]:
        value = self._table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, int) for item in value):
            raise self.wrong(key, "a list of whole numbers")
        return tuple(value)

    def day(self, key: str, hour: time) -> datetime:
        value = self._table.get(key)
        if isinstance(value, datetime):
            return value if value.tzinfo else value.replace(tzinfo=UTC)
        if not isinstance(value, date):
            raise self.wrong(key, "a date such as 2016-03-22")
        return datetime.combine(value, hour)

    def addresses(self, key: str) -> tuple[str, ...]:
        return tuple(self._address(key, url) for url in self.texts(key))

    def _address(self, key: str, url: str) -> str:
        address = normalise(url)
        if address is None:
            raise TidingsError(f"{self.where}: {key}: found {url!r}; allowed: web addresses")
        return address

    def table(self, key: str) -> _Entry | None:
        value = self._table.get(key)
        if value is not None and not isinstance(value, dict):
            raise self.wrong(key, f"a section [tasks.{key}]")
        return None if value is None else _Entry(f"{self.where}.{key}", value)

    def tables(self, key: str) -> list[dict[str, Any]]:
        value = self._table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(key, f"sections [[{key}]]")
        return value


def _task(path: Path, entry: _Entry) -> Task:
    seeds, references = entry.addresses("seeds"), entry.addresses("references")
    if not seeds:
        raise entry.wrong("seeds", "at least one web address")
    table, words = entry.table("event"), entry.table("genre")
    if table is None and words is None:
        raise TidingsError(f"{entry.where}: found neither [tasks.event] nor [tasks.genre]")
    genre = _genre(words) if words else Genre()
    id_ = entry.text("id")
    return Task(
        id=id_,
        event=_event(table, id_, genre, references),
        seeds=seeds,
        relevant=_truth(path.parent / entry.text("relevant")),
        barred=entry.texts("barred"),
        description=entry.text("description", ""),
        reachable=int(entry.number("reachable_pages")),
        baseline=_baseline(entry.table("breadth_first")),
    )


def _event(table: _Entry | None, name: str, genre: Genre, references: tuple[str, ...]) -> Event:
    """Describe the event; a genre's own words and those of its content are keywords beside the event's."""
    keywords = dict.fromkeys((*genre.terms, *genre.content), 1.0)
    if table is None:
        return Event(name, keywords, references, genre=genre)
    keywords = {**dict.fromkeys(table.texts("what"), 1.0), **keywords}
    places = dict.fromkeys(table.texts("where"), 1.0)
    when = table.table("when")
    span = _span(when) if when else None
    return Event(table.text("name", name), keywords, references, places, span, genre=genre)


def _span(when: _Entry) -> TimeSpan:
    start = when.day("start", time(tzinfo=UTC))
    end = when.day("end", _LAST_SECOND)
    if end < start:
        raise when.wrong("end", "the start or later")
    lead, cooldown = (timedelta(days=when.number(key)) for key in ("lead", "cooldown"))
    return TimeSpan(start, end, lead, cooldown)


def _genre(words: _Entry) -> Genre:
    return Genre(words.texts("genre_terms"), words.texts("content_terms"), words.texts("url_terms"))


def _truth(path: Path) -> frozenset[str]:
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, ValueError) as error:
        raise TidingsError(
            f"{path}: the relevant pages cannot be read ({error}); allowed: one address a line"
        ) from error
    return frozenset(_normal(lines))


def _normal(lines: Iterable[str]) -> Iterable[str]:
    return (url for line in lines if (url := normalise(line)))


def _baseline(table: _Entry | None) -> dict[int, tuple[int, int]]:
    if table is None:
        return {}
    columns = [table.numbers(key) for key in ("percent", "pages", "found")]
    return {percent: (pages, found) for percent, pages, found in zip(*columns, strict=False)}
