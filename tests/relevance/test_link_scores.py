"""Scores of links, by numbers worked out by hand."""

from __future__ import annotations

import pytest

from tidings.errors import EventFileError
from tidings.event.build import build_model
from tidings.model import Event, EventModel, Link, Page, Score
from tidings.relevance import link_scorer
from tidings.relevance.auto_links import AutoLinks
from tidings.relevance.link_scores import BreadthFirst, EventLinks, TopicLinks
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings()
ROOT5 = 5**0.5
NOTHING = Score(0.0)


def test_a_link_scores_the_mean_of_its_words_and_its_page(model: EventModel) -> None:
    # flood in the address, flood and river in the anchor: 2.5 / (sqrt(1.25) * sqrt(5)) = 1; page .5
    link = Link("https://news.example/floods-today.html", anchor="Flooded river")
    assert TopicLinks(model, SETTINGS).score(link, Score(0.5)) == pytest.approx(0.75)


def test_a_link_without_words_inherits_half(model: EventModel) -> None:
    link = Link("https://news.example/12345", anchor="Read more")
    assert TopicLinks(model, SETTINGS).score(link, Score(0.8)) == pytest.approx(0.4)
    assert EventLinks(model, SETTINGS).score(link, Score(0.8)) == pytest.approx(0.4)


def test_links_have_their_own_vocabulary(model: EventModel) -> None:
    link = Link("https://news.example/river")
    assert TopicLinks(model, RelevanceSettings(terms=1)).score(link, NOTHING) == pytest.approx(
        0.5 / ROOT5
    )
    assert TopicLinks(model, RelevanceSettings(link_terms=1)).score(link, NOTHING) == 0.0


def test_an_event_link_has_words_places_and_a_date(model: EventModel) -> None:
    # topic: flood 1 of (1, .5): 2/sqrt(5). place: Ghent 1 of (1, .5): 2/sqrt(5). date: inside the span, 1.
    link = Link("https://news.example/2016/03/22/story.html", anchor="Flood in Ghent")
    own = 0.36 * 2 / ROOT5 + 0.42 * 2 / ROOT5 + 0.22
    assert EventLinks(model, SETTINGS).score(link, Score(0.6)) == pytest.approx((own + 0.6) / 2)


def test_links_have_weights_of_their_own(model: EventModel) -> None:
    # As above, with the thesis's .30, .345 and .355: .30 * .894427 + .345 * .894427 + .355 = .931906; no page: half.
    link = Link("https://news.example/2016/03/22/story.html", anchor="Flood in Ghent")
    weights = {"link_weight_topic": 0.3, "link_weight_place": 0.345, "link_weight_date": 0.355}
    scorer = EventLinks(model, RelevanceSettings(**weights))
    assert scorer.score(link, NOTHING) == pytest.approx(0.931906 / 2, abs=1e-6)
    # What does not count for pages does not count for links: (.30 * .894427 + .355) / .655 = .951647.
    undirected = EventLinks(model, RelevanceSettings(**weights, weight_place=0.0))
    assert undirected.score(link, NOTHING) == pytest.approx(0.951647 / 2, abs=1e-6)
    with pytest.raises(EventFileError, match=r"relevance\.link_weight_\*: found 0"):
        EventLinks(model, RelevanceSettings(**dict.fromkeys(weights, 0.0), weight_who=0.2))


def test_a_date_in_the_url_counts_by_its_distance(model: EventModel) -> None:
    scorer = EventLinks(model, RelevanceSettings(days=100))
    inside = scorer.score(Link("https://news.example/2016/03/22/a"), NOTHING)
    # 12 March is 10 days before: 1 - 10/100
    before = scorer.score(Link("https://news.example/2016/03/12/a"), NOTHING)
    assert inside == pytest.approx(0.22 / 2)
    assert before == pytest.approx(0.9 * 0.22 / 2)
    assert scorer.score(Link("https://news.example/2010/03/22/a"), NOTHING) == 0.0


def test_other_places_of_the_anchor_count_against_it(model: EventModel) -> None:
    # Ghent 1, Paris 1: 1 / (sqrt(1.25) * sqrt(2)) instead of 1 / sqrt(1.25)
    scorer = EventLinks(model, SETTINGS)
    alone = scorer.score(Link("https://news.example/1", anchor="Trains to Ghent"), NOTHING)
    shared = scorer.score(
        Link("https://news.example/1", anchor="Trains from Paris to Ghent"), NOTHING
    )
    assert alone == pytest.approx(0.42 * 2 / ROOT5 / 2)
    assert shared == pytest.approx(alone / 2**0.5)


def test_places_are_whole_names() -> None:
    model = EventModel({"flood": 1.0}, {"San Bernardino": 1.0}, None)
    settings = RelevanceSettings(weight_topic=0, weight_date=0)
    scorer = EventLinks(model, settings)
    assert scorer.score(
        Link("https://a.example/", anchor="News from San Bernardino"), NOTHING
    ) == pytest.approx(0.5)
    assert (
        scorer.score(Link("https://a.example/", anchor="News from San Bernardinos"), NOTHING) == 0.0
    )
    assert scorer.score(Link("https://a.example/", anchor="News from San Diego"), NOTHING) == 0.0


def test_breadth_first_sees_only_depth(model: EventModel) -> None:
    scorer = BreadthFirst()
    scores = [
        scorer.score(Link("https://news.example/flood", depth=depth), Score(1.0))
        for depth in range(4)
    ]
    assert scores == [1.0, 1 / 2, 1 / 3, 1 / 4]


def test_the_policy_and_the_measure_choose_the_scorer(model: EventModel) -> None:
    topic, event = RelevanceSettings(measure="topic"), RelevanceSettings(measure="event")
    assert isinstance(link_scorer("breadth-first", model, SETTINGS), BreadthFirst)
    assert isinstance(link_scorer("", model, SETTINGS), AutoLinks)
    assert isinstance(link_scorer("", model, event), EventLinks)
    assert isinstance(link_scorer("", model, topic), TopicLinks)


def test_links_are_read_in_the_language_of_the_topic() -> None:
    text = "Die Explosionen am Flughafen und in der Innenstadt haben viele Menschen verletzt, sagte die Polizei. "
    page = Page("https://zeitung.example/", text=text * 3 + "Flughafen", language="de")
    scorer = TopicLinks(build_model(Event("Anschlag"), [page], 100), SETTINGS)
    assert scorer.score(Link("https://zeitung.example/1", anchor="Die Flughäfen"), NOTHING) > 0.1
    assert scorer.score(Link("https://zeitung.example/1", anchor="Die Bahn"), NOTHING) == 0.0
