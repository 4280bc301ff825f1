"""The times of posts, in the spellings of the services, as seconds since 1970."""

from __future__ import annotations

from calendar import timegm
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), 1
    )
}
_MILLISECONDS, _MICROSECONDS = 1e11, 1e14
"""Numbers above these are not seconds; the first is the year 5138."""
_FIRST, _LAST = 946_684_800.0, 7_258_118_400.0
"""The years 2000 and 2200: no service is older, and no clock is that wrong."""


def moment(value: Any) -> float | None:
    """Return a time in any spelling, None if it is not one."""
    if isinstance(value, str):
        return _plausible(_of_text(value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _plausible(_of_number(float(value)))
    return None


def _of_text(text: str) -> float | None:
    if len(text) == 30 and text[3] == " ":
        return twitter_time(text)
    try:
        parsed = datetime.fromisoformat(text.strip())
    except ValueError:
        return _of_digits(text.strip())
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp()


def _of_digits(text: str) -> float | None:
    try:
        return _of_number(float(text)) if text[:1].isdigit() else None
    except ValueError:
        return None


def _of_number(number: float) -> float:
    if number > _MICROSECONDS:
        return number / 1e6
    return number / 1e3 if number > _MILLISECONDS else number


def _plausible(seconds: float | None) -> float | None:
    return seconds if seconds is not None and _FIRST <= seconds <= _LAST else None


def twitter_time(text: str) -> float | None:
    """Return a time such as ``Fri Jan 09 12:29:56 +0000 2015``."""
    try:
        day = _day(text[4:10], text[26:])
        hours, minutes, seconds = int(text[11:13]), int(text[14:16]), int(text[17:19])
    except ValueError:
        return None
    return None if day is None else day + hours * 3600 + minutes * 60 + seconds


@lru_cache(maxsize=4096)
def _day(month_and_day: str, year: str) -> float | None:
    month = _MONTHS.get(month_and_day[:3])
    if month is None:
        return None
    return float(timegm((int(year), month, int(month_and_day[4:]), 0, 0, 0)))
