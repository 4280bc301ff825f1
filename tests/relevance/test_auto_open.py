"""The measure ``auto`` where place, day or both are open: what references agree on, undated pages and lists."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.event.build import build_model, sections_of
from tidings.model import LOG_ODDS, Dating, Event, EventModel, Link, Page, Score, TimeSpan
from tidings.read.places.find import Finder
from tidings.relevance.aspects.closeness import PlaceCloseness
from tidings.relevance.measures.auto import AutoRelevance
from tidings.relevance.weights import AUTO
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings(measure="auto")
START = datetime(2016, 3, 22, tzinfo=UTC)
DAY = TimeSpan(START, START + timedelta(days=1, seconds=-1))
TEXT = "The hurricane made landfall near {place} and its storm surge drowned the cellars of the harbour quarter."


def page(text: str, days: float | None = None, url: str = "https://news.example/story") -> Page:
    dates = () if days is None else (Dating(START + timedelta(days=days), "meta", 1.0),)
    return Page(url, "", text, dates, Finder(["Ghent"]).find(text), "en")


def model(*references: Page) -> EventModel:
    return build_model(Event("Storms", {"hurricane": 1.0}, ("x",)), references, SETTINGS.terms)


def judged(built: EventModel, one: Page) -> Score:
    return AutoRelevance(built, SETTINGS).score(one)


def test_references_of_one_place_and_day_agree_and_examples_of_a_topic_do_not() -> None:
    same = model(page(TEXT.format(place="Ghent"), 0), page(TEXT.format(place="Ghent"), 5))
    assert same.agreement == {"places": 1.0, "when": 1.0}
    examples = model(page(TEXT.format(place="Ghent"), 0), page(TEXT.format(place="Lyon"), 900))
    assert examples.agreement == {"places": 0.0, "when": 0.0}
    most = model(*[page(TEXT.format(place=place), 0) for place in ("Ghent", "Ghent", "Lyon")])
    assert most.agreement["places"] == pytest.approx(1 / 3)  # two of three, beyond half


def test_what_the_user_gives_counts_whatever_the_references_say() -> None:
    event = Event("Flood", references=("x",), places={"Ghent": 1.0}, when=DAY)
    built = build_model(event, [page("The river rose.", 900)], SETTINGS.terms)
    assert built.trust("places") == built.trust("when") == 1.0


def test_examples_of_a_topic_ask_for_neither_place_nor_day() -> None:
    built = model(page(TEXT.format(place="Ghent"), 0), page(TEXT.format(place="Lyon"), 900))
    score = judged(built, page(TEXT.format(place="Porto"), -3000))
    assert "place" not in score.parts
    assert "date" not in score.parts


def test_pages_near_an_open_topic_are_many_so_each_must_be_more_alike() -> None:
    one = page(TEXT.format(place="Ghent"), 0)
    built = replace(model(one, one), keywords={})
    both = replace(built, places={}, when=None)
    closed, opened = (_topic(judged(each, one)) for each in (built, both))
    assert closed - opened == pytest.approx(AUTO.open_penalty)


def _topic(score: Score) -> float:
    (amount,) = (e.amount for e in score.evidence if e[:2] == (LOG_ODDS, "topic"))
    return amount


def test_a_page_that_names_no_place_at_all_loses_less_than_one_elsewhere() -> None:
    closeness = PlaceCloseness({"Ghent": 1.0})
    elsewhere = closeness.judge(page("It was in Tokyo."), 1.0).log_odds
    silent = closeness.judge(page("Nothing is said of it. " * 100), 1.0).log_odds
    assert elsewhere == pytest.approx(-AUTO.no_place)
    assert silent == pytest.approx(-AUTO.no_place * AUTO.no_place_at_all)


def test_a_short_text_has_less_room_to_name_a_place() -> None:
    post = page("Aftershocks all night, we slept in the car. " * 2)
    silent = AUTO.no_place * AUTO.no_place_at_all
    given, derived = (
        PlaceCloseness({"Ghent": 1.0}, given=each).judge(post, 1.0).log_odds
        for each in (True, False)
    )
    # 88 characters: 1 - exp(-88 / 100) = 0.585
    assert given == pytest.approx(-silent * 0.585, abs=0.002)
    assert derived == pytest.approx(-silent)


def test_an_undated_thread_counts_as_of_the_days_it_speaks_of() -> None:
    event = Event("Flood", references=("x",), places={"Ghent": 1.0}, when=DAY)
    built = build_model(event, [page(TEXT.format(place="Ghent"), 0)], SETTINGS.terms)

    def value(written: str) -> float:
        return judged(built, page(f"Ann wrote on {written}: {TEXT.format(place='Ghent')}")).value

    days = ("22 March 2016", "5 April 2016", "22 March 2018", "22 March 2009")
    assert [value(day) for day in days] == sorted(map(value, days), reverse=True)
    assert value("22 March 2018") < judged(built, page(TEXT.format(place="Ghent"))).value


def test_teasers_that_break_off_make_a_list() -> None:
    event = Event("Flood", references=("x",), places={"Ghent": 1.0}, when=DAY)
    built = build_model(event, [page(TEXT.format(place="Ghent"), 0)], SETTINGS.terms)
    article = page(f"{TEXT.format(place='Ghent')}\nMore text.", 0)
    links = tuple(Link(f"https://news.example/{n}", anchor="Flood", in_body=True) for n in range(2))
    teasers = f"{TEXT.format(place='Ghent')[:-1]}...\nMore text..."
    listed = replace(page(teasers, 0), links=links)
    assert judged(built, listed).value < judged(built, article).value
    assert any(one.what == "list of links" for one in judged(built, listed).evidence)


def test_pages_in_the_directory_of_a_reference_need_name_neither_place_nor_day() -> None:
    event = Event("Congress", {"congress": 1.0}, ("x",), {"Ghent": 1.0}, DAY)
    home = page("The congress of hydrologists opens in Ghent.", 0, "https://society.example/2016/")
    built = build_model(event, [home], SETTINGS.terms)
    text = "A lecture on hydrologists and sediment, by a speaker from Lyon."
    inside = judged(built, page(text, url="https://society.example/2016/talk-7"))
    outside = judged(built, page(text, url="https://society.example/2015/talk-7"))
    assert outside.value < SETTINGS.threshold < inside.value
    assert inside.parts["place"] == 1.0
    assert any(one.what == "a reference or a page below one" for one in inside.evidence)


def test_only_the_first_page_of_a_directory_stands_for_it() -> None:
    urls = (
        "https://a.example/",
        "https://a.example/2016/",
        "https://a.example/2016/index.html",
        "https://a.example/2016/story.html",
        "https://a.example/list/?page=2",
        "https://b.example/Welcome.htm",
    )
    assert sections_of(urls) == ("https://a.example/2016/",)


def test_several_days_of_another_year_are_surer_than_one() -> None:
    event = Event("Flood", {"flood": 1.0}, places={"Ghent": 1.0}, when=DAY)
    built = build_model(event, [], SETTINGS.terms)
    once = judged(built, page("Flood in Ghent, said Ann on 4 May 2018."))
    twice = judged(built, page("Flood in Ghent, said Ann on 4 May 2018 and Bob on 9 May 2018."))
    assert twice.parts["date"] < once.parts["date"]


def test_after_a_long_event_a_page_must_name_one_of_its_days() -> None:
    months = TimeSpan(START, START + timedelta(days=120))
    event = Event("Floods", {"flood": 1.0}, places={"Ghent": 1.0}, when=months)
    built = build_model(event, [], SETTINGS.terms)
    silent = judged(built, page("A flood in Ghent drowned cellars.", 140))
    told = judged(built, page("A flood in Ghent on 4 May 2016 drowned cellars.", 140))
    during = judged(built, page("A flood in Ghent drowned cellars.", 100))
    # 20 days after it: 0.7 ln 21 = 2.13 for being late; silent, that again and 1.2: 5.46 in all.
    assert silent.parts["date"] == pytest.approx(1 - 5.46 / 8, abs=0.01)
    assert silent.parts["date"] < told.parts["date"]
    assert during.parts["date"] == 1.0
