"""Finds mentions of the event's days in a text; reads only around their numbers, which most pages lack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import islice

from tidings.model import TimeSpan
from tidings.read.dates.day_words import month_names
from tidings.read.dates.mentioned import LONGEST_AHEAD, RELATIVE_REACH, mentioned_days

_AROUND = 40
"""Characters: on each side of a day's number, searched for its month and year."""
_MOST_NUMBERS = 50
"""Numbers per text that are looked at: a table of results has thousands."""
_FIRST_READ, _MOST_READ = 1_500, 8_000
"""Characters: read first and at most for days in words such as "Tuesday", which news mention early."""
_HEADLINE = 120
"""Characters: a longer line is not a headline."""
_CLOSING = " \"'”»)"
"""Characters that may follow the end of a sentence."""
_YEAR = timedelta(days=366)
_FIGURES = re.compile(r"\d[./-] ?\d")
_LETTERS = re.compile(r"[^\W\d_]+")


class EventDays:
    """Finds the days of an event in texts."""

    def __init__(self, when: TimeSpan) -> None:
        self._others = [EventDays(period) for period in when.periods[1:]]
        self._first, self._last = when.start.astimezone(UTC).date(), when.end.astimezone(UTC).date()
        length = min(self._last - self._first, _YEAR)
        days = [self._first + timedelta(days=n) for n in range(length.days + 1)]
        numbers = {form for day in days for form in (f"{day.day:02}", f"{day.day}")}
        self._number = re.compile(f"(?:{'|'.join(sorted(numbers, key=len, reverse=True))})(?!\\d)")
        self._years = tuple(map(str, range(self._first.year, self._last.year + 1)))
        self._months = month_names({day.month for day in days})

    def mentioned(self, text: str, language: str, published: datetime | None) -> date | None:
        """Return the first day of the event that a text mentions in a sentence; of several periods, the first."""
        found = self._mentioned(text, language, published)
        others = (other.mentioned(text, language, published) for other in self._others)
        return found or next((day for day in others if day), None)

    def _mentioned(self, text: str, language: str, published: datetime | None) -> date | None:
        written = published.date() if published else None
        if written and abs(written - self._last) <= RELATIVE_REACH:
            # Written around the event: it may say "on Tuesday", so numbers are not enough.
            return self._first_in(text[:_FIRST_READ], language, published) or self._first_in(
                text[_FIRST_READ - _AROUND : _MOST_READ], language, published
            )
        years = () if written and self._may_omit_year(written) else self._years
        if years and not _has_one(years, text):
            return None
        pieces = islice(self._pieces(text, years), _MOST_NUMBERS)
        days = (self._first_in(piece, language, published) for piece in pieces)
        return next((day for day in days if day), None)

    def nearest(self, text: str, language: str) -> tuple[date | None, int]:
        """Return the full date in the first part of a text that is nearest to the event, and the number of dates."""
        days = mentioned_days(text[:_FIRST_READ], language, None)
        return min(days, key=self._away, default=None), len(set(days))

    def _away(self, day: date) -> timedelta:
        return max(self._first - day, day - self._last, timedelta(0))

    def _may_omit_year(self, written: date) -> bool:
        """Return whether a text written on a day may mention the event without its year."""
        return self._first - LONGEST_AHEAD <= written <= self._last + _YEAR

    def _pieces(self, text: str, years: tuple[str, ...]) -> Iterator[str]:
        """Yield the surroundings of numbers that may be days of the event."""
        for number in self._number.finditer(text):
            start, end = number.span()
            if text[start - 1 : start].isdigit() or not _is_prose(text, start, end):
                continue
            piece = text[max(0, start - _AROUND) : end + _AROUND]
            if (not years or _has_one(years, piece)) and self._has_month(piece):
                yield piece

    def _has_month(self, piece: str) -> bool:
        if _FIGURES.search(piece):
            return True
        return not self._months.isdisjoint(_LETTERS.findall(piece.lower()))

    def _first_in(self, text: str, language: str, published: datetime | None) -> date | None:
        days = mentioned_days(text, language, published)
        return next((day for day in days if self._first <= day <= self._last), None)


def _is_prose(text: str, start: int, end: int) -> bool:
    """Return whether a piece of text is in a sentence; lines of a list of dated links are short and unpunctuated."""
    opened = text.rfind("\n", max(0, start - _HEADLINE), start)
    closed = text.find("\n", end, end + _HEADLINE)
    if opened < 0 < start - _HEADLINE or (closed < 0 and end + _HEADLINE < len(text)):
        return True  # no line break near it: a paragraph
    line = text[opened + 1 : closed if closed >= 0 else len(text)]
    return len(line) >= _HEADLINE or line.rstrip(_CLOSING).endswith((".", "!", "?", "…"))


def _has_one(years: tuple[str, ...], text: str) -> bool:
    return any(year in text for year in years)
