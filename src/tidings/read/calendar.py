"""Dates as machines and people write them, in a dozen languages, turned into moments; it knows nothing of pages."""

# ruff: noqa: RUF001 - names in other alphabets are meant

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

_NAMES = (
    # en de fr es pt it nl pl ru tr id sv da/no, January to December; shortened names match by their stem
    "january jan januar jänner janvier janv enero ene janeiro gennaio gen januari styczeń stycznia января янв ocak januarie يناير",
    "february feb februar febr février févr fevrier fév febrero fevereiro fev febbraio februari luty lutego февраля фев şubat pebruari فبراير",
    "march mar märz mär maerz mars marzo março marco maart mrt marzec marca марта мар mart maret مارس",
    "april apr avril avr abril abr aprile kwiecień kwietnia апреля апр nisan أبريل",
    "may mai mayo maio maggio mag mei maj maja мая май mayıs مايو",
    "june jun juni juin junio junho giugno giu czerwiec czerwca июня июн haziran يونيو",
    "july jul juli juillet juil julio julho luglio lug lipiec lipca июля июл temmuz يوليو",
    "august aug août aout agosto ago augustus sierpień sierpnia августа авг ağustos agustus agu augusti أغسطس",
    "september sep sept septembre septiembre setiembre setembro set settembre wrzesień września сентября сен eylül سبتمبر",
    "october oct oktober okt octobre octubre outubro out ottobre ott październik października октября окт ekim أكتوبر",
    "november nov novembre noviembre novembro listopad listopada ноября ноя kasım nopember نوفمبر",
    "december dec dezember dez décembre decembre déc diciembre dic dezembro dicembre grudzień grudnia декабря дек aralık desember des ديسمبر",
)
MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
_ISO = re.compile(
    r"(199\d|20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?!\d)"
    r"(?:[T ]\s?([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d)(?:[.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?"
)
_YEAR = re.compile(
    r"(?<![\d/.-])((?:199|20[0-4])\d)\s?[-/.年]\s?(\d\d?)\s?[-/.月]\s?(\d\d?)(?!\d)|((?:199|20[0-4])\d)(?![\d%€$])"
)
_NUMBERS = re.compile(r"(?<!\d)(\d\d?)\s?([./-])\s?(\d\d?)\s?\2\s?$")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_FILLERS = frozenset(("de", "del", "of", "di", "d", "st", "nd", "rd", "th", "er", "the", "a"))
_REACH = 24
"""How far before its year a day is looked for."""


class Written(NamedTuple):
    """A date as written: the moment in UTC, and the day it was at the place of writing."""

    moment: datetime
    day: date


def moment_of(text: str) -> Written | None:
    """Return the moment a machine wrote: ISO 8601 in its many spellings, or the form of mail headers."""
    if found := _ISO.search(text):
        return _iso_moment(found)
    try:
        moment = parsedate_to_datetime(text)
        return Written(_utc(moment), moment.date())
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _iso_moment(found: re.Match[str]) -> Written | None:
    year, month, day, hour, minute, second, zone = found.groups()
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
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return -offset if zone[0] == "-" else offset


def _utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def moments_in(text: str, *, day_first: bool = True) -> Iterator[tuple[int, datetime]]:
    """Yield the days people wrote into a text, with the position of the year; ``day_first`` settles 03/04/2016."""
    for found in _YEAR.finditer(text):
        if found[1]:
            moment = _day(int(found[1]), int(found[2]), int(found[3]))
        else:
            before = text[max(0, found.start() - _REACH) : found.start()]
            moment = _day_before(before, int(found[4]), day_first)
        if moment:
            yield found.start(), moment


def _day_before(before: str, year: int, day_first: bool) -> datetime | None:
    """Return the day whose year follows: 22/03/, 22 March, March 22nd, 22 de marzo de."""
    if numbers := _NUMBERS.search(before):
        day, month = int(numbers[1]), int(numbers[3])
        if month > 12 or (not day_first and day <= 12 and numbers[2] != "."):
            day, month = month, day
        return _day(year, month, day)
    tokens = [token for token in _TOKEN.findall(before.lower()) if token not in _FILLERS]
    if len(tokens) < 2:
        return None
    first, second = tokens[-2:]
    if first in MONTHS and second.isdecimal():
        first, second = second, first
    if second in MONTHS and first.isdecimal():
        return _day(year, MONTHS[second], int(first))
    return None


def _day(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
