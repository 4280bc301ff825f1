"""Place names recognised by a spaCy model instead of rules, and clear errors without one."""

from __future__ import annotations

import re
import sys
import types
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tidings.collection.prepare import prepare
from tidings.crawl.pipeline import Pipeline
from tidings.errors import EventFileError
from tidings.model import Event, EventModel, Link, Outcome
from tidings.read.places.recognise import LONGEST, SpacyRecogniser, recogniser
from tidings.read.reader import Reader
from tidings.settings import RelevanceSettings, Settings

TEXT = "Reading flooded on Monday, said Paris Hilton. Help came from Nice and from London."


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    recogniser.cache_clear()
    yield
    recogniser.cache_clear()


class Pipe:
    """Does what a loaded spaCy pipeline does, with names and labels of our choice."""

    pipe_names = ("ner",)

    def __init__(self, *names: tuple[str, str], assigns: tuple[str, ...] = ("doc.ents",)) -> None:
        self.names = names
        self.assigns = assigns
        self.longest = 0

    def get_pipe_meta(self, name: str) -> types.SimpleNamespace:
        return types.SimpleNamespace(assigns=self.assigns)

    def __call__(self, text: str) -> types.SimpleNamespace:
        self.longest = max(self.longest, len(text))
        found = [
            types.SimpleNamespace(start_char=match.start(), end_char=match.end(), label_=label)
            for name, label in self.names
            for match in re.finditer(name, text)
        ]
        return types.SimpleNamespace(ents=sorted(found, key=lambda name: name.start_char))


def spacy_with(monkeypatch: pytest.MonkeyPatch, load) -> None:
    module = types.ModuleType("spacy")
    module.load = load  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spacy", module)


def named(reader: Reader, capture_of, text: str = TEXT) -> dict[str, str]:
    page = reader.read(capture_of(f"<html><body><p>{text}</p></body></html>"))
    return {mention.place.name: mention.place.country for mention in page.places}


def test_the_model_decides_what_is_a_name_and_the_gazetteer_which_place(capture_of) -> None:
    model = Pipe(("Reading", "GPE"), ("Paris Hilton", "PERSON"), ("Nice", "LOC"), ("London", "GPE"))
    reader = Reader(recogniser=SpacyRecogniser(model))
    assert named(reader, capture_of) == {"Reading": "GB", "Nice": "FR", "London": "GB"}


def test_names_inside_longer_ones_count_and_unknown_ones_do_not(capture_of) -> None:
    model = Pipe(("Brussels Airport", "FAC"), ("Zorgonia", "LOC"), ("Paris, Texas", "GPE"))
    reader = Reader(recogniser=SpacyRecogniser(model))
    text = "From Brussels Airport to Zorgonia and Paris, Texas. Berlin is not a name here."
    places = reader.read(capture_of(f"<p>{text}</p>")).places
    assert {mention.place.name for mention in places} == {"Brussels", "Paris", "Texas"}
    assert {mention.place.country for mention in places} == {"BE", "US"}


def test_the_places_of_the_event_are_found_without_the_model(capture_of) -> None:
    reader = Reader(["Oberndorf"], recogniser=SpacyRecogniser(Pipe()))
    assert set(named(reader, capture_of, "Floods in Oberndorf and London.")) == {"Oberndorf"}


def test_a_model_sees_only_the_beginning_of_a_long_text() -> None:
    model = Pipe()
    SpacyRecogniser(model).spans("word " * LONGEST)
    assert model.longest == LONGEST


def test_the_setting_reaches_the_reader(monkeypatch: pytest.MonkeyPatch, capture_of) -> None:
    asked = []

    def load(name: str, **_: object) -> Pipe:
        asked.append(name)
        return Pipe(("Reading", "GPE"))

    spacy_with(monkeypatch, load)
    relevance = RelevanceSettings("event", recogniser="spacy:en_core_web_sm", weight_topic=0)
    settings = Settings(Event("Flood"), ("http://a.example/",), relevance=relevance)
    pipeline = Pipeline(settings, EventModel({}, {"Reading": 1.0}, None))
    judged = pipeline.process(Link("http://a.example/"), capture_of(f"<p>{TEXT}</p>"))
    assert asked == ["en_core_web_sm"]
    assert judged.verdict.outcome is Outcome.KEPT
    assert judged.score
    assert judged.score.value == pytest.approx(1.0)


def test_without_spacy_the_fix_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(EventFileError, match=r"pip install 'tidings\[spacy\]'"):
        recogniser("spacy:en_core_web_sm")


def test_without_the_model_the_fix_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, **_: object) -> Pipe:
        raise OSError("[E050] Can't find model")

    spacy_with(monkeypatch, load)
    with pytest.raises(EventFileError, match="python -m spacy download de_core_news_sm"):
        recogniser("spacy:de_core_news_sm")


def test_a_broken_model_and_one_without_names_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, **_: object) -> Pipe:
        if name == "old":
            raise ValueError("[E002] made by\nan older version")
        return Pipe(assigns=("doc.tensor",))

    spacy_with(monkeypatch, load)
    with pytest.raises(EventFileError, match=r"cannot be loaded: \[E002\] made by an older"):
        recogniser("spacy:old")
    with pytest.raises(EventFileError, match="recognises no names"):
        recogniser("spacy:words")


@pytest.mark.parametrize("setting", ["", "spacy", "spacy:", "spacy: ", "flair:x"])
def test_other_settings_are_refused(setting: str) -> None:
    with pytest.raises(EventFileError, match='allowed: "gazetteer" or "spacy:MODEL"'):
        recogniser(setting)


def test_a_job_with_a_recogniser_that_is_missing_does_not_begin(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    event = tmp_path / "flood.toml"
    event.write_text(
        'name = "Flood"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["flood"]\n'
        '[relevance]\nmeasure = "topic"\nrecogniser = "spacy:en_core_web_sm"\n[fetch]\ncontact = "a@b.example"\n'
    )
    with pytest.raises(EventFileError, match=r"relevance\.recogniser: found"):
        prepare(event)


def test_a_real_pipeline(tmp_path: Path, capture_of) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spacy = pytest.importorskip(
            "spacy", reason="spaCy is optional: pip install 'tidings[spacy]'"
        )
        pipeline = spacy.blank("en")
        pipeline.add_pipe("entity_ruler").add_patterns(
            [
                {"label": "GPE", "pattern": "Reading"},
                {"label": "PERSON", "pattern": "Paris Hilton"},
                {"label": "LOC", "pattern": "Nice"},
            ]
        )
        pipeline.to_disk(tmp_path / "model")
        spacy.blank("en").to_disk(tmp_path / "blank")
        reader = Reader(recogniser=recogniser(f"spacy:{tmp_path / 'model'}"))
        assert named(reader, capture_of) == {"Reading": "GB", "Nice": "FR"}
        with pytest.raises(EventFileError, match="python -m spacy download no_such_model"):
            recogniser("spacy:no_such_model")
        with pytest.raises(EventFileError, match="recognises no names"):
            recogniser(f"spacy:{tmp_path / 'blank'}")
