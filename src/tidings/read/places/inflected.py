"""Finds the names of an event's places in languages that change the endings of names, as in Polish and Finnish.

Endings are not listed: a name may lose its last vowels, and a few letters may follow. A few letters
at the end may change (Praha, Praze). Only names that are given are looked for in this way, and only with a capital.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple


class _Endings(NamedTuple):
    """What may change at the ends of a name in a language."""

    most: int
    """Letters that may follow."""
    before: str = ""
    """Particles that are written together with the name, as a pattern."""
    lost: str = r"(?:[aąeęioóuyýáéíěůúőűöüäåõāēīūėįų]|[аеёиійоуыэюяієїьъ]|[αεηιουωάέήίόύώ])"
    """A last letter that a name may lose, as a pattern."""


_SLAVIC, _LONG = _Endings(3), _Endings(5)
_BALTIC = _Endings(3, lost=rf"(?:{_Endings(0).lost}|[sš])")
_ENDINGS = {
    **dict.fromkeys(
        ["be", "bg", "bs", "cs", "hr", "mk", "pl", "ru", "sk", "sl", "sr", "uk"], _SLAVIC
    ),
    **dict.fromkeys(["az", "et", "eu", "fi", "hu", "hy", "ka", "kk", "ro", "tr"], _LONG),
    **dict.fromkeys(("lt", "lv"), _BALTIC),
    "ar": _Endings(0, "[وف]?(?:[بلك]|ال)?"),
    "el": _SLAVIC,
    "fa": _Endings(0),
    "he": _Endings(0, "[ושכ]?[במלה]?"),
}
_CHANGED = ["óo", "ńn", "źz", "śs", "ćc", "ňn", "łl", "hz", "kcčg", "gz", "rř", "td", "ієо", "їє"]
"""Letters at the end of a name, each with those that may stand for it before an ending: Kraków, Krakowie."""
_LEAST = 3
"""Letters that are left of a name at least."""


class InflectedNames:
    """Finds given names with the endings of the language of a text."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)
        self._pattern = lru_cache(maxsize=8)(self._compiled)

    def find(self, text: str, language: str) -> list[tuple[int, int, int]]:
        """Return number, start and end of each given name in a text, none if the language keeps names as they are."""
        endings = _ENDINGS.get(language)
        if endings is None or not self._names:
            return []
        found = self._pattern(endings).finditer(text)
        return [(int((match.lastgroup or "n0")[1:]), *match.span()) for match in found]

    def _compiled(self, endings: _Endings) -> re.Pattern[str]:
        longest_first = sorted(range(len(self._names)), key=lambda n: (-len(self._names[n]), n))
        names = "|".join(f"(?P<n{n}>{_forms(self._names[n], endings)})" for n in longest_first)
        return re.compile(rf"(?<!\w){endings.before}(?:{names})(?!\w)")


def _forms(name: str, endings: _Endings) -> str:
    """Return a pattern of the forms of a name, every word of which may have another ending."""
    return r"\s+".join(_word(word, endings) for word in name.split())


def _word(word: str, endings: _Endings) -> str:
    if not (endings.most and word[:1].isupper() and word.isalpha()):
        return re.escape(word)
    bare = re.sub(rf"{endings.lost}{{1,2}}$", "", word)
    left = bare if len(bare) > _LEAST else re.sub(rf"{endings.lost}$", "", word)
    if len(left) < _LEAST:
        return re.escape(word)
    changing = {each[0]: f"[{each}]" for each in _CHANGED}
    end = "".join(changing.get(letter, letter) for letter in left[-3:])
    return rf"{left[:-3]}{end}[^\W\d_]{{0,{endings.most}}}"
