"""Words that name days, in the seven languages whose texts we search for dates; it reads no text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tidings.read.dates.month_names import MONTH_NAMES, numbered
from tidings.read.words.automaton import Automaton


class _Language(NamedTuple):
    weekdays: str
    """Monday to Sunday, without suffixes such as ``-feira``."""
    shifts: dict[str, int]
    last: str
    next: str
    ago: str
    """Pattern for "N days ago"."""
    ago_word: str
    """A fixed part of ``ago``, whose last word the text is searched for."""
    numbers: str
    """One to ten."""
    between: str
    """Words that may stand between the first and the last day of a span."""


_LANGUAGES = {
    "en": _Language(
        "monday tuesday wednesday thursday friday saturday sunday",
        {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1},
        "last",
        "next",
        r"N days? ago",
        "ago",
        "one two three four five six seven eight nine ten",
        "and to until",
    ),
    "de": _Language(
        "montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag",
        {"heute": 0, "gestern": -1, "vorgestern": -2},
        "letzten letzter letztem vergangenen vergangener vorigen",
        "nächsten kommenden nächster kommender",
        r"vor N Tag(?:en)?",
        "vor",
        "einem/einen zwei drei vier fünf sechs sieben acht neun zehn",
        "und bis",
    ),
    "fr": _Language(
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        {"hier": -1, "demain": 1},
        "dernier",
        "prochain",
        r"il y a N jours?",
        "il y a",
        "un deux trois quatre cinq six sept huit neuf dix",
        "et au",
    ),
    "es": _Language(
        "lunes martes miércoles/miercoles jueves viernes sábado/sabado domingo",
        {"hoy": 0, "ayer": -1, "anteayer": -2},
        "pasado",
        "próximo proximo",
        r"hace N d[ií]as?",
        "hace",
        "un dos tres cuatro cinco seis siete ocho nueve diez",
        "y al",
    ),
    "pt": _Language(
        "segunda terça quarta quinta sexta sábado domingo",
        {"hoje": 0, "ontem": -1, "anteontem": -2, "amanhã": 1},
        "passada passado última último",
        "próxima próximo",
        r"há N dias?",
        "há",
        "um dois três quatro cinco seis sete oito nove dez",
        "e a ao",
    ),
    "it": _Language(
        "lunedì martedì mercoledì giovedì venerdì sabato domenica",
        {"oggi": 0, "ieri": -1, "altroieri": -2, "domani": 1},
        "scorso scorsa",
        "prossimo prossima",
        r"N giorn[io] fa",
        "fa",
        "un due tre quattro cinque sei sette otto nove dieci",
        "e al",
    ),
    "nl": _Language(
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        {"vandaag": 0, "gisteren": -1, "eergisteren": -2},
        "afgelopen vorige",
        "komende volgende",
        r"N dag(?:en)? geleden",
        "geleden",
        "een/één twee drie vier vijf zes zeven acht negen tien",
        "en tot",
    ),
}
CAPITALS = frozenset(("en", "de"))
"""Languages that capitalise months, so that lower-case "may" and "march" are not read as months."""
POINTED = frozenset(("de",))
"""Languages where a point makes an ordinal (22. März), so that 22.3. is a day."""
ORDINAL_WEEKDAYS = frozenset(("segunda", "terça", "quarta", "quinta", "sexta"))
"""Portuguese weekdays that are ordinal numbers unless "feira" follows."""
LAST_FOLLOWS = frozenset(("fr", "es", "pt", "it"))
"""Languages where "last" and "next" follow the weekday: mardi dernier."""


class DayWords(NamedTuple):
    """The words of one language, in lower case."""

    code: str
    months: dict[str, int]
    weekdays: dict[str, int]
    shifts: dict[str, int]
    last: frozenset[str]
    next: frozenset[str]
    ago: re.Pattern[str]
    ago_word: str
    """A word in every match of ``ago``: where to look for one."""
    numbers: dict[str, int]
    between: frozenset[str]
    signs: Automaton
    """Finds months, weekdays, relative days and ``ago_word`` in a text."""


def month_names(months: Iterable[int]) -> frozenset[str]:
    """Return the names of these months in all seven languages, in lower case."""
    wanted = frozenset(months)
    return frozenset(
        name
        for words in DAY_WORDS.values()
        for name, month in words.months.items()
        if month in wanted
    )


def _words(code: str, language: _Language) -> DayWords:
    ago = language.ago.replace("N", r"(\d{1,2}|[^\W\d_]{1,8})")
    months, weekdays = numbered(MONTH_NAMES[code]), numbered(language.weekdays, first=0)
    names = (*months, *weekdays, *language.shifts, language.ago_word)
    forms = {form for name in names for form in (name, name.capitalize(), name.upper())}
    return DayWords(
        code,
        months,
        weekdays,
        language.shifts,
        frozenset(language.last.split()),
        frozenset(language.next.split()),
        re.compile(rf"\b{ago}\b", re.IGNORECASE),
        language.ago_word.split()[-1],
        numbered(language.numbers),
        frozenset(language.between.split()),
        Automaton(sorted(forms)),
    )


DAY_WORDS = {code: _words(code, language) for code, language in _LANGUAGES.items()}
WEEKDAYS = frozenset(name for words in DAY_WORDS.values() for name in words.weekdays)
"""Names of weekdays in all seven languages, in lower case."""
CALENDAR = WEEKDAYS.union(name for words in DAY_WORDS.values() for name in words.months)
"""Names of weekdays and months in all seven languages, in lower case."""
