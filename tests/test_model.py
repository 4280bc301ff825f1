from __future__ import annotations

import pickle
from datetime import UTC, datetime, timedelta

import pytest

from tidings.model import (
    Candidate,
    Channel,
    Dating,
    Evidence,
    Link,
    Outcome,
    Reason,
    Score,
    TimeSpan,
    Typed,
    Verdict,
    Visit,
)

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


def test_a_visit_is_the_same_after_it_went_to_another_process() -> None:
    url, verdict = "https://a.example/", Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
    links = (
        Candidate(7, 0.5, Link(f"{url}1", url, "One", depth=1), (0.1, -0.2)),
        Candidate(-8, 0.0, Link(f"{url}2", url, channel=Channel.FEED, barred=Reason.NOFOLLOW)),
    )
    score = Score(0.9, {"topic": 0.8}, (Evidence("topic", "flood", 0.5, "2x"),), of_list=0.7)
    visit = Visit(
        url,
        START,
        200,
        verdict,
        published=Dating(START, "url", 0.9),
        score=score,
        type=Typed("flood", 0.6),
        links=links,
        records=b"\0\1",
    )
    for each in (visit, Visit(url, START, 404, Verdict(Outcome.MISSING, Reason.HTTP, "404"))):
        again = pickle.loads(pickle.dumps(each))
        assert again == each
        assert again.links == each.links
        assert all(isinstance(link.link, Link) for link in again.links)
        assert repr(again) == repr(each)
