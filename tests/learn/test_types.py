"""The starter's classifications, and files of models."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidings.learn.types.features import features, split, term
from tidings.learn.types.model import NONE, TypeModel, open_types, read_types, starter, write_types
from tidings.learn.types.vocabulary import LANGUAGES

TOLD = {
    "accident": "Two passengers were hurt when a freight train derailed near the station after a collision.",
    "drought": "After the third failed rains the drought has emptied reservoirs and water rationing begins.",
    "earthquake": "A 6.1 magnitude earthquake shook the coast before dawn and aftershocks went on all day.",
    "epidemic": "The cholera outbreak has infected 200 people and clinics ask for vaccine and quarantine tents.",
    "extreme temperature": "The heatwave brings record heat again, and doctors warn of heatstroke and dehydration.",
    "flood/rain": "Flash flood warnings remain after heavy rain, and sandbags line the swollen river.",
    "food insecurity": "Famine looms as malnutrition rises and food aid does not reach the villages.",
    "insect infestation": "Swarms of desert locusts ate the crops, and spraying of pesticide has begun.",
    "mass movement": "A landslide buried nine houses under mud when the hillside gave way.",
    "refugees": "Thousands of refugees wait at the border, where UNHCR registers asylum seekers.",
    "storm/tropical cyclone": "The typhoon made landfall with winds of 200 km/h and a storm surge.",
    "tension/dispute/conflict": "Militants attacked the town, and shelling broke the ceasefire; troops returned gunfire.",
    "volcano": "The volcano erupted at noon, and lava and volcanic ash fell on the slopes of the crater.",
    "wildfire": "The wildfire has burned 4,000 acres; firefighters report ten percent containment.",
}


def test_each_type_is_recognised() -> None:
    assert list(TOLD) == list(LANGUAGES["en"]) == list(starter().labels[:-1])
    for label, text in TOLD.items():
        told = starter().classify(text, "en")
        assert told.name == label
        assert 0.5 < told.probability <= 1


@pytest.mark.parametrize(
    ("label", "language", "text"),
    [
        ("flood/rain", "es", "Las lluvias torrenciales causaron inundaciones en el valle."),
        ("earthquake", "fr", "Un séisme de magnitude 5 a secoué la région, suivi de répliques."),
        ("wildfire", "es", "El incendio forestal quema miles de hectáreas y los bomberos luchan."),
    ],
)
def test_other_languages_are_recognised(label: str, language: str, text: str) -> None:
    assert starter().classify(text, language).name == label


@pytest.mark.parametrize(
    "text", ["", "12 34", "The home side won three to one, and the coach praised his young keeper."]
)
def test_a_text_without_a_crisis_is_none_of_these(text: str) -> None:
    assert starter().classify(text, "en").name == NONE


def test_a_passing_word_decides_a_short_text_but_not_a_long_one() -> None:
    gossip = " ".join(f"gossip{number} about painter{number}" for number in range(60))
    assert starter().classify("She recalled the flood", "en").name == "flood/rain"
    assert starter().classify(f"She recalled the flood. {gossip}", "en").name == NONE


def test_every_term_written_by_hand_can_occur() -> None:
    for language, types in LANGUAGES.items():
        for terms in types.values():
            for phrase in filter(None, ",".join(terms).split(",")):
                name = term(phrase, language)
                assert name in features(phrase, language), phrase
                assert len(name.split()) == len(phrase.split()), phrase


def test_hashtags_are_split() -> None:
    assert split("boulderflood") == "boulder flood"
    assert split("ColoradoFires") == "Colorado Fires"
    assert split("flood") == split("x" * 5000) == ""
    assert "flood" in features("look: #boulderflood https://t.example/flooding")
    assert not {"http", "flooding"} & set(features("look: https://t.example/flooding"))


def test_a_model_survives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "types.json"
    model = TypeModel(("würm", "b", NONE), {"say so": {0: 9.0}, "neg": {1: -0.5}}, 1.25)
    write_types(model, path)
    assert read_types(path) == open_types(str(path)) == model
    assert open_types("none") is None
    assert open_types("starter") is starter()


@pytest.mark.parametrize(
    "content",
    [
        "", "[]", "{}", "nonsense", "[" * 100_000, '{"format": "other"}',
        '{"format": "tidings types 1", "labels": [], "threshold": 1, "terms": {}}',
        '{"format": "tidings types 1", "labels": ["a"], "threshold": 1, "terms": {}}',
        '{"format": "tidings types 1", "labels": ["none of these"], "threshold": 1, "terms": {"x": {"7": 1}}}',
        '{"format": "tidings types 1", "labels": ["none of these"], "threshold": "much", "terms": {}}',
    ],
)  # fmt: skip
def test_a_file_without_a_model_is_refused_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "types.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=r"types\.json: found no model of types"):
        read_types(path)
