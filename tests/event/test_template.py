"""What ``tidings new`` writes can be read back, by a person and by ``load``."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tidings.errors import EventFileError
from tidings.event.file import load
from tidings.event.keys import KEYS
from tidings.event.suggest import Suggestion, suggest
from tidings.event.template import render
from tidings.model import Dating, Mention, Page, Place
from tidings.settings import FetchSettings, RelevanceSettings, Scope

Write = Callable[[str], Path]
SEEDS = ["https://news.example/"]
FLOOD = Suggestion(
    {"flood": 1.0, "high water": 0.5}, {"Ghent": 1.0}, date(2016, 3, 22), date(2016, 3, 24)
)


def test_a_full_template_loads(write: Write) -> None:
    text = render(
        "Flood in Ghent", FLOOD, seeds=SEEDS, references=["brief.txt"], contact="me@archive.example"
    )
    loaded = load(write(text))
    assert loaded.event.name == "Flood in Ghent"
    assert loaded.event.keywords == {"flood": 1.0, "high water": 0.5}
    assert loaded.event.places == {"Ghent": 1.0}
    assert loaded.event.references == ("brief.txt",)
    assert loaded.event.when is not None
    assert loaded.event.when.end == datetime(2016, 3, 24, 23, 59, 59, tzinfo=UTC)
    assert loaded.seeds == ("https://news.example/",)
    assert loaded.fetch == FetchSettings(contact="me@archive.example")
    assert (loaded.scope, loaded.relevance) == (Scope(), RelevanceSettings())


def test_an_empty_template_says_what_is_missing(write: Write) -> None:
    with pytest.raises(EventFileError) as caught:
        load(write(render("Flood", Suggestion())))
    assert "seeds: found nothing" in str(caught.value)
    assert "what: found neither keywords nor references" in str(caught.value)


def test_every_commented_line_may_be_uncommented(write: Write) -> None:
    text = render("Flood", FLOOD, seeds=SEEDS, references=["brief.txt"])
    awake = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    loaded = load(write(awake))
    assert loaded.scope == Scope()
    assert loaded.fetch == FetchSettings()


def test_every_key_is_in_the_template() -> None:
    text = render("Flood", Suggestion(places={"Ghent": 1.0}))
    for key in KEYS:
        assert re.search(rf"^(# )?{key.name} = ", text, re.MULTILINE), key.dotted


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.text(min_size=1, max_size=20).filter(lambda text: text.strip() and text.isprintable()),
    keyword=st.text(min_size=1, max_size=10),
)
def test_odd_characters_survive(write: Write, name: str, keyword: str) -> None:
    odd = Suggestion({f"flood {keyword}": 0.5, "flood": 1.0}, {"Ghent": 1.0})
    loaded = load(write(render(name, odd, seeds=SEEDS)))
    assert loaded.event.name == name
    assert loaded.event.keywords[f"flood {keyword}".strip()] in (0.5, 1.0)


def test_suggestions_are_words_not_stems() -> None:
    text = "Bombings at the airport. The bombings killed; a bombing hurt the airport. Brussels airport. Bombings."
    pages = [
        Page("https://a.example/", "Bombings", text, (Dating(datetime(2016, 3, 23, tzinfo=UTC), "url", 1.0),),
             (Mention(Place("Brussels"), 3), Mention(Place("Paris"), 1)), "en"),
        Page("https://b.example/", "", "Nothing more", (Dating(datetime(2016, 3, 22, tzinfo=UTC), "url", 1.0),)),
    ]  # fmt: skip
    suggestion = suggest(pages)
    # bombings 4, bombing 1: 5 together, airport 3.
    assert suggestion.keywords == {"bombings": 1.0, "airport": pytest.approx(0.68)}
    assert suggestion.places == {"Brussels": 1.0, "Paris": 0.33}
    assert (suggestion.start, suggestion.end) == (date(2016, 3, 22), date(2016, 3, 23))


def test_common_words_are_no_keywords_and_the_main_place_comes_first() -> None:
    text = (
        "People said that people went home on the day. Images of the day show people. The river rose and the river "
        "broke the levee. Images: people said the river and the levee, people went, they said. The levee. "
        * 2
    )
    places = (
        Mention(Place("Maputo"), 1),
        Mention(Place("Mozambique"), 2),
        Mention(Place("Beira"), 6),
    )
    suggestion = suggest([Page("https://a.example/", "River", text, places=places, language="en")])
    assert {"river", "levee"} <= suggestion.keywords.keys()
    assert not suggestion.keywords.keys() & {
        "people",
        "said",
        "went",
        "images",
        "image",
        "day",
        "days",
        "show",
    }
    assert next(iter(suggestion.places)) == "Beira"


def test_undated_pages_suggest_the_day_they_speak_of_most() -> None:
    text = "On 22 March 2016 bombs went off. On March 22, 2016, and again on 13 November 2015."
    suggestion = suggest([Page("https://a.example/", text=text)])
    assert (suggestion.start, suggestion.end) == (date(2016, 3, 22), date(2016, 3, 22))


def test_no_pages_suggest_nothing() -> None:
    assert suggest([]) == Suggestion()
