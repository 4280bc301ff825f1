"""Building the event model from an event and its reference pages."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.errors import EventFileError
from tidings.event.build import build_model, contradicts
from tidings.event.model_file import load_model, save_model
from tidings.model import Dating, Event, EventModel, Genre, Mention, Page, Place, TimeSpan
from tidings.settings import RelevanceSettings, Settings

START = datetime(2016, 3, 22, tzinfo=UTC)


def page(text: str, *, places: dict[str, int] | None = None, day: int = 0) -> Page:
    mentions = tuple(Mention(Place(name), count) for name, count in (places or {}).items())
    dates = (Dating(datetime(2016, 3, day, 15, tzinfo=UTC), "meta", 0.9),) if day else ()
    return Page("https://news.example/x", text=text, places=mentions, dates=dates, language="en")


def test_the_topic_is_the_centroid_of_the_references() -> None:
    # First page: flood 3, river 1, weighing 1 + ln 3 = 2.0986 and 1; length 2.3247, so 0.9028 and 0.4302.
    # Second page: flood, river, water once each: 1 / sqrt(3) = 0.5774 each.
    # Centroid: flood 0.7401, river 0.5038, water 0.2887; scaled 1, 0.6807, 0.3901.
    pages = [page("Flood! The floods, flooding river."), page("A flood of the river, and water.")]
    model = build_model(Event("Flood"), pages, 10)
    assert model.topic == pytest.approx({"flood": 1.0, "river": 0.6807, "water": 0.3901}, abs=1e-4)
    assert list(model.topic) == ["flood", "river", "water"]


@pytest.mark.parametrize(
    ("keywords", "text", "expected"),
    [
        ({"flood": 1.0, "dam": 1.0}, "Argentine grain registrations, by month.", True),
        ({"flood": 1.0, "dam": 1.0}, "The floods in the valley.", False),
        ({}, "Argentine grain registrations, by month.", False),
        ({"flood": 1.0}, "", False),
    ],
)
def test_references_without_any_keyword_contradict_them(
    keywords: dict[str, float], text: str, expected: bool
) -> None:
    references = [page(text)] if text else []
    model = build_model(Event("Flood", keywords or {"x": 1.0}), references, 10)
    assert contradicts(replace(model, keywords=keywords)) is expected


def test_a_long_reference_does_not_outweigh_the_others() -> None:
    # boat 100 times: (1 + ln 100) / itself = 1, as one word of one page; flood is on two pages: 2 to 1.
    pages = [page("boat " * 100), page("flood"), page("flood")]
    assert build_model(Event("Flood"), pages, 10).topic == {"flood": 1.0, "boat": 0.5}


def test_a_word_of_few_among_many_references_does_not_count() -> None:
    # 5 of 38 pages are a share of 0.1316; of 16 pages that is 2.1, so a word must be on three.
    pages = [page(f"flood {'dam' if n < 3 else ''} {'boat' if n < 2 else ''}") for n in range(16)]
    assert set(build_model(Event("Flood"), pages, 10).topic) == {"flood", "dam"}
    assert set(build_model(Event("Flood"), pages[:7], 10).topic) == {"flood", "dam", "boat"}


def test_only_the_strongest_words_stay_and_the_alphabet_breaks_ties() -> None:
    text = "zebra zebra zebra " + "boat boat apple apple cat cat"
    model = build_model(Event("Boats"), [page(text)], 3)
    assert list(model.topic) == ["zebra", "appl", "boat"]
    assert model.topic["boat"] == pytest.approx((1 + math.log(2)) / (1 + math.log(3)))


def test_keywords_can_be_left_out_of_the_topic_where_there_are_references(tmp_path: Path) -> None:
    event = Event("Flood", keywords={"dam": 1.0})
    pages = [page("flood flood Ghent")]
    topic = build_model(event, pages, 10, keywords="ignore").topic
    assert topic == pytest.approx({"flood": 1.0, "ghent": 1 / (1 + math.log(2))})
    assert build_model(event, [], 10, keywords="ignore").topic == {"dam": 1.0}
    with_keywords, without = (
        Settings(event, (), relevance=RelevanceSettings(keywords=use))
        for use in ("boost", "ignore")
    )
    save_model(tmp_path / "model.json", with_keywords, build_model(event, pages, 10))
    assert load_model(tmp_path / "model.json", without) is None


def test_keywords_alone_are_the_topic() -> None:
    event = Event("Attack", keywords={"terror attacks": 2.0, "airport": 1.0})
    model = build_model(event, [], 10)
    assert model.topic == {"attack": 1.0, "terror": 1.0, "airport": 0.5}


def test_keywords_override_words_of_the_references() -> None:
    event = Event("Flood", keywords={"river": 1.0, "dam": 1.0})
    model = build_model(event, [page("flood flood flood flood river river")], 10)
    assert model.topic == {"dam": 1.0, "river": 1.0, "flood": 1.0}
    assert list(model.topic) == ["dam", "river", "flood"]


def test_keywords_are_read_in_the_language_of_most_references() -> None:
    event = Event("Anschlag", keywords={"Flughäfen": 1.0})
    german = Page("https://zeitung.example/", text="Bombe", language="de")
    assert set(build_model(event, [german, german, page("bomb")], 10).topic) == {"flughaf", "bomb"}
    assert set(build_model(event, [], 10).topic) == {"flughaf"}  # where the word is most frequent


def test_examples_of_a_kind_of_page_tell_neither_places_nor_time() -> None:
    examples = [page("course course exam exam", places={"Princeton": 2}, day=22)]
    model = build_model(Event("Courses"), examples, 10)
    kind = build_model(Event("Courses", genre=Genre(terms=("course",))), examples, 10)
    assert model.places
    assert model.when
    assert not kind.places
    assert kind.when is None
    given = Event("Courses", places={"Austin": 1.0}, genre=Genre(terms=("course",)))
    assert build_model(given, examples, 10).places == {"Austin": 1.0}


def test_a_topic_without_words_is_an_error() -> None:
    with pytest.raises(EventFileError, match=r"what\.references: found no word"):
        build_model(Event("Nothing"), [page("of the and")], 10)


def test_a_short_reference_in_which_no_word_occurs_twice_is_enough() -> None:
    assert build_model(Event("Once"), [page("River floods cellars")], 10).topic == {
        "cellar": 1.0,
        "flood": 1.0,
        "river": 1.0,
    }


def test_what_only_the_references_say_is_marked(tmp_path: Path) -> None:
    references = [page("flood flood", places={"Ghent": 2}, day=22)]
    assert build_model(Event("Flood"), references, 10).derived == ("places", "when")
    given = Event("Flood", places={"Ghent": 1.0})
    model = build_model(given, references, 10)
    assert model.derived == ("when",)
    settings = Settings(given, ())
    save_model(tmp_path / "model.json", settings, model)
    assert load_model(tmp_path / "model.json", settings) == model


def test_places_of_the_references_are_weighted_by_frequency() -> None:
    pages = [
        page("bomb bomb", places={"Brussels": 3, "Paris": 1}),
        page("bomb", places={"Brussels": 1, "Belgium": 2}),
    ]
    model = build_model(Event("Bombs"), pages, 10)
    assert model.places == {"Brussels": 1.0, "Belgium": 0.5, "Paris": 0.25}


def test_places_of_the_event_stand_alone() -> None:
    event = Event("Bombs", places={"Zaventem": 1.0, "Brussels": 2.0})
    model = build_model(event, [page("bomb bomb", places={"Paris": 9})], 10)
    assert model.places == {"Brussels": 1.0, "Zaventem": 0.5}


def test_the_date_is_the_middle_one_of_the_references() -> None:
    pages = [page("bomb", day=22), page("bomb", day=24), page("bomb", day=30), page("bomb")]
    model = build_model(Event("Bombs"), pages, 10)
    start = datetime(2016, 3, 24, tzinfo=UTC)
    assert model.when == TimeSpan(start, start + timedelta(hours=23, minutes=59, seconds=59))


def test_a_given_date_wins_and_undated_references_give_none(tmp_path: Path) -> None:
    given_span = TimeSpan(START, START, also=((START + timedelta(5), START + timedelta(6)),))
    event = Event("Bombs", keywords={"bomb": 1.0}, when=given_span)
    model = build_model(event, [page("x", day=30)], 10)
    assert model.when is given_span
    save_model(tmp_path / "model.json", Settings(event, ()), model)
    assert load_model(tmp_path / "model.json", Settings(event, ())) == model
    assert build_model(Event("Bombs", keywords={"bomb": 1.0}), [page("x")], 10).when is None


@given(
    st.permutations(
        [page(f"flood flood rain{n} rain{n} dam", places={f"P{n}": n}, day=n) for n in range(1, 6)]
    )
)
def test_the_order_of_references_does_not_matter(pages: list[Page]) -> None:
    event = Event("Flood", keywords={"levee": 1.0})

    def ordered(model: EventModel) -> tuple[object, ...]:
        return list(model.topic.items()), list(model.places.items()), model.when

    assert ordered(build_model(event, pages, 4)) == ordered(
        build_model(event, sorted(pages, key=lambda page: page.text), 4)
    )


PROMISE = "Free delivery within three working days to every address that our vans can reach.\n"


def test_what_references_of_a_site_share_is_its_template() -> None:
    first = "A heavy anvil of forged steel for the workshop of a smith, with a horn and two holes."
    second = "Another anvil, cast in one piece, that rings when the hammer meets it and stands on oak wood."
    model = build_model(Event("Anvils"), [page(PROMISE + first), page(f"{second}\n{PROMISE}")], 50)
    assert model.vocabulary["en"]["anvil"] == 2
    assert "deliveri" not in model.vocabulary["en"]
    named = [page(f"Subject: Tools\n{text}") for text in (first, second)]
    assert build_model(Event("Anvils"), named, 50).vocabulary["en"]["tool"] == 2
    elsewhere = replace(page(PROMISE + second), url="https://other.example/x")
    both = build_model(Event("Anvils"), [page(PROMISE + first), elsewhere], 50)
    assert both.vocabulary["en"]["deliveri"] == 2


def test_references_that_are_copies_keep_their_words() -> None:
    text = "The flood came at night.\nIt took the bridge and the mill, and nobody had been warned by anyone."
    model = build_model(Event("Flood"), [page(text), page(text)], 50)
    assert model.vocabulary["en"]["flood"] == 2
