"""Dates as machines and people write them, in a dozen languages, turned into moments; it knows nothing of pages."""

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
_MONTH = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))

_ISO = re.compile(
    r"(199\d|20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?!\d)"
    r"(?:[T ]\s?([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d)(?:[.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?"
)
_WRITTEN = re.compile(
    rf"(?<![\d/.-])(?:"
    rf"(?P<y1>(?:199|20\d)\d)\s?[-/.年]\s?(?P<m1>1[0-2]|0?[1-9])\s?[-/.月]\s?(?P<d1>3[01]|[12]\d|0?[1-9])(?![\d])"
    rf"|(?P<d2>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|er|º|°|ª|\.)?[\s\-/,]*(?:(?:de|of|di|d')\s?)?(?P<m2>{_MONTH})\b\.?,?[\s\-/,]*(?:(?:de|del|of)\s)?(?P<y2>(?:199|20\d)\d)(?!\d)"
    rf"|(?P<d3>\d\d?)\s?(?P<sep>[./-])\s?(?P<m3>\d\d?)\s?(?P=sep)\s?(?P<y3>(?:199|20\d)\d)(?!\d)"
    rf"|\b(?P<m4>{_MONTH})\b\.?[\s\-/]*(?P<d4>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?,?[\s\-/,]+(?P<y4>(?:199|20\d)\d)(?!\d)"
    rf")",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:199|20[0-4])\d(?!\d)")
_REACH = 24


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
            int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), tzinfo=UTC
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


def may_hold_date(text: str) -> bool:
    """Tell quickly whether a look for written dates is worth it."""
    return "20" in text or "199" in text


def moments_in(text: str, *, day_first: bool = True) -> Iterator[tuple[int, datetime]]:
    """Yield the days people wrote into a text, with their positions; ``day_first`` settles 03/04/2016."""
    done = 0
    for year in _YEAR.finditer(text):
        # A date ends or begins with its year: searching only there is ten times faster than everywhere.
        begin = max(done, year.start() - _REACH)
        found = _WRITTEN.search(text, begin, year.end() + _REACH)
        if found and (moment := _written_moment(found, day_first)):
            done = found.end()
            yield found.start(), moment


def _written_moment(found: re.Match[str], day_first: bool) -> datetime | None:
    parts = found.groupdict()
    if parts["y1"]:
        return _day(parts["y1"], int(parts["m1"]), int(parts["d1"]))
    if parts["y2"]:
        return _day(parts["y2"], MONTHS[parts["m2"].lower()], int(parts["d2"]))
    if parts["y4"]:
        return _day(parts["y4"], MONTHS[parts["m4"].lower()], int(parts["d4"]))
    first, second = int(parts["d3"]), int(parts["m3"])
    if second > 12 or (not day_first and first <= 12 and parts["sep"] != "."):
        first, second = second, first
    return _day(parts["y3"], second, first)


def _day(year: str, month: int, day: int) -> datetime | None:
    try:
        return datetime(int(year), month, day, tzinfo=UTC)
    except ValueError:
        return None
