"""References that fit nothing in the event file do not count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tidings.event.build import build_model, misfits
from tidings.event.model_file import load_model, save_model
from tidings.model import Event, Genre, Mention, Page, Place
from tidings.settings import Settings

GRAIN = "Argentine grain registrations, month by month, by the board of exporters."
FLOOD = Event("Flood", {"flood": 1.0, "burst dam": 1.0}, places={"Ghent": 1.0})


def page(text: str, url: str, *places: Place, language: str = "en") -> Page:
    return Page(url, text=text, language=language, places=tuple(Mention(one, 1) for one in places))


def fits(reference: Page, event: Event = FLOOD) -> bool:
    return not misfits(event, [reference], "en")


def test_a_reference_to_something_else_does_not_fit() -> None:
    assert not fits(page(GRAIN, "https://a.example/1", Place("Argentina")))


def test_one_word_of_the_keywords_is_enough() -> None:
    assert fits(page("Floods in the valley.", "https://a.example/1"))
    assert fits(page("The dam did not hold.", "https://a.example/1"))


def test_a_reference_that_names_the_town_of_its_site_does_not_fit() -> None:
    assert not fits(page(GRAIN, "https://a.example/1", Place("Argentina"), Place("Ghent")))


@pytest.mark.parametrize(
    "place",
    [
        Place("Ghent"),
        Place("Gent", admin=("Ghent", "Flanders", "Belgium")),
    ],
)
def test_a_reference_in_another_language_names_the_place(place: Place) -> None:
    assert fits(page("Het water staat hoog.", "https://a.example/1", place, language="nl"))


def test_a_reference_in_another_script_is_believed() -> None:
    assert fits(page("Река поднялась на два метра.", "https://a.example/1", language="ru"))


def test_a_reference_that_names_the_people_fits() -> None:
    with_people = Event("Flood", {"flood": 1.0}, places={"Ghent": 1.0}, who={"Ann Peeters": 1.0})
    assert fits(page("Ann Peeters spoke.", "https://a.example/1"), with_people)
    assert not fits(page(GRAIN, "https://a.example/1"), with_people)


@pytest.mark.parametrize(
    "event",
    [
        Event("Flood", {"flood": 1.0}),
        Event("Flood", places={"Ghent": 1.0}),
        Event("Reports", {"flood": 1.0}, places={"Ghent": 1.0}, genre=Genre(("sitrep",))),
    ],
)
def test_little_is_known_without_keywords_or_places_or_of_a_kind(event: Event) -> None:
    assert fits(page(GRAIN, "https://a.example/1"), event)


def test_what_does_not_fit_is_left_out_of_the_model(tmp_path: Path) -> None:
    flood = page("The flood reached the mill.", "https://a.example/1")
    grain = page(GRAIN, "https://a.example/2", Place("Argentina"))
    model = build_model(FLOOD, [flood, grain], 50)
    assert model.left_out == ("https://a.example/2",)
    assert replace(model, left_out=()) == build_model(FLOOD, [flood], 50)
    settings = Settings(FLOOD, ())
    save_model(tmp_path / "model.json", settings, model)
    loaded = load_model(tmp_path / "model.json", settings)
    assert loaded is not None
    assert loaded.left_out == model.left_out


def test_without_a_fitting_reference_keywords_and_places_decide() -> None:
    model = build_model(FLOOD, [page(GRAIN, "https://a.example/2")], 50)
    assert model.left_out
    assert model.vocabulary == build_model(FLOOD, [], 50).vocabulary
    assert model.places == {"Ghent": 1.0}
