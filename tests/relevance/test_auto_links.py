"""Scores of links by their own words, places and days, and by the places of their page."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.event.build import build_model
from tidings.frontier.order import ORDERS
from tidings.model import Event, Genre, Link, Score, TimeSpan
from tidings.relevance import link_scorer
from tidings.relevance.auto_links import AutoLinks
from tidings.settings import RelevanceSettings

START = datetime(2021, 7, 14, tzinfo=UTC)
PAGE = "https://news.example/list/"
NOTHING = Score(0.0, {"place": 0.0})


def scorer(**changes: object) -> AutoLinks:
    event = {
        "keywords": {"flood": 1.0, "dam": 1.0},
        "places": {"Ghent": 1.0, "Flanders": 1.0},
        "when": TimeSpan(START, START + timedelta(days=2), cooldown=timedelta(days=30)),
        **changes,
    }
    model = build_model(Event("An event", **event), [], 100)  # type: ignore[arg-type]
    return AutoLinks(model, RelevanceSettings())


def worth(url: str, anchor: str = "", context: str = "", *, page: Score = NOTHING) -> float:
    return scorer().score(Link(url, PAGE, anchor, context), page)


def test_words_places_and_days_each_raise_a_score() -> None:
    plain = worth("https://news.example/a", "Read more")
    worded = worth("https://news.example/a", "Flood breaks dam")
    placed = worth("https://news.example/a", "Flood breaks dam in Ghent")
    dated = worth("https://news.example/2021/07/15/a", "Flood breaks dam in Ghent")
    assert plain < worded < placed < dated
    assert dated > 0.9


def test_a_wrong_day_costs_more_than_none() -> None:
    right = worth("https://news.example/a", "Flood", "Jul 16, 2021")
    unsaid = worth("https://news.example/a", "Flood")
    wrong = worth("https://news.example/a", "Flood", "May 2, 2012")
    assert right > unsaid > wrong


def test_the_surroundings_of_a_headline_are_ignored() -> None:
    headline = worth(
        "https://news.example/a", "Budget rejected after long debate", "Flood in Ghent."
    )
    assert headline == worth("https://news.example/a", "Budget rejected after long debate")
    assert worth("https://news.example/a", "Read more", "Flood in Ghent.") > headline


@pytest.mark.parametrize(
    ("near", "far"),
    [("July 2021", "July 2012"), ("Archive: July, 2021", "January 2021")],
)
def test_the_month_of_an_archive_page_counts_as_a_date(near: str, far: str) -> None:
    assert worth("https://news.example/archive", near) > worth("https://news.example/archive", far)


def test_a_town_counts_for_the_region_that_is_sought_and_another_region_does_not() -> None:
    region = scorer(places={"Flanders": 1.0})

    def place(anchor: str) -> float:
        return region.score(Link("https://news.example/a", PAGE, anchor), NOTHING)

    assert place("Flood in Antwerp") == pytest.approx(place("Flood in Flanders"))
    assert place("Flood in Antwerp") > 2 * place("Flood in Bavaria")


def test_a_city_given_with_its_region_means_the_city() -> None:
    ghent, flanders, bruges = (
        worth("https://news.example/a", f"Flood in {place}")
        for place in ("Ghent", "Flanders", "Bruges")
    )
    assert ghent > flanders > bruges


def test_a_link_without_places_inherits_those_of_its_page() -> None:
    url = "https://news.example/a"
    there, elsewhere = Score(0.1, {"place": 1.0}), Score(0.1, {"place": 0.0})
    assert worth(url, "Flood", page=there) > worth(url, "Flood", page=elsewhere)
    named = worth(url, "Flood in Bavaria", page=there)
    assert named == worth(url, "Flood in Bavaria", page=elsewhere)


def test_a_place_in_the_url_is_found() -> None:
    assert worth("https://news.example/flood-in-ghent") > worth("https://news.example/flood-in-may")


def test_front_pages_score_well_and_better_with_a_place_in_the_host_name() -> None:
    unsaid = worth("https://news.example/about")
    entrance = worth("https://other.example/")
    named = worth("https://flanders-today.example/")
    assert named > entrance > unsaid


def test_days_of_a_long_event_count_less() -> None:
    year = TimeSpan(START, START + timedelta(days=365))
    link = Link("https://news.example/2021/07/15/a", PAGE, "Flood")
    assert scorer(when=year).score(link, NOTHING) < scorer().score(link, NOTHING)


def test_url_terms_of_a_genre_count_most_in_the_last_step() -> None:
    genre = Genre(terms=("homework",), content=("databases",), url=("cs", "courses"))
    courses = scorer(keywords={"databases": 1.0}, places={}, when=None, genre=genre)

    def promise(url: str, anchor: str = "") -> float:
        return courses.score(Link(url, PAGE, anchor), NOTHING)

    course = promise("https://uni.example/~ann/cs302.html")
    assert course == promise("https://uni.example/~ann/cs302/index.html")
    assert course > promise("https://uni.example/cs302/tasks/1.html", "Homework")
    assert promise("https://uni.example/x", "Databases") > promise("https://uni.example/x")


def test_both_learning_orders_start_from_these_scores() -> None:
    model = build_model(Event("An event", keywords={"flood": 1.0}), [], 100)
    for policy in ("auto", "link-model"):
        assert isinstance(
            link_scorer(ORDERS[policy].link_scorer, model, RelevanceSettings()), AutoLinks
        )


def test_odd_links_have_a_score_too() -> None:
    odd = ("https://x.example", "https://x.example/%ff%00", "https://x.example/\ud800?a=1#")
    for url in odd:
        assert 0 <= worth(url, "Flood \ud800 2021-99-99") <= 1


def test_the_month_of_a_list_counts_like_a_day() -> None:
    right = worth("https://ministry.example/calendar/2021-07", "2021-07")
    wrong = worth("https://ministry.example/calendar/2019-07", "2019-07")
    assert right > worth("https://ministry.example/calendar/all", "All") > wrong
    assert worth("https://ministry.example/list?month=202107") == pytest.approx(right, abs=0.01)


def test_words_around_a_link_count_less_than_its_own() -> None:
    own = worth("https://news.example/a", "The dam")
    around = worth("https://news.example/a", "Read more", "The dam")
    assert own > around > worth("https://news.example/a", "Read more")


def test_places_that_references_merely_name_leave_room_for_the_score_of_the_page() -> None:
    many = dict.fromkeys(("Ghent", "Porto", "Leeds", "Osaka"), 1.0)
    model = build_model(Event("A topic", {"flood": 1.0}, places=many), [], 100)
    given, derived = (
        AutoLinks(each, RelevanceSettings())
        for each in (model, replace(model, derived=("places",)))
    )
    link = Link("https://news.example/a", PAGE, "Read more", in_body=True)
    good, poor = Score(0.9, {"place": 0.1}), Score(0.1, {"place": 0.1})
    assert given.score(link, good) == given.score(link, poor)
    assert derived.score(link, good) > derived.score(link, poor) + 0.2


def test_a_menu_inherits_less_of_its_page_than_a_link_in_the_text() -> None:
    links = scorer(places={}, when=None)
    inside = Link("https://shop.example/p/1", PAGE, "A pump", in_body=True)
    beside = inside._replace(in_body=False)
    good, poor = Score(0.9), Score(0.1)
    gain = links.score(inside, good) - links.score(inside, poor)
    assert gain > 0.2
    assert 0 < links.score(beside, good) - links.score(beside, poor) < gain / 2


def test_the_links_of_a_list_inherit_what_the_page_would_be_worth_if_it_were_none() -> None:
    links = scorer(places={}, when=None)
    link = Link("https://shop.example/p/1", PAGE, "A pump", in_body=True)
    listing = Score(0.05, of_list=0.5)
    assert links.score(link, listing) == links.score(link, Score(0.5))


def test_a_place_that_references_disagree_on_still_leads_towards_pages() -> None:
    places = {"Ghent": 1.0, "Porto": 0.5}
    built = build_model(Event("A topic", {"flood": 1.0}, places=places), [], 100)
    unsure = replace(built, derived=("places",), agreement={"places": 0.0})
    links = AutoLinks(unsure, RelevanceSettings())
    named = Link("https://news.example/a", PAGE, "Flood in Ghent")
    assert links.score(named, NOTHING) > links.score(Link(named.url, PAGE, "Flood"), NOTHING) + 0.1


def test_the_experts_add_up_to_the_score() -> None:
    link = Link("https://news.example/2021/07/15/a", PAGE, "Flood breaks dam in Ghent")
    value, experts = scorer().on(NOTHING)(link)
    assert len(experts) == 4
    assert value == scorer().score(link, NOTHING)
    assert min(experts[:3]) > 1.0 > experts[3] == 0.0
    assert scorer().on(NOTHING)(Link("https://other.example/", PAGE, "Ghent"))[1] == ()
