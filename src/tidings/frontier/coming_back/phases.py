"""Where a moment lies, seen from an event; quick to import."""

from __future__ import annotations

from datetime import datetime

from tidings.model import EventPhase, TimeSpan


def phase_of(when: TimeSpan | None, moment: datetime) -> EventPhase:
    """Return where a moment lies, seen from the event; an event without days is always on."""
    if when is None or when.start - when.lead <= moment <= when.end:
        return EventPhase.DURING
    if moment < when.start:
        return EventPhase.BEFORE
    return EventPhase.COOL_DOWN if moment <= when.end + when.cooldown else EventPhase.AFTER
