"""Turns texts and queries into tokens: words reduced to stems by language, pairs of characters without spaces."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from tidings.index.syntax import Clause, Term, parse
from tidings.read.words.terms import plain
from tidings.read.words.words import LONGEST, WordMemo, is_western, pairs, stem, stop_words, words

LONGEST_TEXT = 1_000_000
"""Characters indexed of a text or a title; the rest of a longer one is hardly prose."""
_CACHED_WORDS = 200_000
_LEAST_SHARE = 0.1
"""Weight of a form in languages that few pages have."""
_FUZZY_LETTERS = 3
"""Letters from which a word may differ; shorter ones would match nearly anything."""


def _class_of_marks() -> str:
    """Return the combining marks of all scripts as a character class; Python's ``\\w`` lacks them."""
    marks = (
        chr(code) for code in range(0x300, 0x1_0000) if unicodedata.category(chr(code))[0] == "M"
    )
    return "".join(map(re.escape, marks))


_ALL_MARKS = _class_of_marks()
_MARK = re.compile(f"[{_ALL_MARKS}]")
_DROPPED = re.compile(
    "[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]"
)
"""Vowel points of Hebrew and Arabic, and Thai marks: often left out, and always by those who type a query."""
_MARKED_WORD = re.compile(rf"(?:[^\W_]|[{_ALL_MARKS}])+")
_HALF = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which no index can encode."""


def split(text: str) -> list[str]:
    """Return the words of a text in lower case; scripts without spaces give pairs of characters."""
    if text.isascii() or is_western(text):  # without marks and pairs
        return words(text)
    text = _HALF.sub(" ", text)
    if not _MARK.search(text) and "\u0640" not in text:
        return words(text)
    text = _DROPPED.sub("", unicodedata.normalize("NFC", text)).lower()
    return [piece for word in _MARKED_WORD.findall(text) for piece in pairs(word)]


def tokens(text: str, language: str) -> list[str]:
    """Return the tokens of a text in a language, in order; words over ``LONGEST`` are left out."""
    return list(filter(None, _all_tokens(text, language)))


def joined(text: str, language: str) -> str:
    """Return the tokens of a text, for engines that split it again at spaces."""
    return " ".join(_all_tokens(text, language))


def _all_tokens(text: str, language: str) -> Iterator[str]:
    """Return the tokens of a text, empty ones for words that are left out."""
    return map(_tokens_of(language).__getitem__, split(text[:LONGEST_TEXT]))


@lru_cache(maxsize=64)
def _tokens_of(language: str) -> WordMemo[str]:
    stop = stop_words(language)

    def token(word: str) -> str:
        if len(word) > LONGEST:
            return ""
        # stop words stay, so that phrases are found as they were written
        root = word if word in stop else stem(word, language) or word
        return root if root.isascii() else plain(root)

    return WordMemo(token, _CACHED_WORDS)


def located(text: str, language: str) -> Iterator[tuple[str, int, int]]:
    """Yield the tokens of a text with their start and end."""
    token_of = _tokens_of(language)
    for match in _MARKED_WORD.finditer(text):
        # marks that are dropped take no part in pairs, but lie between their letters
        places = [i for i, letter in enumerate(match[0]) if not _DROPPED.match(letter)]
        bare = unicodedata.normalize("NFC", "".join(match[0][i] for i in places)).lower()
        pieces = list(pairs(bare))
        for number, piece in enumerate(pieces):
            start, end = match.span()
            if len(pieces) > 1 and len(bare) == len(places):
                start, end = start + places[number], start + places[number + 1] + 1
            if token := token_of[piece]:
                yield token, start, end


class Alternative(NamedTuple):
    """Tokens that must occur in a row."""

    tokens: tuple[str, ...]
    fields: tuple[str, ...]
    edits: int = 0
    """Letters that may differ, of a single token."""
    within: bool = False
    """Whether a pair of characters that contains the token will do."""
    weight: float = 1.0
    """The share of pages in the languages in which the word has this form; rare forms would rank too high."""


class Condition(NamedTuple):
    """Alternatives of which one must match, or none may."""

    excludes: bool
    alternatives: tuple[Alternative, ...]


def conditions(query: str, languages: Mapping[str, int]) -> tuple[Condition, ...]:
    """Return what the words of a query demand of an index with these numbers of pages by language."""
    clauses = parse(query)
    ignored = _stop_words(frozenset(languages))
    telling = [clause for clause in clauses if not _is_stop(clause, ignored)]
    if not any(clause.sign != "-" for clause in telling):
        telling = list(clauses)
    return tuple(_condition(clause, languages) for clause in telling)


@lru_cache(maxsize=8)
def _stop_words(languages: frozenset[str]) -> frozenset[str]:
    return frozenset().union(*map(stop_words, languages))


def _is_stop(clause: Clause, ignored: frozenset[str]) -> bool:
    return not clause.sign and all(
        not term.edits and term.text.lower() in ignored for term in clause.terms
    )


def _condition(clause: Clause, languages: Mapping[str, int]) -> Condition:
    alternatives = dict.fromkeys(
        each for term in clause.terms for each in _alternatives(term, languages)
    )
    return Condition(clause.sign == "-", tuple(alternatives))


def _alternatives(term: Term, languages: Mapping[str, int]) -> Iterator[Alternative]:
    fields = (term.field,) if term.field else ("title", "text")
    for row, weight in variants(term.text, languages).items():
        single = len(row) == 1
        edits = term.edits if single and len(row[0]) >= _FUZZY_LETTERS else 0
        yield Alternative(row, fields, edits, single and is_part(row[0]), weight)


def variants(text: str, languages: Mapping[str, int]) -> dict[tuple[str, ...], float]:
    """Return the rows of tokens that a text becomes in the languages of an index, with their weights."""
    shares: Counter[tuple[str, ...]] = Counter()
    for language, pages in sorted((languages or {"": 1}).items()):
        shares[tuple(tokens(text, language))] += pages
    pages = shares.total()
    return {row: max(share / pages, _LEAST_SHARE) for row, share in shares.items() if row}


def is_part(token: str) -> bool:
    """Return whether a token is one character of a script without spaces, which pages contain in pairs."""
    return len(token) == 1 and len(list(pairs(token * 3))) > 1


def distance(one: str, other: str, most: int) -> int:
    """Return how many letters differ, counting two swapped neighbours once; ``most`` + 1 if more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = [sys.maxsize] * (len(other) + 1)
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        above, row = row, [i]
        for j, opposite in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != opposite))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == opposite:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return min(row[-1], most + 1)
