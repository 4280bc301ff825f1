"""Finds the numbers of a sentence: digits, number words, ranges and words such as dozens; not what they count."""

# ruff: noqa: RUF001 - signs of other scripts are meant

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tidings.read.about.numbers.number_words import (
    ABOUT,
    AT_LEAST,
    BETWEEN,
    BOUNDS,
    FROM,
    JOINS,
    RANGES,
    ROUND,
    SCALES,
    VAGUE,
    WORDS,
)

_TOKEN = re.compile(
    r"\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?![\d])|\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:-[^\W\d_]+)*|[^\w\s]"
)
_GERMAN = re.compile(
    r"(?:(?P<thousands>[a-zäöüß]*?)tausend)?(?:(?P<hundreds>[a-zäöüß]*?)hundert)?(?:und)?(?P<rest>[a-zäöüß]*)"
)
_LARGEST = 10**10
_LONG_GERMAN = 7
"""Letters of the shortest German number that is made of others."""


class Piece(NamedTuple):
    """A word, a number or a sign of a sentence, in lower case."""

    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Return whether it is a word."""
        return self.text[0].isalpha()


class Amount(NamedTuple):
    """A number in a sentence."""

    value: int
    most: int
    bound: str
    first: int
    """The index of its first token, and of the token after its last."""
    last: int
    is_article: bool = False
    """Whether it is the word for one that is also an article."""


def tokens(sentence: str) -> list[Piece]:
    """Return the words, numbers and signs of a sentence."""
    return [
        Piece(match[0].lower(), match.start(), match.end()) for match in _TOKEN.finditer(sentence)
    ]


def amounts(given: Sequence[Piece], language: str) -> list[Amount]:
    """Return the numbers of a sentence from left to right, ranges as one."""
    found: list[Amount] = []
    index = 0
    openings = _openings(language)
    while index < len(given):
        text = given[index].text
        begins = (
            text[0].isdigit() or text in openings or "-" in text or _may_be_german(text, language)
        )
        amount = _amount(given, index, language) if begins else None
        if amount is None:
            index += 1
            continue
        found.append(amount)
        index = amount.last
    return _bounded(_joined(found, given, language), given, language)


@cache
def _openings(language: str) -> frozenset[str]:
    """Return the words that a number may begin with."""
    return frozenset({*VAGUE[language], *WORDS[language], *SCALES[language], *ROUND[language]})


def _may_be_german(text: str, language: str) -> bool:
    return (
        language == "de"
        and len(text) >= _LONG_GERMAN
        and any(mark in text for mark in ("und", "hundert", "tausend"))
    )


def _amount(given: Sequence[Piece], index: int, language: str) -> Amount | None:
    """Return the number that begins at a token."""
    word = given[index].text
    if word in VAGUE[language] and not _is_scaled(given, index, language):
        return _vague(given, index, language)
    if word[0].isdigit():
        return _written_in_digits(given, index, language)
    return _written_in_words(given, index, language)


def _is_scaled(given: Sequence[Piece], index: int, language: str) -> bool:
    """Return whether a word such as millions belongs to a number before it."""
    before = given[index - 1].text if index else ""
    return before[:1].isdigit() or before in WORDS[language] or before in SCALES[language]


def _vague(given: Sequence[Piece], index: int, language: str) -> Amount:
    """Return the least number that words such as dozens, or tens of thousands, stand for."""
    value, last = VAGUE[language][given[index].text], index + 1
    following = [token.text for token in given[index + 1 : index + 3]]
    if len(following) == 2 and following[0] in ("of", "de", "di") and following[1] in _THOUSANDS:
        value, last = value * _THOUSANDS[following[1]], index + 3
    return Amount(value, value, AT_LEAST, index, last)


_THOUSANDS = {
    "thousands": 1_000, "millions": 10**6, "miles": 1_000, "millones": 10**6, "milliers": 1_000,
    "milhares": 1_000, "milhões": 10**6, "migliaia": 1_000, "milioni": 10**6,
}  # fmt: skip


def _written_in_digits(given: Sequence[Piece], index: int, language: str) -> Amount | None:
    text = given[index].text
    last = index + 1
    scale = 1
    while last < len(given) and (factor := SCALES[language].get(given[last].text)):
        if given[last].text in ("m", "k") and given[last].start != given[last - 1].end:
            break
        scale *= factor
        last += 1
    value = _digits(text, scale)
    if value is None or value > _LARGEST:
        return None
    return Amount(value, value, "", index, last)


def _digits(text: str, scale: int) -> int | None:
    """Return the value of digits, None for dates, scores and fractions of people."""
    if text.isdecimal():
        return int(text) * scale if len(text) < 12 else None
    if ":" in text or "/" in text:
        return None
    parts = re.split(r"[.,'’ \u00a0\u202f]", text)
    if all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3 and parts[0] != "0":
        return int("".join(parts)) * scale if len(text) < 15 else None
    if scale > 1 and len(parts) == 2 and all(part.isdecimal() for part in parts) and len(text) < 12:
        return round(float(".".join(parts)) * scale)
    return None


def _written_in_words(given: Sequence[Piece], index: int, language: str) -> Amount | None:
    """Return a number of one or more words: hundreds, tens and units add up, scales multiply."""
    total = current = 0
    last = index
    scales, joins = SCALES[language], JOINS[language]
    while last < len(given):
        text = given[last].text
        value = _word_value(text, language)
        if value is not None and (not current or _fits(current, value, language)):
            current = 80 if (current, value, language) == (4, 20, "fr") else current + value
        elif text in scales and (last > index or text not in ("m", "k", "million", "millions")):
            if scales[text] == 100:
                current = max(current, 1) * 100
            else:
                total, current = total + max(current, 1) * scales[text], 0
        elif text in joins and last > index and _goes_on(given, last + 1, language, current, total):
            pass
        else:
            break
        last += 1
    if last == index:
        return _round(given, index, language)
    if last - index == 1 and current == 1:
        rounded = _round(given, index + 1, language)
        if rounded:
            return rounded._replace(first=index)
    is_article = last - index == 1 and current == 1 and language != "en"
    return Amount(total + current, total + current, "", index, last, is_article)


def _goes_on(given: Sequence[Piece], index: int, language: str, current: int, total: int) -> bool:
    """Return whether a number goes on after "and": two hundred and fifty, but not two and three."""
    if index >= len(given):
        return False
    value = _word_value(given[index].text, language)
    return value is not None and (
        _fits(current, value, language) or (current == 0 and 0 < value < 1000 and total >= 1000)
    )


def _fits(current: int, value: int, language: str) -> bool:
    """Return whether a smaller number may follow: 20 and 1, 100 and 20; French also 60 and 10, 4 and 20."""
    if language == "fr" and (current, value) == (4, 20):
        return True
    if value >= 100 or value == 0:
        return False
    if current % 100 == 0:
        return True
    if language == "fr" and current % 100 in (60, 80):
        return value < 20
    return current % 10 == 0 and current % 100 >= 20 and value < 10


def _word_value(text: str, language: str) -> int | None:
    words = WORDS[language]
    if text in words:
        return words[text]
    if language == "de":
        return _german(text)
    if "-" in text:
        return _hyphenated(text.split("-"), language)
    return None


def _hyphenated(parts: Sequence[str], language: str) -> int | None:
    """Return the value of twenty-one, quatre-vingt-dix or vingt-et-un."""
    current = 0
    for part in parts:
        value = WORDS[language].get(part)
        if value is None:
            if part in JOINS[language]:
                continue
            return None
        if current and not _fits(current, value, language):
            return None
        current = 80 if (current, value, language) == (4, 20, "fr") else current + value
    return current


def _german(text: str) -> int | None:
    """Return the value of a number written as one German word."""
    if not _may_be_german(text, "de"):
        return None
    match = _GERMAN.fullmatch(text)
    if not match:
        return None
    thousands, hundreds, rest = match["thousands"], match["hundreds"], match["rest"]
    parts = [
        (thousands, 1_000) if thousands is not None else None,
        (hundreds, 100) if hundreds is not None else None,
    ]
    total = 0
    for part in filter(None, parts):
        value = 1 if part[0] == "" else _below_hundred(part[0])
        if value is None:
            return None
        total += value * part[1]
    remaining = _below_hundred(rest) if rest else 0
    return None if remaining is None or not total + remaining else total + remaining


def _below_hundred(text: str) -> int | None:
    words = WORDS["de"]
    if text in words:
        return words[text]
    unit, und, tens = text.partition("und")
    if und and unit in words and tens in words and words[unit] < 10 <= words[tens] < 100:
        return words[unit] + words[tens]
    return None


def _round(given: Sequence[Piece], index: int, language: str) -> Amount | None:
    """Return about a number, written as in "a dozen"."""
    if index >= len(given) or (value := ROUND[language].get(given[index].text)) is None:
        return None
    first = index - 1 if index and given[index - 1].text in ("a", "an", "half") else index
    half = given[first].text == "half" or (first and given[first - 1].text == "half")
    value = value // 2 if half else value
    return Amount(value, value, ABOUT, first, index + 1)


def _joined(found: list[Amount], given: Sequence[Piece], language: str) -> list[Amount]:
    """Return the numbers with the ends of ranges joined; "from 40 to 52" means 52."""
    joined: list[Amount] = []
    for amount in found:
        low = joined[-1] if joined else None
        if low and low.last == amount.first - 1 and low.most < amount.value:
            sign, opening = given[low.last].text, _text(given, low.first - 1)
            dashed = sign in "-–—" or sign in ("to", "à", "bis", "a")
            if opening in FROM and sign in ("to", "à", "auf", "a"):
                joined[-1] = amount
                continue
            if (dashed and not low.bound) or (
                opening in BETWEEN[language] and sign in RANGES[language]
            ):
                value = low.value * (amount.value // _short(amount) if low.value < 1_000 else 1)
                low_value = value if value < amount.value else low.value
                joined[-1] = Amount(low_value, amount.value, "", low.first, amount.last)
                continue
        joined.append(amount)
    return joined


def _short(amount: Amount) -> int:
    """Return a number without its thousands or millions: "2 to 3 million" begins with 2 million."""
    value = amount.value
    if amount.last - amount.first < 2:
        return value
    return value // 10**6 if value >= 10**6 else value // 1_000 if value >= 1_000 else value


def _bounded(found: list[Amount], given: Sequence[Piece], language: str) -> list[Amount]:
    """Return the numbers with the bounds that the words before them give."""
    bounded = []
    for amount in found:
        bound, first = _bound_before(given, amount.first, language)
        if bound and not (bound == ABOUT and amount.bound == AT_LEAST):
            bounded.append(amount._replace(bound=bound, first=first, is_article=False))
        else:
            bounded.append(amount)
    return bounded


def _bound_before(given: Sequence[Piece], index: int, language: str) -> tuple[str, int]:
    start = max(0, index - 4)
    before = [token.text for token in given[start:index] if token.text not in ("'", "’")]
    for phrase, bound in BOUNDS[language]:
        if tuple(before[-len(phrase) :]) == phrase:
            return bound, index - len(phrase)
    return "", index


def _text(given: Sequence[Piece], index: int) -> str:
    return given[index].text if 0 <= index < len(given) else ""
