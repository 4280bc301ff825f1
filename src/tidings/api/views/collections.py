"""Collections as answers: cards, status."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tidings.api.models.basic import completeness
from tidings.api.models.collections import (
    BudgetView,
    CollectionCard,
    CollectionView,
    CountsView,
    EventCard,
    EventPeriod,
    FreshnessView,
    OutcomeCount,
    StateView,
    StatusView,
)
from tidings.api.models.search import PlaceView
from tidings.api.served import Readers, inside
from tidings.collection.folder import EVENT_FILE, database_path
from tidings.collection.reading import CollectionReader, Status
from tidings.collection.search.events import periods_of
from tidings.errors import EventFileError, TidingsError
from tidings.event.document import read_values
from tidings.event.file import load
from tidings.frontier.coming_back.phases import phase_of
from tidings.model import ReasonCount, TimeSpan
from tidings.read.places.find import Finder
from tidings.settings import Settings

_POINTS = 60
"""Points of the harvest curve on a card."""


def card(folder: Path, readers: Readers) -> CollectionCard:
    """Return a collection in short; a broken one says why it is broken."""
    return CollectionCard(**_card(folder, readers))


def full(folder: Path, readers: Readers) -> CollectionView:
    """Return a collection with its event file and the settings that matter."""
    path = inside(folder, EVENT_FILE)
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    return CollectionView.model_validate(
        {
            **_card(folder, readers),
            "event_file": text,
            **_looked_up(folder, readers),
            **_settings(folder),
        }
    )


def _looked_up(folder: Path, readers: Readers) -> dict[str, Any]:
    """Return how fresh and how complete the pages are."""
    if not database_path(folder).exists():
        return {}
    try:
        with readers.reader(folder) as reader:
            return {
                "freshness": readers.kept(folder, "freshness", lambda: freshness(reader)),
                "completeness": completeness(reader.completeness()),
            }
    except TidingsError:  # the card says why it cannot be read
        return {}


def _card(folder: Path, readers: Readers) -> dict[str, Any]:
    event = _event(folder)
    return {
        "name": folder.name,
        "title": event.name or folder.name,
        "folder": str(folder),
        "event": event,
        "size_bytes": _size(folder),
        **_counted(folder, readers, event),
    }


def _counted(folder: Path, readers: Readers, event: EventCard) -> dict[str, Any]:
    empty = {"state": StateView(state=""), "counts": CountsView()}
    if not database_path(folder).exists():
        return empty
    try:
        with readers.reader(folder) as reader:
            type_, figures = readers.kept(folder, "card", lambda: _costly(reader))
            return {
                "state": state(reader.status(counted=False)),
                "updated": _changed(folder),
                "event": event.model_copy(update={"type": type_}),
                **figures,
            }
    except TidingsError as error:
        event.problem = event.problem or str(error)
        return empty


def _costly(reader: CollectionReader) -> tuple[str, dict[str, Any]]:
    """Return the type of an event and the figures of its card, for which all pages are looked at."""
    return next(iter(reader.monitor.types()), ""), {
        "counts": counts(reader),
        "newest": reader.monitor.newest(),
        "harvest": reader.monitor.harvest(_POINTS),
    }


def _event(folder: Path) -> EventCard:
    try:
        values = read_values(inside(folder, EVENT_FILE), [])
    except TidingsError as error:
        return EventCard(name="", problem=str(error))
    periods = [(start, end.replace(microsecond=0)) for start, end in periods_of(values)]
    return EventCard(
        name=values["name"] or "",
        start=min((start for start, _ in periods), default=None),
        end=max((end for _, end in periods), default=None),
        periods=[EventPeriod(start=start, end=end) for start, end in periods],
        places=list(values["where.places"]),
        points=_points(tuple(values["where.places"])),
        keywords=list(values["what.keywords"]),
        problem=_problem(folder),
    )


def read_tables() -> None:
    """Read the gazetteer, which takes two seconds, before the first request needs it."""
    _points(("Paris",))


@lru_cache(maxsize=1_000)
def _points(names: tuple[str, ...]) -> list[PlaceView]:
    """Return where the places of an event are, those that the gazetteer knows."""
    found = Finder(names).places() if names else {}
    return [
        PlaceView(name=name, country=place.country, lat=place.latitude, lon=place.longitude)
        for name, place in found.items()
        if place.latitude is not None
    ]


def _problem(folder: Path) -> str:
    try:
        load(folder / EVENT_FILE)
    except EventFileError as error:
        return str(error)
    return ""


def _size(folder: Path) -> int:
    """Return the bytes of all files of a collection."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


def _changed(folder: Path) -> datetime:
    paths = (database_path(folder), database_path(folder).with_name("tidings.db-wal"))
    times = [path.stat().st_mtime for path in paths if path.exists()]
    return datetime.fromtimestamp(max(times, default=0.0), UTC)


def _settings(folder: Path) -> dict[str, Any]:
    try:
        settings = load(inside(folder, EVENT_FILE))
    except TidingsError:
        return {}
    return {
        "threshold": settings.relevance.threshold,
        "measure": settings.relevance.measure,
        "languages": list(settings.scope.languages),
        "who": list(settings.event.who),
        "seeds": list(settings.seeds),
        "budget": budget(settings),
        **_phase(settings.event.when),
    }


def _phase(when: TimeSpan | None) -> dict[str, Any]:
    if when is None:
        return {}
    now = datetime.now(UTC)
    over = [period.end for period in when.periods if period.end <= now]
    return {
        "phase": phase_of(when, now),
        "cooldown_until": max(over, default=when.end) + when.cooldown,
    }


def budget(settings: Settings) -> BudgetView:
    """Return when a crawl stops."""
    given = settings.budget
    return BudgetView(
        pages=given.pages,
        minutes=given.minutes,
        megabytes=given.megabytes,
        harvest=given.harvest,
        coverage=given.coverage,
    )


def state(status: Status) -> StateView:
    """Return what a crawl does."""
    return StateView(
        state=status.state.value if status.state else "",
        reason=status.reason,
        running=status.is_running,
        broken_off=status.is_broken_off,
    )


def counts(reader: CollectionReader) -> CountsView:
    """Return how much a collection holds."""
    kept, rejected, pages, waiting = reader.monitor.counts()
    return CountsView(
        kept=kept, rejected=rejected, pages=pages, waiting=waiting, hosts=reader.monitor.hosts()
    )


def status(reader: CollectionReader, readers: Readers) -> StatusView:
    """Return the state of a collection with its outcomes."""
    found = reader.status(counted=False)
    tallied = readers.kept(reader.folder, "status", lambda: _tallied(reader))
    event = reader.event
    return StatusView(
        state=state(found),
        counts=tallied.counts,
        outcomes=[
            OutcomeCount(
                outcome=each.outcome,
                reason=each.reason,
                code=each.code.name.lower() if each.code else "",
                count=each.count,
            )
            for each in tallied.outcomes
        ],
        estimate=found.estimate,
        newest=tallied.newest,
        seconds=found.seconds,
        freshness=tallied.freshness,
        alarms=_alarms(found),
        phase=phase_of(event.when, datetime.now(UTC)).value if event else "",
    )


def freshness(reader: CollectionReader) -> FreshnessView:
    """Return how old pages were when they were fetched."""
    every, kept = reader.freshness(), reader.freshness("kept")
    return FreshnessView(pages=every.pages, hours=every.hours, kept_hours=kept.hours)


class _Tallied(NamedTuple):
    """What all pages of a collection are looked at for."""

    counts: CountsView
    newest: datetime | None
    freshness: FreshnessView
    outcomes: tuple[ReasonCount, ...]


def _tallied(reader: CollectionReader) -> _Tallied:
    outcomes = reader.status().outcomes
    return _Tallied(counts(reader), reader.monitor.newest(), freshness(reader), outcomes)


def not_begun() -> StatusView:
    """Return the state of a collection before its first crawl."""
    return StatusView(state=StateView(state=""), counts=CountsView(), outcomes=[])


def _alarms(found: Status) -> list[str]:
    alarms = []
    if found.is_broken_off:
        alarms.append("the last crawl broke off; start it again to resume it")
    if found.state and found.state.value == "starved":
        alarms.append(f"no link is left to follow: {found.reason}")
    return alarms
