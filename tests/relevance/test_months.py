"""Mentions of the event's month."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tidings.model import TimeSpan
from tidings.relevance.aspects.months import EventMonths

START = datetime(2015, 7, 24, tzinfo=UTC)
MONTHS = EventMonths(TimeSpan(START, START + timedelta(days=1, seconds=-1)))
SOON, LATE = START + timedelta(days=150), START + timedelta(days=430)


@pytest.mark.parametrize(
    ("text", "language", "published", "is_told"),
    [
        ("the shooting in July.", "en", SOON, True),
        ("the shooting in July.", "en", LATE, False),
        ("killed in July 2015", "en", LATE, True),
        ("killed in July, 2015", "en", None, True),
        ("killed in July", "en", None, False),
        ("killed in July 2014", "en", SOON, False),
        ("on July 4 and July 4th", "en", SOON, False),
        ("on 4 July", "en", SOON, False),
        ("am 4. Juli, nicht", "de", SOON, False),
        ("im Juli", "de", SOON, True),
        ("en julio de 2015", "es", LATE, True),
        ("el 4 de julio", "es", SOON, False),
        ("in August", "en", SOON, False),
        ("Julyan went home", "en", SOON, False),
    ],
)
def test_a_month_without_a_day_is_a_mention(text, language, published, is_told) -> None:
    assert (MONTHS.mentioned(text, language, published) is not None) == is_told


def test_the_verb_may_is_not_a_month() -> None:
    start = datetime(2015, 5, 2, tzinfo=UTC)
    months = EventMonths(TimeSpan(start, start))
    assert months.mentioned("it may rain", "en", start + timedelta(days=90)) is None
    assert months.mentioned("in May it rained", "en", start + timedelta(days=90)) == start.date()


def test_a_long_event_has_no_month_of_its_own() -> None:
    year = EventMonths(TimeSpan(START, START + timedelta(days=365)))
    assert year.mentioned("in July 2015", "en", LATE) is None
