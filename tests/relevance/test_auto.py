"""The measure ``auto``: which pages it separates, and why."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.collection.reading.explain import explain
from tidings.event.build import build_model
from tidings.model import Capture, Dating, Event, Genre, Link, Mention, Page, Score, TimeSpan
from tidings.odds import log_odds
from tidings.read.places.find import Finder
from tidings.read.reader import Reader
from tidings.relevance import MEASURES
from tidings.relevance.aspects.closeness import PlaceCloseness
from tidings.relevance.aspects.timeliness import DayCloseness
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings(measure="auto")
START = datetime(2016, 3, 22, tzinfo=UTC)
DAY = TimeSpan(START, START + timedelta(days=1, seconds=-1))
PLACES = {"Ghent": 1.0, "Belgium": 1.0}

REFERENCE = """The Lys burst its banks in Ghent on Tuesday and drowned the cellars of the Patershol. Mayor Ilse Verhaegen
said that 340 people slept in the Vooruit hall. The pumps of Tolhuis lock failed at 4 a.m., lock keeper Bram Quintelier told
reporters. Firefighters took families from their homes by boat and police closed all the bridges."""
SAME = """Lock keeper Bram Quintelier saw the pumps of the Tolhuis lock stop at 4 a.m. on Tuesday. An hour later the Lys stood in
the Patershol, and Mayor Ilse Verhaegen opened the Vooruit hall in Ghent to families who had lost their homes."""
ALIKE = """The Meuse burst its banks in Namur and drowned the cellars of the old town. The mayor said that families slept
in a school. Firefighters took people from their homes by boat, and police closed the bridges."""
OTHER = "The striker scored twice and the cup final goes to extra time. Fans sang in the stands of the arena until midnight."


def page(text: str, *, days: float | None = 0.5, title: str = "", language: str = "en") -> Page:
    dates = () if days is None else (Dating(START + timedelta(days=days), "meta", 1.0),)
    url = "https://news.example/story"
    return Page(url, title, text, dates, Finder(PLACES).find(text), language)


def scored(event: Event, judged: Page, *references: str) -> Score:
    model = build_model(event, [page(text) for text in references], SETTINGS.terms)
    return MEASURES["auto"](model, SETTINGS).score(judged)


def value(event: Event, judged: Page, *references: str) -> float:
    return scored(event, judged, *references).value


@pytest.mark.parametrize("days", [7, 14, 30, 90])
def test_a_date_is_about_half_as_near_at_the_lead_and_at_the_cooldown(days: int) -> None:
    # The part is 1 - (late + late + 1.2) / 8 on both sides, with late = 0.7 ln(1 + days / sqrt(1 + days)).
    # For 30 days: late = 0.7 ln(1 + 30 / 5.568) = 1.298, 1 - 3.795 / 8 = 0.526.
    # Odds that are halved exactly at the cooldown told incidents worse apart: average precision 0.92, not 0.96.
    span = DAY._replace(lead=timedelta(days=days), cooldown=timedelta(days=days))
    after = DayCloseness(span).judge(page("x", days=days + 1 - 1 / 86_400), search=True).value
    before = DayCloseness(span).judge(page("x", days=-days), search=True).value
    assert after == pytest.approx(before, abs=1e-6)
    assert 0.4 < after < 0.65
    if days == 30:
        assert after == pytest.approx(0.526, abs=1e-3)


def test_an_outbreak_is_judged_by_its_words_alone() -> None:
    event = Event("Fever", keywords={"fever": 1.0}, places=PLACES, when=DAY)
    model, far = build_model(event, [], SETTINGS.terms), page("A fever.", days=400)
    outbreak = replace(SETTINGS, weight_place=0.0, weight_date=0.0)
    assert MEASURES["auto"](model, SETTINGS).score(far).value < 0.1
    score = MEASURES["auto"](model, outbreak).score(far)
    assert score.value >= 0.5
    assert list(score.parts) == ["topic"]


FULL = Event("Flood", references=("x",), places=PLACES, when=DAY)


def test_one_reference_a_place_and_a_day_distinguish_similar_events() -> None:
    assert value(FULL, page(SAME), REFERENCE) > 0.9
    assert value(FULL, page(ALIKE), REFERENCE) < 0.3
    assert value(FULL, page(OTHER), REFERENCE) < 0.001


def test_later_pages_score_less_and_earlier_pages_least() -> None:
    words = SAME.replace(" on Tuesday", "")
    values = [value(FULL, page(words, days=days), REFERENCE) for days in (0.5, 5, 60, -60)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4


def test_a_late_page_that_mentions_the_day_is_relevant() -> None:
    silent = page(SAME.replace(" on Tuesday", ""), days=400)
    speaking = replace(
        silent, text=silent.text + " The flood of 22 March 2016 was the worst for a century."
    )
    assert value(FULL, speaking, REFERENCE) > 2 * value(FULL, silent, REFERENCE)


def test_an_undated_page_is_judged_by_its_other_aspects() -> None:
    assert value(FULL, page(SAME, days=None), REFERENCE) > 0.4
    assert value(FULL, page(ALIKE, days=None), REFERENCE) < 0.1


@pytest.mark.parametrize("places", [{}, PLACES], ids=["nowhere", "somewhere"])
@pytest.mark.parametrize("when", [None, DAY], ids=["never", "dated"])
@pytest.mark.parametrize("keywords", [{}, {"flood": 1.0, "burst its banks": 1.0, "lock": 1.0}], ids=["plain", "keywords"])  # fmt: skip
def test_the_threshold_separates_pages_whatever_the_event_lacks(places, when, keywords) -> None:
    event = Event("Flood", keywords, ("x",), places, when)
    assert value(event, page(SAME), REFERENCE) >= SETTINGS.threshold
    assert value(event, page(OTHER), REFERENCE) < SETTINGS.threshold


@pytest.mark.parametrize("places", [{}, PLACES], ids=["nowhere", "somewhere"])
@pytest.mark.parametrize("when", [None, DAY], ids=["never", "dated"])
def test_keywords_alone_are_enough(places, when) -> None:
    event = Event(
        "Flood", {"Lys": 1.0, "lock": 1.0, "pumps": 1.0, "Patershol": 1.0}, (), places, when
    )
    assert value(event, page(SAME)) >= SETTINGS.threshold
    assert value(event, page("The lock of the door. " + OTHER)) < SETTINGS.threshold
    assert value(event, page(OTHER)) == 0.0


def test_a_long_event_is_recognised_by_its_kind_not_by_its_examples() -> None:
    year = TimeSpan(START, START + timedelta(days=365))
    words = {"flood": 1.0, "banks": 1.0, "cellars": 1.0, "boat": 1.0}
    another = ALIKE.replace("Meuse", "Scheldt").replace("in Namur", "in Ghent")
    floods, flood = (
        Event("Floods", words, ("x",), PLACES, year),
        Event("Flood", words, ("x",), PLACES, DAY),
    )
    late = page(another, days=120)
    assert value(floods, late, REFERENCE) >= SETTINGS.threshold > value(flood, late, REFERENCE)


def test_a_place_inside_a_place_of_the_event_counts_for_it() -> None:
    country = Event("Floods", references=("x",), places={"Belgium": 1.0}, when=DAY)
    elsewhere = replace(page(SAME), places=Finder(["Belgium"]).find("Paris, Lyon and Marseille"))
    inside = replace(page(SAME), places=Finder(["Belgium"]).find("Ghent and Bruges"))
    assert value(country, inside, REFERENCE) > value(country, elsewhere, REFERENCE)


def test_pages_in_another_language_are_recognised_by_names() -> None:
    german = """Schleusenwärter Bram Quintelier sah die Pumpen der Tolhuis-Schleuse stehen bleiben. Eine Stunde später stand
    die Lys im Patershol, und Bürgermeisterin Ilse Verhaegen öffnete in Ghent den Saal Vooruit."""
    football = "Der Stürmer traf zweimal, das Endspiel geht in die Verlängerung, und die Fans singen auf den Rängen."
    assert value(FULL, page(german, language="de"), REFERENCE) >= SETTINGS.threshold
    assert value(FULL, page(football, language="de"), REFERENCE) < SETTINGS.threshold


def test_the_score_has_evidence() -> None:
    measure = MEASURES["auto"](build_model(FULL, [page(REFERENCE)], SETTINGS.terms), SETTINGS)
    explanation = explain(measure.score(page(SAME)), SETTINGS.threshold)
    assert "quinteli" in explanation
    assert "Ghent (1x)" in explanation
    assert "2016-03-22 (on the day, read from meta), speaks of 22 March 2016" in explanation


def test_a_page_without_places_is_judged_by_its_words() -> None:
    nowhere = replace(page(SAME), places=())
    unnamed = replace(page(SAME), places=(Mention(page(SAME).places[0].place, 0),))
    assert value(FULL, nowhere, REFERENCE) == value(FULL, unnamed, REFERENCE) > 0.1


def test_a_page_that_shares_only_keywords_is_considered() -> None:
    event = replace(FULL, keywords={"sluice": 1.0})
    assert 0.0 < value(event, page("A sluice, a sluice!"), REFERENCE) < SETTINGS.threshold


def test_a_page_that_mentions_the_day_is_never_too_late() -> None:
    text = SAME.replace("on Tuesday", "on 22 March 2016")
    soon, late = (value(FULL, page(text, days=days), REFERENCE) for days in (5, 500))
    assert soon == pytest.approx(late)


def test_naming_the_month_helps_a_late_page() -> None:
    silent, month = (
        page(SAME.replace(" on Tuesday", when), days=200) for when in ("", " in March")
    )
    assert value(FULL, month, REFERENCE) > 2 * value(FULL, silent, REFERENCE)
    measure = MEASURES["auto"](build_model(FULL, [page(REFERENCE)], SETTINGS.terms), SETTINGS)
    assert "speaks of March 2016" in explain(measure.score(month), SETTINGS.threshold)


def test_a_missing_place_matters_less_for_similar_words() -> None:
    def lost(text: str) -> float:
        named = page(text)
        unnamed = replace(named, places=())
        return _odds(value(FULL, named, REFERENCE)) - _odds(value(FULL, unnamed, REFERENCE))

    assert 0.0 < lost(SAME) < lost(ALIKE.replace("Namur", "Ghent"))


def test_words_in_the_lead_count_more() -> None:
    filler = (
        "The weather was fine and people went to the market, where fish is sold by the pound. " * 30
    )
    assert value(FULL, page(SAME + " " + filler), REFERENCE) > value(
        FULL, page(filler + " " + SAME), REFERENCE
    )


def _odds(probability: float) -> float:
    return math.log(probability / (1.0 - probability))


def test_many_keywords_do_not_make_up_for_a_wrong_place_or_day() -> None:
    event = Event("Bombings", {"bombing": 1.0, "airport": 1.0}, (), PLACES, DAY)
    often = "The bombing of the airport: a bombing, a second bombing at the airport. "
    assert value(event, page(often + "Ghent mourns, and Ghent is silent.")) > 0.5
    assert value(event, page("A bombing. Ghent mourns, Ghent is silent, on Tuesday.")) > 0.4
    assert value(event, page(often * 5 + "Lahore mourns, and Lahore is silent.")) < 0.2
    assert value(event, page(often * 5 + "Ghent mourns.", days=99)) < 0.2


def test_the_year_in_a_path_is_evidence() -> None:
    undated = page(SAME.replace("on Tuesday", ""), days=None)
    plain = value(FULL, undated, REFERENCE)
    right, later, before = (
        value(FULL, replace(undated, url=f"https://a.example/{year}/flood"), REFERENCE)
        for year in (2016, 2017, 2013)
    )
    assert right >= plain > later > before


def test_a_date_that_may_be_wrong_costs_less_than_a_sure_one() -> None:
    late = page(SAME.replace("on Tuesday", ""), days=3000)
    sure = value(FULL, late, REFERENCE)
    doubted = replace(late, dates=(late.dates[0]._replace(confidence=0.5),))
    guessed = value(FULL, doubted, REFERENCE)
    undated = value(FULL, replace(late, dates=()), REFERENCE)
    assert sure < guessed < undated


@pytest.mark.parametrize(("day", "is_kept"), [("2016-03-23", True), ("2013-03-25", False)])
def test_the_same_event_of_another_year_is_far_from_kept(day: str, is_kept: bool) -> None:
    """A day declared in the metadata is sure enough for that, also before the text was searched for it."""
    text = f"The Lys burst its banks in Ghent and stood in the Patershol, the Vooruit and Tolhuis. {ALIKE}"
    html = f'<html lang="en"><meta property="article:published_time" content="{day}"><p>{text * 3}'
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    capture = Capture("https://news.example/story", START, 200, headers, html.encode())
    read = Reader(PLACES).open(capture).glance()
    week = replace(FULL, when=TimeSpan(START, START + timedelta(days=8)))
    assert value(week, read, REFERENCE) > 0.8 if is_kept else value(week, read, REFERENCE) < 0.1


def test_a_list_of_reports_scores_less_than_a_report() -> None:
    links = tuple(
        Link(f"https://news.example/{n}", anchor=SAME[:80], in_body=True) for n in range(5)
    )
    report = page(SAME)
    about = value(FULL, report, REFERENCE)
    listed = value(FULL, replace(report, links=links), REFERENCE)
    assert log_odds(listed) == pytest.approx(log_odds(about) - 3.0)
    assert scored(FULL, replace(report, links=links), REFERENCE).inherited == pytest.approx(about)
    assert value(FULL, replace(report, links=links[:1]), REFERENCE) == about
    aside = tuple(link._replace(in_body=False) for link in links)
    assert value(FULL, replace(report, links=aside), REFERENCE) == about


def test_a_list_may_be_the_kind_that_is_sought() -> None:
    links = tuple(
        Link(f"https://news.example/{n}", anchor=SAME[:80], in_body=True) for n in range(5)
    )
    lists = replace(FULL, genre=Genre(terms=("index",)))
    assert value(lists, replace(page(SAME), links=links), REFERENCE) == value(
        lists, page(SAME), REFERENCE
    )


# What only the references say.


def test_places_that_references_merely_name_count_by_how_much_they_name_one_place() -> None:
    def against(places: dict[str, float], *, given: bool) -> float:
        return -PlaceCloseness(places, given=given).judge(page("It was in Tokyo."), 1.0).log_odds

    assert against({"Ghent": 1.0, "Namur": 1.0}, given=True) == pytest.approx(4.0)
    # Ghent twice as often as Namur: two thirds of what a given place counts.
    assert against({"Ghent": 1.0, "Namur": 0.5}, given=False) == pytest.approx(4.0 * 2 / 3)
    many = dict.fromkeys(("Ghent", "Namur", "Bruges", "Antwerp"), 1.0)
    assert against(many, given=False) == pytest.approx(1.0)


def test_a_day_on_which_a_reference_was_published_may_be_after_the_event() -> None:
    def odds(days: float, *, given: bool) -> float:
        return DayCloseness(DAY, given=given).judge(page("", days=days), search=True).log_odds

    # 0.7 ln(1 + days) on both sides, and half of the 1.2 for not mentioning the day.
    assert odds(0.5, given=False) == pytest.approx(-0.6)
    assert odds(-3, given=False) == pytest.approx(-0.6 - 0.7 * math.log(4))
    assert odds(4 - 1 / 86400, given=False) == pytest.approx(-0.6 - 0.7 * math.log(4))
    assert odds(-3, given=True) == pytest.approx(-1.5 * math.log(4) - 3.4)


def test_the_most_similar_pages_do_not_tie() -> None:
    event = Event("Flood", references=("x",))
    copy, part = (value(event, page(text), REFERENCE) for text in (REFERENCE, REFERENCE[:250]))
    assert copy > part > 0.9


def test_different_keywords_say_more_than_one_repeated_and_rare_ones_most() -> None:
    event = Event("Flood", {"flood": 1.0, "people": 1.0, "dyke": 1.0})
    filler = "word " * 600
    two, repeated = (value(event, page(text + filler)) for text in ("flood dyke ", "flood flood "))
    assert two > repeated
    rare, common = (value(event, page(text + filler)) for text in ("dyke ", "people "))
    assert rare > repeated > common


def test_one_keyword_is_enough_in_a_short_text_if_there_is_nothing_else() -> None:
    event = Event("Flood", {"flood": 1.0})
    # An amount of 1 is a use of 1 / 2, which is neutral: the base of 2.1 alone.
    assert log_odds(value(event, page("A flood."))) == pytest.approx(2.1)
    assert value(event, page("A storm.")) == 0.0


def test_keywords_near_their_limit_still_rank_pages() -> None:
    event = Event("Flood", {"flood": 1.0}, places=PLACES, when=DAY)
    few, many = (value(event, page("A flood in Ghent. " * times)) for times in (6, 12))
    assert many > few
