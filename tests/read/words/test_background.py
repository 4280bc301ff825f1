"""How rare words are: the formula, the sum over a stem, and unknown words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.words.background import (
    CEILING,
    LENGTH,
    RAREST,
    background,
    idf,
    likely_language,
    rarity,
)
from tidings.read.words.words import stem


def test_rarity_is_the_logarithm_of_the_share_of_pages_with_the_word() -> None:
    # One in 500 words: a page of 500 words has it with 1 - 1/e = 0.632; -ln 0.632 = 0.459.
    assert LENGTH == 500
    assert rarity(500) == pytest.approx(0.4587, abs=1e-4)
    # One in 50,000: 1 - e^-0.01 = 0.00995; -ln 0.00995 = 4.610.
    assert rarity(50_000) == pytest.approx(4.6102, abs=1e-4)


def test_the_frequency_of_a_stem_is_the_sum_of_its_words() -> None:
    import wordfreq

    inflections = ("flood", "floods", "flooded", "flooding")
    summed = sum(wordfreq.word_frequency(word, "en", "small") for word in inflections)
    assert background("en")["flood"] == pytest.approx(1 / summed, rel=0.02)
    assert idf("flood", "en") == pytest.approx(rarity(1 / summed), abs=0.02)


def test_stop_words_weigh_nothing_and_unknown_words_most() -> None:
    assert idf("the", "en") < 0.01
    assert 0.1 < idf("peopl", "en") < idf("river", "en") < idf("flood", "en") < CEILING
    assert idf("zaventem", "en") == idf("qqqq", "en") == CEILING == rarity(RAREST)
    assert pytest.approx(7.6, abs=0.01) == CEILING


def test_a_pair_is_rarer_than_its_words() -> None:
    river, flood = (background("en")[word] for word in ("river", "flood"))
    assert idf("river flood", "en") == pytest.approx(rarity(river + flood))
    assert idf("flood", "en") < idf("river flood", "en") < CEILING
    assert idf("the flood", "en") == pytest.approx(idf("flood", "en"), abs=0.01)


def test_recent_years_are_common_numbers() -> None:
    assert idf("2016", "en") == idf("1999", "en") < idf("9417", "en")
    assert idf("12", "en") < idf("123456789", "en") == CEILING
    assert idf("\u0662\u0660\u0661\u0666", "ar") < CEILING


@pytest.mark.parametrize(
    ("language", "common", "rare"),
    [
        ("de", "Jahr", "Hochwasser"), ("fr", "année", "inondation"), ("es", "año", "inundación"),
        ("pt", "ano", "enchente"), ("it", "anno", "alluvione"), ("nl", "jaar", "overstroming"),
        ("ru", "год", "наводнение"), ("ar", "عام", "فيضانات"), ("tr", "y\u0131l", "deprem"),
        ("id", "tahun", "banjir"), ("zh", "中国", "洪水"), ("ja", "日本", "洪水"),
        ("no", "år", "flom"), ("sr", "godina", "poplava"),
    ],
)  # fmt: skip
def test_every_language_knows_common_from_rare(language: str, common: str, rare: str) -> None:
    first, second = (idf(stem(word.lower(), language), language) for word in (common, rare))
    assert first < second
    assert first < 3


@pytest.mark.parametrize("language", ["", "xx", "th", "../small_en", "_chinese"])
def test_without_a_list_all_words_are_equally_rare(language: str) -> None:
    assert not background(language)
    assert idf("the", language) == idf("flood", language) == idf("2016", language) == CEILING


@given(st.text(max_size=70), st.sampled_from(["en", "zh", "xx"]))
def test_anything_has_a_rarity(term: str, language: str) -> None:
    assert 0.0 <= idf(term, language) <= CEILING


@given(st.floats(1, 1e12), st.floats(1, 1e12))
def test_rarer_words_never_weigh_less(one: float, other: float) -> None:
    assert rarity(min(one, other)) <= rarity(max(one, other))


@pytest.mark.parametrize(
    ("keywords", "language"),
    [
        (["Hochwasser", "Überschwemmung"], "de"),
        (["inondation", "crue"], "fr"),
        (["enchente", "chuva"], "pt"),
        (["deprem", "enkaz"], "tr"),
        (["повінь"], "uk"),
        (["flood", "rain"], "en"),
        (["tsunami"], "en"),
        (["protest", "festival"], "en"),  # of many languages
        (["Qwertzuiop"], "en"),
        (["2016"], "en"),
        ([], "en"),
    ],
)
def test_the_language_of_keywords_is_where_they_are_most_frequent(
    keywords: list[str], language: str
) -> None:
    assert likely_language(keywords, "en") == language
