"""Places compared by their containers, with worked examples."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest

from tidings.model import EventModel, Mention, Page, Place
from tidings.read.places.find import Finder
from tidings.relevance.aspects.containment import ContainmentAspect, chain
from tidings.relevance.measures.event import EventRelevance
from tidings.settings import RelevanceSettings

BRUSSELS = Place(
    "Brussels", "BE", 50.85, 4.35, ("Brussels-Capital Region", "Belgium"), 1, 1_000_000
)
PARIS = Place("Paris", "FR", 48.85, 2.35, ("Île-de-France", "France"), 2, 2_100_000)
TEXAN = Place("Paris", "US", 33.66, -95.56, ("Texas", "United States"), 3, 25_000)
TEXAS = Place("Texas", "US", 31.0, -99.0, ("United States",), 4)
BELGIUM = Place("Belgium", "BE", 50.75, 4.5, (), 5, 11_000_000)


def page(mentions: Iterable[Mention]) -> Page:
    return Page("http://a.example/", places=tuple(mentions))


def aspect(*places: Place) -> ContainmentAspect:
    return ContainmentAspect(
        {place.name: 1.0 for place in places}, {place.name: place for place in places}
    )


def cosine(event: ContainmentAspect, *places: Place) -> float:
    return event.judge(page([Mention(place, 1) for place in places]))[0]


def read(event: ContainmentAspect, finder: Finder, text: str) -> float:
    return event.judge(page(finder.find(text)))[0]


def test_a_place_counts_for_itself_and_half_for_its_container() -> None:
    assert chain(TEXAN) == {
        ("paris", "texas", "united states"): 1.0,
        ("texas", "united states"): 0.5,
        ("united states",): 0.25,
    }


def test_the_cosine_is_as_worked_out_by_hand() -> None:
    event = aspect(TEXAN)
    assert cosine(event, TEXAN) == pytest.approx(1.0)
    # Texas is (1, 0.5) on (Texas, United States); Paris there is (1, 0.5, 0.25) with itself first
    expected = (0.5 * 1 + 0.25 * 0.5) / (math.hypot(1, 0.5) * math.hypot(1, 0.5, 0.25))
    assert cosine(event, TEXAS) == pytest.approx(expected)


def test_namesakes_elsewhere_count_nothing() -> None:
    assert cosine(aspect(PARIS), TEXAN) == 0.0
    assert cosine(aspect(TEXAN), PARIS) == 0.0


def test_the_country_counts_less_than_the_city_and_more_than_another_country() -> None:
    event = aspect(BRUSSELS)
    assert cosine(event, BRUSSELS) > cosine(event, BELGIUM) > cosine(event, PARIS) == 0.0


def test_a_suburb_counts_for_its_city_and_its_country() -> None:
    finder = Finder(["Brussels"])
    event = ContainmentAspect({"Brussels": 1.0}, finder.places())
    suburb = read(event, finder, "An explosion in Zaventem")
    far = read(event, finder, "An explosion in Antwerp")
    assert 1.0 > suburb > 3 * far > 0.0
    country = ContainmentAspect({"Belgium": 1.0}, Finder(["Belgium"]).places())
    assert read(country, Finder(["Belgium"]), "An explosion in Zaventem") > 0.2


def test_a_text_about_paris_in_texas_is_not_about_paris() -> None:
    finder = Finder(["Paris"])
    event = ContainmentAspect({"Paris": 1.0}, finder.places())
    assert read(event, finder, "A storm hit Paris, Texas, on Monday") == 0.0
    assert read(event, finder, "A storm hit Paris on Monday") == pytest.approx(1.0)


def test_containers_may_have_the_names_of_the_event_file() -> None:
    finder = Finder(["Belgien"])
    event = ContainmentAspect({"Belgien": 1.0}, finder.places())
    assert read(event, finder, "An explosion in Zaventem") > 0.2


def test_an_unknown_place_counts_for_the_country_of_the_others() -> None:
    finder = Finder(["Maelbeekwijk", "Brussels"])
    event = ContainmentAspect({"Maelbeekwijk": 1.0, "Brussels": 1.0}, finder.places())
    assert read(event, finder, "A blast at Maelbeekwijk") > 0.5
    assert finder.places()["Maelbeekwijk"].country == "BE"


def test_the_evidence_names_the_places_that_counted() -> None:
    value, evidence = aspect(BRUSSELS).judge(page([Mention(BELGIUM, 2), Mention(PARIS, 1)]))
    assert [(reason.what, reason.note) for reason in evidence] == [("Belgium", "2x")]
    assert evidence[0].amount == pytest.approx(value)


def test_no_places_score_0() -> None:
    assert aspect(BRUSSELS).judge(page([])) == (0.0, ())
    assert ContainmentAspect({}, {}).judge(page([Mention(PARIS, 1)])) == (0.0, ())


def test_the_event_measure_compares_places_as_the_event_file_says() -> None:
    model = EventModel(topic={}, places={"Brussels": 1.0}, when=None)
    page = Page("http://a.example/", places=Finder().find("A blast in Zaventem."))
    plain = EventRelevance(model, RelevanceSettings())
    contained = EventRelevance(model, RelevanceSettings(places="containment"))
    assert plain.score(page).value == 0.0
    assert contained.score(page).value > 0.2
