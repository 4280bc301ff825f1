"""The days a text speaks of, written out or told from the day of writing; it knows nothing of pages and weighs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

AHEAD = timedelta(days=7)
"""A day without a year is the last such day before the publication, or at most this far behind it."""

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_NUMBERS = re.compile(r"(?<![\d./-])(\d\d?)([./-])(\d\d?)\2(\d{4})(?!\d|[./-]\d)")
_ISO = re.compile(r"(?<![\d./-])(\d{4})([-/.])(\d\d?)\2(\d\d?)(?!\d|[./-]\d)")
_DOTTED = re.compile(r"(?<![\d.])(\d\d?)\. ?(\d\d?)\.(?! ?\d)")
_EARLIEST, _LATEST = 1500, 2199
_MOST_AGO = 60
TOLD_DAYS = timedelta(days=_MOST_AGO)
"""How far from its day of writing a text can tell a day without its date: a weekday, so many days ago."""
_ENDINGS = frozenset(("st", "nd", "rd", "th", "er", "ère", "º", "ª", "e"))
_FILLERS = _ENDINGS.union(("of", "de", "del", "d", "di", "den", "the"))
_GAPS = frozenset((" ", "\xa0", "-", "", " -", "'", "’"))  # noqa: RUF001 - the apostrophe of print
_YEAR_GAPS = _GAPS | {", ", ". ", ","}
_DASHES = frozenset(("-", "–", " - ", " – ", "/"))  # noqa: RUF001 - the dash of print


class _Language(NamedTuple):
    months: str
    weekdays: str
    """From Monday; what may follow a name, as in segunda-feira, is left out."""
    shifts: dict[str, int]
    last: str
    next: str
    ago: str
    """How one tells days back, with N for the number."""
    numbers: str
    """One to ten."""
    between: str
    """Words between the first and the last day of a span."""


_LANGUAGES = {
    "en": _Language(
        "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept "
        "october/oct november/nov december/dec",
        "monday tuesday wednesday thursday friday saturday sunday",
        {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1},
        "last",
        "next",
        r"N days? ago",
        "one two three four five six seven eight nine ten",
        "and to until",
    ),
    "de": _Language(
        "januar/jänner/jan februar/feb märz/mrz april/apr mai juni/jun juli/jul august/aug september/sep/sept "
        "oktober/okt november/nov dezember/dez",
        "montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag",
        {"heute": 0, "gestern": -1, "vorgestern": -2},
        "letzten letzter letztem vergangenen vergangener vorigen",
        "nächsten kommenden nächster kommender",
        r"vor N Tag(?:en)?",
        "einem/einen zwei drei vier fünf sechs sieben acht neun zehn",
        "und bis",
    ),
    "fr": _Language(
        "janvier/janv février/févr mars avril/avr mai juin juillet/juil août septembre/sept octobre/oct "
        "novembre/nov décembre/déc",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        {"hier": -1, "demain": 1},
        "dernier",
        "prochain",
        r"il y a N jours?",
        "un deux trois quatre cinq six sept huit neuf dix",
        "et au",
    ),
    "es": _Language(
        "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago "
        "septiembre/setiembre/sept octubre/oct noviembre/nov diciembre/dic",
        "lunes martes miércoles/miercoles jueves viernes sábado/sabado domingo",
        {"hoy": 0, "ayer": -1, "anteayer": -2},
        "pasado",
        "próximo proximo",
        r"hace N d[ií]as?",
        "un dos tres cuatro cinco seis siete ocho nueve diez",
        "y al",
    ),
    "pt": _Language(
        "janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set "
        "outubro/out novembro/nov dezembro/dez",
        "segunda terça quarta quinta sexta sábado domingo",
        {"hoje": 0, "ontem": -1, "anteontem": -2, "amanhã": 1},
        "passada passado última último",
        "próxima próximo",
        r"há N dias?",
        "um dois três quatro cinco seis sete oito nove dez",
        "e a ao",
    ),
    "it": _Language(
        "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago "
        "settembre/sett ottobre/ott novembre/nov dicembre/dic",
        "lunedì martedì mercoledì giovedì venerdì sabato domenica",
        {"oggi": 0, "ieri": -1, "altroieri": -2, "domani": 1},
        "scorso scorsa",
        "prossimo prossima",
        r"N giorn[io] fa",
        "un due tre quattro cinque sei sette otto nove dieci",
        "e al",
    ),
    "nl": _Language(
        "januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sept "
        "oktober/okt november/nov december/dec",
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        {"vandaag": 0, "gisteren": -1, "eergisteren": -2},
        "afgelopen vorige",
        "komende volgende",
        r"N dag(?:en)? geleden",
        "een/één twee drie vier vijf zes zeven acht negen tien",
        "en tot",
    ),
}
_CAPITALS = frozenset(("en", "de"))
"""Where names of months are written with a capital: one may march in May."""
_POINTED = frozenset(("de",))
"""Where a point makes a number an ordinal: 22. März; and 22.3. alone is a day."""
_COUNTED = frozenset(("segunda", "terça", "quarta", "quinta", "sexta"))
"""Names that alone only count; as weekdays "feira" follows them."""
_WHICH_FOLLOWS = frozenset(("fr", "es", "pt", "it"))
"""Where one says Tuesday last."""


class _Words(NamedTuple):
    code: str
    months: dict[str, int]
    weekdays: dict[str, int]
    shifts: dict[str, int]
    last: frozenset[str]
    next: frozenset[str]
    ago: re.Pattern[str]
    numbers: dict[str, int]
    between: frozenset[str]


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
    words = _WORDS.get(language.lower()[:2], _WORDS["en"])
    today = published.date() if published else None
    tokens = [_Token(m[0], m.start(), m.end()) for m in _TOKEN.finditer(text)]
    found = [*_numeric(text, words, today), *_written(text, tokens, words, today)]
    if today:
        found += _weekdays(tokens, words, today)
        found += _relative(text, tokens, words, today)
    return tuple(dict.fromkeys(day for _, day in sorted(found)))


def month_names(months: Iterable[int]) -> frozenset[str]:
    """Return the names of some months in all languages, in small letters."""
    wanted = frozenset(months)
    return frozenset(
        name for words in _WORDS.values() for name, month in words.months.items() if month in wanted
    )


def _numeric(text: str, words: _Words, today: date | None) -> _Found:
    """Find 2016-03-22, 22.03.2016, 3/22/2016 and, where it is usual, 22.3."""
    for found in _ISO.finditer(text):
        if day := _day(int(found[1]), int(found[3]), int(found[4])):
            yield found.start(), day
    for found in _NUMBERS.finditer(text):
        if day := _day_of_numbers(int(found[1]), int(found[3]), int(found[4]), words, today):
            yield found.start(), day
    if today and words.code in _POINTED:
        for found in _DOTTED.finditer(text):
            if day := _latest(int(found[2]), int(found[1]), today):
                yield found.start(), day


def _day_of_numbers(
    first: int, second: int, year: int, words: _Words, today: date | None
) -> date | None:
    """Read the day first; in English, which is written both ways, prefer what lies closer to the publication."""
    day_first, month_first = _day(year, second, first), _day(year, first, second)
    if not (day_first and month_first):
        return day_first or month_first
    if words.code != "en" or today is None:
        return day_first
    return min(day_first, month_first, key=lambda day: abs(day - today))


def _written(text: str, tokens: Sequence[_Token], words: _Words, today: date | None) -> _Found:
    """Find 22 March, March 22nd, 22 de marzo de 2016, 22-24 March."""
    for index, token in enumerate(tokens):
        month = words.months.get(token.text.lower())
        if not month or (words.code in _CAPITALS and not token.text[0].isupper()):
            continue
        numbers, last = _numbers_around(text, tokens, index, words)
        year = _year_behind(text, tokens, last) if numbers else 0
        for number in numbers:
            day = _day(year, month, number) if year else _latest(month, number, today)
            if day:
                yield token.start, day


def _numbers_around(
    text: str, tokens: Sequence[_Token], index: int, words: _Words
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


def _number_before(text: str, tokens: Sequence[_Token], index: int, words: _Words) -> int | None:
    """Return the index of the day of the month before a month's name."""
    at = index - 1
    while at >= max(0, index - 3) and tokens[at].text.lower() in _FILLERS:
        at -= 1
    if at < 0 or not _is_day(tokens[at]):
        return None
    gaps = (text[a.end : b.start] for a, b in pairwise(tokens[at : index + 1]))
    pointed = words.code in _POINTED
    return at if all(gap in _GAPS or (pointed and gap in (". ", ".")) for gap in gaps) else None


def _number_behind(text: str, tokens: Sequence[_Token], index: int) -> int | None:
    """Return the index of the day of the month behind a month's name, as in March 22nd or Mar. the 22nd."""
    at = index + 1
    if at < len(tokens) and tokens[at].text.lower() == "the":
        at += 1
    if at >= len(tokens) or not _is_day(tokens[at]):
        return None
    return at if text[tokens[index].end : tokens[index + 1].start] in (" ", ". ", "\xa0") else None


def _span_before(text: str, tokens: Sequence[_Token], at: int, words: _Words) -> list[int]:
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


def _weekdays(tokens: Sequence[_Token], words: _Words, today: date) -> _Found:
    """Find weekdays: the last one up to the publication, or the one before or behind it if the text says so."""
    for index, token in enumerate(tokens):
        name = token.text.lower()
        weekday = words.weekdays.get(name)
        if weekday is None:
            continue
        following = [t.text.lower() for t in tokens[index + 1 : index + 3]]
        if name in _COUNTED and following[:1] != ["feira"]:
            continue
        back = (today.weekday() - weekday) % 7
        which = {tokens[index - 1].text.lower() if index else ""}
        if words.code in _WHICH_FOLLOWS:
            which.add(next((word for word in following if word != "feira"), ""))
        if which & words.next:
            yield token.start, _moved(today, 7 - back)
        else:
            yield token.start, _moved(today, -(back or 7 if which & words.last else back))


def _relative(text: str, tokens: Sequence[_Token], words: _Words, today: date) -> _Found:
    """Find yesterday and its kin, and so many days ago."""
    for token in tokens:
        shift = words.shifts.get(token.text.lower())
        if shift is not None:
            yield token.start, _moved(today, shift)
    for found in words.ago.finditer(text):
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


def _numbered(names: str, first: int) -> dict[str, int]:
    return {
        name: number
        for number, group in enumerate(names.split(), first)
        for name in group.split("/")
    }


def _words(code: str, language: _Language) -> _Words:
    ago = language.ago.replace("N", r"(\d{1,2}|[^\W\d_]{1,8})")
    return _Words(
        code,
        _numbered(language.months, 1),
        _numbered(language.weekdays, 0),
        language.shifts,
        frozenset(language.last.split()),
        frozenset(language.next.split()),
        re.compile(rf"\b{ago}\b", re.IGNORECASE),
        _numbered(language.numbers, 1),
        frozenset(language.between.split()),
    )


_WORDS = {code: _words(code, language) for code, language in _LANGUAGES.items()}
WEEKDAYS = frozenset(name for words in _WORDS.values() for name in words.weekdays)
"""The names of the days of the week in all these languages, in small letters."""
CALENDAR = WEEKDAYS.union(name for words in _WORDS.values() for name in words.months)
"""These and the names of the months."""
