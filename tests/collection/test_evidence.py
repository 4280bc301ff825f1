"""The reasons for a score are found where they stand in the text, in any form and script."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tidings.collection.pages.evidence import TextEvidence
from tidings.model import LOG_ODDS, Evidence, Mention, Place

TEXT = "Flooding hit Liège on 14 July 2021. The flooded town of Seraing lies near Brussels; Red Cross teams evacuated Seraing."
PUBLISHED = datetime(2021, 7, 16, tzinfo=UTC)


def found(aspect: str, what: str, text: str = TEXT, language: str = "en") -> list[str]:
    evidence = TextEvidence(text, language, PUBLISHED)
    return [text[start:end] for start, end in evidence.spans(Evidence(aspect, what, 1.0))]


@pytest.mark.parametrize(
    ("aspect", "what", "expected"),
    [
        ("topic", "flood", ["Flooding", "flooded"]),
        ("topic", "evacu", ["evacuated"]),
        ("topic", "red cross", ["Red Cross"]),
        ("topic", "flood town", ["flooded town"]),
        ("topic", "earthquake", []),
        ("place", "Seraing", ["Seraing", "Seraing"]),
        ("place", "Liège", ["Liège"]),
        ("date", "speaks of 14 July 2021", ["14 July 2021"]),
        ("date", "speaks of July 2021", ["14 July 2021"]),
        ("date", "2021-07-14", ["14 July 2021"]),
        ("date", "undated", []),
        (LOG_ODDS, "topic", []),
        ("weight", "place", []),
    ],
)
def test_a_reason_is_found_where_it_stands(aspect: str, what: str, expected: list[str]) -> None:
    assert found(aspect, what) == expected


def test_other_scripts_and_languages() -> None:
    assert found("topic", "洪水", "東京で洪水がありました。", "ja") == ["洪水"]
    assert found("topic", "überschwemm", "Die Überschwemmung in Huy.", "de") == ["Überschwemmung"]
    assert found("topic", "наводнен", "Наводнение в городе.", "ru") == ["Наводнение"]


@pytest.mark.parametrize(
    ("text", "day", "written"),
    [
        ("It began on July 14th, 2021.", date(2021, 7, 14), "July 14th, 2021"),
        ("It began on 2021-07-14 at noon.", date(2021, 7, 14), "2021-07-14"),
        ("It began on Wednesday.", date(2021, 7, 14), "Wednesday"),
    ],
)
def test_days_are_marked_as_they_are_written(text: str, day: date, written: str) -> None:
    mentioned = {each.day: each.spans for each in TextEvidence(text, "en", PUBLISHED).days()}
    ((start, end),) = mentioned[day]
    assert text[start:end] == written


def test_a_place_is_found_under_another_name() -> None:
    text = "In Bruxelles the rain went on."
    brussels = Place("Brussels", "BE")
    (spans,) = TextEvidence(text, "fr", PUBLISHED).places([Mention(brussels, 1)])
    assert [text[start:end] for start, end in spans] == ["Bruxelles"]


def test_signs_in_a_reason_do_no_harm() -> None:
    assert found("topic", "c++ (a|b)*") == []
    assert found("topic", "") == []
    assert found("place", " ") == []


def test_long_texts_and_frequent_words_are_bounded() -> None:
    text = "flood " * 300_000
    assert len(TextEvidence(text, "en", PUBLISHED).spans(Evidence("topic", "flood", 1.0))) == 20
