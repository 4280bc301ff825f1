"""Words, stop words, stems and the words of URLs."""

from __future__ import annotations

import re
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.words.words import LONGEST, Stemmable, stem, stems, stop_words, url_words, words


def test_words_are_lower_case_with_numbers():
    assert words("Brussels, 22 March 2016: Été_à l'Œuvre!") == [
        "brussels",
        "22",
        "march",
        "2016",
        "été",
        "à",
        "l",
        "œuvre",
    ]


WESTERN = "aZ9_ -.,\n\t\x1c\x85\xa0Äß“”·½²ªµ\xd7ÿé…—\u2000\u203f\u2028"
OTHER = "\u0301\u2040\u2070\u20ac\u212a\ud800ŸİЖ\U0001d7d8"


@given(st.text(st.sampled_from(WESTERN)) | st.text(st.sampled_from(WESTERN + OTHER)))
def test_words_are_runs_of_letters_and_digits(text):
    lower = normalize("NFC", text.lower()).replace("i\u0307", "i")
    assert words(text) == re.findall(r"[^\W_]+", lower)


def test_every_single_character_is_split_as_by_the_pattern():
    accents, signs = (
        {*range(0x300, 0x370), ord("İ")},
        {*range(0x900, 0x1100), *range(0x1780, 0x17D4), 0x200C},
    )
    for code in {*range(0x3040)} - accents - signs:  # tested below
        text = f"Ab{chr(code)}Cd"
        assert words(text) == re.findall(r"[^\W_]+", text.lower()), hex(code)


@pytest.mark.parametrize("text", ["बाढ़ पटना", "বন্যা", "வெள்ளம்", "ရေကြီးမှု", "ទឹកជំនន់"])
def test_vowel_signs_belong_to_their_word(text):
    assert words(f"{text}, flood।") == [*text.split(), "flood"]


def test_accents_may_stand_after_their_letter():
    assert words(normalize("NFD", "Résumé élevé, wrocławiu")) == ["résumé", "élevé", "wrocławiu"]


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("cs", "povodeň povodni povodně povodních"),
        ("pl", "ewakuacja ewakuację ewakuacji"),
        ("pl", "powódź powodzi powodzią"),
        ("hr", "poplava poplave poplavama"),
        ("sk", "povodeň povodne povodní"),
        ("et", "üleujutuse üleujutused"),
        ("ar", "فيضان الفيضان والفيضانات فيضانات"),
        ("ar", "زلزال الزلزال بالزلزال للزلزال"),
        ("uk", "наводнення наводненням"),
        ("bg", "наводнение наводнения наводнението"),
        ("lv", "zemestrīce zemestrīces zemestrīcē"),
    ],
)
def test_forms_of_a_word_have_one_stem(language, forms):
    assert len({stem(form, language) for form in forms.split()}) == 1


CUTTING = "be bg ca cs da de el en es fr hi hu it lv mk nb no pl pt ro ru sk sl sv uk"
"""Languages whose stemmers keep the beginning of a word."""


@pytest.mark.parametrize("language", CUTTING.split())
def test_words_begin_like_their_stems(language):
    """Check the property by which most words of a page need no stemming."""
    import wordfreq

    listed = [w for w in wordfreq.top_n_list(language, 20_000)[::10] if w.isalnum()]
    for word in ["dying", "vying", "ueberfluss", "boeing", "überfluss", *listed]:
        for stemmed in {stem(word, language), stem(word, "en")} - {""}:
            assert Stemmable([stemmed], language).among([word]), (word, stemmed)


def test_few_words_need_to_be_stemmed():
    flood = Stemmable(["flood", "river"], "de")
    written = ["fluss", "flooding", "weiße", "flößer", "rivières", "übung", "вода"]
    assert flood.among(written) == ["flooding", "flößer", "rivières", "übung"]


def test_all_words_are_stemmed_where_stemmers_change_beginnings():
    assert stem("gewoon", "nl") == "woon"
    assert Stemmable(["woon"], "nl").among(["gewoon", "huis"]) == ["gewoon", "huis"]


def test_scripts_without_spaces_give_pairs():
    assert words("東京都 flood") == ["東京", "京都", "flood"]


def test_stems_leave_out_stop_words():
    found = stems("The attacks and an attack: he attacked the airports of 2016")
    assert found == ["attack", "attack", "attack", "airport", "2016"]


def test_stems_follow_the_language():
    assert stems("die Anschläge und der Anschlag", "de") == ["anschlag", "anschlag"]
    assert stems("los ataques y el ataque", "es") == ["ataqu", "ataqu"]


def test_unknown_languages_stay_whole():
    assert stems("attacks attacks", "xx") == ["attacks", "attacks"]


def test_stop_words():
    assert "the" in stop_words("en")
    assert "und" in stop_words("de")
    assert stop_words("xx") == frozenset()


def test_url_words():
    url = "https://www.bbc.com/news/world-europe-35869266?date=2016&q=caf%C3%A9"
    assert url_words(url) == [
        "bbc",
        "news",
        "world",
        "europe",
        "35869266",
        "date",
        "2016",
        "q",
        "café",
    ]


def test_url_words_of_broken_escapes():
    assert url_words("http://a.example/%zz%ff") == ["a", "example", "zz"]


def test_endless_words_have_no_stem():
    assert stems(f"flood {'x' * LONGEST} {'x' * (LONGEST + 1)}") == ["flood", "x" * LONGEST]
