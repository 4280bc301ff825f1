"""Scores explained to a person."""

from __future__ import annotations

from tidings.model import Evidence, Score
from tidings.relevance import explain

EVENT = Score(
    0.72,
    {"topic": 0.71, "place": 0.6, "date": 0.98},
    (
        Evidence("topic", "flood", 0.6, "12x"),
        Evidence("topic", "river", 0.11, "4x"),
        Evidence("place", "Ghent", 0.6, "3x"),
        Evidence("date", "2016-03-29", 0.98, "7 days after, read from url"),
        Evidence("weight", "topic", 0.36),
        Evidence("weight", "place", 0.42),
        Evidence("weight", "date", 0.22),
    ),
)


def test_an_event_score() -> None:
    assert explain(EVENT, 0.4).splitlines() == [
        "score 0.72, enough: pages with 0.40 or more are kept",
        "  topic 0.71 x 0.36 = 0.26: flood (12x) 0.60, river (4x) 0.11",
        "  place 0.60 x 0.42 = 0.25: Ghent (3x) 0.60",
        "  date  0.98 x 0.22 = 0.22: 2016-03-29 (7 days after, read from url)",
    ]


def test_a_topic_score_without_evidence() -> None:
    assert explain(Score(0.0, {"topic": 0.0}), 0.4).splitlines() == [
        "score 0.00, not enough: pages with 0.40 or more are kept",
        "  topic 0.00: nothing of the event found",
    ]


def test_the_threshold_itself_is_enough() -> None:
    assert explain(Score(0.4), 0.4) == "score 0.40, enough: pages with 0.40 or more are kept"


def test_an_undated_page_says_so() -> None:
    undated = Score(
        0.0, {"date": 0.0}, (Evidence("date", "undated", 0.0), Evidence("weight", "date", 1.0))
    )
    assert explain(undated, 0.4).splitlines()[1] == "  date 0.00 x 1.00 = 0.00: undated"
