from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tidings.model import Link, TimeSpan

START = datetime(2016, 3, 22, tzinfo=UTC)
SPAN = TimeSpan(
    START, START + timedelta(days=1), lead=timedelta(days=2), cooldown=timedelta(days=30)
)


@pytest.mark.parametrize(
    ("days", "distance"), [(-5, 3), (-2, 0), (0, 0), (1, 0), (31, 0), (41, 10)]
)
def test_lead_and_cooldown_belong_to_the_span(days: int, distance: int) -> None:
    assert SPAN.distance(START + timedelta(days=days)) == timedelta(days=distance)


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
