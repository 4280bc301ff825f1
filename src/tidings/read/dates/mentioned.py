"""Find the days a text mentions, as dates or relative to its publication; it knows no pages and weighs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from tidings.read.dates.day_words import (
    CAPITALS,
    DAY_WORDS,
    LAST_FOLLOWS,
    ORDINAL_WEEKDAYS,
    POINTED,
    DayWords,
)

LONGEST_AHEAD = timedelta(days=7)
"""How long after the publication a date without a year may be; otherwise the year before is meant."""

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_NUMBERS = re.compile(r"(?<![\d./-])(\d\d?)([./-])(\d\d?)\2(\d{4})(?!\d|[./-]\d)")
_ISO = re.compile(r"(?<![\d./-])(\d{4})([-/.])(\d\d?)\2(\d\d?)(?!\d|[./-]\d)")
_MAY_BE_NUMERIC = re.compile(r"\d[./-] ?\d")
_DOTTED = re.compile(r"(?<![\d.])(\d\d?)\. ?(\d\d?)\.(?! ?\d)")
_REACH = 40
"""Characters before and after a month or weekday that are read with it."""
_FIRST_YEAR, _LAST_YEAR = 1500, 2199
_MOST_AGO = 60
"""Days: the largest N read from "N days ago"."""
RELATIVE_REACH = timedelta(days=_MOST_AGO)
"""How far from its publication a text can mention a day without a date, as in "50 days ago"."""
_ENDINGS = frozenset(("st", "nd", "rd", "th", "er", "ère", "º", "ª", "e"))
_FILLERS = _ENDINGS.union(("of", "de", "del", "d", "di", "den", "the"))
_GAPS = frozenset((" ", "\xa0", "-", "", " -", "'", "’"))  # noqa: RUF001 - the apostrophe of print
_YEAR_GAPS = _GAPS | {", ", ". ", ","}
_DASHES = frozenset(("-", "–", " - ", " – ", "/"))  # noqa: RUF001 - the dash of print


class _Token(NamedTuple):
    text: str
    start: int
    end: int


_Mentions = Iterator[tuple[int, date]]
"""Positions in the text and the days mentioned there."""


def mentioned_days(text: str, language: str, published: datetime | None) -> tuple[date, ...]:
    """Return the days a text mentions, in order; without a publication date, only full dates.

    Texts in an unknown language are read as English.
    """
    return tuple(dict.fromkeys(day for _, day in mentions(text, language, published)))


def mentions(text: str, language: str, published: datetime | None) -> list[tuple[int, date]]:
    """Return the days a text mentions with the positions of the month, the weekday or the figures of each."""
    words = DAY_WORDS.get(language.lower()[:2], DAY_WORDS["en"])
    today = published.date() if published else None
    found = [*_numeric(text, words, today)]
    for start, end in _day_words(text, words):
        tokens = [_Token(m[0], m.start(), m.end()) for m in _around(text, start, end)]
        index = next(n for n, token in enumerate(tokens) if token.end >= end)
        found += _written(text, tokens, index, words, today)
        if today:
            found += _weekday(tokens, index, words, today)
            found += _relative(text, tokens[index], words, today)
    return sorted(found)


def _day_words(text: str, words: DayWords) -> Iterator[tuple[int, int]]:
    """Yield start and end of each whole word that may name a day."""
    for _, start, end in words.signs.find(text):
        if not text[start - 1 : start].isalpha() and not text[end : end + 1].isalpha():
            yield start, end


def _around(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    return _TOKEN.finditer(text, max(0, start - _REACH), end + _REACH)


def _numeric(text: str, words: DayWords, today: date | None) -> _Mentions:
    """Find 2016-03-22, 22.03.2016, 3/22/2016 and, in German, 22.3."""
    if not _MAY_BE_NUMERIC.search(text):
        return
    for match in _ISO.finditer(text):
        if day := _day(int(match[1]), int(match[3]), int(match[4])):
            yield match.start(), day
    for match in _NUMBERS.finditer(text):
        if day := _day_of_numbers(int(match[1]), int(match[3]), int(match[4]), words, today):
            yield match.start(), day
    if today and words.code in POINTED:
        for match in _DOTTED.finditer(text):
            if day := _latest(int(match[2]), int(match[1]), today):
                yield match.start(), day


def _day_of_numbers(
    first: int, second: int, year: int, words: DayWords, today: date | None
) -> date | None:
    """Read the day first; in English, which has both orders, prefer the date closer to the publication."""
    day_first, month_first = _day(year, second, first), _day(year, first, second)
    if not (day_first and month_first):
        return day_first or month_first
    if words.code != "en" or today is None:
        return day_first
    return min(day_first, month_first, key=lambda day: abs(day - today))


def _written(
    text: str, tokens: Sequence[_Token], index: int, words: DayWords, today: date | None
) -> _Mentions:
    """Read 22 March, March 22nd, 22 de marzo de 2016, 22-24 March."""
    token = tokens[index]
    month = words.months.get(token.text.lower())
    if not month or (words.code in CAPITALS and not token.text[0].isupper()):
        return
    numbers, last = _numbers_around(text, tokens, index, words)
    year = _year_after(text, tokens, last) if numbers else 0
    for number in numbers:
        day = _day(year, month, number) if year else _latest(month, number, today)
        if day:
            yield token.start, day


def _numbers_around(
    text: str, tokens: Sequence[_Token], index: int, words: DayWords
) -> tuple[list[int], int]:
    """Return the days of the month named at ``index``, and the index of the token that a year may follow."""
    at = _number_before(text, tokens, index, words)
    if at is not None:
        return [*_span_before(text, tokens, at, words), int(tokens[at].text)], index
    at = _number_after(text, tokens, index)
    if at is None:
        return [], index
    last = _span_after(text, tokens, at)
    return [int(token.text) for token in tokens[at : last + 1]], last


def _number_before(text: str, tokens: Sequence[_Token], index: int, words: DayWords) -> int | None:
    """Return the index of the day before a month: 22 March, 22nd of March."""
    at = index - 1
    while at >= max(0, index - 3) and tokens[at].text.lower() in _FILLERS:
        at -= 1
    if at < 0 or not _is_day(tokens[at]):
        return None
    gaps = (text[a.end : b.start] for a, b in pairwise(tokens[at : index + 1]))
    pointed = words.code in POINTED
    return at if all(gap in _GAPS or (pointed and gap in (". ", ".")) for gap in gaps) else None


def _number_after(text: str, tokens: Sequence[_Token], index: int) -> int | None:
    """Return the index of the day after a month: March 22nd, Mar. the 22nd."""
    at = index + 1
    if at < len(tokens) and tokens[at].text.lower() == "the":
        at += 1
    if at >= len(tokens) or not _is_day(tokens[at]):
        return None
    return at if text[tokens[index].end : tokens[index + 1].start] in (" ", ". ", "\xa0") else None


def _span_before(text: str, tokens: Sequence[_Token], at: int, words: DayWords) -> list[int]:
    """Return the first day of a span that ends at ``at``: 22-24 March, 22 and 23 March."""
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


def _span_after(text: str, tokens: Sequence[_Token], at: int) -> int:
    """Return the index of the last day of a span that begins at ``at``: March 22-24."""
    if (
        at + 1 < len(tokens)
        and _is_day(tokens[at + 1])
        and text[tokens[at].end : tokens[at + 1].start] in _DASHES
    ):
        return at + 1
    return at


def _year_after(text: str, tokens: Sequence[_Token], index: int) -> int:
    """Return the year that follows a token, or 0."""
    for at in range(index + 1, min(index + 4, len(tokens))):
        if text[tokens[at - 1].end : tokens[at].start] not in _YEAR_GAPS:
            break
        word = tokens[at].text
        if len(word) == 4 and word.isdecimal() and _FIRST_YEAR <= int(word) <= _LAST_YEAR:
            return int(word)
        if word.lower() not in _FILLERS:
            break
    return 0


def _weekday(tokens: Sequence[_Token], index: int, words: DayWords, today: date) -> _Mentions:
    """Read a weekday as the last one up to the publication, unless the text says "last" or "next"."""
    token = tokens[index]
    name = token.text.lower()
    weekday = words.weekdays.get(name)
    if weekday is None:
        return
    following = [t.text.lower() for t in tokens[index + 1 : index + 3]]
    if name in ORDINAL_WEEKDAYS and following[:1] != ["feira"]:
        return
    back = (today.weekday() - weekday) % 7
    beside = {tokens[index - 1].text.lower() if index else ""}
    if words.code in LAST_FOLLOWS:
        beside.add(next((word for word in following if word != "feira"), ""))
    if beside & words.next:
        yield token.start, _moved(today, 7 - back)
    else:
        yield token.start, _moved(today, -(back or 7 if beside & words.last else back))


def _relative(text: str, token: _Token, words: DayWords, today: date) -> _Mentions:
    """Read yesterday, today, tomorrow and "N days ago"."""
    name = token.text.lower()
    shift = words.shifts.get(name)
    if shift is not None:
        yield token.start, _moved(today, shift)
    if name != words.ago_word:
        return
    for match in words.ago.finditer(text, max(0, token.start - _REACH), token.end + _REACH):
        number = match[1].lower()
        days = int(number) if number.isdecimal() else words.numbers.get(number, 0)
        if 0 < days <= _MOST_AGO:
            yield match.start(), _moved(today, -days)


def _is_day(token: _Token) -> bool:
    return len(token.text) <= 2 and token.text.isdecimal() and 1 <= int(token.text) <= 31


def _moved(today: date, days: int) -> date:
    """Add days, stopping at the ends of the calendar."""
    return date.fromordinal(min(max(today.toordinal() + days, 1), date.max.toordinal()))


def _latest(month: int, day: int, today: date | None) -> date | None:
    """Return the last such date up to a week after the publication; leap days may be years back."""
    if today is None:
        return None
    limit = _moved(today, LONGEST_AHEAD.days)
    for year in range(limit.year, limit.year - 9, -1):
        candidate = _day(year, month, day)
        if candidate and candidate <= limit:
            return candidate
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
