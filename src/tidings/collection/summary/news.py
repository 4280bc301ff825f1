"""What is new in a collection since a moment: new pages, changed pages, and pages that vanished."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from tidings.collection.pages.notices import TextChange, changes
from tidings.collection.reading import CollectionReader
from tidings.errors import TidingsError
from tidings.model import NewVisit, Outcome, Reason
from tidings.store.entries import Entry
from tidings.urls import origin_of

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_AGO = re.compile(r"(\d{1,6})\s*([mhdw])", re.IGNORECASE)
_CHANGED = 50
"""Changed pages whose texts are compared; more are only counted."""


class ChangedPage(NamedTuple):
    """A page that says something else than before."""

    visit: NewVisit
    change: TextChange


class LostPage(NamedTuple):
    """A kept page that no longer shows its content, and what it shows instead."""

    visit: NewVisit
    fate: str


class CollectionNews(NamedTuple):
    """What happened in a collection since a moment."""

    since: datetime
    visits: int
    new: tuple[NewVisit, ...]
    """Pages kept for the first time, the best first."""
    changed: tuple[ChangedPage, ...]
    """The last state of each page that changed, the latest first."""
    more_changed: int
    """Changed pages that are not listed."""
    lost: tuple[LostPage, ...]
    hosts: tuple[str, ...]
    """Hosts of new pages."""


def moment_of(text: str, now: datetime) -> datetime:
    """Return the moment that a person means: a day, a time, or how long ago such as 24h or 7d."""
    if ago := _AGO.fullmatch(text.strip()):
        try:
            return now - timedelta(**{_UNITS[ago[2].lower()]: int(ago[1])})
        except OverflowError:
            pass
    if text.strip().lower() == "yesterday":
        return datetime.combine(now.date() - timedelta(days=1), datetime.min.time(), UTC)
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        allowed = (
            "a day such as 2026-03-22, a time, yesterday, or how long ago, such as 90m, 24h, 7d, 2w"
        )
        raise TidingsError(f"--since: found {text}; allowed: {allowed}") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def what_is_new(reader: CollectionReader, since: datetime) -> CollectionNews:
    """Return what happened in a collection since a moment."""
    new: list[NewVisit] = []
    changed: dict[int, NewVisit] = {}
    lost: dict[int, NewVisit] = {}
    count = 0
    for visit in reader.news.since(since.timestamp()):
        count += 1
        if visit.outcome is Outcome.KEPT and not visit.before:
            new.append(visit)
        elif visit.before:
            _sort_in(visit, changed, lost)
    new.sort(key=lambda visit: (-(visit.score or 0.0), visit.visit))
    latest = sorted(changed.values(), key=lambda visit: -visit.visit)
    return CollectionNews(
        since,
        count,
        tuple(new),
        tuple(ChangedPage(visit, _change(reader, visit)) for visit in latest[:_CHANGED]),
        max(len(latest) - _CHANGED, 0),
        tuple(LostPage(visit, fate) for visit in lost.values() if (fate := fate_of(visit))),
        tuple(dict.fromkeys(visit.host for visit in new)),
    )


def _sort_in(visit: NewVisit, changed: dict[int, NewVisit], lost: dict[int, NewVisit]) -> None:
    """Note what a further visit to a kept page found; the last one counts."""
    if visit.outcome is Outcome.KEPT:
        first = changed.get(visit.number)
        changed[visit.number] = visit._replace(before=first.before) if first else visit
        lost.pop(visit.number, None)
    elif visit.outcome is Outcome.UNCHANGED:
        lost.pop(visit.number, None)
    else:
        lost[visit.number] = visit


def fate_of(visit: NewVisit) -> str:
    """Return in words what a kept page shows now instead of its content; empty if it may still show it."""
    match visit.outcome:
        case Outcome.REDIRECTED:
            home = visit.detail.rstrip("/") == origin_of(visit.detail).rstrip("/")
            return "redirects to the front page" if home else f"redirects to {visit.detail}"
        case Outcome.MISSING:
            return (
                "vanished" if visit.reason is Reason.HTTP else visit.reason.sentence(visit.detail)
            )
        case Outcome.UNREAD | Outcome.FAILED:
            return visit.reason.sentence(visit.detail)
        case Outcome.REJECTED:
            return "shows something else now"
    return ""


def _change(reader: CollectionReader, visit: NewVisit) -> TextChange:
    before, after = reader.of_visit(visit.before), reader.of_visit(visit.visit)
    return changes(_text(before), _text(after), visit.language)


def _text(entry: Entry | None) -> str:
    return entry.content.text if entry else ""
