"""What a WARC file says about itself (who made it, how, for what, by which event file) and about its pages."""

from __future__ import annotations

import json
from pathlib import Path

from tidings import __version__
from tidings.model import Capture, Channel, Content, Guess, Link, Page, Score, Typed
from tidings.settings import Settings
from tidings.web.politeness import user_agent

_ROBOTS = {"obey": "classic", "ignore": "ignore"}
"""Our setting in the words of the WARC standard and of other crawlers."""
_LONGEST_EVENT_FILE = 20_000
"""Characters of an event file that are copied."""
_LEAD_IN_ARCHIVE = 300
"""Characters of the text that go into the metadata record."""


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


def page_facts(page: Page, content: Content, typed: Typed | None) -> dict[str, str]:
    """Return facts for the archive about the page itself, such as title, countries, names and source."""
    countries = dict.fromkeys(mention.place.country for mention in content.places)
    names = (*content.people, *content.organisations)
    about = {
        "title": page.title,
        "author": page.declared.author if page.declared.pages else "",
        "pages": str(page.declared.pages or ""),
        "doubt": page.declared.doubt,
        "language": page.language,
        "countries": " ".join(filter(None, countries)),
        "names": "; ".join(name.name for name in names),
        "type": f"{typed.name} {typed.probability:.2f}" if typed else "",
        "source-type": _guessed(content.source),
        "genre": _guessed(content.genre),
        "lead": " ".join(page.text[:_LEAD_IN_ARCHIVE].split()),
    }
    return {name: value for name, value in about.items() if value}


def _guessed(guess: Guess | None) -> str:
    return f"{guess.name} {guess.confidence:.2f}" if guess else ""


def why_facts(link: Link, capture: Capture, page: Page, score: Score) -> dict[str, str]:
    """Return facts for the archive about why a page was kept."""
    said = "" if link.channel is Channel.POST else link.anchor  # a post may be withdrawn
    facts = {"via": link.parent, "anchor": said, "score": f"{score.value:.4f}"}
    facts |= {f"score-{name}": f"{part:.4f}" for name, part in score.parts.items()}
    facts["evidence"] = "; ".join(
        f"{item.aspect} {item.what} {item.amount:.3f}" for item in score.evidence
    )
    if page.published:
        facts["published"] = f"{page.published.moment.isoformat()} ({page.published.evidence})"
    facts["provenance"] = capture.provenance
    facts["browser"] = capture.rendering.note if capture.rendering else ""
    return {name: value for name, value in facts.items() if value}
