"""The numbers of the measure ``auto`` as one value that can be varied."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

import tidings.relevance
from tidings.model import EventModel, Link, Page, Score
from tidings.odds import log_odds
from tidings.relevance.auto_links import AutoLinks
from tidings.relevance.measures.auto import AutoRelevance
from tidings.relevance.weights import AUTO, AutoWeights
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings(measure="auto")


def test_a_page_is_judged_by_the_weights_given(model: EventModel) -> None:
    page = Page("https://a.example/", "Flood", "A flood in Ghent.", language="en")
    scores = [
        AutoRelevance(model, SETTINGS, weights).score(page).value
        for weights in (AUTO, replace(AUTO, base=AUTO.base + 0.5))
    ]
    assert log_odds(scores[1]) - log_odds(scores[0]) == pytest.approx(0.5)
    assert scores[0] == AutoRelevance(model, SETTINGS).score(page).value


def test_a_link_is_scored_by_the_weights_given(model: EventModel) -> None:
    link = Link("https://a.example/x", anchor="Weather")
    scores = [
        AutoLinks(model, SETTINGS, weights).score(link, Score(0.5))
        for weights in (AUTO, replace(AUTO, link_base=AUTO.link_base + 0.5))
    ]
    assert log_odds(scores[1]) - log_odds(scores[0]) == pytest.approx(0.5)
    assert scores[0] == AutoLinks(model, SETTINGS).score(link, Score(0.5))


def test_every_weight_is_used() -> None:
    room = Path(tidings.relevance.__file__).parent
    source = "".join(path.read_text("utf-8") for path in room.rglob("*.py"))
    assert [
        field.name for field in fields(AutoWeights) if f"weights.{field.name}" not in source
    ] == []
