from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tidings.model import Link, TimeSpan

START = datetime(2016, 3, 22, tzinfo=UTC)
SPAN = TimeSpan(
    START, START + timedelta(days=1), lead=timedelta(days=2), cooldown=timedelta(days=30)
)


@pytest.mark.parametrize(("days", "distance"), [(-5, 5), (-2, 2), (0, 0), (1, 0), (31, 30)])
def test_the_distance_is_that_from_the_event_itself(days: int, distance: int) -> None:
    assert SPAN.distance(START + timedelta(days=days)) == timedelta(days=distance)


@pytest.mark.parametrize(("days", "distance"), [(0, 0), (50, 49), (80, 20), (105, 0), (120, 10)])
def test_an_event_may_have_several_periods(days: int, distance: int) -> None:
    second = START + timedelta(days=100), START + timedelta(days=110)
    both = SPAN._replace(also=(second,))
    moment = START + timedelta(days=days)
    assert both.distance(moment) == timedelta(days=distance)
    assert both.nearest(moment) == SPAN._replace(
        start=second[0] if days > 50 else SPAN.start, end=second[1] if days > 50 else SPAN.end
    )
    assert [period.lead for period in both.periods] == [SPAN.lead, SPAN.lead]


@pytest.mark.parametrize(
    ("anchor", "context", "expected"),
    [
        ("More", "Flood in Harwick", "Flood in Harwick"),
        ("Bridge closed after the storm", "Prices rose in Rome.", ""),
        ("Bridge closed after the storm", "14 March 2016", "14 March 2016"),
        ("Bridge closed after the storm", "", ""),
    ],
)
def test_a_headline_speaks_for_itself_but_for_its_day(
    anchor: str, context: str, expected: str
) -> None:
    assert Link("https://a.example/1", "", anchor, context).surroundings() == expected
