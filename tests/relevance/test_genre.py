"""The genre measure, by worked examples of its formulas."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.collection.reading.explain import explain
from tidings.errors import EventFileError
from tidings.model import EventModel, Genre, Link, Page, Score
from tidings.read.words.background import idf
from tidings.relevance import link_scorer
from tidings.relevance.measures.genre import GenreRelevance
from tidings.settings import RelevanceSettings

SYLLABI = Genre(("syllabus", "office hours"), ("sql", "data model", "query"), ("courses", "cs"))
URL = "https://cs.example/people/"


def judge(
    genre: Genre, text: str, url: str = URL, *, title: str = "", language: str = "en", **settings: float | str
) -> Score:  # fmt: skip
    model = EventModel({}, {}, None, genre=genre)
    page = Page(url, title, text, language=language)
    return GenreRelevance(model, RelevanceSettings("genre", **settings)).score(page)


def similarity(terms: tuple[str, ...], text: str, language: str = "en", **settings: str) -> float:
    return judge(Genre(terms), text, language=language, **settings).parts["genre"]


# The cosine over the given terms.


def test_a_page_with_all_terms_equally_often_has_similarity_1() -> None:
    assert similarity(("syllabus", "exam"), "Exam! Syllabus; exam, syllabus.") == pytest.approx(1)


def test_frequencies_are_compared_over_the_given_terms_only() -> None:
    # exam 4x, syllabus 2x, homework never; the largest frequency is 4.
    # Page (2/4, 4/4, 0/4) = (0.5, 1, 0), terms (1, 1, 1): 1.5 / (sqrt(1.25) sqrt(3)) = 0.7746.
    text = "exam exam exam exam syllabus syllabus and any number of other words"
    assert similarity(("syllabus", "exam", "homework"), text) == pytest.approx(0.7746, abs=5e-5)


def test_one_of_n_terms_has_one_over_the_root_of_n() -> None:
    assert similarity(("syllabus", "exam", "homework", "grading"), "exam " * 9) == 0.5


def test_a_page_without_any_term_has_similarity_0() -> None:
    assert similarity(("syllabus",), "The syllabi of the examiners") == 0.0


def test_rare_terms_weigh_more_with_idf() -> None:
    # Page (2/2 i, 1/2 j), terms (i, j): (i^2 + j^2/2) / (sqrt(i^2 + j^2/4) sqrt(i^2 + j^2)).
    i, j = idf("syllabus", "en"), idf("cours", "en")
    assert i > 2 * j > 0
    worked = (i * i + j * j / 2) / (math.hypot(i, j / 2) * math.hypot(i, j))
    assert similarity(
        ("syllabus", "course"), "syllabus course syllabus", idf="background"
    ) == pytest.approx(worked)


# The means.


def test_the_two_means_as_published() -> None:
    # genre: syllabus 1x, office hours 1x of 2 terms: 1. content: sql 1x of 3 terms: 1/sqrt(3) = 0.5774.
    # url: cs 1x, courses never: 1/sqrt(2) = 0.7071.
    # combined = (5 * 1 + 5 * 0.5774) / 10 = 0.7887; final = (7 * 0.7887 + 3 * 0.7071) / 10 = 0.7642.
    score = judge(SYLLABI, "Syllabus. Office hours: Monday. SQL.")
    assert score.parts == pytest.approx({"genre": 1.0, "content": 0.5774, "url": 0.7071}, abs=5e-5)
    assert score.value == pytest.approx(0.7642, abs=5e-5)


def test_without_url_terms_the_first_mean_is_final() -> None:
    text = "Syllabus. Office hours: Monday. SQL."
    assert judge(SYLLABI._replace(url=()), text).value == pytest.approx(0.7887, abs=5e-5)
    # Job offers weigh 4 to 6: 0.4 * 1 + 0.6 * 0.5774 = 0.7464.
    offers = judge(SYLLABI._replace(url=()), text, weight_genre=4, weight_content=6)
    assert offers.value == pytest.approx(0.7464, abs=5e-5)


def test_genre_and_content_must_both_be_there() -> None:
    genre_alone = judge(SYLLABI._replace(url=()), "Syllabus and office hours")
    content_alone = judge(SYLLABI._replace(url=()), "SQL, the data model, a query")
    assert genre_alone.value == pytest.approx(0.5)
    assert content_alone.value == pytest.approx(0.5)


def test_keywords_are_the_content_terms_by_default() -> None:
    model = EventModel({}, {}, None, keywords={"sql": 1.0}, genre=Genre(("syllabus",)))
    score = GenreRelevance(model, RelevanceSettings("genre")).score(Page("", text="SQL"))
    assert score.parts == {"genre": 0.0, "content": 1.0}
    assert score.value == 0.5


def test_a_list_without_weight_does_not_count() -> None:
    assert judge(SYLLABI, "", weight_genre=0, weight_content=0).value == pytest.approx(0.7071, abs=5e-5)  # fmt: skip
    with pytest.raises(EventFileError, match=r"relevance\.weight_"):
        judge(Genre(("syllabus",)), "", weight_genre=0)


# Words and phrases.


def test_phrases_are_words_in_a_row_without_stop_words() -> None:
    assert similarity(("algorithms and data structures",), "Algorithms, data structures") == 1.0
    assert similarity(("terms use",), "Terms of Use") == 1.0
    assert similarity(("office hours",), "hours at the office") == 0.0


def test_terms_that_share_words_all_count() -> None:
    # data 2x, data model 1x, data model design 1x: 4 / (sqrt(6) sqrt(3)).
    worked = 4 / math.sqrt(18)
    terms = ("data", "data model", "data model design")
    assert similarity(terms, "data, data model design") == pytest.approx(worked)


def test_accents_and_capitals_make_no_difference() -> None:
    for written in ("PÉRIODO", "periodo", "pe\u0301riodo"):
        assert similarity(("período",), written) == 1.0


def test_stop_words_are_those_of_the_page() -> None:
    assert similarity(("plano de ensino",), "Plano do Ensino", language="pt") == 1.0
    assert similarity(("plano de ensino",), "Plano do Ensino", language="en") == 0.0


def test_title_and_anchors_are_read_too() -> None:
    page = Page(
        URL,
        "Syllabus",
        "The exam counts.",
        language="en",
        links=(Link(URL, anchor="Homework"), Link(URL, anchor="Exam")),
    )
    model = EventModel({}, {}, None, genre=Genre(("syllabus", "exam", "homework")))
    score = GenreRelevance(model, RelevanceSettings("genre")).score(page)
    assert score.value == pytest.approx(
        1.0
    )  # the exam's anchor may stand in the text: it counts once
    assert {reason.note for reason in score.evidence if reason.aspect == "genre"} == {"1x"}


def test_escaped_words_of_the_url_are_found() -> None:
    assert judge(SYLLABI, "", "https://x.example/CS/Courses%2F302").parts["url"] == pytest.approx(1)


# For people, and for the crawl.


def test_the_score_is_explained() -> None:
    explanation = explain(judge(SYLLABI, "Syllabus, syllabus. Office hours. SQL."), 0.6)
    assert "genre   0.95 x 0.35 = 0.33: syllabus (2x) 0.63, office hours (1x) 0.32" in explanation
    assert "content 0.58 x 0.35 = 0.20: sql (1x) 0.58" in explanation
    assert "url     0.71 x 0.30 = 0.21: cs (1x) 0.71" in explanation


def test_links_have_the_score_of_their_page() -> None:
    settings = RelevanceSettings("genre")
    scorer = link_scorer("", EventModel({}, {}, None, genre=SYLLABI), settings)
    assert scorer.score(Link("https://x.example/", anchor="Syllabus"), Score(0.37)) == 0.37


@given(
    st.lists(
        st.sampled_from(
            ["syllabus", "office", "hours", "sql", "data", "model", "cs", "the", "zebra"]
        )
    )
)
def test_scores_stay_within_range_for_any_words(words: list[str]) -> None:
    score = judge(SYLLABI, " ".join(words))
    assert 0.0 <= score.value <= 1.0
    assert math.isclose(
        score.value, 0.35 * (score.parts["genre"] + score.parts["content"]) + 0.3 * score.parts["url"],
        abs_tol=1e-12,
    )  # fmt: skip


def test_genre_and_content_can_be_one_list() -> None:
    # syllabus 1x, office hours 1x and sql 1x of five terms: sqrt(3 / 5) = 0.7746. With the URL as above:
    # (7 * 0.7746 + 3 * 0.7071) / 10 = 0.75435.
    score = judge(SYLLABI, "Syllabus. Office hours: Monday. SQL.", lists="together")
    assert score.parts == pytest.approx({"genre": 0.7746, "url": 0.7071}, abs=5e-5)
    assert score.value == pytest.approx(0.75435, abs=5e-5)
