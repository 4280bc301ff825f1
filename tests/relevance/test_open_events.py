"""Pages are looked at again where neither place nor day decides."""

from __future__ import annotations

from datetime import UTC, datetime

from tidings.model import EventModel, Genre, TimeSpan
from tidings.relevance.second_look import looks_again
from tidings.settings import RelevanceSettings

AUTO = RelevanceSettings(measure="auto")
DAY = TimeSpan(datetime(2020, 1, 1, tzinfo=UTC), datetime(2020, 1, 2, tzinfo=UTC))
TOWNS = {"Ghent": 1.0, "Huy": 1.0, "Mons": 0.5}


def test_topics_are_looked_at_again() -> None:
    assert looks_again(EventModel({"storm": 1.0}, {}, None), AUTO)


def test_a_given_place_or_day_decides() -> None:
    assert not looks_again(EventModel({}, {"Ghent": 1.0}, None), AUTO)
    assert not looks_again(EventModel({}, {}, DAY), AUTO)


def test_places_and_days_of_references_decide_as_far_as_they_agree() -> None:
    derived = ("places", "when")
    agreed = EventModel({}, TOWNS, DAY, derived=derived, agreement={"places": 0.0, "when": 1.0})
    differing = EventModel({}, TOWNS, DAY, derived=derived, agreement={"places": 1.0, "when": 0.0})
    assert not looks_again(agreed, AUTO)
    assert looks_again(differing, AUTO)
    assert differing.place_share == 0.4


def test_kinds_of_pages_and_other_measures_are_left_alone() -> None:
    assert not looks_again(EventModel({}, {}, None, genre=Genre(("teaches",))), AUTO)
    assert not looks_again(EventModel({}, {}, None), RelevanceSettings(measure="topic"))
