"""Names resolved to one place: by size, by the name next to them, by the rest of the text, by the event."""

from __future__ import annotations

import pytest

from tidings.model import Place
from tidings.read.places import tables
from tidings.read.places.find import Finder
from tidings.read.places.gazetteer import PlaceKind
from tidings.read.places.geonames import gazetteer


def resolved(text: str, name: str, *given: str) -> Place:
    """Return the one place found in a text whose name begins so."""
    places = {mention.place for mention in Finder(given).find(text)}
    (place,) = [place for place in places if place.name.startswith(name)]
    return place


def test_a_place_has_coordinates_containers_and_population():
    place = resolved("A storm in Paris", "Paris")
    assert place.country == "FR"
    assert place.admin == ("Île-de-France", "France")
    assert place.population > 2_000_000
    assert (place.latitude, place.longitude) == (
        pytest.approx(48.85, abs=0.05),
        pytest.approx(2.35, abs=0.05),
    )
    assert place.geonames == 2988507


def test_a_country_is_in_nothing_and_a_state_in_its_country():
    assert resolved("Floods in Ohio", "Ohio").admin == ("United States",)
    assert resolved("Floods in Belgium", "Belgium").admin == ()
    assert resolved("Floods in Bavaria", "Bavaria").admin == ("Germany",)


@pytest.mark.parametrize(
    ("text", "name", "container"),
    [
        ("A storm hit Paris, Texas, on Monday", "Paris", "Texas"),
        ("A fire in Springfield, Ill., and no other", "Springfield", "Illinois"),
        ("A fire in Springfield (Massachusetts)", "Springfield", "Massachusetts"),
        ("He lives in Columbus, GA with a dog", "Columbus", "Georgia"),
        ("Rain in London, Ontario", "London", "Ontario"),
        ("Charleston, W.Va. was flooded", "Charleston", "West Virginia"),
        ("A crash in Henry County, Ga., today", "Henry County", "Georgia"),
    ],
)
def test_the_container_next_to_a_name_decides(text, name, container):
    assert resolved(text, name).admin[0] == container


def test_the_rest_of_the_text_decides():
    text = "Toronto and Hamilton in Ontario wait. Ottawa too. The river in London rose; London is cut off."
    assert resolved(text, "London").country == "CA"
    assert resolved("The river in London rose", "London").country == "GB"


def test_a_container_is_resolved_by_what_it_contains():
    assert resolved("Police in Atlanta, Georgia", "Georgia").country == "US"
    assert resolved("Troops near Tbilisi, Georgia", "Georgia").country == "GE"


def test_a_small_town_needs_its_surroundings():
    assert not Finder().find("They moved to Rogersville with Greer")
    assert resolved("A fire in Greer and Greenville, South Carolina", "Greer").admin[0] == (
        "South Carolina"
    )


def test_the_region_of_the_event_decides():
    text = "The mayor of Springfield spoke"
    assert resolved(text, "Springfield", "Illinois", "Chicago").admin[0] == "Illinois"
    assert resolved(text, "Springfield", "Boston", "Worcester", "Massachusetts").admin[0] == (
        "Massachusetts"
    )


def test_given_names_are_resolved_together():
    places = Finder(["Paris", "Texas", "Dallas"]).places()
    assert places["Texas"].country == places["Dallas"].country == "US"
    assert Finder(["Paris, Texas"]).places()["Paris, Texas"].admin[0] == "Texas"


def test_a_given_name_with_its_container_stands_for_the_bare_name_too():
    place = resolved("Paris was hit. All of Lamar County, Texas, too.", "Paris", "Paris, Texas")
    assert place.name == "Paris, Texas"


def test_a_namesake_of_a_given_place_is_named_with_its_container():
    assert resolved("A storm hit Paris, Texas", "Paris", "Paris").name == "Paris, Texas"
    assert resolved("A storm hit Paris, Texas", "Paris", "paris").name == "Paris, Texas"
    assert resolved("A storm hit Paris", "Paris", "Paris").name == "Paris"


def test_two_given_names_of_one_place_stay_two():
    found = Finder(["Brussels", "Bruxelles"]).find("Brussels, Bruxelles, Bruxelles, Brüssel")
    assert {mention.place.name: mention.count for mention in found} == {
        "Bruxelles": 2,
        "Brussels": 2,
    }


@pytest.mark.parametrize("table", [tables.REGIONS, tables.AREAS])
def test_every_region_of_the_tables_is_known(table):
    known = gazetteer()
    names = [
        part.split("|")[0].split("=")[0] for parts in table.values() for part in parts.split(";")
    ]
    for name in names:
        index = known.index(name)
        assert index is not None, name
        assert max(candidate.kind for candidate in known.candidates(index)) >= PlaceKind.PART, name


def test_every_country_lies_somewhere():
    text = "Egypt Belgium Malta Canada Fiji Tonga Monaco Singapore Brazil"
    assert all(mention.place.latitude for mention in Finder().find(text))
