"""What every WARC file of a collection says about itself: who made it, how, for what, and by which event file."""

from __future__ import annotations

import json
from pathlib import Path

from tidings import __version__
from tidings.settings import Settings
from tidings.web.politeness import user_agent

_ROBOTS = {"obey": "classic", "ignore": "ignore"}
"""Our setting in the words of the WARC standard and of other crawlers."""
_LONGEST_EVENT_FILE = 20_000
"""Characters of an event file that are copied."""


def archive_facts(settings: Settings, event_file: Path) -> dict[str, str]:
    """Return the fields of a warcinfo record, in the names of the standard where it has one."""
    event, contact = settings.event, settings.fetch.contact
    facts = {
        "operator": contact,
        "http-header-user-agent": user_agent(contact, __version__) if contact else "",
        "robots": _ROBOTS[settings.fetch.robots],
        "isPartOf": event.name,
        "description": f"Pages about the event {event.name}",
        "event-file": _quoted(event_file),
    }
    return {name: value for name, value in facts.items() if value}


def _quoted(event_file: Path) -> str:
    """Return an event file as one line, a JSON string; empty if there is none."""
    if not event_file.exists():
        return ""
    text = event_file.read_text(encoding="utf-8-sig", errors="replace")
    return json.dumps(text[:_LONGEST_EVENT_FILE])
