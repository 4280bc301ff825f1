"""Whether a text speaks of the event's month: months later news say "the shooting in July", and no day."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import cache

from tidings.model import TimeSpan
from tidings.read.dates.day_words import CAPITALS, DAY_WORDS

_LONGEST = 8_000
"""Characters that are read."""
_MOST = timedelta(days=31)
"""An event that lasts longer has too many months for one of them to tell it."""
_SAME_YEAR = timedelta(days=330)
"""How long after the event a text may leave out its year."""
_NO_DAY_BEFORE = r"(?<!\d )(?<!\d\. )(?<!\d de )\b"
_NO_DAY_BEHIND = r"\b\.?(?! ?\d\d?(?!\d))"
_YEAR = r"(?:(?:,| de| del)? (\d{4}))?"


class EventMonths:
    """The one or two months of an event, looked for in many texts."""

    def __init__(self, when: TimeSpan) -> None:
        self._first, self._last = when.start.astimezone(UTC).date(), when.end.astimezone(UTC).date()
        self._is_long = self._last - self._first > _MOST
        self._years = {str(self._first.year), str(self._last.year)}

    def mentioned(self, text: str, language: str, published: datetime | None) -> date | None:
        """Return a day of the event if a text names its month without a day, and not that of another year."""
        if self._is_long:
            return None
        near = published is not None and published.date() <= self._last + _SAME_YEAR
        for day in dict.fromkeys((self._first, self._last)):
            names, pattern = _finder(day.month, language.lower()[:2])
            if not any(name in text for name in names):  # most texts, and far quicker
                continue
            years = pattern.findall(text[:_LONGEST])
            if any(year in self._years or (near and not year) for year in years):
                return day
        return None


@cache
def _finder(month: int, language: str) -> tuple[list[str], re.Pattern[str]]:
    """Return the names of a month in a language, or in English, and what finds them and the year behind them."""
    words = DAY_WORDS.get(language, DAY_WORDS["en"])
    names = [name for name, number in words.months.items() if number == month]
    if words.code in CAPITALS:
        names = [name.capitalize() for name in names]
    return names, re.compile(f"{_NO_DAY_BEFORE}(?:{'|'.join(names)}){_NO_DAY_BEHIND}{_YEAR}")
