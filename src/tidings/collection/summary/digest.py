"""A digest of what is new, as Markdown or HTML, and a feed of kept pages as Atom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from typing import NamedTuple

from tidings.collection.reading import CollectionReader
from tidings.collection.summary.alarms import Alarm
from tidings.collection.summary.news import ChangedPage, CollectionNews
from tidings.model import NewVisit

_NEW, _SENTENCES = 50, 3
"""New pages that are listed, and sentences of a changed page."""
_FEED = 100
"""Entries of the feed."""
_LONGEST = 300
"""Characters of a sentence."""
_STYLE = "body{font:16px/1.5 system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em}small{color:#555}"


class DigestLine(NamedTuple):
    """A line of a digest: a text, where it leads, and smaller words after it."""

    text: str
    url: str = ""
    note: str = ""
    depth: int = 0


class DigestSection(NamedTuple):
    """A heading and its lines."""

    title: str
    lines: tuple[DigestLine, ...]


def sections(news: CollectionNews, alarms: Sequence[Alarm]) -> Iterator[DigestSection]:
    """Yield the parts of a digest; those without lines are left out."""
    parts = (
        (f"Alarms ({len(alarms)})", [DigestLine(alarm.sentence()) for alarm in alarms]),
        (f"New pages ({len(news.new):,})", [*_new_pages(news)]),
        (
            f"Changed pages ({len(news.changed) + news.more_changed:,})",
            [*_changed_pages(news.changed)],
        ),
        (
            f"Pages that are gone ({len(news.lost):,})",
            [DigestLine(_title(lost.visit), lost.visit.url, lost.fate) for lost in news.lost],
        ),
    )
    yield from (DigestSection(title, tuple(lines)) for title, lines in parts if lines)


def _new_pages(news: CollectionNews) -> Iterator[DigestLine]:
    for visit in news.new[:_NEW]:
        day = f", {_day(visit.published)}" if visit.published is not None else ""
        yield DigestLine(_title(visit), visit.url, f"{visit.host}{day}")
    if len(news.new) > _NEW:
        yield DigestLine(f"and {len(news.new) - _NEW:,} more")


def _changed_pages(changed: Iterable[ChangedPage]) -> Iterator[DigestLine]:
    for visit, change in changed:
        counts = f"{len(change.added)} sentences came, {len(change.removed)} went"
        yield DigestLine(_title(visit), visit.url, ", ".join((visit.host, counts, *change.notices)))
        for mark, texts in (("+", change.added), ("\u2212", change.removed)):
            for text in texts[:_SENTENCES]:
                yield DigestLine(f"{mark} {text[:_LONGEST]}", depth=1)


def markdown(name: str, news: CollectionNews, alarms: Sequence[Alarm]) -> str:
    """Return a digest as Markdown."""
    lines = [
        f"# {_plain(name)}: what is new since {news.since:%Y-%m-%d %H:%M} UTC",
        "",
        _lead(news),
        "",
    ]
    for section in sections(news, alarms):
        lines += [f"## {section.title}", ""]
        for text, url, note, depth in section.lines:
            words = f"[{_plain(text)}](<{url.replace('>', '%3E')}>)" if url else _plain(text)
            lines.append(f"{'  ' * depth}- {words}{f' ({_plain(note)})' if note else ''}")
        lines.append("")
    return "\n".join(lines)


def html(name: str, news: CollectionNews, alarms: Sequence[Alarm]) -> str:
    """Return a digest as a page of HTML without scripts."""
    title = escape(f"{name}: what is new since {news.since:%Y-%m-%d %H:%M} UTC")
    body = [f"<h1>{title}</h1><p>{escape(_lead(news))}</p>"]
    for section in sections(news, alarms):
        body.append(f"<h2>{escape(section.title)}</h2><ul>")
        for text, url, note, depth in section.lines:
            is_web = url.startswith(("http://", "https://"))
            words = f'<a href="{escape(url)}">{escape(text)}</a>' if is_web else escape(text)
            indent = f' style="margin-left:{1.5 * depth}em"' if depth else ""
            body.append(f"<li{indent}>{words} <small>{escape(note)}</small></li>")
        body.append("</ul>")
    head = f'<meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
    return (
        f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>\n'
    )


def atom(reader: CollectionReader, now: datetime, address: str = "") -> str:
    """Return the pages kept last as a feed; ``address`` is its own URL."""
    visits = [
        visit
        for visit in reader.news.since(now.timestamp() - 90 * 86_400.0)
        if visit.outcome.value == "kept" and not visit.before
    ][-_FEED:]
    entries = [_entry(reader, visit) for visit in reversed(visits)]
    updated = datetime.fromtimestamp(visits[-1].entered_at, UTC) if visits else now
    own = f'<link rel="self" href="{_xml(address)}"/>' if address else ""
    name = reader.name
    head = f"<title>{_xml(name)}</title><id>{_xml(address or f'urn:tidings:{name}')}</id>{own}"
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"{head}<updated>{updated.isoformat()}</updated><author><name>Tidings</name></author>\n"
        f"{''.join(entries)}</feed>\n"
    )


def _entry(reader: CollectionReader, visit: NewVisit) -> str:
    entry = reader.of_visit(visit.visit)
    entered = datetime.fromtimestamp(visit.entered_at, UTC).isoformat()
    published = ""
    if visit.published is not None:
        published = (
            f"<published>{datetime.fromtimestamp(visit.published, UTC).isoformat()}</published>"
        )
    summary = f"<summary>{_xml(entry.summary)}</summary>" if entry and entry.summary else ""
    return (
        f'<entry><title>{_xml(_title(visit))}</title><link href="{_xml(visit.url)}"/><id>{_xml(visit.url)}</id>'
        f"<updated>{entered}</updated>{published}{summary}</entry>\n"
    )


def _lead(news: CollectionNews) -> str:
    changed = len(news.changed) + news.more_changed
    return (
        f"{len(news.new):,} new pages from {len(news.hosts):,} hosts, {changed:,} changed, "
        f"{len(news.lost):,} gone; {news.visits:,} visits."
    )


def _title(visit: NewVisit) -> str:
    return visit.title.strip() or visit.url


def _day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d}"


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    line = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in line)


def _xml(text: str) -> str:
    """Return text for XML, without characters that XML forbids."""
    allowed = (
        sign
        for sign in text
        if sign >= " " and not "\ud800" <= sign <= "\udfff" and sign not in "\ufffe\uffff"
    )
    return escape("".join(allowed))
