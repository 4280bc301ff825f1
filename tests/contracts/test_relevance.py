"""The contract of every measure and every link scorer."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime

import pytest

from tidings.collection.reading.explain import explain
from tidings.frontier.order import ORDERS
from tidings.model import Dating, EventModel, Genre, Link, Mention, Page, Place, Score, TimeSpan
from tidings.ports import LinkScorer, Relevance
from tidings.relevance import LINK_SCORERS, MEASURES, link_scorer
from tidings.settings import RelevanceSettings

WHEN = TimeSpan(datetime(2016, 3, 22, tzinfo=UTC), datetime(2016, 3, 22, 23, 59, 59, tzinfo=UTC))
MODEL = EventModel(
    {"flood": 1.0, "river": 0.5},
    {"Ghent": 1.0},
    WHEN,
    vocabulary={"en": {"flood": 2, "ghent": 1, "river": 1, "flood ghent": 1, "river rose": 1}},
    keywords={"flood": 1.0},
    genre=Genre(("flood", "river rose"), ("flood",), ("flood",)),
)
ABOUT = Page(
    "https://news.example/2016/03/22/flood",
    "Flood in Ghent",
    "The river rose and the flood came.",
    (Dating(WHEN.start, "url", 1.0),),
    (Mention(Place("Ghent"), 2),),
    "en",
)
OTHER = Page("https://news.example/sport", "Football", "A match was played.", language="en")
ODD = [
    Page(""),
    Page("x", text="\x00\ud800 flood" * 100, language="xx"),
    Page("x", text="flood" * 50_000, language="zh"),
    Page("x", text="洪水" * 1000, places=(Mention(Place(""), 0),)),
]
SCORERS = ("breadth-first", "event", "topic", "temporal", "auto")
"""Names of link scorers, one for each kind; a test below finds any kind that is missing."""
NAMES = ("breadth-first", *LINK_SCORERS)
PARENTS = (Score(0.0), Score(0.5), Score(1.0))
CHOICES = RelevanceSettings.__dataclass_fields__["measure"].metadata["choices"]


@pytest.fixture(params=sorted(MEASURES))
def measure(request: pytest.FixtureRequest) -> Relevance:
    return MEASURES[request.param](MODEL, RelevanceSettings(measure=request.param))


@pytest.fixture(params=SCORERS)
def scorer(request: pytest.FixtureRequest) -> LinkScorer:
    return link_scorer(request.param, MODEL, RelevanceSettings())


def test_every_choice_has_a_measure_and_a_link_scorer() -> None:
    assert set(CHOICES) == set(MEASURES) == set(LINK_SCORERS)


def test_every_kind_of_link_scorer_is_tested_here() -> None:
    kinds = {name: type(link_scorer(name, MODEL, RelevanceSettings())) for name in NAMES}
    assert {kinds[name] for name in SCORERS} == set(kinds.values())
    assert len({kinds[name] for name in SCORERS}) == len(SCORERS)


def test_every_order_has_a_link_scorer() -> None:
    assert {order.link_scorer for order in ORDERS.values()} <= {"", *NAMES}


@pytest.mark.parametrize("name", LINK_SCORERS)
def test_an_order_without_a_link_scorer_takes_that_of_the_measure(name: str) -> None:
    settings = RelevanceSettings(measure=name)
    given, named = (link_scorer(one, MODEL, settings) for one in ("", name))
    assert type(given) is type(named)


def test_pages_about_the_event_score_higher(measure: Relevance) -> None:
    assert measure.score(ABOUT).value > 0.8
    assert measure.score(OTHER).value == 0.0


def test_a_score_has_parts_and_evidence(measure: Relevance) -> None:
    score = measure.score(ABOUT)
    assert all(score.parts.values())
    assert {reason.aspect for reason in score.evidence} >= set(score.parts)
    assert "flood" in explain(score, 0.4)


def test_judging_leaves_no_trace(measure: Relevance) -> None:
    before = measure.score(ABOUT)
    measure.score(OTHER)
    assert measure.score(ABOUT) == before


@pytest.mark.parametrize("page", ODD, ids=range(len(ODD)))
def test_odd_pages_are_judged_too(measure: Relevance, page: Page) -> None:
    assert 0.0 <= measure.score(page).value <= 1.0


def test_scores_travel_between_processes(measure: Relevance) -> None:
    score = measure.score(ABOUT)
    assert pickle.loads(pickle.dumps(score)) == score


@pytest.mark.parametrize(
    "link",
    [
        Link("https://news.example/2016/03/22/flood", anchor="Flood in Ghent"),
        Link("https://news.example/", depth=10_000),
        Link("https://news.example/%zz?q=" + "flood+" * 300, anchor="Ghent " * 5000),
        Link("https://news.example/9999/99/99/x", anchor="\x00\ud800"),
        Link(""),
    ],
    ids=range(5),
)
def test_links_score_between_0_and_1(scorer: LinkScorer, link: Link) -> None:
    for parent in PARENTS:
        assert 0.0 <= scorer.score(link, parent) <= 1.0


def test_the_same_link_scores_the_same(scorer: LinkScorer) -> None:
    link = Link("https://news.example/flood", anchor="Flood in Ghent", depth=2)
    first = scorer.score(link, Score(0.5))
    scorer.score(Link("https://news.example/other"), Score(0.1))
    assert scorer.score(link, Score(0.5)) == first
