"""Where a moment lies, seen from an event; quick to import."""

from __future__ import annotations

from datetime import datetime

from tidings.model import EventPhase, TimeSpan


def phase_of(when: TimeSpan | None, moment: datetime) -> EventPhase:
    """Return where a moment lies, seen from the event; an event without days is always on."""
    phases = {_phase(period, moment) for period in when.periods} if when else {EventPhase.DURING}
    return next(phase for phase in _FIRST if phase in phases)


_FIRST = (EventPhase.DURING, EventPhase.COOL_DOWN, EventPhase.BEFORE, EventPhase.AFTER)
"""Of several periods, the phase that asks for most: between two of them it is before the next."""


def _phase(period: TimeSpan, moment: datetime) -> EventPhase:
    if period.start - period.lead <= moment <= period.end:
        return EventPhase.DURING
    if moment < period.start:
        return EventPhase.BEFORE
    return EventPhase.COOL_DOWN if moment <= period.end + period.cooldown else EventPhase.AFTER
