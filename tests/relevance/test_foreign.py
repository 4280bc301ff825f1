"""Pages in another language than the references: translations, keywords in several languages, cognates."""

from __future__ import annotations

import pytest

from tidings.event.build import build_model
from tidings.model import Event, Link, Page, Score
from tidings.read.words.translations import LANGUAGES, translations
from tidings.read.words.words import stems_of
from tidings.relevance import MEASURES, link_scorer
from tidings.relevance.aspects.foreign import ForeignWords
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings(measure="auto")


def test_every_meaning_has_a_word_in_every_language() -> None:
    for language in LANGUAGES[1:]:
        assert set(translations("en", language)) == set(translations("en", "de"))
        assert all(translations("en", language).values())
        assert all(stems_of(language)[word] for word in translations(language, "en"))
    assert translations("en", "en") == translations("en", "zh") == {}


def test_a_word_is_read_as_what_the_event_calls_it() -> None:
    read = ForeignWords("en", ("flood",), {"flood", "blaze"}).read_in("es")
    assert (read["inundaciones"], read["incendio"]) == ("flood", "blaze")
    assert read["puente"] == "puente"  # the event has no bridge
    assert ForeignWords("en", (), {"fire"}).read_in("es")["incendio"] == "fire"


def test_keywords_may_be_in_several_languages_and_cognates_count() -> None:
    read = ForeignWords("en", ("damburst", "Dammbruch", "evacuation"), set()).read_in("de")
    assert read["dammbruchs"] == "dammbruch"
    assert ForeignWords("en", ("evacuation",), set()).read_in("es")["evacuación"] == "evacuation"
    assert read["eva"] == "eva"


STORY = "The flood of the river drowned the old bridge of Ghent. Rescuers took victims to a school."
SPANISH = "La inundación del río cubrió el puente de Gante. Los rescatistas llevaron a las víctimas a una escuela."
FOOTBALL = "El equipo ganó el partido en el estadio de Gante y la afición cantó toda la noche en las calles."


@pytest.mark.parametrize("with_reference", [True, False])
def test_an_event_described_in_english_finds_pages_in_spanish(with_reference: bool) -> None:
    references = (
        [Page("https://news.example/a", "", STORY, language="en")] if with_reference else []
    )
    keywords = {} if with_reference else {"flood": 1.0, "bridge": 1.0, "victims": 1.0}
    event = Event("Flood", keywords, tuple(page.url for page in references))
    measure = MEASURES["auto"](build_model(event, references, 100), SETTINGS)

    def parts(text: str) -> float:
        return measure.score(Page("https://news.example/b", "", text, language="es")).parts["topic"]

    assert parts(SPANISH) > 0.3
    assert parts(FOOTBALL) < 0.1


def test_a_link_in_another_language_counts() -> None:
    model = build_model(Event("Flood", {"flood": 1.0}), [], 100)
    scorer = link_scorer("auto", model, SETTINGS)
    links = [
        Link("https://a.example/1", anchor=anchor)
        for anchor in ("Hochwasser im Ort", "Fest im Ort")
    ]
    flood, party = (scorer.score(link, Score(0.0)) for link in links)
    assert flood > party
