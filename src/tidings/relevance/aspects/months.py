"""Finds mentions of the event's month in a text: months later, news say "the shooting in July" without a day."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import cache

from tidings.model import TimeSpan
from tidings.read.dates.day_words import CAPITALS, DAY_WORDS

_MOST_READ = 8_000
"""Characters: read of a text."""
_LONGEST_EVENT = timedelta(days=31)
"""Length of an event: a longer one has too many months for a month to identify it."""
_SAME_YEAR = timedelta(days=330)
"""Time after the event within which a text may omit its year."""
_NO_DAY_BEFORE = r"(?<!\d )(?<!\d\. )(?<!\d de )\b"
_NO_DAY_AFTER = r"\b\.?(?! ?\d\d?(?!\d))"
_YEAR = r"(?:(?:,| de| del)? (\d{4}))?"


class EventMonths:
    """Finds the one or two months of an event in texts."""

    def __init__(self, when: TimeSpan) -> None:
        self._others = [EventMonths(period) for period in when.periods[1:]]
        self._first, self._last = when.start.astimezone(UTC).date(), when.end.astimezone(UTC).date()
        self._is_long = self._last - self._first > _LONGEST_EVENT
        self._years = {str(self._first.year), str(self._last.year)}

    def mentioned(self, text: str, language: str, published: datetime | None) -> date | None:
        """Return a day of the event if a text names its month without a day and without another year."""
        found = self._mentioned(text, language, published)
        others = (other.mentioned(text, language, published) for other in self._others)
        return found or next((day for day in others if day), None)

    def _mentioned(self, text: str, language: str, published: datetime | None) -> date | None:
        if self._is_long:
            return None
        may_omit_year = published is not None and published.date() <= self._last + _SAME_YEAR
        for day in dict.fromkeys((self._first, self._last)):
            names, pattern = _finder(day.month, language.lower()[:2])
            if not any(name in text for name in names):  # most texts; the expression is far slower
                continue
            years = pattern.findall(text[:_MOST_READ])
            if any(year in self._years or (may_omit_year and not year) for year in years):
                return day
        return None


@cache
def _finder(month: int, language: str) -> tuple[list[str], re.Pattern[str]]:
    """Return the names of a month in a language, else in English, and a pattern for them and a year after them."""
    words = DAY_WORDS.get(language, DAY_WORDS["en"])
    names = [name for name, number in words.months.items() if number == month]
    if words.code in CAPITALS:
        names = [name.capitalize() for name in names]
    return names, re.compile(f"{_NO_DAY_BEFORE}(?:{'|'.join(names)}){_NO_DAY_AFTER}{_YEAR}")
