"""The topic and the event measure, by numbers worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.errors import EventFileError
from tidings.model import Dating, EventModel, Evidence, Mention, Page, Place, Score, TimeSpan
from tidings.relevance import MEASURES
from tidings.relevance.measures.event import EventRelevance
from tidings.relevance.measures.topic import TopicRelevance
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings()
ROOT5 = 5**0.5


def page(
    text: str = "", *, places: dict[str, int] | None = None, date: datetime | None = None
) -> Page:
    mentions = tuple(Mention(Place(name), count) for name, count in (places or {}).items())
    dates = (Dating(date, "url", 1.0),) if date else ()
    return Page("https://news.example/", text=text, places=mentions, dates=dates, language="en")


def day(month: int, number: int) -> datetime:
    return datetime(2016, month, number, tzinfo=UTC)


def test_topic_is_the_cosine_over_the_vocabulary(model: EventModel) -> None:
    # flood 2, river 1: (1*2 + .5*1) / (sqrt(1.25) * sqrt(5)) = 2.5 / 2.5 = 1
    perfect = TopicRelevance(model, SETTINGS).score(
        page("The flooded river, flooding fast among other words")
    )
    assert perfect.value == pytest.approx(1.0)
    # flood 0, river 1: .5 / sqrt(1.25) = 1 / sqrt(5)
    assert TopicRelevance(model, SETTINGS).score(page("rivers")).value == pytest.approx(1 / ROOT5)
    assert TopicRelevance(model, SETTINGS).score(page("a football match")) == Score(
        0.0, {"topic": 0.0}
    )


def test_the_title_counts(model: EventModel) -> None:
    assert (
        TopicRelevance(model, SETTINGS).score(Page("https://a.example/", title="Floods")).value
        > 0.8
    )


def test_only_the_strongest_terms_count(model: EventModel) -> None:
    scorer = TopicRelevance(model, RelevanceSettings(terms=1))
    assert scorer.score(page("river river")).value == 0.0
    assert scorer.score(page("flood river river")).value == 1.0


def test_the_evidence_of_a_topic_adds_up_to_its_cosine(model: EventModel) -> None:
    # flood 1, river 2: lengths sqrt(1.25) * sqrt(5) = 2.5; flood 1/2.5, river .5*2/2.5; together .8
    score = TopicRelevance(model, SETTINGS).score(page("flood river river"))
    assert score.value == pytest.approx(0.8)
    assert score.evidence == (
        Evidence("topic", "flood", pytest.approx(0.4), "1x"),
        Evidence("topic", "river", pytest.approx(0.4), "2x"),
    )


def test_at_most_eight_terms_are_evidence() -> None:
    names = ["ash", "bay", "cup", "den", "egg", "fig", "gum", "hat", "ink", "jam"]
    many = EventModel(dict.fromkeys(names, 1.0), {}, None)
    score = TopicRelevance(many, SETTINGS).score(page(" ".join(names) + " jam"))
    assert len(score.evidence) == 8
    assert score.evidence[0].what == "jam"


def test_event_is_the_weighted_sum(model: EventModel) -> None:
    # topic: rivers only, 1/sqrt(5). places: Ghent 3, Paris 4: 1*3 / (sqrt(1.25) * 5) = 3 / 5.59017 = .536656
    # date: 2 April 00:00 is 9 days and a second after 23 March 23:59:59: 1 - 8.0000/365... see below
    date = day(4, 1)
    days = (date - datetime(2016, 3, 23, 23, 59, 59, tzinfo=UTC)) / timedelta(days=1)
    assert days == pytest.approx(8, abs=1e-4)
    score = EventRelevance(model, SETTINGS).score(
        page("rivers", places={"Ghent": 3, "Paris": 4}, date=date)
    )
    assert score.parts == pytest.approx(
        {"topic": 0.447214, "place": 0.536656, "date": 1 - 8 / 365}, abs=1e-4
    )
    assert score.value == pytest.approx(
        0.36 * 0.447214 + 0.42 * 0.536656 + 0.22 * 0.978082, abs=1e-4
    )


def test_the_evidence_of_an_event(model: EventModel) -> None:
    score = EventRelevance(model, SETTINGS).score(
        page("flood", places={"GHENT": 1}, date=day(3, 20))
    )
    assert score.evidence == (
        Evidence("topic", "flood", pytest.approx(2 / ROOT5), "1x"),
        Evidence("place", "Ghent", pytest.approx(2 / ROOT5), "1x"),
        Evidence("date", "2016-03-20", pytest.approx(1 - 2 / 365), "2 days before, read from url"),
        Evidence("weight", "topic", pytest.approx(0.36)),
        Evidence("weight", "place", pytest.approx(0.42)),
        Evidence("weight", "date", pytest.approx(0.22)),
    )


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        (None, 0.0),
        (day(3, 22), 1.0),
        (datetime(2016, 3, 23, 23, tzinfo=UTC), 1.0),
        (day(3, 22) - timedelta(days=73), 0.8),
        (day(3, 22) - timedelta(days=365), 0.0),
        (datetime(1999, 1, 1, tzinfo=UTC), 0.0),
    ],
)
def test_the_date_falls_with_distance(
    model: EventModel, date: datetime | None, expected: float
) -> None:
    assert EventRelevance(model, SETTINGS).score(page(date=date)).parts["date"] == pytest.approx(
        expected
    )


LONG = TimeSpan(day(3, 22), day(3, 24), lead=timedelta(days=10), cooldown=timedelta(days=30))


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        (day(3, 22) - timedelta(days=10), 0.5),  # the lead
        (day(3, 22) - timedelta(days=5), 0.75),  # half of it: 1 - 5 / 10 / 2
        (day(3, 24) + timedelta(days=30), 0.5),  # the cooldown
        (day(3, 24) + timedelta(days=97), 0.4),  # to 0 at 365: (1 - (97 - 30) / (365 - 30)) / 2
        (day(3, 24) + timedelta(days=365), 0.0),
    ],
)
def test_the_date_is_one_half_at_the_lead_and_at_the_cooldown(
    model: EventModel, date: datetime, expected: float
) -> None:
    scorer = EventRelevance(EventModel(model.topic, {}, LONG), SETTINGS)
    assert scorer.score(page(date=date)).parts["date"] == pytest.approx(expected)


def test_each_period_of_an_event_counts(model: EventModel) -> None:
    also = LONG._replace(also=((day(6, 1), day(6, 3)),))
    both, one = (
        EventRelevance(EventModel(model.topic, {}, when), SETTINGS) for when in (also, LONG)
    )
    # 27 May is 5 days before 1 June: 1 - 5 / 10 / 2; after 24 March it is 64: (1 - 34 / 335) / 2.
    assert both.score(page(date=day(5, 27))).parts["date"] == pytest.approx(0.75)
    assert one.score(page(date=day(5, 27))).parts["date"] == pytest.approx(0.44925, abs=1e-5)
    assert both.score(page(date=day(3, 23))).parts["date"] == 1.0


def test_the_number_of_days_is_a_setting(model: EventModel) -> None:
    scorer = EventRelevance(model, RelevanceSettings(days=10))
    assert scorer.score(page(date=day(3, 17))).parts["date"] == pytest.approx(0.5)


def test_missing_aspects_leave_their_weight_to_the_others(model: EventModel) -> None:
    # Without places: a = .36/.58, c = .22/.58; flood alone is 2/sqrt(5).
    dated = EventRelevance(EventModel(model.topic, {}, model.when), SETTINGS)
    score = dated.score(page("flood", places={"Ghent": 5}, date=day(3, 22)))
    assert score.value == pytest.approx((0.36 * 2 / ROOT5 + 0.22) / 0.58)
    assert list(score.parts) == ["topic", "date"]
    topic_only = EventRelevance(EventModel(model.topic, {}, None), SETTINGS)
    assert topic_only.score(page("flood")).value == pytest.approx(2 / ROOT5)


def test_weights_need_not_sum_to_one(model: EventModel) -> None:
    double = RelevanceSettings(weight_topic=0.72, weight_place=0.84, weight_date=0.44)
    probe = page("flood", places={"Ghent": 1}, date=day(5, 1))
    assert EventRelevance(model, double).score(probe).value == pytest.approx(
        EventRelevance(model, SETTINGS).score(probe).value
    )


def test_weights_that_measure_nothing_are_refused(model: EventModel) -> None:
    with pytest.raises(EventFileError, match=r"relevance\.weight_"):
        EventRelevance(EventModel(model.topic, {}, None), RelevanceSettings(weight_topic=0))


def test_words_are_found_in_the_language_of_the_page_or_in_english() -> None:
    german = EventModel({"flughaf": 1.0, "airport": 1.0}, {}, None)
    scorer = TopicRelevance(german, SETTINGS)
    assert scorer.score(
        Page("https://a.example/", text="Die Flughäfen, Airport", language="de")
    ).value == pytest.approx(1.0)
    assert scorer.score(
        Page("https://a.example/", text="airports", language="en")
    ).value == pytest.approx(1 / 2**0.5)


def test_emptying_the_cache_changes_nothing(
    model: EventModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.relevance.aspects.vectors._CACHED_WORDS", 2)
    scorer = TopicRelevance(model, SETTINGS)
    first = scorer.score(page("flood river bank water"))
    assert [scorer.score(page("flood river bank water")) for _ in range(3)] == [first] * 3


WORDS = st.lists(
    st.sampled_from(["flood", "floods", "river", "bank", "the", "Ghent", "é", "2016"]), max_size=30
)
PLACES = st.dictionaries(
    st.sampled_from(["Ghent", "ghent", "Belgium", "Paris", "Texas"]), st.integers(1, 50)
)
DATES = st.none() | st.datetimes(datetime(1990, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
WEIGHTS = st.dictionaries(
    st.sampled_from(["flood", "river", "bank", "2016"]), st.floats(1e-300, 1.0), min_size=1
)


@given(WORDS, PLACES, DATES, WEIGHTS, st.sampled_from(sorted(MEASURES)))
def test_scores_lie_between_0_and_1(
    text: list[str],
    places: dict[str, int],
    date: datetime | None,
    topic: dict[str, float],
    measure: str,
) -> None:
    when = TimeSpan(day(3, 22), day(3, 24))
    scorer = MEASURES[measure](EventModel(topic, {"Ghent": 1.0}, when), SETTINGS)
    score = scorer.score(page(" ".join(text), places=places, date=date))
    assert 0.0 <= score.value <= 1.0
    assert all(0.0 <= part <= 1.0 for part in score.parts.values())


@given(WORDS, st.randoms(use_true_random=False), PLACES)
def test_the_order_of_words_and_places_does_not_matter(
    text: list[str], random: object, places: dict[str, int]
) -> None:
    shuffled = sorted(text, key=lambda _: random.random())  # type: ignore[attr-defined]
    turned = dict(reversed(places.items()))
    scorer = EventRelevance(
        EventModel({"flood": 1.0, "river": 0.3}, {"Ghent": 1.0, "Paris": 0.2}, None), SETTINGS
    )
    one, other = (
        scorer.score(page(" ".join(text), places=places)),
        scorer.score(page(" ".join(shuffled), places=turned)),
    )
    assert one.value == pytest.approx(other.value)
    assert one.evidence == other.evidence


@given(st.integers(0, 2000), st.integers(0, 2000), st.sampled_from([-1, 1]))
def test_nearer_dates_never_score_lower(near: int, far: int, side: int) -> None:
    near, far = sorted((near, far))
    scorer = EventRelevance(
        EventModel({"flood": 1.0}, {}, TimeSpan(day(3, 22), day(3, 23))), SETTINGS
    )
    scores = [
        scorer.score(page("flood", date=day(3, 22) + side * timedelta(days=days)))
        for days in (near, far)
    ]
    assert scores[0].value >= scores[1].value
