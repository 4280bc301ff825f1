"""When a page was published: candidates from its address, metadata and text, the chosen one first; never the day of the fetch."""

# ruff: noqa: RUF001 - words in other alphabets are meant

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from tidings.model import Dating
from tidings.read.calendar import MONTHS, Written, moment_of, moments_in
from tidings.read.html import Block, Document, Stamp
from tidings.read.text import MainText
from tidings.urls import host_of

EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)

_URL_YEAR = re.compile(r"[/\-_.=](?:199\d|20[0-4]\d)")
_URL_DAY = re.compile(
    r"[/\-_.=](199\d|20[0-4]\d)"
    r"(?:([/\-_.])(0?[1-9]|1[0-2]|[a-z]{3,9})\2(0?[1-9]|[12]\d|3[01])(?=[/\-_.?&T]|$)"
    r"|/?(0[1-9]|1[0-2])/?(0[1-9]|[12]\d|3[01])(?!\d))",
    re.IGNORECASE,
)
_URL_MONTH = re.compile(r"/(199\d|20[0-4]\d)[/-]?(0[1-9]|1[0-2])(?=/)")

_LD = re.compile(r'"(datePublished|dateModified|dateCreated|uploadDate)"\s*:\s*"([^"]{8,40})"')
_META_PUBLISHED = re.compile(
    r"publi|pub-?_?dat|pub-?_?time|issued|created?\b|release|(?:^|[.:])date$|sailthru\.date|displaydate"
    r"|upload|posted|article-?_?date|date_?-?published|^dc\.|dcterms"
)
_META_MODIFIED = re.compile(r"modif|updat|lastmod|revis|mod_?-?date|moddate")
_META_OTHER = re.compile(
    r"publisher|expir|image|video|url|copyright|until|valid|birth|event|start|end_"
)
_DATE_MARK = re.compile(
    r"date|publi|posted|time(?!line|s)|datum|fecha|data(?![-_]?[a-z])|byline|entry-meta|post-?meta|article-?info"
    r"|infoline|submitted|meta\b",
    re.IGNORECASE,
)
_PUBLISHING = """posted published publié publiée publicado publicada pubblicato veröffentlicht gepubliceerd geplaatst
    erstellt created written submitted released ligne опубликовано yayınlanma diterbitkan opublikowano datum date fecha
    stand vom am le on el em postado geschrieben eingestellt added filed"""
_PUBLISHED_WORDS = frozenset(_PUBLISHING.split())
_MODIFYING = """update updated modified aktualisiert geändert jour actualizado atualizado aggiornato bijgewerkt обновлено
    güncellenme diperbarui changed revised edited"""
_MODIFIED_WORDS = frozenset(_MODIFYING.split())
_WORD = re.compile(r"[^\W\d_]+")
_TRIGGER_REACH = 60
_NOT_ITS_OWN = re.compile(
    r"comment|related|recommend|sidebar|widget|foot|teaser|popular|recent|archive|copyright",
    re.IGNORECASE,
)
_LONGEST = 400
_BYLINE = 150
"""A by-line is short; a date in a longer block is something the text speaks of."""
_TEXT_DATES = 12
"""The first dates on a page; after them come lists and archives."""

_SHOWN = ("url", "text")
_CLEAR = 0.5
_EAST, _WEST = timedelta(hours=14), timedelta(hours=36)
"""A day lasts from midnight on the easternmost clock to midnight on the westernmost."""


class _Clue(NamedTuple):
    moment: datetime
    day: date
    """As written, wherever that was."""
    source: str
    weight: float
    kind: str = "published"


def published(
    document: Document, texts: Sequence[str], main: MainText, url: str, captured_at: datetime
) -> tuple[Dating, ...]:
    """Return what speaks for a date, the chosen one first; nothing at all when the page is undated."""
    latest = captured_at + timedelta(days=1)
    clues = [c for c in _clues(document, texts, main, url) if EARLIEST <= c.moment <= latest]
    return _weigh(clues)


def _clues(document: Document, texts: Sequence[str], main: MainText, url: str) -> Iterator[_Clue]:
    yield from _from_scripts(document.scripts)
    yield from _from_metas(document.metas)
    if dating := date_in_url(url):
        yield _Clue(dating.moment, dating.moment.date(), "url", dating.confidence)
    day_first = _day_first(document.language, url)
    yield from _from_stamps(document, main, day_first)
    yield from _from_text(document, texts, main, day_first)


def _weigh(clues: Sequence[_Clue]) -> tuple[Dating, ...]:
    """Merge clues of one source and day; sources that agree on a day make each other more credible."""
    best: dict[tuple[str, date, str], _Clue] = {}
    for clue in clues:
        key = (clue.kind, clue.day, clue.source)
        if key not in best or clue.weight > best[key].weight:
            best[key] = clue
    doubts: dict[tuple[str, date], float] = {}
    for (kind, day, _), clue in best.items():
        doubts[kind, day] = doubts.get((kind, day), 1.0) * (1 - clue.weight)
    doubts |= _supported(best, doubts)
    ranked = sorted(
        best.values(),
        key=lambda c: (c.kind != "published", doubts[c.kind, c.day], c.moment.date() != c.day),
    )
    return tuple(
        Dating(c.moment, c.source, round(1 - doubts[c.kind, c.day], 3), c.kind) for c in ranked
    )


def _supported(
    best: Mapping[tuple[str, date, str], _Clue], doubts: Mapping[tuple[str, date], float]
) -> dict[tuple[str, date], float]:
    """Let instants speak for the day the page shows its readers, if it was that day somewhere on Earth."""
    shown = {(clue.kind, clue.day) for clue in best.values() if clue.source in _SHOWN}
    raised: dict[tuple[str, date], float] = {}
    for clue in best.values():
        if clue.source not in _SHOWN or clue.weight < _CLEAR:
            continue
        key = (clue.kind, clue.day)
        for other in best.values():
            if (
                other.kind == clue.kind
                and (other.kind, other.day) not in shown
                and -_EAST <= other.moment - clue.moment <= _WEST
            ):
                raised[key] = raised.get(key, doubts[key]) * (1 - other.weight)
    return raised


def _from_scripts(scripts: Iterable[str]) -> Iterator[_Clue]:
    seen: set[str] = set()
    for script in scripts:
        for name, value in _LD.findall(script):
            if name in seen:
                continue
            if written := moment_of(value):
                seen.add(name)
                kind = "modified" if name == "dateModified" else "published"
                yield _Clue(*written, "json-ld", 0.9 if name == "datePublished" else 0.6, kind)


def _from_metas(metas: Iterable[tuple[str, str]]) -> Iterator[_Clue]:
    for name, content in metas:
        kind = _meta_kind(name)
        if kind and len(content) < 60 and (written := moment_of(content)):
            yield _Clue(*written, "meta", 0.9 if kind == "published" else 0.6, kind)


@lru_cache(maxsize=4096)
def _meta_kind(name: str) -> str:
    if _META_OTHER.search(name):
        return ""
    if _META_MODIFIED.search(name):
        return "modified"
    return "published" if _META_PUBLISHED.search(name) else ""


def _from_stamps(document: Document, main: MainText, day_first: bool) -> Iterator[_Clue]:
    """Read elements that mark up a date; each further one is less likely the page's own."""
    for rank, stamp in enumerate(document.stamps):
        written = _stamped(stamp, day_first)
        if written is None:
            continue
        attributes = stamp.attributes
        marks = f"{attributes.get('class')} {attributes.get('itemprop')} {attributes.get('property')}".lower()
        weight = 0.8 if "publish" in marks or "pubdate" in attributes else 0.7
        weight -= 0.1 * min(rank, 3) + (0.3 if stamp.block >= main.last else 0)
        kind = "modified" if "modified" in marks or "updated" in marks else "published"
        yield _Clue(*written, "time", max(weight, 0.1), kind)


def _stamped(stamp: Stamp, day_first: bool) -> Written | None:
    for name in ("datetime", "content", "title"):
        if (value := stamp.attributes.get(name)) and (written := moment_of(value)):
            return written
    return next(
        (Written(m, m.date()) for _, m in moments_in(stamp.text, day_first=day_first)), None
    )


def _from_text(
    document: Document, texts: Sequence[str], main: MainText, day_first: bool
) -> Iterator[_Clue]:
    rank = 0
    for index, text in enumerate(texts):
        if ("20" not in text and "199" not in text) or len(text) > _LONGEST:
            continue
        for position, moment in moments_in(text, day_first=day_first):
            before = text[max(0, position - _TRIGGER_REACH) : position].lower()
            triggers = _WORD.findall(before)
            weight = _block_weight(document.blocks[index], len(text), index >= main.last)
            weight += 0.0 if _PUBLISHED_WORDS.isdisjoint(triggers) else 0.2
            weight -= 0.05 * min(rank, 4)
            kind = "published" if _MODIFIED_WORDS.isdisjoint(triggers) else "modified"
            if weight > 0:
                yield _Clue(moment, moment.date(), "text", weight, kind)
            rank += 1
            if rank == _TEXT_DATES:
                return


def _block_weight(block: Block, length: int, after: bool) -> float:
    """Return how much a date in a block speaks for the page: by-lines more, lists and what follows the text less."""
    weight = 0.35 + _marks_weight(block.marks)
    if length > _BYLINE:
        weight -= 0.2
    if after:
        weight -= 0.2
    return weight - 0.1 if block.tag == "li" else weight


@lru_cache(maxsize=8192)
def _marks_weight(marks: str) -> float:
    return (0.15 if _DATE_MARK.search(marks) else 0.0) - (
        0.1 if _NOT_ITS_OWN.search(marks) else 0.0
    )


def _day_first(language: str, url: str) -> bool:
    """Tell whether 03/04/2016 is in April: everywhere but in the United States."""
    tag = language.lower().replace("_", "-")
    return not (tag == "en-us" or (tag in ("en", "") and ".com" in host_of(url)))


def date_in_url(url: str) -> Dating | None:
    """Return the date an address carries; a bare month counts as its first day, with little confidence."""
    if not _URL_YEAR.search(url):
        return None
    for year, _, month, day, month2, day2 in _URL_DAY.findall(url):
        if moment := _day(int(year), _month(month or month2), int(day or day2)):
            return Dating(moment, "url", 0.9)
    if found := _URL_MONTH.search(url):
        return Dating(datetime(int(found[1]), int(found[2]), 1, tzinfo=UTC), "url", 0.3)
    return None


def _month(text: str) -> int:
    return int(text) if text.isdigit() else MONTHS.get(text.lower(), 0)


def _day(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
