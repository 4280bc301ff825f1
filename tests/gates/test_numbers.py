"""Numbers that sentences report, in four languages; the second half was written before and never built on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tidings.read.about.numbers.reported import in_sentence

FOLDER = Path(__file__).with_name("numbers")
LANGUAGES = ("en", "es", "fr", "de")
PRECISION, RECALL = 0.94, 0.94
"""Of the second half: 0.961 and 0.970."""
BOUNDS = 0.95
"""Share of the right numbers whose bound is right as well."""
_ITEM = re.compile(r"(\w+?)(>=|<=|=|~)(\d+)(?:-(\d+))?")
_SIGNS = {"=": "", ">=": "at least", "~": "about", "<=": "up to"}


class Figures(NamedTuple):
    right: int
    found: int
    wanted: int
    bounded: int


def _sentences(half: str) -> Iterator[tuple[str, str, list[tuple[str, int, int, str]]]]:
    for line in (FOLDER / f"{half}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            language, sentence, wanted = (part.strip() for part in line.split("|"))
            items = [_ITEM.fullmatch(item) for item in wanted.split()]
            yield (
                language,
                sentence,
                [(m[1], int(m[3]), int(m[4] or m[3]), _SIGNS[m[2]]) for m in items if m],
            )


def _measure(half: str, languages: tuple[str, ...] = LANGUAGES) -> Figures:
    right = found = wanted = bounded = 0
    for language, sentence, gold in _sentences(half):
        if language in languages:
            answer = [each[:4] for each in in_sentence(sentence, language)]
            amounts = [each[:3] for each in gold]
            right += sum(each[:3] in amounts for each in answer)
            bounded += sum(each in gold for each in answer)
            found += len(answer)
            wanted += len(gold)
    return Figures(right, found, wanted, bounded)


def test_there_are_two_hundred_sentences_in_four_languages() -> None:
    for half in ("first_half", "second_half"):
        languages = [language for language, _, _ in _sentences(half)]
        assert {name: languages.count(name) for name in LANGUAGES} == dict.fromkeys(LANGUAGES, 25)
        assert sum(not wanted for _, _, wanted in _sentences(half)) >= 20  # negatives


@pytest.mark.gate
def test_numbers_of_sentences_never_seen() -> None:
    figures = _measure("second_half")
    assert figures.right / figures.found >= PRECISION, figures
    assert figures.right / figures.wanted >= RECALL, figures
    assert figures.bounded / figures.right >= BOUNDS, figures


@pytest.mark.gate
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_is_left_behind(language: str) -> None:
    figures = _measure("second_half", (language,))
    assert figures.right / figures.found >= 0.85, figures
    assert figures.right / figures.wanted >= 0.85, figures
