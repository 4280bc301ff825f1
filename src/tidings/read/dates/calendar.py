"""Parse dates as machines and people write them, in twenty languages; it knows nothing of pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from tidings.read.dates.month_names import MONTHS

_ISO = re.compile(
    r"(199\d|20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?!\d)"
    r"(?:[T ]\s?([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d)(?:[.,]\d+)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?"
)
_YEAR = re.compile(
    r"((?:199|20[0-4])\d)"
    r"(?:(?<![\d/.-]\d{4})\s?[-/.年]\s?(\d\d?)\s?[-/.月]\s?(\d\d?)(?!\d)|(?![\d%€$]))"
)
"""A year, with month and day if they follow; starts with a digit, as a lookbehind there would slow the search."""
_NUMBERS = re.compile(r"(?<!\d)(\d\d?)\s?([./-])\s?(\d\d?)\s?\2\s?$")
_SEPARATORS = frozenset("./-")
_SHORT = re.compile(r"(?<![\d./-])(\d\d?)([./-])(\d\d?)\2(\d\d)(?![\d/-]|\.\d)")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_FILLERS = frozenset(("de", "del", "of", "di", "d", "st", "nd", "rd", "th", "er", "the", "a"))
_DAY_REACH = 24
"""Characters before a year in which its day and month are searched."""


class Written(NamedTuple):
    """A date as written: the moment in UTC, and the local day where it was written."""

    moment: datetime
    day: date


def moment_of(text: str) -> Written | None:
    """Parse a date written by a machine: ISO 8601 in its many spellings, or as in mail headers."""
    if match := _ISO.search(text):
        return _iso_moment(match)
    try:
        moment = parsedate_to_datetime(text)
        return Written(_utc(moment), moment.date())
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _iso_moment(match: re.Match[str]) -> Written | None:
    year, month, day, hour, minute, second, zone = match.groups()
    try:
        local = datetime(
            int(year),
            int(month),
            int(day),
            int(hour or 0),
            int(minute or 0),
            int(second or 0),
            tzinfo=UTC,
        )
    except ValueError:
        return None
    return Written(local - _offset(zone), local.date())


def _offset(zone: str | None) -> timedelta:
    if not zone or zone == "Z":
        return timedelta(0)
    digits = zone[1:].replace(":", "")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:] or 0))
    return -offset if zone[0] == "-" else offset


def _utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def moments_in(text: str, *, day_first: bool = True) -> Iterator[tuple[int, datetime]]:
    """Yield the dates in a text with the position of their year; ``day_first`` decides what 03/04/2016 means."""
    for match in _YEAR.finditer(text):
        if match[2]:
            moment = _day(int(match[1]), int(match[2]), int(match[3]))
        else:
            before = text[max(0, match.start() - _DAY_REACH) : match.start()]
            moment = _day_before(before, int(match[1]), day_first)
        if moment:
            yield match.start(), moment


def short_moments_in(text: str, *, day_first: bool = True) -> Iterator[tuple[int, datetime]]:
    """Yield dates with a two-digit year, such as 22.03.16; in running text most matches are something else."""
    for match in _SHORT.finditer(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        moment = _day(_full_year(year), *_month_and_day(first, second, match[2], day_first))
        if moment:
            yield match.start(), moment


def _full_year(year: int) -> int:
    return 1900 + year if year >= 90 else 2000 + year


def _month_and_day(first: int, second: int, separator: str, day_first: bool) -> tuple[int, int]:
    if second > 12 or (not day_first and first <= 12 and separator != "."):
        return first, second
    return second, first


def _day_before(before: str, year: int, day_first: bool) -> datetime | None:
    """Parse the day and month at the end of ``before``: 22/03/, 22 March, March 22nd, 22 de marzo de."""
    if before.rstrip()[-1:] in _SEPARATORS and (numbers := _NUMBERS.search(before)):
        first, second = int(numbers[1]), int(numbers[3])
        return _day(year, *_month_and_day(first, second, numbers[2], day_first))
    tokens = [token for token in _TOKEN.findall(before.lower()) if token not in _FILLERS]
    if len(tokens) < 2:
        return None
    day, month = tokens[-2:]
    if day in MONTHS and month.isdecimal():
        day, month = month, day
    if month in MONTHS and day.isdecimal():
        return _day(year, MONTHS[month], int(day))
    return None


def _day(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
