"""Stores the event model in the collection, so that a resumed crawl judges by the same one."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from tidings.disk.writing import write_text
from tidings.model import EventModel, Genre, TimeSpan
from tidings.settings import Settings


def load_model(path: Path, settings: Settings) -> EventModel | None:
    """Return the saved model, or None if there is none or the event file has changed since."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        if saved["fingerprint"] != fingerprint(settings):
            return None
        return EventModel(
            saved["topic"],
            saved["places"],
            _span(saved["when"]),
            saved["terms"],
            saved["keywords"],
            saved["who"],
            Genre(**{name: tuple(terms) for name, terms in saved["genre"].items()}),
            tuple(saved.get("derived", ())),
            saved.get("agreement", {}),
            tuple(saved.get("sections", ())),
            tuple(saved.get("left_out", ())),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def load_span(path: Path) -> TimeSpan | None:
    """Return when the event of a saved model happened, None if that is not known."""
    try:
        return _span(json.loads(path.read_text(encoding="utf-8"))["when"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def load_language(path: Path) -> str:
    """Return the language of most references of a saved model, empty if that is not known."""
    try:
        return next(iter(json.loads(path.read_text(encoding="utf-8"))["terms"]), "")
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def save_model(path: Path, settings: Settings, model: EventModel) -> None:
    """Write a model as indented JSON, which people can read, too."""
    when = model.when
    document = {
        "fingerprint": fingerprint(settings),
        "topic": model.topic,
        "places": model.places,
        "when": when
        and {
            "start": when.start.isoformat(),
            "end": when.end.isoformat(),
            "lead_days": when.lead / timedelta(days=1),
            "cooldown_days": when.cooldown / timedelta(days=1),
            "also": [[moment.isoformat() for moment in period] for period in when.also],
        },
        "terms": model.vocabulary,  # the key that saved models have always had
        "keywords": model.keywords,
        "who": model.who,
        "genre": model.genre._asdict(),
        "derived": model.derived,
        "agreement": model.agreement,
        "sections": model.sections,
        "left_out": model.left_out,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(document, indent=1, ensure_ascii=False))


def fingerprint(settings: Settings) -> str:
    """Return a hash of everything in the settings that the model depends on."""
    event, relevance = settings.event, settings.relevance
    parts: tuple[object, ...] = (
        sorted(event.keywords.items()),
        event.references,
        sorted(event.places.items()),
        event.when,
        sorted(event.who.items()),
        event.genre,
        relevance.terms,
        relevance.link_terms,
    )
    if relevance.keywords != "boost":  # only then, so that older models stay valid
        parts = (*parts, relevance.keywords)
    text = repr(parts).replace(", also=())", ")")  # as before an event could have several periods
    return sha256(text.encode()).hexdigest()[:16]


def _span(saved: dict[str, Any] | None) -> TimeSpan | None:
    if not saved:
        return None
    return TimeSpan(
        _moment(saved["start"]),
        _moment(saved["end"]),
        timedelta(days=saved["lead_days"]),
        timedelta(days=saved["cooldown_days"]),
        tuple((_moment(start), _moment(end)) for start, end in saved.get("also", ())),
    )


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
