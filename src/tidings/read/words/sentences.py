"""Split a text of any script into sentences; a line of a text never shares a sentence with the next."""

# ruff: noqa: RUF001 - signs of other scripts are meant

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tidings.read.dates.month_names import MONTHS
from tidings.read.words.abbreviations import (
    ABBREVIATIONS,
    CAPITALISED_TITLES,
    NUMBERED,
    TITLES,
)
from tidings.read.words.stopwords import STOP_WORDS

_CLOSING = "\"'“”‘’«»‹›)]}」』）】》〉＂"
_BRACKETS = ")]}）】"
_OPENING = "\"'“‘«‹([{「『（【《〈¿¡„‚-–—*•"
_SIGNS = ".!?…‥;\u037e"
_END = re.compile(
    rf"(?<![{_SIGNS}])(?P<spaced>[{_SIGNS}]++)(?P<closed>[{re.escape(_CLOSING)}]*+(?:[ \u00a0\u202f][»›])?)(?=\s|$)"
    rf"|(?P<full>[。！？．｡؟۔।॥։።፧፨။។៕།]+)(?P<after>[{re.escape(_CLOSING)}]*)"
)
"""The end of a sentence: Western signs before a space, and full stops of other scripts anywhere."""
_GREEK = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")
_GREEK_MARK = "\u037e"
"""The question mark of Greek, which looks like a semicolon."""
_THAI = re.compile(r"[\u0e00-\u0e7f\u0e80-\u0eff]")
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_LAST_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*$")
_NEXT_WORD = re.compile(rf"[\s{re.escape(_OPENING)}]*([^\W_]+)?")
_LOOK_BACK = 40
"""Characters before a full stop that may belong to its word, or to a number before it."""
_LOOK_AHEAD = 60
"""Characters behind a full stop that may hold the next word."""
_ORDINAL_LANGUAGES = frozenset(
    ("cs", "da", "de", "et", "fi", "hr", "hu", "no", "sk", "sl", "sr", "tr")
)
"""Languages that write "3rd" as "3."; others only do so before the name of a month."""
_THAI_SENTENCE = 120
"""Characters from which a space ends a sentence in scripts that have no sign for its end."""


class Sentence(NamedTuple):
    """A sentence and its place in the text: ``text[start:end]``."""

    start: int
    end: int
    text: str


def sentences(text: str, language: str = "") -> Iterator[Sentence]:
    """Yield the sentences of a text in order, without the white space around them.

    ``language`` is an ISO 639-1 code, if it is known.
    """
    start = 0
    for line in text.splitlines(keepends=True):
        for begin, end in _in_line(line, language):
            piece = line[begin:end]
            stripped = piece.strip()
            if stripped:
                first = start + begin + piece.index(stripped)
                yield Sentence(first, first + len(stripped), stripped)
        start += len(line)


def _in_line(line: str, language: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for match in _END.finditer(line):
        if _ends(line, begin, match, language):
            yield from _unsigned(line, begin, match.end())
            begin = match.end()
    yield from _unsigned(line, begin, len(line))


def _unsigned(line: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Split what has no signs for ends of sentences, as in Thai and Lao, at spaces."""
    if end - begin > _THAI_SENTENCE and _THAI.search(line, begin, end):
        cut = line.find(" ", begin + _THAI_SENTENCE, end)
        while cut >= 0:
            yield begin, cut
            begin, cut = cut, line.find(" ", cut + _THAI_SENTENCE, end)
    yield begin, end


def _ends(line: str, begin: int, match: re.Match[str], language: str) -> bool:
    if match["full"]:
        return not match["after"] or not _goes_on_after_quote(line, match.end())
    signs = match["spaced"]
    following = _NEXT_WORD.match(line, match.end(), match.end() + _LOOK_AHEAD)
    next_word = (following and following[1]) or ""
    if next_word[:1].islower():
        return False
    if ";" in signs or _GREEK_MARK in signs:
        return signs == _GREEK_MARK or (signs == ";" and _is_greek(line, match.start(), language))
    if signs != "." or match["closed"].strip(_BRACKETS):
        return True
    before = line[max(begin, match.start() - _LOOK_BACK) : match.start()]
    return _stop_ends(before, next_word, language)


def _goes_on_after_quote(line: str, index: int) -> bool:
    """Return whether a sentence goes on after a whole sentence that it quotes."""
    return bool(_IDEOGRAPHS.match(line, index))


def _is_greek(line: str, index: int, language: str) -> bool:
    return language in ("", "el") and bool(_GREEK.match(line, index - 1))


def _stop_ends(before: str, next_word: str, language: str) -> bool:
    """Return whether a single full stop ends a sentence, and is not part of an abbreviation or a number."""
    match = _LAST_WORD.search(before)
    if not match or not next_word:
        return True
    word = match[0]
    if next_word.lower() in STOP_WORDS.get(language or "en", frozenset()):
        return not _is_title(word)
    if word.isdecimal():
        return not _is_ordinal(before, word, next_word, language)
    return not (_is_title(word) or _is_short(word) or _is_beside_number(before, word, next_word))


def _is_title(word: str) -> bool:
    return word.lower() in TITLES and word not in CAPITALISED_TITLES


def _is_ordinal(before: str, word: str, next_word: str, language: str) -> bool:
    """Return whether a number with a full stop counts a day, a rank or the item of a list."""
    if before.strip() == word:
        return True
    if len(word) > 2:
        return False
    return language in _ORDINAL_LANGUAGES or next_word.lower() in MONTHS


def _is_short(word: str) -> bool:
    """Return whether a word is an initial, letters between full stops, or a known abbreviation."""
    return (
        (len(word) == 1 and word.isupper())
        or ("." in word and max(map(len, word.split("."))) <= 2)
        or word.lower() in ABBREVIATIONS
    )


def _is_beside_number(before: str, word: str, next_word: str) -> bool:
    """Return whether a word is cut short because a number stands before or behind it."""
    if word.lower() not in NUMBERED:
        return False
    return next_word[0].isdecimal() or before[: -len(word)].rstrip()[-1:].isdecimal()
