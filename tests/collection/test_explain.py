"""Scores explained in words."""

from __future__ import annotations

from tidings.collection.reading.explain import explain, in_words
from tidings.model import LOG_ODDS, Evidence, Score

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


def test_log_odds_are_shown_beside_the_aspects_and_add_up() -> None:
    odds = (Evidence(LOG_ODDS, "topic", 2.34), Evidence(LOG_ODDS, "date", -0.001))
    score = Score(0.91, {"topic": 0.8, "date": 1.0}, (Evidence("topic", "flood", 0.5, "2x"), *odds))
    assert explain(score, 0.4).splitlines()[1:] == [
        "  topic 0.80 (+2.3): flood (2x) 0.50",
        "  date  1.00 (+0.0): nothing of the event found",
        "  together +2.3: in brackets log-odds, which add up",
    ]


TEXT = "Firefighters rescued families from the flooded cellars."


def test_words_are_those_of_the_page_and_for_and_against_come_first() -> None:
    evidence = (
        Evidence("topic", "firefight", 0.3, "1x"),
        Evidence("topic", "flood", 0.3, "12x"),
        Evidence("topic", "Ilse Verhaegen", 0.5, "name"),
        Evidence("place", "Namur", 0.3, "2x"),
        Evidence("date", "2016-03-25", 0.8, "3 days after, read from url"),
        Evidence(LOG_ODDS, "topic", 2.3),
        Evidence(LOG_ODDS, "place", -2.2),
        Evidence(LOG_ODDS, "date", -2.7),
    )
    score = Score(0.066, {"topic": 1.0, "place": 0.39, "date": 0.66}, evidence)
    assert in_words(score, 0.4, TEXT, "en") == (
        "for it: it uses “firefighters” once and “flooded” 12 times and it shares the name Ilse Verhaegen",
        "against it: its places are elsewhere, the nearest is Namur twice; "
        "it is of 2016-03-25 (3 days after, by its address) and it does not speak of the days of the event",
        "score 0.07; pages with 0.4 or more are kept",
    )


def test_names_keep_their_capitals_and_keywords_are_whole_words() -> None:
    """The text of a page may lack what was found in its anchors or title; then the author's own word stands."""
    found = (("turia", "2x"), ("leve", "1x"), ("rescu", "3x"), ("inund", "1x"))
    evidence = tuple(Evidence("topic", stem, 0.2, note) for stem, note in found)
    score = Score(0.5, {"topic": 0.5}, evidence)
    text = "RESCUES went on. Levees at the river Turia broke. Turia water took a levee away. No RESCUES."
    assert in_words(score, 0.4, text, "en", "Inundation flood")[0] == (
        "for it: it uses “Turia” twice, “levee” once, “rescues” 3 times and “inundation” once"
    )


def test_to_have_no_date_is_never_for_a_page() -> None:
    evidence = (Evidence("date", "undated", 0.0), Evidence(LOG_ODDS, "date", -0.8))
    lines = in_words(Score(0.28, {"date": 0.9}, evidence), 0.4)
    assert lines[0] == "against it: it has no date and it does not speak of the days of the event"


def test_what_was_not_looked_at_is_not_called_missing() -> None:
    score = Score(0.0, {"topic": 0.0, "place": 0.0, "date": 0.0}, ())
    assert in_words(score, 0.4) == (
        "against it: it uses no word of the event",
        "not looked at, because its words rule it out: place, date",
        "score 0.00; pages with 0.4 or more are kept",
    )


def test_a_score_near_the_threshold_has_three_digits() -> None:
    score = Score(0.3984, {"topic": 0.3984}, (Evidence("topic", "flood", 0.4, "1x"),))
    assert in_words(score, 0.4)[-1] == "score 0.398; pages with 0.4 or more are kept"
