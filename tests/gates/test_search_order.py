"""The order of a search on generated pages whose relevance is known, in six languages, with floors.

A page is more relevant the more it says about what was asked: in its title, again and again, or once in passing. The
score and the date of a page shift it a little; they decide between pages that say the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from tidings.index.tantivy import TantivyIndex
from tidings.model import IndexedPage, Mark, SearchQuery


class Language(NamedTuple):
    """A phrase to search for, and other words; ``space`` stands between words."""

    phrase: str
    filler: str
    space: str = " "


LANGUAGES = {
    "en": Language("dam failure", "officials met reporters market weather music school harbour minister garden"),
    "de": Language("gebrochener Damm", "Minister Markt Wetter Musik Schule Hafen Garten Zeitung Straße Abend"),
    "es": Language("rotura presa", "mercado tiempo música escuela puerto jardín ministro noche calle periódico"),
    "zh": Language("溃坝", "市场 天气 音乐 学校 港口 花园 部长 夜晚 街道 报纸", ""),
    "ja": Language("決壊", "市場 天気 音楽 学校 港湾 庭園 大臣 夜間 道路 新聞", ""),
    "ar": Language("انهيار السد", "السوق الطقس الموسيقى المدرسة الميناء الحديقة الوزير الليل الشارع الصحيفة"),
}  # fmt: skip
GRADES = (80, 25, 10, 5)
"""Pages of each grade: in passing in a long text, once, three times, in the title and twice."""


def page(rng: random.Random, language: str, key: int, grade: int) -> IndexedPage:
    phrase, filler, space = LANGUAGES[language]
    words = rng.choices(filler.split(), k=(400, 120, 120, 120)[grade])
    for _ in range((1, 1, 3, 2)[grade]):
        words.insert(rng.randrange(len(words)), phrase)
    title = rng.choices(filler.split(), k=5)
    if grade == 3:
        title.insert(2, phrase)
    return IndexedPage(
        key=key,
        title=space.join(title),
        text=space.join(words),
        language=language,
        outcome="kept",
        score=rng.uniform(0.6, 0.9),
        closeness=rng.uniform(0.8, 1.0),
    )


def graded(language: str, seed: int = 1) -> tuple[list[IndexedPage], dict[int, int]]:
    """Return pages, and the grade of each by its key."""
    rng = random.Random(f"{language} {seed}")
    grades = [grade for grade, count in enumerate(GRADES) for _ in range(count)]
    rng.shuffle(grades)
    by_key = dict(enumerate(grades, 1))
    return [page(rng, language, key, grade) for key, grade in by_key.items()], by_key


def quality(found: Sequence[int], by_key: dict[int, int]) -> float:
    """Return the discounted gain of the first twenty hits, as a share of the best possible."""
    best = sorted(by_key.values(), reverse=True)
    return _gain([by_key[key] for key in found]) / _gain(best)


def _gain(grades: Sequence[int]) -> float:
    return sum((2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades[:20]))


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_what_says_most_comes_first(tmp_path: Path, language: str) -> None:
    pages, by_key = graded(language)
    found = order(tmp_path, pages, LANGUAGES[language].phrase)
    assert quality(found, by_key) >= 0.93, [by_key[key] for key in found]


def order(folder: Path, pages: Sequence[IndexedPage], words: str, **switches: bool) -> list[int]:
    index = TantivyIndex(folder)
    index.put(pages)
    index.commit(Mark(1))
    hits = index.search(SearchQuery(words=words, **switches)).hits  # type: ignore[arg-type]
    index.close()
    return [hit.key for hit in hits]


def test_a_phrase_in_the_title_beats_one_mention(tmp_path: Path, language: str) -> None:
    rng = random.Random(7)
    once = replace(page(rng, language, 1, 1), score=0.7, closeness=1.0)
    titled = replace(once, key=2, title=LANGUAGES[language].phrase)
    assert order(tmp_path, [once, titled], f'"{LANGUAGES[language].phrase}"') == [2, 1]


@pytest.mark.parametrize("better", [{"closeness": 1.0}, {"score": 0.8}], ids=["date", "score"])
def test_date_and_score_decide_between_equal_texts(
    tmp_path: Path, language: str, better: dict[str, float]
) -> None:
    one = replace(page(random.Random(7), language, 1, 2), score=0.7, closeness=0.9)
    other = replace(one, key=2, **better)  # type: ignore[arg-type]
    assert order(tmp_path, [one, other], LANGUAGES[language].phrase) == [2, 1]


def test_a_switch_turns_a_factor_off(tmp_path: Path, language: str) -> None:
    once = replace(page(random.Random(7), language, 1, 1), score=0.9, closeness=1.0)
    often = replace(page(random.Random(8), language, 2, 3), score=0.2, closeness=0.3)
    words = LANGUAGES[language].phrase
    assert order(tmp_path, [once, often], words)[0] == 1
    assert order(tmp_path, [], words, by_relevance=False, by_date=False)[0] == 2
