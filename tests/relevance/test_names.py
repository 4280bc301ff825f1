"""Names that pages share with the references."""

from __future__ import annotations

from dataclasses import replace

from tidings.event.build import terms_of
from tidings.model import Page
from tidings.relevance.aspects.names import SharedNames

REFERENCE = Page(
    "https://news.example/1",
    "Flood in Ghent",
    "Lock keeper Bram Quintelier told the Police Department that the pumps failed. Michael Brown left.",
    language="en",
)
NAMES = SharedNames(terms_of([REFERENCE]))


def judged(text: str, title: str = "", language: str = "en") -> float:
    return NAMES.judge(Page("https://news.example/2", title, text, language=language))[0]


def test_a_rare_name_counts_and_is_evidence() -> None:
    odds, evidence = NAMES.judge(
        Page("https://a.example/", "", "Years later Bram Quintelier, 61, is a painter.")
    )
    assert odds > 1.0
    assert [(one.aspect, one.what, one.note) for one in evidence] == [
        ("topic", "Bram Quintelier", "name")
    ]


def test_common_names_and_offices_do_not_count() -> None:
    assert judged("The Police Department asked Michael Brown.") == 0.0


def test_words_in_lower_case_or_apart_are_not_a_name() -> None:
    assert judged("the bram quintelier of old") == 0.0
    assert judged("Bram was there. Quintelier was not.") == 0.0


def test_names_in_the_title_count_and_names_far_down_do_not() -> None:
    assert judged("Nothing.", title="Bram Quintelier honoured") > 1.0
    assert judged("Nothing. " * 200 + "Bram Quintelier.") == 0.0


def test_the_name_of_the_newspaper_does_not_count() -> None:
    names = SharedNames(terms_of([replace(REFERENCE, title="Flood in Ghent | Mirefield Bulletin")]))
    strike = Page(
        "https://mirefield.example/2", "Strike - what we know | Mirefield Bulletin", "On."
    )
    assert names.judge(strike) == (0.0, ())
    named = replace(strike, title="Bram Quintelier \u2013 Mirefield Bulletin")
    assert names.judge(named)[0] > 1.0
    assert names.judge(replace(strike, title="Mirefield Bulletin wins a prize"))[0] > 1.0


def test_names_are_found_in_other_languages() -> None:
    assert judged("Schleusenwärter Bram Quintelier malt.", language="de") > 1.0


def test_without_references_there_are_no_names() -> None:
    assert SharedNames({}).judge(REFERENCE) == (0.0, ())


def test_names_count_less_for_broad_events() -> None:
    broad = SharedNames(terms_of([REFERENCE]), breadth=4.0)
    assert 0.0 < broad.judge(REFERENCE)[0] < NAMES.judge(REFERENCE)[0]
