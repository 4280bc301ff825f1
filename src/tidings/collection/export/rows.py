"""Turns entries into rows of plain values, the same for every format, without anything that could do harm."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tidings.model import COUNTED, Content, Reason
from tidings.store.entries import Entry

Row = dict[str, Any]
"""The values of one page or URL by column; None where nothing is known."""
OwnValues = Mapping[str, Mapping[str, Any]]
"""The values of the user's own fields by URL, then by name of the field."""

SCORE_PARTS = ("topic", "place", "date", "who")
COLUMNS = (
    "url", "outcome", "reason", "score", *SCORE_PARTS, "title", "language",
    "published", "dated_by", "date_confidence", "freshness", "captured_at", "status", "mime", "size", "digest", "depth",
    "origin", "parent", "anchor", "priority", "tries", "found_at", "file", "offset", "length", "story",
    "provenance", "names", "type", "type_probability", "country", "countries", "places", "keywords",
    "author", "site", "description", "source_type", "source_confidence", "genre", "genre_confidence",
    *COUNTED, "numbers", "summary", "lead", "tags",
)  # fmt: skip
"""The columns of every table, in order; the user's own fields follow them, then the text if it is wanted.

Rows also have ``dates`` and ``evidence``, which only JSON lines show.
"""
_ORIGINS = {
    Reason.NOFOLLOW.value: "nofollow",
    Reason.URL_TOO_LONG.value: "too-long",
    Reason.LINKS_PER_PAGE.value: "over-limit",
}
"""Values of the column ``origin`` for barred links; for others it is the channel."""
_COPIED = (
    "url", "outcome", "reason", "title", "language", "published", "dated_by", "captured_at", "status", "mime", "size",
    "digest", "depth", "parent", "anchor", "priority", "tries", "found_at", "file", "offset", "length", "story",
    "provenance",
)  # fmt: skip
LEAD_LENGTH = 300
"""Characters of the text that a table shows."""
LONGEST_CELL = 32_000
"""Characters of a value other than the text; spreadsheets take 32,767."""
_HARMFUL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
"""Control characters, signs that turn the direction of what follows, and halves of characters."""


def _freshness(entry: Entry) -> float | None:
    """Return the hours from the creation of a page to its visit, None if either is unknown."""
    if entry.published is None or entry.captured_at is None:
        return None
    return round((entry.captured_at - entry.published).total_seconds() / 3600, 2)


def rows(
    entries: Iterable[Entry], own: OwnValues | None = None, *, text: bool = False
) -> Iterator[Row]:
    """Yield a row for every entry, with the user's own fields and, if wanted, the whole text."""
    values = own or {}
    for entry in entries:
        yield row_of(entry, values.get(entry.url, {}), text=text)


def row_of(entry: Entry, own: Mapping[str, Any] | None = None, *, text: bool = False) -> Row:
    """Return an entry as plain values: texts, numbers, moments, and lists of them."""
    content = entry.content
    row: Row = {name: getattr(entry, name) for name in _COPIED}
    parts = entry.score.parts if entry.score else {}
    row |= {name: parts.get(name) for name in SCORE_PARTS}
    row["score"] = entry.score.value if entry.score else None
    row["origin"] = _ORIGINS.get(entry.barred, entry.channel)
    row["type"], row["type_probability"] = entry.type or (None, None)
    row["freshness"] = _freshness(entry)
    row["date_confidence"] = content.dates[0].confidence if content.dates else None
    row["names"] = [{"name": name, "times": times} for name, times in entry.names(content)]
    row |= _about(entry) | _where(content) | _figures(entry)
    row["keywords"] = list(content.keywords)
    row["lead"] = " ".join(content.text[:LEAD_LENGTH].split())
    given = dict(own or {})
    row["tags"] = list(given.pop("tags", ()))
    ordered = {name: row[name] for name in COLUMNS} | given
    ordered["dates"] = [date._asdict() for date in content.dates]
    ordered["evidence"] = [item._asdict() for item in entry.score.evidence] if entry.score else []
    harmless = {name: clean(value) for name, value in ordered.items()}
    return harmless | {"text": _without_harm(content.text)} if text else harmless


def _about(entry: Entry) -> Row:
    source, genre, declared = entry.source_type, entry.genre, entry.declared
    return {
        "source_type": source.name,
        "source_confidence": source.confidence,
        "genre": genre.name if genre else None,
        "genre_confidence": genre.confidence if genre else None,
        "author": declared.author or None,
        "site": declared.site or None,
        "description": declared.description or None,
        "summary": entry.summary,
    }


def _where(content: Content) -> Row:
    named = countries(content)
    places = [
        {
            "name": mention.place.name,
            "country": mention.place.country,
            "latitude": mention.place.latitude,
            "longitude": mention.place.longitude,
            "count": mention.count,
        }
        for mention in content.places
    ]
    return {"country": named[0] if named else None, "countries": named, "places": places}


def _figures(entry: Entry) -> Row:
    """Return the numbers reported, and the first of each kind as a column of its own."""
    numbers = entry.numbers
    firsts: Row = dict.fromkeys(COUNTED)
    for number in reversed(numbers):
        firsts[number.what] = number.value
    return firsts | {"numbers": [number._asdict() for number in numbers]}


def countries(content: Content) -> list[str]:
    """Return the countries a page names, the most frequent first."""
    counts: Counter[str] = Counter()
    for mention in content.places:
        if mention.place.country:
            counts[mention.place.country] += mention.count
    return [country for country, _ in counts.most_common()]


def clean(value: Any) -> Any:
    """Return a value without characters that do harm, and not too long for a cell."""
    if isinstance(value, str):
        return _without_harm(value[:LONGEST_CELL])
    if isinstance(value, list | tuple):
        return [clean(each) for each in value]
    if isinstance(value, dict):
        return {name: clean(each) for name, each in value.items()}
    return value


def _without_harm(text: str) -> str:
    return _HARMFUL.sub("\ufffd", text) if _HARMFUL.search(text) else text
