"""A list of places means any of them: naming one more never harms a page about another."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tidings.model import EventModel, Page, TimeSpan
from tidings.read.places.find import Finder
from tidings.relevance.aspects.closeness import PlaceCloseness
from tidings.relevance.measures.auto import AutoRelevance
from tidings.settings import RelevanceSettings

OUTBREAK = TimeSpan(datetime(2014, 3, 1, tzinfo=UTC), datetime(2015, 12, 31, tzinfo=UTC))
COUNTRIES = ("Liberia", "Sierra Leone", "Guinea")
TEXT = "Ebola spread through Liberia. " + "Nurses in Liberia treat Ebola patients. " * 6


def kept(places: tuple[str, ...], text: str = TEXT) -> float:
    model = EventModel(
        {"ebola": 1.0}, dict.fromkeys(places, 1.0), OUTBREAK, keywords={"Ebola": 1.0}
    )
    page = Page("https://a.example/", text=text, places=Finder(places).find(text), language="en")
    return AutoRelevance(model, RelevanceSettings()).score(page).value


def closeness(places: tuple[str, ...], text: str) -> float:
    page = Page("https://a.example/", text=text, places=Finder(places).find(text), language="en")
    return PlaceCloseness(dict.fromkeys(places, 1.0)).judge(page, 1.0).value


@pytest.mark.parametrize(
    "more", ["West Africa", "Conakry", "Foya", "Monrovia Road", "Brazil", "Freetown"]
)
def test_one_more_place_never_harms_a_page_about_another(more: str) -> None:
    assert kept((*COUNTRIES, more)) >= kept(COUNTRIES)


@pytest.mark.parametrize("more", ["West Africa", "Tropicana Valley"])
def test_a_name_that_nobody_knows_takes_nothing_from_the_only_known_one(more: str) -> None:
    assert kept(("Liberia", more)) >= kept(("Liberia",))


def test_a_country_listed_beside_another_is_meant_as_a_whole() -> None:
    alone = closeness(COUNTRIES, "A clinic in Guinea closed.")
    assert closeness((*COUNTRIES, "Conakry"), "A clinic in Guinea closed.") == alone


def test_a_country_listed_with_its_town_only_says_where_the_town_is() -> None:
    places = ("Brussels", "Belgium")
    assert closeness(places, "A march in Brussels.") == pytest.approx(1.0)
    assert 0.1 < closeness(places, "A march in Belgium.") < 0.6
    assert closeness(places, "A march in Ostend.") < 0.6


def test_every_town_of_a_list_counts_in_full() -> None:
    places = ("Brussels", "Zaventem", "Belgium")
    for town in ("Brussels", "Zaventem"):
        assert closeness(places, f"A march in {town}.") == pytest.approx(1.0)


def test_weights_still_rank_the_places() -> None:
    places = {"Brussels": 1.0, "Zaventem": 0.5}
    text = "A march in Zaventem."
    page = Page("https://a.example/", text=text, places=Finder(places).find(text), language="en")
    assert 0.4 < PlaceCloseness(places).judge(page, 1.0).value < 0.9
