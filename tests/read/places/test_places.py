"""Places: found as whole names, counted, and not mistaken for people or words."""

from __future__ import annotations

import pytest

from tests.read.shortcuts import find_places
from tidings.read.places.find import Finder


def names(text: str, *given: str) -> list[str]:
    return [mention.place.name for mention in find_places(text, given)]


def test_places_are_counted_most_frequent_first():
    found = find_places(
        "Brussels and Zaventem: blasts in Brussels, Belgium. Brussels again, Belgium again."
    )
    assert [(m.place.name, m.count) for m in found] == [
        ("Brussels", 3),
        ("Belgium", 2),
        ("Zaventem", 1),
    ]
    brussels = found[0].place
    assert brussels.country == "BE"
    assert brussels.latitude == pytest.approx(50.85, abs=0.1)


def test_other_spellings_count_for_the_same_place():
    assert find_places("Bruxelles, Brüssel, Брюссель")[0].count == 3


def test_demonyms_and_countries():
    assert names("Belgian and Syrian officials met in the U.S. capital") == [
        "Belgium",
        "Syria",
        "United States",
    ]


def test_states_and_longest_names():
    assert names("He drove from New Orleans to South Carolina") == ["New Orleans", "South Carolina"]


@pytest.mark.parametrize(
    "text",
    [
        "Police said in March that Reading is fun. Of course.",
        "Nice weather is nice.",
        "Mr Washington met Denzel Washington.",
        "Daniel said that Jack London wrote it.",
        "The Washington Post and the Boston Globe reported.",
        "parisian comparisons of londoners",
        "a man from paris",
        "Amanda and Gary spoke.",
        "Most of the Union",
        "Jordan said he was tired.",
        "Paris Hilton and Chelsea Clinton met Virginia Woolf.",
        "Lincoln told reporters that he would not come.",
        "The Ohio River and the Columbia River rose.",
        "A turkey is a bird; Turkey is the talk of the farm.",
        "Hailey Baker and Owen Turner won.",
        "Go to the Center on College Street, OR ask IN person. OK?",
    ],
)
def test_classic_errors(text):
    assert names(text) == []


def test_a_name_that_is_a_person_once_is_a_person_everywhere():
    assert names("Jack London was here. London wrote novels.") == []


def test_names_end_where_words_end():
    assert names("Parisian Londoner Romesh") == []
    assert names("Paris-based, London's (Rome)") == ["London", "Paris", "Rome"]


def test_given_places_are_always_recognised():
    assert names("Floods in Nowhereville today", "Nowhereville") == ["Nowhereville"]
    assert names("Floods in Nowhere Creek and NOWHERE CREEK", "nowhere creek") == ["nowhere creek"]
    assert names("the town of Police flooded", "Police") == ["Police"]


def test_other_names_of_a_place_count_for_its_given_name():
    (mention,) = find_places("Brussels, Bruxelles, Brüssel", ["Brüssel"])
    assert (mention.place.name, mention.count, mention.place.country) == ("Brüssel", 3, "BE")


def test_a_longer_known_name_beats_a_given_one():
    assert names("York and New York", "York") == ["New York", "York"]


def test_nothing_in_nothing():
    assert Finder(["", "  "]).find("") == ()


def test_the_same_names_where_they_are_places():
    assert names("Troops crossed into Jordan, and the king of Jordan said so in Jordan") == [
        "Jordan"
    ]
    assert names("Fire in Paris. Paris Mayor Anne Hidalgo spoke.") == ["Paris"]
    assert names("Police in Reading, Pa., and in Mobile, Ala.") == [
        "Alabama",
        "Mobile",
        "Pennsylvania",
        "Reading",
    ]


def test_datelines_in_capitals():
    assert names("LOS ANGELES (AP) - Rain. BEIRUT, Lebanon: calm. OHIO too. AIDS, NATO.") == [
        "Beirut",
        "Lebanon",
        "Los Angeles",
        "Ohio",
    ]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("Valencia", "The flood in Valencia swept through Paterna and Cullera in Spain. Valencia mourns."),
        ("Newcastle", "A fire in Newcastle, near Gateshead and Sunderland in England. Newcastle."),
        ("Birmingham", "Shots in Birmingham, Alabama. The police of Birmingham and Montgomery."),
    ],
)  # fmt: skip
def test_a_lone_name_is_the_city_that_the_text_means(given: str, text: str) -> None:
    counts = {mention.place.name: mention.count for mention in Finder([given]).find(text)}
    assert counts[given] == 2


def test_a_small_namesake_is_another_place() -> None:
    text = "A tornado hit Paris, Texas. Dallas sent help to Paris."
    counts = {mention.place.name: mention.count for mention in Finder(["Paris"]).find(text)}
    assert "Paris" not in counts
    assert counts["Paris, Texas"] == 2


def test_a_name_next_to_its_country_is_one_city() -> None:
    text = "Valencia in Venezuela, near Caracas. The streets of Valencia, Venezuela."
    counts = {
        mention.place.name: mention.count for mention in Finder(["Valencia", "Spain"]).find(text)
    }
    assert "Valencia" not in counts
    assert counts["Valencia, Venezuela"] == 2


def test_a_town_alone_abroad_is_an_unknown_one_in_the_country_of_the_others() -> None:
    finder = Finder(["Brisbane", "Queensland", "Ipswich"])
    place = finder.places()["Ipswich"]
    assert (place.country, place.latitude, place.admin) == ("AU", None, ("Australia",))
    mentions = {each.place.name: each.place for each in finder.find("The river rose in Ipswich.")}
    assert mentions["Ipswich"].country == "AU"


@pytest.mark.parametrize(
    ("names", "country"),
    [
        (("Kyiv", "Ukraine", "London"), "GB"),
        (("Brisbane", "Ipswich"), "GB"),
        (("Ipswich", "Suffolk", "England"), "GB"),
        (("Brisbane", "Queensland", "Ipswich", "Suffolk", "England"), "GB"),
    ],
)
def test_a_town_that_is_large_or_not_alone_is_where_the_gazetteer_has_it(
    names: tuple[str, ...], country: str
) -> None:
    name = "London" if "London" in names else "Ipswich"
    assert Finder(names).places()[name].country == country
