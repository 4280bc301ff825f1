"""Notes in a collection which event file judged its pages, so that a corrected one can be recognised."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from tidings.event.model_file import fingerprint
from tidings.ports import CrawlStates
from tidings.settings import RelevanceSettings, Scope, Settings

_FACT = "event file"
"""The name of the note."""


class JudgedBy(NamedTuple):
    """An event file that judged the pages of a collection."""

    fingerprint: str
    at: str
    """When it took effect, as ISO 8601."""
    links_per_page: int
    number: int = 1
    """One for the first file, more for each correction."""

    def sentence(self) -> str:
        """Return which file it was, in words."""
        at = datetime.fromisoformat(self.at)
        corrected = f", corrected {self.number - 1}x" if self.number > 1 else ""
        return f"judged by event.toml as it was on {at:%Y-%m-%d %H:%M} UTC{corrected}"


def judged_by(state: CrawlStates) -> JudgedBy | None:
    """Return the event file that judged the pages last, None in a new collection or one of an older Tidings."""
    noted = state.noted(_FACT)
    return JudgedBy(**json.loads(noted)) if noted else None


def fingerprint_of(settings: Settings) -> str:
    """Return a hash of all settings that pages and links are judged by."""
    parts = (
        fingerprint(settings),
        _given(settings.relevance),
        _given(settings.scope),
        settings.order.min_score,
        settings.fetch.redirects,
    )
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _given(part: Scope | RelevanceSettings) -> list[tuple[str, object]]:
    """Return the settings that are not the usual ones, so that a new setting changes no hash until it is used."""
    usual = type(part)()
    names = [field.name for field in fields(part)]
    return [
        (name, getattr(part, name)) for name in names if getattr(part, name) != getattr(usual, name)
    ]


def has_changed(state: CrawlStates, settings: Settings) -> bool:
    """Return whether the pages of a collection were judged by another event file."""
    before = judged_by(state)
    return before is not None and before.fingerprint != fingerprint_of(settings)


def note_event_file(state: CrawlStates, settings: Settings, now: datetime) -> None:
    """Note that pages are judged by this event file from now on."""
    before = judged_by(state)
    if before and before.fingerprint == fingerprint_of(settings):
        return
    after = JudgedBy(
        fingerprint_of(settings),
        now.isoformat(timespec="seconds"),
        settings.scope.links_per_page,
        before.number + 1 if before else 1,
    )
    state.note(_FACT, json.dumps(after._asdict()))
