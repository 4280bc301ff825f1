"""Given places in the forms that languages give to names."""

# ruff: noqa: RUF001 - letters of other alphabets are meant

from __future__ import annotations

import pytest

from tidings.read.places.find import Finder
from tidings.read.places.inflected import InflectedNames

FORMS = [
    ("pl", "Wrocław", "we Wrocławiu"),
    ("pl", "Kraków", "w Krakowie"),
    ("pl", "Łódź", "do Łodzi"),
    ("cs", "Praha", "v Praze"),
    ("hr", "Rijeka", "u Rijeci"),
    ("ru", "Иркутск", "в Иркутске"),
    ("ru", "Нижний Новгород", "в Нижнем Новгороде"),
    ("ru", "Казань", "под Казанью"),
    ("uk", "Львів", "у Львові"),
    ("fi", "Helsinki", "Helsingissä"),
    ("hu", "Budapest", "Budapesten"),
    ("et", "Tartu", "Tartusse"),
    ("lt", "Vilnius", "Vilniuje"),
    ("lv", "Daugavpils", "Daugavpilī"),
    ("el", "Θεσσαλονίκη", "στη Θεσσαλονίκης"),
    ("ro", "București", "Bucureștiului"),
    ("tr", "İzmir", "İzmirde"),
    ("he", "חיפה", "בחיפה"),
    ("ar", "درنة", "بدرنة"),
]


@pytest.mark.parametrize(("language", "name", "text"), FORMS)
def test_a_form_of_a_given_name_is_the_place(language: str, name: str, text: str) -> None:
    found = InflectedNames(["Xyz", name]).find(f"… {text}.", language)
    assert [number for number, _, _ in found] == [1]


@pytest.mark.parametrize(("language", "name", "text"), FORMS)
def test_the_name_itself_is_found_too(language: str, name: str, text: str) -> None:
    assert [number for number, _, _ in InflectedNames([name]).find(name, language)] == [0]


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("en", "York", "Yorkshire"),
        ("", "Wrocław", "Wrocławiu"),
        ("pl", "Wrocław", "Wrocławianka"),
        ("pl", "Wrocław", "wrocławiu"),
        ("ru", "Уфа", "Уфология"),
        ("ru", "Псков", "Московский"),
        ("hu", "Rom", "Roma-Romania"),
    ],
)
def test_other_words_are_not_forms_of_it(language: str, name: str, text: str) -> None:
    found = InflectedNames([name]).find(text, language)
    assert not [span for span in found if span[1:] == (0, len(text))]


def test_the_finder_reports_the_place_under_its_given_name() -> None:
    finder = Finder(["Wrocław"])
    text = "Powódź we Wrocławiu. Do Wrocławia jedzie wojsko. Wrocław czeka."
    (mention,) = [one for one in finder.find(text, "pl") if one.place.name == "Wrocław"]
    assert mention.count == 3
    assert mention.place.country == "PL"


def test_a_name_that_is_another_place_as_it_stands_keeps_its_meaning() -> None:
    found = {mention.place.name for mention in Finder(["Lima"]).find("Vuonna Limassol.", "fi")}
    assert "Lima" not in found


def test_nothing_is_given() -> None:
    assert InflectedNames([]).find("Wrocławiu", "pl") == []
