"""Pages published long after the event that mention its days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tidings.collection.reading.explain import explain
from tidings.model import Dating, EventModel, Evidence, Page, TimeSpan
from tidings.relevance import MEASURES
from tidings.relevance.measures.event import DateAspect
from tidings.settings import RelevanceSettings

SPAN = TimeSpan(datetime(2016, 3, 22, tzinfo=UTC), datetime(2016, 3, 23, 23, 59, 59, tzinfo=UTC))
SHARE = 0.5


def page(text: str, published: str = "", language: str = "en") -> Page:
    moment = published and datetime.fromisoformat(published).replace(tzinfo=UTC)
    dates = (Dating(moment, "url", 1.0),) if moment else ()
    return Page("https://news.example/", text=text, dates=dates, language=language)


@pytest.mark.parametrize(
    ("text", "published", "language", "value"),
    [
        ("A year ago, on 22 March 2016, the river rose.", "2017-03-30", "en", SHARE),
        ("It rose on March 23rd, 2016.", "", "en", SHARE),
        ("Am 22. März 2016 kam das Wasser.", "2019-01-01", "de", SHARE),
        ("Le 22 mars 2016, l'eau monta.", "2019-01-01", "fr", SHARE),
        ("Seen 2016-03-22 at noon, and 22.03.2016 again.", "2019-01-01", "de", SHARE),
        ("On 22 March the water came.", "2016-12-24", "en", SHARE),
        ("On 22 March the water came.", "2019-01-01", "en", 0.0),
        ("On 22 March the water came.", "", "en", 0.0),
        ("On 22 March 2015 the water came; not in 2016.", "2019-01-01", "en", 0.0),
        ("On 22 May 2016, and in March 2016, 122 houses.", "2019-01-01", "en", 0.0),
        ("It scored 22:3 in 2016.", "2019-01-01", "en", 0.0),
        ("", "", "en", 0.0),
        ("River news\nDam broke 22 March 2016\n22 March 2016\nFair opens", "2019-01-01", "en", 0.0),
    ],
)
def test_mentioning_the_days_is_worth_a_share(
    text: str, published: str, language: str, value: float
) -> None:
    aspect = DateAspect(SPAN, 365, SHARE)
    found = aspect.judge(page(text, published, language))[0]
    assert found == pytest.approx(max(value, DateAspect(SPAN, 365).judge(page(text, published))[0]))


def test_days_relative_to_the_publication_count() -> None:
    aspect = DateAspect(SPAN, 2, SHARE)
    text = "The dam broke last Tuesday, and the town is under water."
    assert aspect.judge(page(text, "2016-03-28"))[0] == SHARE
    assert aspect.judge(page(text, "2016-04-05"))[0] == 0.0


def test_a_nearer_publication_is_worth_more() -> None:
    found = DateAspect(SPAN, 365, SHARE).judge(page("On 22 March 2016 it rose.", "2016-04-01"))
    assert found[0] == pytest.approx(1 - 8 / 365, abs=1e-3)
    assert len(found[1]) == 1


def test_mentions_can_be_switched_off(model: EventModel) -> None:
    plain = MEASURES["event"](model, RelevanceSettings(mentioned_dates=0))
    assert plain.score(page("On 22 March 2016 it rose.", "2018-03-22")).parts["date"] == 0.0


def test_the_evidence_names_the_day(model: EventModel) -> None:
    scorer = MEASURES["event"](model, RelevanceSettings(mentioned_dates=SHARE))
    score = scorer.score(page("On 22 March 2016 the flood came.", "2018-03-22"))
    assert Evidence("date", "speaks of 22 March 2016", SHARE) in score.evidence
    assert "2018-03-22 (729 days after, read from url), speaks of 22 March 2016" in explain(
        score, 0.4
    )


def test_an_event_of_years_is_found_too() -> None:
    war = TimeSpan(SPAN.start, SPAN.start + timedelta(days=1200))
    aspect = DateAspect(war, 365, SHARE)
    assert aspect.judge(page("On 1 August 2018 they fled.", "2025-01-01"))[0] == SHARE


def test_tables_of_numbers_take_no_time() -> None:
    text = "22 Mar 2015 - 22.3.2016 " * 40_000
    began = datetime.now(UTC)
    DateAspect(SPAN, 365, SHARE).judge(page(text, "2019-01-01"))
    assert datetime.now(UTC) - began < timedelta(seconds=1)
