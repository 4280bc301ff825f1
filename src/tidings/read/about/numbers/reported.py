"""Finds what a page reports in figures, with the sentence: dead, injured, missing, displaced, affected, destroyed."""

# ruff: noqa: RUF001 - signs of other scripts are meant

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tidings.model import Reported
from tidings.read.about.numbers.amounts import Amount, Piece, amounts, tokens
from tidings.read.about.numbers.triggers import (
    AFFECTED,
    BEGINNINGS,
    CONJUNCTIONS,
    DENIALS,
    DESTROYED,
    LINKS,
    NEVER,
    NOT_AFTER,
    OF_THEM,
    PARTS,
    PATTERNS,
    PEOPLE,
    UNITS,
)
from tidings.read.dates.month_names import MONTH_NAMES, numbered
from tidings.read.words.automaton import Automaton
from tidings.read.words.sentences import sentences
from tidings.read.words.stopwords import STOP_WORDS

MOST_NUMBERS = 12
"""Numbers of one page that are kept."""
_LONGEST_TEXT = 20_000
"""Characters of a text that are looked at."""
_LONGEST_SENTENCE = 600
"""Characters; longer ones are tables and lists."""
_FAR_BEFORE, _FAR_BEHIND = 9, 6
"""Words between a number and the word that says what it counts, which stands behind or before it."""
_COMMA, _CONJUNCTION = 3, 5
"""Words that a comma or a conjunction between them counts for."""
_FAR_NOUN = 4
"""Words between a number and its noun: two million young people."""
_YEARS = range(1900, 2100)
_MONTHS = {language: frozenset(numbered(MONTH_NAMES[language])) for language in PATTERNS}
_CLAUSES = frozenset(("whose", "cuyo", "cuya", "cuyos", "cuyas", "dessen", "deren"))
"""Words that begin a clause about something else than the number counts."""
_FURTHER = frozenset(
    (
        "another",
        "additional",
        "further",
        "otros",
        "otras",
        "autres",
        "outros",
        "outras",
        "altri",
        "altre",
    )
)
"""Words before a number that may begin a sentence."""
_PEOPLE_NEEDED = frozenset((AFFECTED,))


class _Trigger(NamedTuple):
    """A word that says what a number counts, as a range of tokens."""

    what: str
    is_verb: bool
    first: int
    last: int


class _Pair(NamedTuple):
    distance: int
    trigger: _Trigger
    amount: Amount
    behind: bool
    """Whether the number stands behind the trigger."""


def reported(text: str, language: str, title: str = "") -> tuple[Reported, ...]:
    """Return the numbers that a page reports, in order, each once."""
    if language not in PATTERNS:
        return ()
    found: dict[tuple[str, int, int, str], Reported] = {}
    for sentence in (title, *_candidates(text[:_LONGEST_TEXT], language)):
        for each in in_sentence(sentence, language):
            found.setdefault((each.what, each.value, each.most, each.unit), each)
            if len(found) == MOST_NUMBERS:
                return tuple(found.values())
    return tuple(found.values())


def _candidates(text: str, language: str) -> Iterator[str]:
    """Yield the sentences with the beginning of a word that says what a number counts."""
    positions = _beginning(text, language)
    end = 0
    for start in positions:
        if start < end:
            continue
        begin = text.rfind("\n", 0, start) + 1
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        for sentence in sentences(text[begin:end], language):
            index = bisect_left(positions, begin + sentence.start)
            if index < len(positions) and positions[index] < begin + sentence.end:
                yield sentence.text


def _beginning(text: str, language: str) -> list[int]:
    """Return where such words may begin."""
    lower = text.lower()
    if len(lower) != len(text):  # a few capital letters become two
        lower = text
    return [
        start
        for _, start, _ in _beginnings(language).find(lower)
        if not start or not lower[start - 1].isalpha()
    ]


@lru_cache(maxsize=8)
def _beginnings(language: str) -> Automaton:
    return Automaton(BEGINNINGS[language].split())


def in_sentence(sentence: str, language: str) -> list[Reported]:
    """Return the numbers that one sentence reports."""
    if language not in PATTERNS or not 0 < len(sentence) <= _LONGEST_SENTENCE:
        return []
    matches = list(PATTERNS[language].finditer(sentence.lower()))
    if not matches:
        return []
    given = tokens(sentence)
    counted = [
        each for each in amounts(given, language) if _may_count(each, given, sentence, language)
    ]
    if not counted:
        return []
    triggers = _triggers(matches, given, counted)
    pairs = sorted(
        pair
        for trigger in triggers
        for amount in counted
        if (pair := _pair(trigger, amount, counted, given, language))
    )
    return [_reported(pair, given, sentence, language) for pair in _chosen(pairs)]


def _chosen(pairs: Sequence[_Pair]) -> list[_Pair]:
    """Return the nearest pairs, so that each number and each trigger is used once, in the order of the sentence."""
    used: set[object] = set()
    chosen = []
    for pair in pairs:
        if pair.trigger in used or pair.amount in used:
            continue
        used |= {pair.trigger, pair.amount}
        chosen.append(pair)
    return sorted(chosen, key=lambda pair: pair.amount.first)


def _reported(pair: _Pair, given: Sequence[Piece], sentence: str, language: str) -> Reported:
    amount = pair.amount
    unit = UNITS.get(_noun(amount, given, language), "people")
    return Reported(pair.trigger.what, amount.value, amount.most, amount.bound, unit, sentence)


def _noun(amount: Amount, given: Sequence[Piece], language: str) -> str:
    """Return the first word behind a number that is a noun for people or houses, empty if there is none."""
    for token in given[amount.last : amount.last + _FAR_NOUN]:
        if token.text in UNITS or token.text in PEOPLE[language]:
            return token.text
        if token.text in CONJUNCTIONS[language] or not token.is_word:
            break
    return ""


def _may_count(amount: Amount, given: Sequence[Piece], sentence: str, language: str) -> bool:
    """Return whether a number may count people or houses, and is no date, price, age, score or name."""
    first, last = given[amount.first], given[amount.last - 1]
    behind = given[amount.last : amount.last + 2]
    before = given[amount.first - 1].text if amount.first else ""
    following = behind[0].text if behind else ""
    if before in NOT_AFTER or (amount.first > 1 and given[amount.first - 2].text == "$"):
        return False
    words = {before, *(each.text for each in behind)}
    if words & _MONTHS[language] or any(each.text in NEVER for each in behind):
        return False
    if following == "." and len(behind) > 1 and first.text.isdecimal():  # 3. means third
        return False
    if last.text[0].isdigit() and _is_glued(sentence, last.end):
        return False
    glued = sentence[first.start - 1] if first.start and first.text[0].isdigit() else " "
    if glued in "$€£¥₹-–—:/#." or glued.isalpha():
        return False
    if before == "," and following in (",", ";") and not amount.bound:  # the age of a person
        return False
    return _is_counted(following) or not (
        _is_year(amount) or _ends_name(amount, given, sentence, language)
    )


def _is_glued(sentence: str, end: int) -> bool:
    """Return whether a sign or a word follows a number without a space, as in 3-0, 12-year-old and 5th."""
    after = sentence[end : end + 2]
    if after[:1] in "-–—:/" and after[1:].isalnum():
        return True
    return after[:1].isalpha() or after[:1] in "%°€"


def _is_year(amount: Amount) -> bool:
    return amount.value in _YEARS and amount.most in _YEARS and not amount.bound


def _ends_name(amount: Amount, given: Sequence[Piece], sentence: str, language: str) -> bool:
    """Return whether a number belongs to a name, such as Apollo 13; German nouns all look like names."""
    if not amount.first or language == "de" or not given[amount.first].text.isdecimal():
        return False
    before = given[amount.first - 1]
    usual = before.text in STOP_WORDS[language] or before.text in _FURTHER
    return sentence[before.start].isupper() and not usual


def _is_counted(word: str) -> bool:
    return word in UNITS or any(word in people for people in PEOPLE.values())


def _triggers(
    matches: Sequence[re.Match[str]], given: Sequence[Piece], counted: Sequence[Amount]
) -> list[_Trigger]:
    starts = [token.start for token in given]
    triggers = []
    for match in matches:
        what, _, form = (match.lastgroup or "_").rpartition("_")
        first, last = bisect_left(starts, match.start()), bisect_left(starts, match.end())
        if not any(each.first <= first < each.last for each in counted):
            triggers.append(_Trigger(what, form == "verb", first, last))
    return triggers


def _pair(
    trigger: _Trigger,
    amount: Amount,
    counted: Sequence[Amount],
    given: Sequence[Piece],
    language: str,
) -> _Pair | None:
    """Return a number with the word that says what it counts, None if they do not belong together."""
    behind = amount.first >= trigger.last
    start, end = (trigger.last, amount.first) if behind else (amount.last, trigger.first)
    if start > end or any(
        start <= each.first < end
        for each in counted
        if each is not amount and not _is_part(each, given, language)
    ):
        return None
    if _is_part(amount, given, language) or _is_denied(trigger, amount, given, language):
        return None
    if not behind and _must_precede(trigger, given, language):
        return None
    between = _without_parts(given[start:end], language)
    distance = _distance(between, language)
    if distance > (_FAR_BEHIND if behind else _FAR_BEFORE):
        return None
    if behind and not trigger.is_verb and not LINKS[language] & {token.text for token in between}:
        return None
    if not _fits(trigger, amount, between, given, language):
        return None
    return _Pair(distance, trigger, amount, behind)


def _must_precede(trigger: _Trigger, given: Sequence[Piece], language: str) -> bool:
    """Return whether a verb stands before its number only: killing 12, but not 12 killing."""
    verb = given[trigger.first].text
    return language == "en" and trigger.is_verb and verb.endswith("ing") and verb != "missing"


def _fits(
    trigger: _Trigger,
    amount: Amount,
    between: Sequence[Piece],
    given: Sequence[Piece],
    language: str,
) -> bool:
    """Return whether a number counts what its trigger is said of."""
    noun = _noun(amount, given, language)
    if trigger.what == DESTROYED or UNITS.get(noun) == "houses":
        return trigger.what == DESTROYED and UNITS.get(noun) == "houses"
    if amount.is_article:
        return bool(noun) or (not between and not trigger.is_verb)
    if trigger.what in _PEOPLE_NEEDED:
        return not between or bool(noun)
    return True


def _is_part(amount: Amount, given: Sequence[Piece], language: str) -> bool:
    """Return whether a number is part of another: including four children, two of them seriously."""
    before = {token.text for token in given[max(0, amount.first - 2) : amount.first]}
    if before & PARTS[language]:
        return True
    following = tuple(
        token.text for token in given[amount.last : amount.last + 4] if token.text not in "'’"
    )
    return any(following[: len(phrase)] == phrase for phrase in OF_THEM[language])


def _without_parts(between: Sequence[Piece], language: str) -> list[Piece]:
    """Return tokens without what stands between commas and begins with "including"."""
    kept: list[Piece] = []
    inside = False
    for token in between:
        if token.text in PARTS[language]:
            inside = True
            if kept and kept[-1].text == ",":
                kept.pop()
        elif inside and token.text == ",":
            inside = False
        elif not inside:
            kept.append(token)
    return kept


def _distance(between: Sequence[Piece], language: str) -> int:
    distance = 0
    for token in between:
        if token.text in CONJUNCTIONS[language]:
            distance += _CONJUNCTION
        elif token.text == ",":
            distance += _COMMA
        elif token.text in ";.!?(" or token.text in _CLAUSES:
            distance += _FAR_BEFORE + 1
        elif token.is_word:
            distance += 1
    return distance


def _is_denied(trigger: _Trigger, amount: Amount, given: Sequence[Piece], language: str) -> bool:
    """Return whether the words before and between make it a forecast, a condition or a denial."""
    start = max(0, min(trigger.first, amount.first) - 3)
    end = max(trigger.first, amount.first)
    scope = [token.text for token in given[start:end]]
    for index in range(len(scope) - 1, -1, -1):
        if scope[index] in (",", ";"):
            scope = (
                scope[index + 1 :] if start + index < min(trigger.first, amount.first) else scope
            )
            break
    return bool(DENIALS[language] & set(scope))
