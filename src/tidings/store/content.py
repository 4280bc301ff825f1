"""Packs the content of a page for the store: text, places, names, dates and more, as zstd of MessagePack.

Keywords, and the names of rejected pages, are not stored: ``store/derived.py`` finds them in the text.
Content and edges take 0.8 kB per page on a web of news articles. On modern pages they take 1.7 kB if one in 25
is kept, and 5.3 kB if all are.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgpack  # type: ignore[import-untyped]
import zstandard

from tidings.model import Content, Dating, Declared, Guess, Mention, Named, Page, Place

_LEVEL = 1
"""zstd level; on 250 real pages of 10 kB of text: 51 µs and 4,453 bytes; level 3: 69 µs, 4,347; 9: 352 µs, 4,164."""
_DEGREES = 1_000
"""Coordinates are stored in thousandths of a degree, about 100 m."""


class _Local(threading.local):
    """A decompressor for each thread, because no two may use one at once; a new one takes as long as a page."""

    def __init__(self) -> None:
        self.decompressor = zstandard.ZstdDecompressor()


_local = _Local()


def pack(content: Content) -> bytes:
    """Return content as bytes."""
    values = (
        content.text,
        [_place_row(mention) for mention in content.places],
        content.people,
        content.organisations,
        [_date_row(date) for date in content.dates],
        (),  # earlier versions stored keywords here
        _about_row(content),
    )
    return _compressor().compress(msgpack.packb(values))


def unpack(data: bytes) -> Content:
    """Return packed content; empty bytes are empty content."""
    if not data:
        return Content()
    values = msgpack.unpackb(_local.decompressor.decompress(data))
    text, places, people, organisations, dates, *rest = values
    return Content(
        text,
        tuple(_place(*row) for row in places),
        tuple(Named(*row) for row in people),
        tuple(Named(*row) for row in organisations),
        tuple(_date(*row) for row in dates),
        (),
        *_about(rest[1] if len(rest) > 1 else None),
    )


def page_of(url: str, title: str, language: str, captured_at: datetime, packed: bytes) -> Page:
    """Return a page from what a store keeps of it; its links are not kept, of a rejected one only the lead."""
    content = unpack(packed)
    return Page(
        url, title, content.text, content.dates, content.places, language, captured_at=captured_at
    )


@lru_cache(maxsize=1)
def _compressor() -> zstandard.ZstdCompressor:
    return zstandard.ZstdCompressor(level=_LEVEL, write_content_size=True)


def _about_row(content: Content) -> tuple[Any, ...] | None:
    """Return what experts record, None if nothing was looked for."""
    if content.source is None:
        return None
    declared = content.declared
    is_document = declared.pages or declared.doubt
    return (
        _guess_row(content.source),
        content.genre and _guess_row(content.genre),
        declared if is_document else declared[:3],
    )


def _guess_row(guess: Guess) -> tuple[str, int]:
    return guess.name, round(100 * guess.confidence)


def _about(row: Sequence[Any] | None) -> tuple[Any, ...]:
    """Return source, genre and declarations; older content has none."""
    if row is None:
        return None, None, Declared()
    source, genre, declared = row
    return (
        _guess(*source),
        genre and _guess(*genre),
        _declared(*declared),
    )


def _declared(*values: Any) -> Declared:
    """Return declarations; those of web pages are stored as far as the description."""
    declared = Declared(*values)
    return declared._replace(kinds=tuple(declared.kinds))


def _guess(name: str, hundredths: int) -> Guess:
    return Guess(name, hundredths / 100)


def _place_row(mention: Mention) -> tuple[Any, ...]:
    return *_place_fields(mention.place), mention.count


@lru_cache(maxsize=10_000)
def _place_fields(place: Place) -> tuple[Any, ...]:
    """Return what is stored of a place; cached, as the same places are named on many pages."""
    latitude, longitude = place.latitude, place.longitude
    if latitude is None or longitude is None:
        return place.name, place.country, None, None, place.geonames
    thousandths = round(latitude * _DEGREES), round(longitude * _DEGREES)
    return place.name, place.country, *thousandths, place.geonames


def _place(name: str, country: str, *rest: Any) -> Mention:
    latitude, longitude, geonames, count = rest
    return Mention(
        Place(
            name,
            country,
            None if latitude is None else latitude / _DEGREES,
            None if longitude is None else longitude / _DEGREES,
            geonames=geonames,
        ),
        count,
    )


def _date_row(date: Dating) -> tuple[Any, ...]:
    moment = round(date.moment.timestamp())
    return moment, date.evidence, round(100 * date.confidence), date.kind, date.precision


def _date(moment: int, evidence: str, confidence: int, *rest: str) -> Dating:
    kind, precision = rest
    return Dating(datetime.fromtimestamp(moment, UTC), evidence, confidence / 100, kind, precision)
