"""Advice on event files that are valid but mean something else than their authors think."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tidings.event.advice import advice
from tidings.model import Event, TimeSpan

TODAY = date(2024, 6, 1)


def told(
    *places: str, keywords: tuple[str, ...] = ("flood",), start: str = "2024-05-12"
) -> list[str]:
    moment = datetime.fromisoformat(start).replace(tzinfo=UTC)
    when = TimeSpan(moment, moment)
    event = Event("x", dict.fromkeys(keywords, 1.0), (), dict.fromkeys(places, 1.0), when)
    return list(advice(event, (), TODAY))


def test_a_plain_event_needs_no_advice() -> None:
    assert told("Porto Alegre", "Brazil", keywords=("flood", "inundaciones", "Guaíba")) == []


def test_an_unknown_place_is_told_with_what_may_be_meant() -> None:
    first, second = told("Phillipines")
    assert '"Phillipines"; did you mean "Philippines"?' in first
    assert "no place is known" in second


def test_the_known_places_that_remain_are_named() -> None:
    assert "judged by Nepal and India and" in told("Nepal", "India", "Ktmndu Valley")[-1]


def test_a_name_of_several_cities_is_told_unless_a_country_settles_it() -> None:
    (line,) = told("Valencia")
    assert "Valencia in Valencian Community, Spain" in line
    assert 'write it as "Valencia, Venezuela"' in line
    assert told("Valencia", "Spain") == []
    assert told("Valencia", "Valencian Community", "Spain") == []
    assert told("Valencia, Spain") == []


def test_a_country_and_a_state_of_one_name_are_distinguished() -> None:
    assert told("Georgia") == [
        'where.places: "Georgia" was taken for the country Georgia, not for Georgia in United States.'
    ]
    assert told("Georgia", "Tbilisi") == []


def test_a_town_in_a_country_of_its_own_is_told() -> None:
    (line,) = told("Liberia", "Foya")
    assert line == 'where.places: "Foya" was taken for Foya in Gansu, China.'


@pytest.mark.parametrize(
    ("keyword", "meant"), [("earthqauke", '"earthquake"'), ("flash floodding", '"flooding"')]
)
def test_a_word_that_nobody_uses_is_told(keyword: str, meant: str) -> None:
    (line,) = told(keywords=(keyword,))
    assert meant in line
    assert line.startswith("what.keywords")


def test_a_day_in_the_future_is_told() -> None:
    (line,) = told(start="2042-05-12")
    assert line.startswith("when.start: 2042-05-12 is in the future")
