"""The optional fourth aspect of the event measure: people and organisations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tidings.model import EventModel, Evidence, Link, Page, Score
from tidings.relevance import MEASURES, link_scorer
from tidings.relevance.aspects.who import WhoAspect
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings()


def page(text: str, title: str = "") -> Page:
    return Page("https://news.example/", title=title, text=text, language="en")


def test_who_is_the_cosine_over_the_names_of_the_event() -> None:
    # Red Cross 1, WHO 2: (1*1 + .5*2) / (sqrt(1.25) * sqrt(5)) = 2 / 2.5
    value, evidence = WhoAspect({"Red Cross": 1.0, "WHO": 0.5}).judge(
        page("The Red Cross called the WHO. Then who? the WHO.")
    )
    assert value == pytest.approx(0.8)
    assert evidence == (
        Evidence("who", "Red Cross", pytest.approx(0.4), "1x"),
        Evidence("who", "WHO", pytest.approx(0.4), "2x"),
    )


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("WHO", "those who came", False),
        ("WHO", "the WHO-led team", True),
        ("Merkel", "Merkel's office", True),
        ("Merkel", "Merkels and Merkelt", False),
        ("Red Cross", "RED CROSS TENTS", True),
        ("Red Cross", "a red cross on the door", False),
        ("red cross", "the Red Cross", True),
        ("Red Cross", "", False),
    ],
)
def test_a_name_is_whole_words_with_its_capitals(name: str, text: str, found: bool) -> None:
    assert (WhoAspect({name: 1.0}).cosine(text) > 0) is found


def test_of_two_names_the_longer_counts() -> None:
    aspect = WhoAspect({"Merkel": 1.0, "Angela Merkel": 0.1})
    assert [reason.what for reason in aspect.judge(page("Angela Merkel"))[1]] == ["Angela Merkel"]


def test_half_a_character_hides_no_name() -> None:
    assert WhoAspect({"NATO": 1.0}).cosine("NATO \ud800") == pytest.approx(1.0)


def test_who_takes_its_share_of_the_weight(model: EventModel) -> None:
    named = replace(model, who={"Red Cross": 1.0})
    score = MEASURES["event"](named, SETTINGS).score(page("flood", title="Red Cross helps"))
    assert score.parts["who"] == 1.0
    assert score.value == pytest.approx((0.36 * 2 / 5**0.5 + 0.2 * 1.0) / 1.2)


def test_without_names_the_event_is_judged_as_before(model: EventModel) -> None:
    text = page("flood, said the Red Cross")
    usual = MEASURES["event"](model, SETTINGS).score(text)
    assert "who" not in usual.parts
    assert usual == MEASURES["event"](model, RelevanceSettings(weight_who=9.0)).score(text)


def test_names_in_an_anchor_count(model: EventModel) -> None:
    settings = RelevanceSettings("event")
    scorer = link_scorer("", replace(model, who={"Red Cross": 1.0}), settings)
    url = "https://news.example/a"
    plain, named = (
        scorer.score(Link(url, anchor=text), Score(0.0)) for text in ("more", "Red Cross")
    )
    assert (plain, named) == (0.0, pytest.approx(0.2 / 1.2 / 2))
