"""The log-odds of a kind's terms in the auto measure, with worked examples."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.collection.reading.explain import explain
from tidings.event.build import build_model
from tidings.model import Event, EventModel, Genre, Page, TimeSpan
from tidings.odds import log_odds
from tidings.relevance import MEASURES
from tidings.relevance.aspects.kind import KindLikeness
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings(measure="auto")
SYLLABI = Genre(("syllabus", "office hours", "exam", "homework"), ("sql", "query"), ("courses",))
URL = "https://cs.example/courses/db"
SYLLABUS = "Syllabus: SQL and the query. Office hours, homework every week, one exam."
EXAMPLE = "Syllabus of the course. Homework is due on Fridays; the exam counts half. Office hours by appointment."
NEWS = "The course of the river changed on Fridays. The dike failed its exam; the water counts by the hour."


def judge(genre: Genre, text: str, url: str = URL, **settings: float) -> float:
    model = EventModel({}, {}, None, genre=genre)
    likeness = KindLikeness(model, replace(SETTINGS, **settings))
    return sum(likeness.judge(Page(url, "", text, language="en")).log_odds.values())


def score(event: Event, text: str, url: str = URL, reference: str = EXAMPLE) -> float:
    model = build_model(event, [Page("https://a.example/", "", reference, language="en")], 100)
    return MEASURES["auto"](model, SETTINGS).score(Page(url, "", text, language="en")).value


def test_each_list_adds_its_own_log_odds() -> None:
    every_term_once = 7.0 * (1 - 0.45) + 1.5 * (1 - 0.25) + 3.0 * (1 - 0.4)
    assert judge(SYLLABI, SYLLABUS) == pytest.approx(every_term_once)
    half_of_the_genre = 7.0 * (0.5**0.5 - 0.45) + 1.5 * (0 - 0.25) + 3.0 * (0 - 0.4)
    assert judge(SYLLABI, "Exam and homework.", "https://a.example/x") == pytest.approx(
        half_of_the_genre
    )


def test_a_missing_list_adds_nothing() -> None:
    assert judge(Genre(("exam",)), "No word of it.") == pytest.approx(-7.0 * 0.45)


def test_the_weights_of_the_genre_measure_do_not_count() -> None:
    assert judge(SYLLABI, SYLLABUS, weight_genre=1.0, weight_url=9.0) == judge(SYLLABI, SYLLABUS)


def test_terms_separate_pages_of_the_kind_from_pages_that_share_words_with_the_examples() -> None:
    event = Event("Syllabi", {"sql": 1.0}, ("x",), genre=SYLLABI)
    assert score(event, SYLLABUS) >= SETTINGS.threshold
    assert score(event, NEWS, "https://news.example/river") < SETTINGS.threshold


def test_a_page_of_the_kind_needs_no_word_of_the_examples() -> None:
    event = Event("Syllabi", {}, ("x",), genre=Genre(("lecture",)))
    assert score(event, "Lecture", reference="Wholly other. Wholly other.") > 0.5


def test_a_page_must_match_both_the_event_and_the_kind() -> None:
    start = datetime(2016, 3, 22, tzinfo=UTC)
    when = TimeSpan(start, start + timedelta(days=1))
    event = Event("Exams", {"sql": 1.0}, ("x",), when=when)
    both = replace(event, genre=SYLLABI)
    added = log_odds(score(both, NEWS)) - log_odds(score(event, NEWS))
    assert added == pytest.approx(judge(SYLLABI, NEWS))


def test_the_terms_are_evidence() -> None:
    model = build_model(Event("Syllabi", {"sql": 1.0}, genre=SYLLABI), [], 100)
    result = MEASURES["auto"](model, SETTINGS).score(Page(URL, "", SYLLABUS, language="en"))
    lines = explain(result, SETTINGS.threshold).splitlines()
    aspects = [line.split()[0] for line in lines[1:]]
    assert aspects == ["topic", "genre", "content", "url", "together"]
    assert "office hours (1x)" in lines[2]
    assert " x " not in lines[2]
