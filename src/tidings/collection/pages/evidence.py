"""Finds where the reasons for a score stand in the text of a page: words, names, places and days."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from typing import NamedTuple

from tidings.model import LOG_ODDS, Evidence, Mention
from tidings.read.dates.mentioned import mentions
from tidings.read.places.find import Finder
from tidings.read.words.words import pairs, stems_of, words

Span = tuple[int, int]
"""Start and end in the text."""

_MOST_SPANS = 20
"""Of one reason: enough to be seen."""
_SEARCHED = 200_000
"""Characters of a text that are looked through."""
_SUMS = (LOG_ODDS, "weight")
"""Aspects of evidence that only say how others count."""
_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
_NUMBER_BEFORE = re.compile(r"(?<!\d)\d{1,2}(?:st|nd|rd|th|er|\.|º)?[\s\u00a0]+(?:of |de |den )?$")
_AFTER_MONTH = re.compile(
    r"[^\W_]+(?:\.?[\s\u00a0]+\d{1,2}(?:st|nd|rd|th)?(?!\d))?(?:,?\s+(?:de )?\d{4})?"
)
_FIGURES = re.compile(r"[\d./-]+")
_SPOKEN_OF = re.compile(r"speaks of (?:(?P<day>\d{1,2}) )?(?P<month>\w+) (?P<year>\d{4})")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class DayMention(NamedTuple):
    """A day that a text mentions, and where."""

    day: date
    spans: tuple[Span, ...]


class TextEvidence:
    """The text of one page, in which reasons are looked for."""

    def __init__(self, text: str, language: str, published: datetime | None) -> None:
        self._text = text[:_SEARCHED]
        self._language = language
        self._published = published

    def spans(self, reason: Evidence) -> list[Span]:
        """Return where a reason stands in the text; nowhere if it was read elsewhere, as in the URL."""
        if reason.aspect in _SUMS:
            return []
        if reason.aspect in ("date", "time"):
            return self._days_of(reason.what)[:_MOST_SPANS]
        if reason.aspect == "place":
            return self.named(reason.what) or self._found(reason.what)
        return self.named(reason.what) or self._stemmed(reason.what)

    def named(self, name: str) -> list[Span]:
        """Return where a name stands, in small or large letters."""
        if not name.strip():
            return []
        ends = ("", "") if _UNSPACED.search(name) else (r"(?<![^\W_])", r"(?![^\W_])")
        spaced = r"\s+".join(map(re.escape, name.split()))
        found = re.finditer(f"{ends[0]}{spaced}{ends[1]}", self._text, re.IGNORECASE)
        return [match.span() for match, _ in zip(found, range(_MOST_SPANS), strict=False)]

    def places(self, mentioned: Sequence[Mention]) -> list[list[Span]]:
        """Return where each place is named, also by other names than the one it is listed under."""
        found = [self.named(each.place.name) for each in mentioned]
        if all(found):
            return found
        others: dict[tuple[str, str], list[Span]] = defaultdict(list)
        for span in Finder(each.place.name for each in mentioned).spans(self._text):
            others[span.place.name, span.place.country].append((span.start, span.end))
        return [
            spans or others.get((each.place.name, each.place.country), [])[:_MOST_SPANS]
            for spans, each in zip(found, mentioned, strict=True)
        ]

    def _found(self, name: str) -> list[Span]:
        """Return where a place is named in other ways."""
        spans = Finder([name]).spans(self._text)
        return [(each.start, each.end) for each in spans if each.place.name == name][:_MOST_SPANS]

    def days(self) -> list[DayMention]:
        """Return the days that the text mentions, in order."""
        return [DayMention(day, tuple(spans)) for day, spans in sorted(self._days.items())]

    @cached_property
    def _days(self) -> Mapping[date, list[Span]]:
        found: dict[date, list[Span]] = defaultdict(list)
        for start, day in mentions(self._text, self._language, self._published):
            span = self._day_span(start)
            if span not in found[day] and len(found[day]) < _MOST_SPANS:
                found[day].append(span)
        return found

    def _day_span(self, start: int) -> Span:
        """Return the whole date around the month, the weekday or the figures at a position."""
        if figures := _FIGURES.match(self._text, start):
            return figures.span()
        before = _NUMBER_BEFORE.search(self._text, max(0, start - 12), start)
        after = _AFTER_MONTH.match(self._text, start)
        return before.start() if before else start, after.end() if after else start

    def _days_of(self, what: str) -> list[Span]:
        if spoken := _SPOKEN_OF.match(what):
            wanted = [day for day in self._days if _is_day(day, spoken)]
        else:
            written = _DAY.match(what)
            wanted = [day for day in self._days if written and day.isoformat() == written[0]]
        return sorted(span for day in wanted for span in self._days[day])

    def _stemmed(self, what: str) -> list[Span]:
        """Return where words with the same stems stand, one after the other."""
        targets = words(what)
        if not targets:
            return []
        if _UNSPACED.search(what):
            return list(self._unspaced(what))[:_MOST_SPANS]
        stems = self._stems
        own = self._stems_by_language
        wanted = [{target, *(stem_of[target] for stem_of in own)} - {""} for target in targets]
        found = []
        for at in range(len(stems) - len(wanted) + 1):
            if all(not stems[at + n][2].isdisjoint(each) for n, each in enumerate(wanted)):
                found.append((stems[at][0], stems[at + len(wanted) - 1][1]))
                if len(found) == _MOST_SPANS:
                    break
        return found

    def _unspaced(self, what: str) -> Iterator[Span]:
        for piece in dict.fromkeys(pairs(what.replace(" ", ""))):
            yield from (match.span() for match in re.finditer(re.escape(piece), self._text))

    @cached_property
    def _stems_by_language(self) -> list[Mapping[str, str]]:
        return [stems_of(each) for each in dict.fromkeys((self._language or "en", "en"))]

    @cached_property
    def _stems(self) -> list[tuple[int, int, frozenset[str]]]:
        """Return start, end and forms of each word: itself and its stems."""
        return [
            (match.start(), match.end(), self._forms(match[0].lower()))
            for match in _WORD.finditer(self._text)
        ]

    def _forms(self, word: str) -> frozenset[str]:
        return frozenset((word, *(stem_of[word] for stem_of in self._stems_by_language)))


def _is_day(day: date, spoken: re.Match[str]) -> bool:
    """Return whether a day is the one, or in the month, that a reason speaks of."""
    if f"{day:%B %Y}" != f"{spoken['month']} {spoken['year']}":
        return False
    return spoken["day"] is None or int(spoken["day"]) == day.day
