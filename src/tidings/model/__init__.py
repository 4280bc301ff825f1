"""The nouns of Tidings: frozen values that travel between the parts; they know no I/O and no settings."""

from __future__ import annotations

from tidings.model.crawl import Added, Candidate, Found, Host, Original, Totals, Visit, Waiting
from tidings.model.event import Event, EventModel, Genre, Place, TimeSpan
from tidings.model.lease import Inbox, Lease, Outbox
from tidings.model.outcome import Channel, Outcome, Phase, Reason, State, Stop, Verdict
from tidings.model.page import (
    GONE,
    LOG_ODDS,
    REDIRECTS,
    Capture,
    Dating,
    Evidence,
    Link,
    Mention,
    Named,
    Page,
    Pointer,
    Score,
    Snapshot,
    Typed,
)

__all__ = [
    "GONE",
    "LOG_ODDS",
    "REDIRECTS",
    "Added",
    "Candidate",
    "Capture",
    "Channel",
    "Dating",
    "Event",
    "EventModel",
    "Evidence",
    "Found",
    "Genre",
    "Host",
    "Inbox",
    "Lease",
    "Link",
    "Mention",
    "Named",
    "Original",
    "Outbox",
    "Outcome",
    "Page",
    "Phase",
    "Place",
    "Pointer",
    "Reason",
    "Score",
    "Snapshot",
    "State",
    "Stop",
    "TimeSpan",
    "Totals",
    "Typed",
    "Verdict",
    "Visit",
    "Waiting",
]
