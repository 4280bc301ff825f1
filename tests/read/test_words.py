"""Words, stop words, stems and the words of addresses."""

from __future__ import annotations

from collections import Counter

from tidings.read.words import LONGEST, stems, stop_words, url_words, words


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


def test_scripts_without_spaces_give_pairs():
    assert words("東京都 flood") == ["東京", "京都", "flood"]


def test_stems_are_counted_without_stop_words():
    assert stems("The attacks and an attack: he attacked the airports of 2016") == Counter(
        {"attack": 3, "airport": 1, "2016": 1}
    )


def test_stems_follow_the_language():
    assert stems("die Anschläge und der Anschlag", "de").keys() == {"anschlag"}
    assert stems("los ataques y el ataque", "es") == Counter({"ataqu": 2})


def test_unknown_languages_stay_whole():
    assert stems("attacks attacks", "xx") == Counter({"attacks": 2})


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
    assert stems(f"flood {'x' * LONGEST} {'x' * (LONGEST + 1)}") == Counter(
        {"flood": 1, "x" * LONGEST: 1}
    )
