"""Whether a text speaks of the event's own days; it looks only where their numbers stand, for most pages have none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import islice

from tidings.model import TimeSpan
from tidings.read.dates.day_words import month_names
from tidings.read.dates.mentioned import AHEAD, RELATIVE_REACH, mentioned_days

_AROUND = 40
"""Characters beside the number of a day in which its month and year stand."""
_LOOKS = 50
"""Places of a text that are looked at: a table of results has thousands of numbers."""
_LEAD, _LONGEST = 1_500, 8_000
"""Characters that are read for days told in words, at first and at most: news tell the day soon."""
_LINE = 120
"""Characters of a line that is no headline."""
_CLOSING = " \"'”»)"
_YEAR = timedelta(days=366)
_FIGURES = re.compile(r"\d[./-] ?\d")
_LETTERS = re.compile(r"[^\W\d_]+")


class EventDays:
    """The days of an event, looked for in many texts."""

    def __init__(self, when: TimeSpan) -> None:
        self._first, self._last = when.start.astimezone(UTC).date(), when.end.astimezone(UTC).date()
        length = min(self._last - self._first, _YEAR)
        days = [self._first + timedelta(days=n) for n in range(length.days + 1)]
        numbers = {form for day in days for form in (f"{day.day:02}", f"{day.day}")}
        self._number = re.compile(f"(?:{'|'.join(sorted(numbers, key=len, reverse=True))})(?!\\d)")
        self._years = tuple(map(str, range(self._first.year, self._last.year + 1)))
        self._months = month_names({day.month for day in days})

    def mentioned(self, text: str, language: str, published: datetime | None) -> date | None:
        """Return the first of the event's days that a text speaks of in its sentences."""
        written = published.date() if published else None
        if written and abs(written - self._last) <= RELATIVE_REACH:
            return self._among(text[:_LEAD], language, published) or self._among(
                text[_LEAD - _AROUND : _LONGEST], language, published
            )
        years = () if written and self._goes_without_saying(written) else self._years
        if years and not _has_one(years, text):
            return None
        pieces = islice(self._pieces(text, years), _LOOKS)
        found = (self._among(piece, language, published) for piece in pieces)
        return next((day for day in found if day), None)

    def _goes_without_saying(self, written: date) -> bool:
        """Tell whether a text of that day may leave out the year of the event."""
        return self._first - AHEAD <= written <= self._last + _YEAR

    def _pieces(self, text: str, years: tuple[str, ...]) -> Iterator[str]:
        """Yield the surroundings of numbers that may be those of the event's days."""
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

    def _among(self, text: str, language: str, published: datetime | None) -> date | None:
        days = mentioned_days(text, language, published)
        return next((day for day in days if self._first <= day <= self._last), None)


def _is_prose(text: str, start: int, end: int) -> bool:
    """Tell whether something stands in a sentence; the lines of a list of dated links are short and have no end."""
    opened = text.rfind("\n", max(0, start - _LINE), start)
    closed = text.find("\n", end, end + _LINE)
    if opened < 0 < start - _LINE or (closed < 0 and end + _LINE < len(text)):
        return True
    line = text[opened + 1 : closed if closed >= 0 else len(text)]
    return len(line) >= _LINE or line.rstrip(_CLOSING).endswith((".", "!", "?", "…"))


def _has_one(years: tuple[str, ...], text: str) -> bool:
    return any(year in text for year in years)
