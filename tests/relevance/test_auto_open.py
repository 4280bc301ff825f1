"""The measure ``auto`` where place, day or both are open: what references agree on, undated pages and lists."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.event.build import build_model
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
    silent = closeness.judge(page("Nothing is said of it."), 1.0).log_odds
    assert elsewhere == pytest.approx(-AUTO.no_place)
    assert silent == pytest.approx(-AUTO.no_place * AUTO.no_place_at_all)


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
