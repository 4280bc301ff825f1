"""Events as objects: lists collections by the type, the places and the time of their events."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum
from pathlib import Path
from typing import Any

from tidings.collection.folder import EVENT_FILE, database_path, read_store
from tidings.errors import CollectionError, TidingsError
from tidings.event.document import read_values
from tidings.event.values import periods

Period = tuple[datetime, datetime]
"""A first and a last moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedEvent:
    """The event of a collection."""

    folder: Path
    name: str = ""
    type: str = ""
    """The type of crisis of most kept pages, empty if there are none."""
    places: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    """When it happened, as the event file says it."""
    kept: int = 0
    """Pages kept."""
    problem: str = ""
    """Why the event file or the database cannot be read, empty if they can."""

    @property
    def start(self) -> datetime | None:
        """The first moment of its earliest period, None if it has no days."""
        return min((start for start, _ in self.periods), default=None)

    @property
    def end(self) -> datetime | None:
        """The last moment of its latest period."""
        return max((end for _, end in self.periods), default=None)


class EventOrder(StrEnum):
    """The order of events."""

    TIME = "time"
    """The newest first, undated ones last."""
    TYPE = "type"
    PLACE = "place"


def find_collections(folder: Path) -> list[Path]:
    """Return the collections in a folder, or the folder itself; raise CollectionError if there are none."""
    if is_collection(folder):
        return [folder]
    try:
        found = sorted(path for path in folder.iterdir() if is_collection(path))
    except OSError as error:
        raise CollectionError(f"{folder}: cannot be read ({error.strerror})") from error
    if not found:
        raise CollectionError(f"{folder}: found no collections; `tidings new` makes one")
    return found


def is_collection(folder: Path) -> bool:
    """Return whether a folder has an event file or a database."""
    try:
        return (folder / EVENT_FILE).is_file() or database_path(folder).is_file()
    except (OSError, ValueError):
        return False


def list_events(
    folders: Iterable[Path],
    *,
    type: str = "",
    place: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    order: EventOrder = EventOrder.TIME,
) -> list[CollectedEvent]:
    """Return the events of collections with this type, this place, and some time between two moments.

    ``flood`` finds every kind of flood, such as ``flood/rain``. A place is found by a part of its name.
    """
    events = [
        event
        for event in map(read_event, folders)
        if _has_type(event, type.casefold())
        and _has_place(event, place.casefold())
        and _overlaps(event, since, until)
    ]
    return sorted(events, key=_ORDERS[order])


def read_event(folder: Path) -> CollectedEvent:
    """Return the event of a collection; one that cannot be read says why."""
    try:
        values = read_values(folder / EVENT_FILE, [])
        kept, kind = most_frequent_type(folder)
    except (TidingsError, sqlite3.Error) as error:
        return CollectedEvent(folder=folder, problem=str(error))
    return CollectedEvent(
        folder=folder,
        name=values["name"] or "",
        type=kind,
        places=tuple(values["where.places"]),
        periods=periods_of(values),
        kept=kept,
    )


def most_frequent_type(folder: Path) -> tuple[int, str]:
    """Return how many pages a collection keeps, and the type of crisis most of them are about."""
    if not database_path(folder).exists():
        return 0, ""
    with contextlib.closing(read_store(folder)) as store:
        types = store.monitor.types()
        return store.monitor.counts()[0], next(iter(types), "")


def periods_of(values: Mapping[str, Any]) -> tuple[Period, ...]:
    """Return the periods of an event from the values of its file, the earliest first; none without a first day."""
    first: date | datetime | None = values["when.start"]
    if first is None:
        return ()
    last: date | datetime = values["when.end"] or first
    days = ((first, last), *(periods(values["when.also"]) or ()))
    return tuple(sorted((_moment(one, time.min), _moment(other, time.max)) for one, other in days))


def _moment(given: date | datetime, hour: time) -> datetime:
    moment = given if isinstance(given, datetime) else datetime.combine(given, hour)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _has_type(event: CollectedEvent, type: str) -> bool:
    own = event.type.casefold()
    return not type or own == type or own.startswith(type + "/")


def _has_place(event: CollectedEvent, place: str) -> bool:
    return not place or any(place in name.casefold() for name in event.places)


def _overlaps(event: CollectedEvent, since: datetime | None, until: datetime | None) -> bool:
    if since is None and until is None:
        return True
    return any(
        (since is None or end >= since) and (until is None or start <= until)
        for start, end in event.periods
    )


def _by_time(event: CollectedEvent) -> tuple[Any, ...]:
    seconds = -event.start.timestamp() if event.start else float("inf")
    return seconds, event.name, str(event.folder)


_ORDERS: dict[EventOrder, Callable[[CollectedEvent], tuple[Any, ...]]] = {
    EventOrder.TIME: _by_time,
    EventOrder.TYPE: lambda event: (not event.type, event.type, *_by_time(event)),
    EventOrder.PLACE: lambda event: (not event.places, event.places[:1], *_by_time(event)),
}
