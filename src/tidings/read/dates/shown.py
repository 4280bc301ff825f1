"""Dates a page shows its readers, and how likely each is the page's own: where it stands counts most; it chooses none."""

# ruff: noqa: RUF001 - words in other alphabets are meant

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from tidings.read.dates.calendar import Written, moment_of, moments_in, short_moments_in
from tidings.read.html.parse import Document, Stamp
from tidings.read.html.text import MainText

_DATE_MARK = re.compile(
    r"date|publi|posted|time(?!line|s)|datum|fecha|data(?![-_]?[a-z])|byline|entry-meta|post-?meta|article-?info"
    r"|infoline|submitted|meta\b",
    re.IGNORECASE,
)
_NOT_ITS_OWN = re.compile(
    r"comment|related|recommend|sidebar|widget|(?:^|\s)(?:site-?|page-?)?foot|teaser|popular|recent|archive|copyright|masthead|today|clock",
    re.IGNORECASE,
)
_PUBLISHING = """posted published publié publiée publicado publicada pubblicato veröffentlicht gepubliceerd geplaatst
    erstellt created written submitted released ligne опубликовано yayınlanma diterbitkan opublikowano datum date fecha
    stand vom am le on el em postado geschrieben eingestellt added filed erschienen"""
_PUBLISHED_WORDS = frozenset(_PUBLISHING.split())
_MODIFYING = """update updated modified aktualisiert aktualisierung geändert änderung jour actualizado atualizado aggiornato bijgewerkt обновлено
    güncellenme diperbarui changed revised edited bearbeitet modifié modificado modificata modificato gewijzigd"""
_MODIFIED_WORDS = frozenset(_MODIFYING.split())
_PRESENT = frozenset(
    [
        "today",
        "heute",
        "hoy",
        "hui",
        "oggi",
        "hoje",
        "vandaag",
        "dziś",
        "dzisiaj",
        "сегодня",
        "bugün",
    ]
)
_OWN_MARK = re.compile(r"publi|posted|byline|entry|article|submitted", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_CLOCK = re.compile(r"\W{0,6}(?:(?:um|at|à|às|ore|om|kl) )?\W{0,3}\d{1,2}\s?[:.h]\s?\d\d")
"""A time of day behind a date: what happens is dated, what is published is clocked."""

_TRIGGER_REACH = 60
_CLOCK_REACH = 20
_LONGEST = 400
_DATELINE = 100
"""How far into a long paragraph a date may stand and still date the page, as in "Karlsruhe, 12.11.2021."."""
_BYLINE = 150
"""A by-line is short; a date in a longer block is something the text speaks of: 10 % were the page's own."""
_SPOKEN_OF = -0.55
_BEFORE, _BEHIND = -15, 20
"""Blocks around the headline in which a by-line may stand."""
_MOST = 16
"""Dates looked at on one page."""
_MOST_ELSEWHERE = 6
"""Dates looked at away from the headline; after them come lists and archives."""
_ANCESTORS = 8
_SHORTEST_HEADLINE = 8
_PAGE_TAGS = ("html", "body")
_HEADLINE_START = 40
"""So much of a headline is looked for in the title; the rest may be cut there."""


class Shown(NamedTuple):
    """A date a page shows, where it was read, how likely it is the page's own, and whether it tells of a change."""

    written: Written
    source: str
    weight: float
    kind: str
    on_top: bool = False
    """It stands above the headline, where clocks are, and nothing says that it is the page's own."""


def shown_dates(
    document: Document, texts: Sequence[str], main: MainText, *, day_first: bool
) -> Iterator[Shown]:
    """Yield marked-up dates, then written ones, in page order."""
    scene = _Scene(document, texts, main)
    changes: set[tuple[int, date]] = set()
    for stamp, shown in _from_stamps(scene, day_first):
        if shown.kind == "modified":
            changes.add((stamp.block, shown.written.day))
        yield shown
    yield from _from_text(scene, day_first, changes)


def short_dates(
    document: Document, texts: Sequence[str], main: MainText, *, day_first: bool
) -> Iterator[Shown]:
    """Yield dates with a year of two digits, which only blocks that hold little else may carry."""
    scene = _Scene(document, texts, main)
    rank = 0
    for index, text in enumerate(texts):
        if not 6 <= len(text) <= _TRIGGER_REACH:
            continue
        for position, moment in short_moments_in(text, day_first=day_first):
            words = _words_around(text, position)
            weight = scene.weight(index, rank) + _wording(text, position + 8, words) - 0.1
            on_top = scene.is_on_top(index, words)
            yield Shown(Written(moment, moment.date()), "text", weight, "published", on_top)
            rank += 1
            if rank == _MOST:
                return


class _Scene:
    """A page and where its headline stands."""

    def __init__(self, document: Document, texts: Sequence[str], main: MainText) -> None:
        self.document = document
        self.blocks = document.blocks
        self.texts = texts
        self.main = main
        self.headline = _headline(document, texts, main)
        whole = not self.blocks or self.blocks[main.first].tag in _PAGE_TAGS
        self.beginning = self.headline if whole else main.first
        """Where the text begins; if its box is the whole page, that says nothing."""

    def opening(self, index: int) -> str:
        """Return a block's text, of a long paragraph the beginning, of other long blocks nothing."""
        text = self.texts[index]
        if len(text) <= _LONGEST:
            return text
        return text[:_DATELINE] if self.main.first <= index < self.main.last else ""

    def weight(self, index: int, rank: int) -> float:
        """Return how likely a date in that block, the rank-th of the page, is the page's own."""
        # Of 4,359 dates on 461 pages, 92 % were the page's own up to 4 blocks before and 8 behind the
        # headline, 61 % up to 15 and 20, 31 % elsewhere; 83 % of the first on a page, 25 % inside boxes
        # named for something else.
        if self._is_near(index, -4, 8, 3):
            weight = 0.8
        elif self._is_near(index, _BEFORE, _BEHIND, _BEHIND):
            weight = 0.45
        else:
            weight = 0.25 if index < self.main.last else 0.2
        if rank == 0:
            weight += 0.1
        elif rank >= 4:
            weight -= 0.1
        return weight + self._surroundings(index)

    def is_elsewhere(self, index: int) -> bool:
        """Tell whether a block stands far from both the headline and the beginning of the text."""
        return not self._is_near(index, _BEFORE, _BEHIND, _BEHIND)

    def is_on_top(self, index: int, words: Iterable[str]) -> bool:
        """Tell whether a date stands above the headline without being told as the page's own, or as the present day."""
        if not _PRESENT.isdisjoint(words):
            return True
        own = _marks_own(self.blocks[index].marks) or not _PUBLISHED_WORDS.isdisjoint(words)
        return index < self.headline and not own

    def _is_near(self, index: int, before: int, behind: int, inside: int) -> bool:
        return (
            before <= index - self.headline <= behind or before <= index - self.beginning <= inside
        )

    def _surroundings(self, index: int) -> float:
        block = self.blocks[index]
        weight = 0.05 if _marks_date(block.marks) else 0.0
        for _ in range(_ANCESTORS):
            if block.marks and _marks_others(block.marks):
                return weight - 0.15
            if block.parent < 0:
                break
            block = self.blocks[block.parent]
        return weight


def _headline(document: Document, texts: Sequence[str], main: MainText) -> int:
    """Return the block of the headline: the longest that the title repeats, else the first, else where the text begins."""
    title = document.title.lower()
    first = main.first
    for tag in ("h1", "h2"):
        headings = [block.index for block in document.blocks if block.tag == tag]
        repeated = [i for i in headings if _is_in(texts[i], title)]
        if repeated:
            return max(repeated, key=lambda i: len(texts[i][:_HEADLINE_START]))
        if headings and tag == "h1":
            first = headings[0]
    return first


def _is_in(text: str, title: str) -> bool:
    return len(text) >= _SHORTEST_HEADLINE and text[:_HEADLINE_START].lower() in title


def _from_stamps(scene: _Scene, day_first: bool) -> Iterator[tuple[Stamp, Shown]]:
    elsewhere = 0
    for rank, stamp in enumerate(scene.document.stamps):
        if scene.is_elsewhere(stamp.block):
            elsewhere += 1
            if elsewhere > _MOST_ELSEWHERE:
                continue
        written = stamped(stamp, day_first)
        if written is None:
            continue
        attributes = stamp.attributes
        marks = f"{attributes.get('class')} {attributes.get('itemprop')} {attributes.get('property')}".lower()
        changed = _is_change(marks, attributes) or _tells_of_change(stamp.text)
        weight = scene.weight(stamp.block, rank) + 0.05
        words = _WORD.findall(f"{marks} {stamp.text.lower()}")
        kind, on_top = "modified" if changed else "published", scene.is_on_top(stamp.block, words)
        yield stamp, Shown(written, "time", weight, kind, on_top)


def _is_change(marks: str, attributes: Mapping[str, str | None]) -> bool:
    """Tell whether markup says that a date is of a change; blogs mark the same date as published and updated."""
    if "publish" in marks or "pubdate" in attributes:
        return False
    return "modified" in marks or "updated" in marks


def stamped(stamp: Stamp, day_first: bool) -> Written | None:
    """Return the date an element marks up, if there is one."""
    for name in ("datetime", "content", "title"):
        if (value := stamp.attributes.get(name)) and (written := moment_of(value)):
            return written
    shown = f"{stamp.text} {stamp.attributes.get('title') or ''}"
    return next((Written(m, m.date()) for _, m in moments_in(shown, day_first=day_first)), None)


def _from_text(
    scene: _Scene, day_first: bool, changes: Container[tuple[int, date]]
) -> Iterator[Shown]:
    rank = elsewhere = 0
    dated = [i for i, text in enumerate(scene.texts) if "20" in text or "199" in text]
    for index in dated:
        text = scene.texts[index]
        far = scene.is_elsewhere(index)
        if far and elsewhere >= _MOST_ELSEWHERE:
            continue
        for position, moment in moments_in(scene.opening(index), day_first=day_first):
            day = moment.date()
            words = _words_around(text, position)
            weight = scene.weight(index, rank) + _wording(text, position + 4, words)
            changed = (index, day) in changes or not _MODIFIED_WORDS.isdisjoint(words)
            kind, on_top = "modified" if changed else "published", scene.is_on_top(index, words)
            yield Shown(Written(moment, day), "text", weight, kind, on_top)
            rank += 1
            elsewhere += far
            if rank == _MOST:
                return


def _words_around(text: str, position: int) -> list[str]:
    begin, end = max(0, position - _TRIGGER_REACH), position + _TRIGGER_REACH // 2
    return _WORD.findall(text[begin:end].lower())


def _wording(text: str, end: int, words: Iterable[str]) -> float:
    """Return what the words around a date that ends there add to its weight."""
    if len(text) > _BYLINE:
        return _SPOKEN_OF
    weight = 0.0 if _PUBLISHED_WORDS.isdisjoint(words) else 0.1
    return weight + 0.1 if _CLOCK.match(text, end, end + _CLOCK_REACH) else weight


def _tells_of_change(text: str) -> bool:
    return not _MODIFIED_WORDS.isdisjoint(_WORD.findall(text.lower()))


@lru_cache(maxsize=8192)
def _marks_date(marks: str) -> bool:
    return bool(_DATE_MARK.search(marks))


@lru_cache(maxsize=8192)
def _marks_own(marks: str) -> bool:
    return bool(_OWN_MARK.search(marks))


@lru_cache(maxsize=8192)
def _marks_others(marks: str) -> bool:
    return bool(_NOT_ITS_OWN.search(marks))
