"""Scores explained in words."""

from __future__ import annotations

import pytest

from tidings.collection.reading.explain import explain, in_words
from tidings.collection.reading.written import WrittenWords
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
    assert in_words(score, 0.4, WrittenWords(TEXT, "en")) == (
        "for it: it uses “firefighters” once and “flooded” 12 times and it shares the name Ilse Verhaegen",
        "against it, and this weighs more: its places are mostly elsewhere; the nearest is Namur, named twice; "
        "it is of 2016-03-25 (3 days after the event, by its address) and it does not speak of the days of the event",
        "score 0.07; pages with 0.4 or more are kept",
    )


def test_names_keep_their_capitals_and_keywords_are_whole_words() -> None:
    """The text of a page may lack what was found in its anchors or title; then the author's own word stands."""
    found = (("turia", "2x"), ("leve", "1x"), ("rescu", "3x"), ("inund", "1x"))
    evidence = tuple(Evidence("topic", stem, 0.2, note) for stem, note in found)
    score = Score(0.5, {"topic": 0.5}, evidence)
    text = "RESCUES went on. Levees at the river Turia broke. Turia water took a levee away. No RESCUES."
    assert in_words(score, 0.4, WrittenWords(text, "en", "Inundation flood"))[0] == (
        "for it: it uses “Turia” twice, “levee” once, “rescues” 3 times and “inundation” once"
    )


def test_a_word_that_stands_nowhere_is_the_commonest_of_its_stem_and_known_names_have_capitals() -> (
    None
):
    written = WrittenWords("Alzira wrote of it.", "en", "", "Turia Alzira")
    assert [
        written.form(stem) for stem in ("submerg", "hydrolog", "turia", "alzira", "xyzzyx")
    ] == [
        "submerged",
        "hydrology",
        "Turia",
        "Alzira",
        "xyzzyx",
    ]


def test_a_page_in_another_language_is_quoted_in_its_own_words() -> None:
    text = "La inundación del río cubrió los puentes de Cullera."
    written = WrittenWords(text, "es", source="en")
    assert [written.form(stem) for stem in ("flood", "bridg", "river", "cullera")] == [
        "inundación",
        "puentes",
        "río",
        "Cullera",
    ]


def test_the_words_of_a_list_of_links_do_not_speak_against_it() -> None:
    listed = Evidence("topic", "list of links", 1.0, "speaks against it")
    odds = (Evidence(LOG_ODDS, "topic", -1.5), Evidence("topic", "flood", 1.0, "9x"))
    assert in_words(Score(0.2, {"topic": 0.5}, (listed, *odds)), 0.4)[:2] == (
        "for it: it uses “flood” 9 times",
        "against it, and this weighs more: much of it is a list of links",
    )
    assert in_words(Score(0.2, {"topic": 0.5}, odds), 0.4)[0] == (
        "against it: it has too few words of the event: “flood” 9 times"
    )


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("on the day", "a day of the event"),
        ("1 day before", "1 day before the event"),
        ("59 days after", "59 days after the event"),
        ("61 days after", "2 months after the event"),
        ("1105 days before", "3 years before the event"),
    ],
)
def test_long_distances_are_in_months_and_years(note: str, words: str) -> None:
    evidence = (Evidence("date", "2019-03-22", 1.0, f"{note}, read from text"),)
    assert in_words(Score(1.0, {"date": 1.0}, evidence), 0.4)[0] == (
        f"for it: it is of 2019-03-22 ({words}, by its text)"
    )


def test_nothing_is_said_about_days_that_nobody_looked_for() -> None:
    dated = Evidence("date", "2019-03-22", 0.0, "1105 days before, read from text")
    told = "against it: it is of 2019-03-22 (3 years before the event, by its text)"
    silent = f"{told} and it does not speak of the days of the event"

    def words(*evidence: Evidence, has_days: bool = True) -> str:
        score = Score(0.0, {"date": 0.0}, (dated, *evidence))
        return in_words(score, 0.4, has_days=has_days)[0]

    odds = Evidence(LOG_ODDS, "date", -3.0)
    assert words() == told  # the event measure looks at the date alone
    assert words(odds) == silent
    assert words(odds, has_days=False) == told
    assert words(odds, Evidence(LOG_ODDS, "place", -7.5)) == told  # the text was not searched


def test_other_aspects_have_sentences_too() -> None:
    evidence = (
        Evidence("genre", "office hours", 0.5, "2x"),
        Evidence("who", "Red Cross", 0.5, "1x"),
        Evidence("time", "2016-03-31", 0.5, "captured, undated"),
    )
    parts = {"genre": 0.5, "content": 0.0, "who": 0.5, "time": 0.5}
    assert in_words(Score(0.5, parts, evidence), 0.4)[:2] == (
        "for it: it has words of the kind of page: office hours twice; it names Red Cross once; "
        "it has no date, and was captured on 2016-03-31",
        "against it, but this weighs less: it has no word of the subject",
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


def test_what_is_no_word_of_the_page_is_told_as_a_sentence_of_its_own() -> None:
    below = Evidence("topic", "a reference or a page below one", 1.0, "speaks for it")
    listed = Evidence("topic", "list of links", 0.5, "speaks against it")
    score = Score(0.5, {"topic": 0.5}, (below, listed, Evidence("topic", "flood", 1.0)))
    assert in_words(score, 0.4, WrittenWords("The flood came.", "en"))[:2] == (
        "for it: it uses “flood”; it is a reference or a page below one",
        "against it, but this weighs less: much of it is a list of links",
    )
