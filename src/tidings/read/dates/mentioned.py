"""The days a text speaks of, written out or told from the day of writing; it knows nothing of pages and weighs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from tidings.read.dates.day_words import (
    CAPITALS,
    COUNTED,
    DAY_WORDS,
    POINTED,
    WHICH_FOLLOWS,
    DayWords,
)

AHEAD = timedelta(days=7)
"""A day without a year is the last such day before the publication, or at most this far behind it."""

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_NUMBERS = re.compile(r"(?<![\d./-])(\d\d?)([./-])(\d\d?)\2(\d{4})(?!\d|[./-]\d)")
_ISO = re.compile(r"(?<![\d./-])(\d{4})([-/.])(\d\d?)\2(\d\d?)(?!\d|[./-]\d)")
_FIGURES = re.compile(r"\d[./-] ?\d")
_DOTTED = re.compile(r"(?<![\d.])(\d\d?)\. ?(\d\d?)\.(?! ?\d)")
_REACH = 40
"""Characters before and behind the name of a month or a weekday in which stands what belongs to it."""
_EARLIEST, _LATEST = 1500, 2199
_MOST_AGO = 60
TOLD_DAYS = timedelta(days=_MOST_AGO)
"""How far from its day of writing a text can tell a day without its date: a weekday, so many days ago."""
_ENDINGS = frozenset(("st", "nd", "rd", "th", "er", "ère", "º", "ª", "e"))
_FILLERS = _ENDINGS.union(("of", "de", "del", "d", "di", "den", "the"))
_GAPS = frozenset((" ", "\xa0", "-", "", " -", "'", "’"))  # noqa: RUF001 - the apostrophe of print
_YEAR_GAPS = _GAPS | {", ", ". ", ","}
_DASHES = frozenset(("-", "–", " - ", " – ", "/"))  # noqa: RUF001 - the dash of print


class _Token(NamedTuple):
    text: str
    start: int
    end: int


_Found = Iterator[tuple[int, date]]
"""Positions and days."""


def mentioned_days(text: str, language: str, published: datetime | None) -> tuple[date, ...]:
    """Return the days a text speaks of in their order; only full dates if the publication is unknown.

    A language that is not known is read as English.
    """
    words = DAY_WORDS.get(language.lower()[:2], DAY_WORDS["en"])
    today = published.date() if published else None
    found = [*_numeric(text, words, today)]
    for start, end in _signs(text, words):
        tokens = [_Token(m[0], m.start(), m.end()) for m in _around(text, start, end)]
        index = next(n for n, token in enumerate(tokens) if token.end >= end)
        found += _written(text, tokens, index, words, today)
        if today:
            found += _weekday(tokens, index, words, today)
            found += _relative(text, tokens[index], words, today)
    return tuple(dict.fromkeys(day for _, day in sorted(found)))


def _signs(text: str, words: DayWords) -> Iterator[tuple[int, int]]:
    """Find where the words stand by which days are told."""
    for _, start, end in words.signs.find(text):
        if not text[start - 1 : start].isalpha() and not text[end : end + 1].isalpha():
            yield start, end


def _around(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    return _TOKEN.finditer(text, max(0, start - _REACH), end + _REACH)


def _numeric(text: str, words: DayWords, today: date | None) -> _Found:
    """Find 2016-03-22, 22.03.2016, 3/22/2016 and, where it is usual, 22.3."""
    if not _FIGURES.search(text):
        return
    for found in _ISO.finditer(text):
        if day := _day(int(found[1]), int(found[3]), int(found[4])):
            yield found.start(), day
    for found in _NUMBERS.finditer(text):
        if day := _day_of_numbers(int(found[1]), int(found[3]), int(found[4]), words, today):
            yield found.start(), day
    if today and words.code in POINTED:
        for found in _DOTTED.finditer(text):
            if day := _latest(int(found[2]), int(found[1]), today):
                yield found.start(), day


def _day_of_numbers(
    first: int, second: int, year: int, words: DayWords, today: date | None
) -> date | None:
    """Read the day first; in English, which is written both ways, prefer what lies closer to the publication."""
    day_first, month_first = _day(year, second, first), _day(year, first, second)
    if not (day_first and month_first):
        return day_first or month_first
    if words.code != "en" or today is None:
        return day_first
    return min(day_first, month_first, key=lambda day: abs(day - today))


def _written(
    text: str, tokens: Sequence[_Token], index: int, words: DayWords, today: date | None
) -> _Found:
    """Read 22 March, March 22nd, 22 de marzo de 2016, 22-24 March."""
    token = tokens[index]
    month = words.months.get(token.text.lower())
    if not month or (words.code in CAPITALS and not token.text[0].isupper()):
        return
    numbers, last = _numbers_around(text, tokens, index, words)
    year = _year_behind(text, tokens, last) if numbers else 0
    for number in numbers:
        day = _day(year, month, number) if year else _latest(month, number, today)
        if day:
            yield token.start, day


def _numbers_around(
    text: str, tokens: Sequence[_Token], index: int, words: DayWords
) -> tuple[list[int], int]:
    """Return the days of a month named at an index, and the index a year would follow."""
    at = _number_before(text, tokens, index, words)
    if at is not None:
        return [*_span_before(text, tokens, at, words), int(tokens[at].text)], index
    at = _number_behind(text, tokens, index)
    if at is None:
        return [], index
    last = _span_behind(text, tokens, at)
    return [int(token.text) for token in tokens[at : last + 1]], last


def _number_before(text: str, tokens: Sequence[_Token], index: int, words: DayWords) -> int | None:
    """Return the index of the day of the month before a month's name."""
    at = index - 1
    while at >= max(0, index - 3) and tokens[at].text.lower() in _FILLERS:
        at -= 1
    if at < 0 or not _is_day(tokens[at]):
        return None
    gaps = (text[a.end : b.start] for a, b in pairwise(tokens[at : index + 1]))
    pointed = words.code in POINTED
    return at if all(gap in _GAPS or (pointed and gap in (". ", ".")) for gap in gaps) else None


def _number_behind(text: str, tokens: Sequence[_Token], index: int) -> int | None:
    """Return the index of the day of the month behind a month's name, as in March 22nd or Mar. the 22nd."""
    at = index + 1
    if at < len(tokens) and tokens[at].text.lower() == "the":
        at += 1
    if at >= len(tokens) or not _is_day(tokens[at]):
        return None
    return at if text[tokens[index].end : tokens[index + 1].start] in (" ", ". ", "\xa0") else None


def _span_before(text: str, tokens: Sequence[_Token], at: int, words: DayWords) -> list[int]:
    """Return the first day of a span whose last day is at an index: 22-24 March, 22 and 23 March."""
    first = at - 1
    if first >= 0 and tokens[first].text.lower() in words.between:
        first -= 1
        if first >= 0 and tokens[first].text.lower() in _ENDINGS:
            first -= 1
    elif first < 0 or text[tokens[first].end : tokens[at].start].rstrip(".") not in _DASHES:
        return []
    if first < 0 or not _is_day(tokens[first]) or tokens[at].start - tokens[first].end > 8:
        return []
    return [int(tokens[first].text)]


def _span_behind(text: str, tokens: Sequence[_Token], at: int) -> int:
    """Return the index of the last day of a span that begins at an index: March 22-24."""
    if (
        at + 1 < len(tokens)
        and _is_day(tokens[at + 1])
        and text[tokens[at].end : tokens[at + 1].start] in _DASHES
    ):
        return at + 1
    return at


def _year_behind(text: str, tokens: Sequence[_Token], index: int) -> int:
    """Return the year that follows a token, 0 if none does."""
    for at in range(index + 1, min(index + 4, len(tokens))):
        if text[tokens[at - 1].end : tokens[at].start] not in _YEAR_GAPS:
            break
        word = tokens[at].text
        if len(word) == 4 and word.isdecimal() and _EARLIEST <= int(word) <= _LATEST:
            return int(word)
        if word.lower() not in _FILLERS:
            break
    return 0


def _weekday(tokens: Sequence[_Token], index: int, words: DayWords, today: date) -> _Found:
    """Read a weekday: the last one up to the publication, or the one before or behind it if the text says so."""
    token = tokens[index]
    name = token.text.lower()
    weekday = words.weekdays.get(name)
    if weekday is None:
        return
    following = [t.text.lower() for t in tokens[index + 1 : index + 3]]
    if name in COUNTED and following[:1] != ["feira"]:
        return
    back = (today.weekday() - weekday) % 7
    which = {tokens[index - 1].text.lower() if index else ""}
    if words.code in WHICH_FOLLOWS:
        which.add(next((word for word in following if word != "feira"), ""))
    if which & words.next:
        yield token.start, _moved(today, 7 - back)
    else:
        yield token.start, _moved(today, -(back or 7 if which & words.last else back))


def _relative(text: str, token: _Token, words: DayWords, today: date) -> _Found:
    """Read yesterday and its kin, and so many days ago."""
    name = token.text.lower()
    shift = words.shifts.get(name)
    if shift is not None:
        yield token.start, _moved(today, shift)
    if name != words.back:
        return
    for found in words.ago.finditer(text, max(0, token.start - _REACH), token.end + _REACH):
        number = found[1].lower()
        days = int(number) if number.isdecimal() else words.numbers.get(number, 0)
        if 0 < days <= _MOST_AGO:
            yield found.start(), _moved(today, -days)


def _is_day(token: _Token) -> bool:
    return len(token.text) <= 2 and token.text.isdecimal() and 1 <= int(token.text) <= 31


def _moved(today: date, days: int) -> date:
    """Move a day, staying where the calendar ends."""
    return date.fromordinal(min(max(today.toordinal() + days, 1), date.max.toordinal()))


def _latest(month: int, day: int, today: date | None) -> date | None:
    """Return the last such day up to a week after the publication; leap days may lie years back."""
    if today is None:
        return None
    limit = _moved(today, AHEAD.days)
    for year in range(limit.year, limit.year - 9, -1):
        found = _day(year, month, day)
        if found and found <= limit:
            return found
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
