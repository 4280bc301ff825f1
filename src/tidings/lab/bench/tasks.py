"""Read a tasks file: what strategies have to find in a web, and which pages are relevant."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from tidings.errors import TidingsError
from tidings.event.keys import EVENT_KEYS, REQUIRED, Key
from tidings.event.values import WrongValueError, read, show
from tidings.model import Event, Genre, TimeSpan
from tidings.urls import normalise

_LAST_SECOND = time(23, 59, 59, tzinfo=UTC)

_FILE_KEYS = (
    Key("", "web", "text", "", "Name of the web; default: the name of the file."),
    Key("", "warc", "text", REQUIRED, "The archive file, relative to the tasks file."),
)
_TASK_KEYS = (
    Key("tasks", "id", "text", REQUIRED, "Name of the task."),
    Key("tasks", "description", "text", "", "What to find, in words."),
    Key("tasks", "seeds", "list of texts", (), "URLs where crawls begin."),
    Key("tasks", "references", "list of texts", (), "URLs of pages to build the model from."),
    Key("tasks", "barred", "list of texts", (), "URL prefixes that are not visited."),
    Key("tasks", "relevant", "text", REQUIRED, "File of the relevant URLs, one a line."),
    Key("tasks", "reachable_pages", "whole number", 0, "Pages in reach of the seeds.", low=0),
)
_EVENT_KEYS = (
    Key("tasks.event", "name", "text", "", "Name of the event; default: the task's id."),
    Key("tasks.event", "what", "list of texts", (), "Keywords."),
    Key("tasks.event", "where", "list of texts", (), "Places."),
)
_WHEN_KEYS = tuple(
    key._replace(default=REQUIRED) if key.name == "end" else key
    for key in EVENT_KEYS
    if key.section == "when"
)
_GENRE_KEYS = tuple(
    Key("tasks.genre", name, "list of texts", (), "")
    for name in ("genre_terms", "content_terms", "url_terms")
)
_NUMBER = Key("tasks.breadth_first", "", "whole number", REQUIRED, "", low=0)


@dataclass(frozen=True, slots=True)
class Task:
    """One search task: seeds, event and relevant pages."""

    id: str
    event: Event
    seeds: tuple[str, ...]
    relevant: frozenset[str]
    """URLs of the relevant pages; strategies never see them."""
    barred: tuple[str, ...] = ()
    """URL prefixes that are not visited."""
    description: str = ""
    reachable: int = 0
    """Pages that can be reached from the seeds according to the file; 0 if it does not say."""
    baseline: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Breadth-first results from the file: percent of the pages -> (pages, relevant pages found)."""

    @property
    def unjudged(self) -> frozenset[str]:
        """Return the seeds and references that are not listed as relevant."""
        return frozenset((*self.seeds, *self.event.references)) - self.relevant


class TasksFile(NamedTuple):
    """A web and its tasks."""

    web: str
    warc: Path
    tasks: tuple[Task, ...]


class _Table(NamedTuple):
    """One table of the file and its position, for error messages."""

    where: str
    content: Mapping[str, Any]

    def read(self, keys: Iterable[Key]) -> dict[str, Any]:
        """Return the value of each key, by name; raise TidingsError for the first wrong one."""
        return {key.name: self._value(key) for key in keys}

    def _value(self, key: Key) -> Any:
        value = self.content.get(key.name)
        if value is not None and (value or key.kind != "text"):  # an empty text counts as missing
            return self.checked(key, value)
        if key.default == REQUIRED:
            raise self.wrong(key.name, "nothing", key.allowed)
        return key.default

    def checked(self, key: Key, value: object, name: str = "") -> Any:
        """Return a value as its key requires it."""
        try:
            return read(key, value)
        except WrongValueError as error:
            allowed = error.allowed or key.allowed
            raise self.wrong(name or key.name, error.found, allowed) from None

    def wrong(self, key: str, found: str, allowed: str) -> TidingsError:
        """Return an error about one key."""
        return TidingsError(f"{self.where}: {key}: found {found}; allowed: {allowed}")

    def section(self, name: str) -> _Table | None:
        """Return a table inside this one, None if it is missing."""
        content = self.content.get(name)
        if content is not None and not isinstance(content, dict):
            raise self.wrong(name, show(content), f"a section [tasks.{name}]")
        return None if content is None else _Table(f"{self.where}.{name}", content)


def load_tasks(path: Path) -> TasksFile:
    """Read a tasks file; raise an error that names the key and its allowed values."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TidingsError(f"{path}: no such file; a tasks file, or the word generated") from None
    except (OSError, ValueError) as error:  # TOML and UTF-8 errors are ValueErrors
        raise TidingsError(f"{path}: not a tasks file in TOML: {error}") from error
    file = _Table(str(path), document)
    values = file.read(_FILE_KEYS)
    tasks = tuple(_task(path.parent, table) for table in _tasks(file))
    return TasksFile(values["web"] or path.stem, path.parent / values["warc"], tasks)


def _tasks(file: _Table) -> list[_Table]:
    tables = file.content.get("tasks", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise file.wrong("tasks", show(tables), "sections [[tasks]]")
    if not tables:
        raise file.wrong("tasks", "none", "at least one [[tasks]]")
    return [_Table(f"{file.where}: tasks[{n}]", table) for n, table in enumerate(tables, 1)]


def _task(folder: Path, table: _Table) -> Task:
    values = table.read(_TASK_KEYS)
    seeds, references = (_urls(table, name, values[name]) for name in ("seeds", "references"))
    if not seeds:
        raise table.wrong("seeds", "none", "at least one web address")
    event, genre = table.section("event"), _genre(table)
    if event is None and genre is None:
        raise TidingsError(f"{table.where}: found neither [tasks.event] nor [tasks.genre]")
    return Task(
        id=values["id"],
        event=_event(event, values["id"], genre or Genre(), references),
        seeds=seeds,
        relevant=_relevant(folder / values["relevant"]),
        barred=values["barred"],
        description=values["description"],
        reachable=values["reachable_pages"],
        baseline=_baseline(table.section("breadth_first")),
    )


def _urls(table: _Table, name: str, urls: Iterable[str]) -> tuple[str, ...]:
    normal = {url: normalise(url) for url in urls}
    for url, usable in normal.items():
        if usable is None:
            raise table.wrong(name, show(url), "web addresses")
    return tuple(usable for usable in normal.values() if usable)


def _event(table: _Table | None, name: str, genre: Genre, references: tuple[str, ...]) -> Event:
    """Describe the event; the terms of the genre and its content count as keywords too."""
    keywords = dict.fromkeys((*genre.terms, *genre.content), 1.0)
    if table is None:
        return Event(name, keywords, references, genre=genre)
    values = table.read(_EVENT_KEYS)
    keywords = {**dict.fromkeys(values["what"], 1.0), **keywords}
    places = dict.fromkeys(values["where"], 1.0)
    when = table.section("when")
    span = _span(when) if when else None
    return Event(values["name"] or name, keywords, references, places, span, genre=genre)


def _span(table: _Table) -> TimeSpan:
    values = table.read(_WHEN_KEYS)
    start = _moment(values["start"], time(tzinfo=UTC))
    end = _moment(values["end"], _LAST_SECOND)
    if end < start:
        raise table.wrong("end", show(values["end"]), "the start or later")
    lead, cooldown = (timedelta(days=values[name]) for name in ("lead", "cooldown"))
    return TimeSpan(start, end, lead, cooldown)


def _moment(value: date, hour: time) -> datetime:
    return value if isinstance(value, datetime) else datetime.combine(value, hour)


def _genre(table: _Table) -> Genre | None:
    section = table.section("genre")
    return Genre(*section.read(_GENRE_KEYS).values()) if section else None


def _relevant(path: Path) -> frozenset[str]:
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, ValueError) as error:
        raise TidingsError(
            f"{path}: the relevant pages cannot be read ({error}); allowed: one address a line"
        ) from error
    return frozenset(url for line in lines if (url := normalise(line)))


def _baseline(table: _Table | None) -> dict[int, tuple[int, int]]:
    if table is None:
        return {}
    percents, pages, relevant = (_numbers(table, name) for name in ("percent", "pages", "found"))
    return dict(zip(percents, zip(pages, relevant, strict=False), strict=False))


def _numbers(table: _Table, name: str) -> list[int]:
    values = table.content.get(name, [])
    if not isinstance(values, list):
        raise table.wrong(name, show(values), "a list of whole numbers")
    return [table.checked(_NUMBER, value, name) for value in values]
