"""The temporal measure, by worked examples of its formulas."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.collection.reading.explain import explain
from tidings.event.build import build_model, terms_of
from tidings.event.model_file import load_model, save_model
from tidings.model import Dating, Event, EventModel, Link, Page, Score, TimeSpan
from tidings.read.words.background import background, idf
from tidings.relevance import MEASURES, link_scorer
from tidings.relevance.measures.temporal import TemporalRelevance
from tidings.settings import RelevanceSettings, Settings

START = datetime(2016, 3, 22, tzinfo=UTC)
END = datetime(2016, 3, 24, tzinfo=UTC)
DAY = timedelta(days=1)
SPAN = TimeSpan(START, END, lead=14 * DAY, cooldown=7 * DAY)
RIVER, FLOOD, BOTH = (idf(term, "en") for term in ("river", "flood", "river flood"))

TWICE = 1.693147180559945
"""1 + ln 2, the weight of a term that occurs twice."""


def page(text: str = "", date: datetime | None = None, language: str = "en") -> Page:
    dates = (Dating(date, "meta", 0.9),) if date else ()
    return Page("https://news.example/x", text=text, dates=dates, language=language)


def measure(
    *references: Page,
    keywords: dict[str, float] | None = None,
    when: TimeSpan | None = SPAN,
    use: str = "boost",
    **settings: float,
) -> TemporalRelevance:
    model = EventModel({}, {}, when, terms_of(references), keywords or {})
    return TemporalRelevance(model, RelevanceSettings("temporal", keywords=use, **settings))


def topic(scorer: TemporalRelevance, text: str, language: str = "en") -> float:
    return scorer.score(page(text, language=language)).parts["topic"]


def time(moment: datetime, when: TimeSpan = SPAN, **settings: float) -> float:
    return measure(page("river"), when=when, **settings).score(page(date=moment)).parts["time"]


# Time.


def test_the_time_score_is_1_within_the_span() -> None:
    assert time(START) == time(START + DAY) == time(END) == 1.0


def test_the_time_score_is_half_at_the_lead_and_at_the_cooldown() -> None:
    assert time(START - 14 * DAY) == 0.5
    assert time(END + 7 * DAY) == 0.5
    assert time(START - 28 * DAY) == time(END + 14 * DAY) == 0.25
    assert time(END + 3.5 * DAY) == pytest.approx(math.sqrt(0.5))


def test_of_several_periods_the_nearest_counts() -> None:
    # Another period begins 100 days later. 7 days before it: 2^(-7 / 14) = 0.7071. 7 days after the first: 0.5.
    both = SPAN._replace(also=((START + 100 * DAY, START + 101 * DAY),))
    assert time(START + 93 * DAY, both) == pytest.approx(0.7071, abs=5e-5)
    assert time(END + 7 * DAY, both) == 0.5
    assert time(START + 100 * DAY, both) == 1.0
    late = measure(page("river"), when=both, mentioned_dates=0.5)
    text = "On 1 July 2016 the river rose."  # 101 days after 22 March
    assert late.score(page(text, END + 3650 * DAY)).parts["time"] == 0.5


def test_without_lead_or_cooldown_the_time_score_is_0_outside_the_span() -> None:
    bare = TimeSpan(START, END)
    second = timedelta(seconds=1)
    assert time(START - second, bare) == time(END + second, bare) == 0.0
    assert time(START, bare) == time(END, bare) == 1.0
    late_only = TimeSpan(START, END, cooldown=7 * DAY)
    assert time(START - second, late_only) == 0.0
    assert time(END + 7 * DAY, late_only) == 0.5


def test_a_fixed_decay_replaces_the_times_of_the_event() -> None:
    assert time(START - 10 * DAY, decay_days=10) == time(END + 10 * DAY, decay_days=10) == 0.5
    assert time(START - 10 * DAY, TimeSpan(START, END), decay_days=10) == 0.5


def test_an_undated_page_has_the_time_of_its_capture_with_a_note() -> None:
    scorer = measure(page("river"))
    captured = Page("https://news.example/x", captured_at=END + 7 * DAY)
    score = scorer.score(captured)
    assert score.parts["time"] == 0.5
    assert "2016-03-31 (captured, undated) 0.50" in explain(score, 0.5)
    dated = Page("x", captured_at=END + 700 * DAY, dates=(Dating(END, "url", 1.0),))
    assert scorer.score(dated).parts["time"] == 1.0
    assert "2016-03-24 (published, read from url) 1.00" in explain(scorer.score(dated), 0.5)
    assert scorer.score(page()).parts["time"] == 0.0


def test_alpha_weighs_topic_and_time() -> None:
    close = page("river", END + 7 * DAY)
    for alpha in (0.0, 0.3, 0.5, 1.0):
        score = measure(page("river"), alpha=alpha).score(close)
        assert score.parts == pytest.approx({"topic": 1.0, "time": 0.5})
        assert score.value == pytest.approx(alpha + (1 - alpha) * 0.5)


def test_an_event_without_a_time_is_judged_by_its_topic() -> None:
    score = measure(page("river"), when=None).score(page("river", START))
    assert (score.value, score.parts["time"]) == (pytest.approx(1.0), 0.0)


# Topic.


def test_the_topic_is_the_cosine_of_frequency_times_rarity() -> None:
    scorer = measure(page("The river floods."))
    reference = math.hypot(RIVER, FLOOD, BOTH)
    assert topic(scorer, "Rivers") == pytest.approx(RIVER / reference)
    # flood, flood and the pair of both, which the reference does not have:
    pair = idf("flood flood", "en")
    expected = TWICE * FLOOD * FLOOD / (math.hypot(TWICE * FLOOD, pair) * reference)
    assert topic(scorer, "flood, flooding") == pytest.approx(expected)
    assert topic(scorer, "A river is flooded") == pytest.approx(1.0)
    assert topic(scorer, "Football") == 0.0


def test_each_further_occurrence_of_a_term_adds_less() -> None:
    # Dam once and river eight times, never side by side: river weighs 1 + ln 8 = 3.0794 times as much as once.
    scorer = measure(page("dam. The the. river"))
    dam, pair = idf("dam", "en"), idf("dam river", "en")
    text = "dam " + "river " * 8
    length = math.hypot(dam, 3.0794 * RIVER, pair, 2.9459 * idf("river river", "en"))
    product = dam * dam + RIVER * 3.0794 * RIVER + pair * pair
    expected = product / (length * math.hypot(dam, RIVER, pair))
    assert topic(scorer, text) == pytest.approx(expected, rel=1e-4)


def test_a_page_that_speaks_of_the_days_can_count_as_near() -> None:
    text = "Ten years ago, on 23 March 2016, the river rose."
    late = Page(
        "https://news.example/x", text=text, dates=(Dating(END + 3650 * DAY, "meta", 1.0),), language="en"
    )  # fmt: skip
    assert measure(page("river")).score(late).parts["time"] < 0.01
    scorer = measure(page("river"), mentioned_dates=0.5)
    assert scorer.score(late).parts["time"] == 0.5
    assert "speaks of 23 March 2016" in explain(scorer.score(late), 0.5)
    # As good as the date: topic and time with equal weight, (topic + 1) / 2 instead of (topic + 0) / 2.
    whole, none = (measure(page("river"), mentioned_dates=m).score(late).value for m in (1.0, 0.0))
    assert whole - none == pytest.approx(0.5, abs=0.005)
    assert scorer.score(page("river", START)).parts["time"] == 1.0


def test_terms_of_keywords_weigh_double_and_terms_with_a_word_of_one_half_as_much_more() -> None:
    scorer = measure(page("river flood"), keywords={"floods": 3.0})
    # The keyword is one more flood in the reference: river 1 x 1, flood (1 + ln 2) x 2, both 1 x 1.5.
    reference = math.hypot(RIVER, 2 * TWICE * FLOOD, 1.5 * BOTH)
    assert topic(scorer, "river") == pytest.approx(RIVER / reference)
    assert topic(scorer, "flood") == pytest.approx(2 * TWICE * FLOOD / reference)
    product = RIVER * RIVER + 2 * FLOOD * 2 * TWICE * FLOOD + (1.5 * BOTH) ** 2
    own = math.hypot(RIVER, 2 * FLOOD, 1.5 * BOTH)
    assert topic(scorer, "river flood") == pytest.approx(product / (own * reference))


def test_a_pair_belongs_to_one_keyword_or_to_none() -> None:
    dam = idf("dam", "en")
    whole = measure(page("dam"), keywords={"river flood": 1.0})
    reference = math.hypot(dam, 2 * RIVER, 2 * FLOOD, 2 * BOTH)
    assert topic(whole, "dam") == pytest.approx(dam / reference)
    halves = measure(page("dam river flood"), keywords={"river": 1.0, "flood": 1.0})
    pair = 1.5 * idf("dam river", "en")
    reference = math.hypot(dam, 2 * TWICE * RIVER, 2 * TWICE * FLOOD, pair, 1.5 * BOTH)
    assert topic(halves, "dam") == pytest.approx(dam / reference)


def test_keywords_can_be_ignored_where_there_are_references() -> None:
    text = "river flood dam"
    ignored = measure(page(text), keywords={"flood": 1.0, "rain": 1.0}, use="ignore")
    assert topic(ignored, text) == pytest.approx(1.0)
    assert topic(ignored, "rain") == 0.0
    alone = measure(keywords={"river": 1.0, "flood": 0.5}, use="ignore")
    assert topic(alone, "river") == pytest.approx(RIVER / math.hypot(RIVER, FLOOD / 2))


def test_each_language_has_its_own_references() -> None:
    german = page("Das Hochwasser der Flüsse", language="de")
    scorer = measure(german, page("The river floods"), page("A river is flooded"))
    assert topic(scorer, "river floods") == pytest.approx(1.0)
    assert topic(scorer, "Hochwasser der Flüsse", "de") == pytest.approx(1.0)
    assert topic(scorer, "river floods", "de") == 0.0
    # Dutch has none: it is read in the main language, without its own small words.
    assert topic(scorer, "de river, het flood, van", "nl") == pytest.approx(1.0)


def test_the_strongest_terms_are_evidence() -> None:
    score = measure(page("The river floods.")).score(page("A flooded river, a boat"))
    named = [reason.what for reason in score.evidence if reason.aspect == "topic"]
    assert named == ["flood", "river"]
    assert sum(reason.amount for reason in score.evidence if reason.aspect == "topic") == (
        pytest.approx(score.parts["topic"])
    )


@given(st.text(max_size=300), st.sampled_from(["en", "de", "zh", ""]), st.floats(0, 1))
def test_everything_scores_between_0_and_1(text: str, language: str, alpha: float) -> None:
    scorer = measure(page("river flood 2016"), keywords={"river flood": 2.0}, alpha=alpha)
    score = scorer.score(page(text + " river flood", START - 5 * DAY, language))
    assert 0.0 <= score.value <= 1.0
    assert all(0.0 <= part <= 1.0 for part in score.parts.values())


# What is around it.


def test_links_have_the_score_of_their_page() -> None:
    settings = RelevanceSettings(measure="temporal")
    scorer = link_scorer("", EventModel({}, {}, None), settings)
    assert scorer.score(Link("https://news.example/flood"), Score(0.37)) == 0.37


def test_the_model_counts_words_and_pairs_by_language_and_survives_saving(tmp_path: Path) -> None:
    pages = [page("Hochwasser", language="de"), page("The river flood, a river"), page("flood")]
    event = Event("Flood", keywords={"river flood": 1.0})
    model = build_model(event, pages, 10)
    assert list(model.vocabulary) == ["en", "de"]
    assert model.vocabulary["en"] == {"river": 2, "flood": 2, "river flood": 1, "flood river": 1}
    assert model.keywords == {"river flood": 1.0}
    settings = Settings(event, ())
    save_model(tmp_path / "event.json", settings, model)
    assert load_model(tmp_path / "event.json", settings) == model


def test_other_measures_load_no_word_list() -> None:
    background.cache_clear()
    for name in ("topic", "event"):
        model = EventModel({"flood": 1.0}, {}, SPAN, vocabulary={"en": {"flood": 1}})
        MEASURES[name](model, RelevanceSettings()).score(page("flood"))
    assert background.cache_info().currsize == 0
