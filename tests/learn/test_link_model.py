"""The link model: learning, features, and its file."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from tidings.learn.link_model import (
    SIZE,
    LinkModel,
    link_features,
    page_features,
    read_links,
    write_links,
)
from tidings.model import Channel, Link, Score
from tidings.odds import log_odds

PARENT = "https://uni.example/list/all.html"


def features(url: str, anchor: str = "", record: str = "new", **facts: object) -> list[int]:
    return link_features(Link(url, PARENT, anchor, **facts), 0.0, record)  # type: ignore[arg-type]


def test_links_like_rewarding_ones_score_higher() -> None:
    model = LinkModel()
    for number in range(30):
        model.learn(features(f"https://uni.example/~a{number}/cs{number}.html", "CS 1"), 0.0, 1.0)
        model.learn(features(f"https://uni.example/news/{number}.html", "Sports"), 0.0, 0.0)
    good = model.log_odds(features("https://uni.example/~zoe/cs999.html", "CS 999"))
    bad = model.log_odds(features("https://uni.example/news/999.html", "Sports today"))
    assert good > 1 > -1 > bad
    assert model.lessons == 60


def test_it_learns_only_the_error_of_the_given_log_odds() -> None:
    link = features("https://a.example/x")
    surprised, confirmed = LinkModel(), LinkModel()
    surprised.learn(link, log_odds(0.1), 0.9)
    confirmed.learn(link, log_odds(0.9), 0.9)
    assert surprised.log_odds(link) > 0
    assert confirmed.log_odds(link) == pytest.approx(0.0, abs=1e-9)


def test_numbers_in_words_are_alike() -> None:
    assert features("https://a.example/cs302/") == features("https://a.example/cs415/")
    assert features("https://a.example/math/") != features("https://a.example/arts/")


@pytest.mark.parametrize(
    "changed",
    [
        {"anchor": "Other words"},
        {"context": "among other words"},
        {"depth": 3},
        {"channel": Channel.FEED},
        {"in_body": True},
        {"parent": "https://a.example/"},
    ],
)
def test_every_property_of_a_link_is_a_feature(changed: dict[str, object]) -> None:
    link = Link("https://a.example/x", PARENT, "Some words")
    plain = link_features(link, 0.0, "new")
    assert link_features(link._replace(**changed), 0.0, "new") != plain  # type: ignore[arg-type]
    assert link_features(link, 3.0, "new") != plain
    assert link_features(link, 0.0, "3 5") != plain


def test_the_score_of_a_page_and_its_parts_are_features_of_its_links() -> None:
    poor, good = Score(0.1, {"place": 0.1}), Score(0.9, {"place": 0.1})
    elsewhere = Score(0.1, {"place": 0.9})
    assert page_features(poor) != page_features(good)
    assert page_features(poor) != page_features(elsewhere)
    assert page_features(None)


def test_a_model_survives_writing_and_reading(tmp_path: Path) -> None:
    model, link = LinkModel(), features("https://a.example/x", "Words")
    model.learn(link, 0.0, 1.0)
    write_links(model.to_text(), tmp_path / "models" / "links.json")
    again = LinkModel.from_text(read_links(tmp_path / "models" / "links.json"))
    assert again.log_odds(link) == pytest.approx(model.log_odds(link), rel=1e-5)
    again.learn(link, 0.0, 1.0)
    assert again.lessons == 2
    assert [path.name for path in (tmp_path / "models").iterdir()] == ["links.json"]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something else"},
        {"weights": "AAAA"},
        {"weights": 3},
        {"squares": ""},
        {"lessons": "many"},
        {"usual": "much"},
        {"usual": math.nan},
    ],
)
def test_a_damaged_model_is_refused(change: dict[str, object]) -> None:
    written = json.loads(LinkModel().to_text())
    with pytest.raises(ValueError, match="found"):
        LinkModel.from_text(json.dumps(written | change))
    for text in ("", "[]", "{", "[" * 100_000):
        with pytest.raises(ValueError, match="found no link model"):
            LinkModel.from_text(text)
    with pytest.raises(ValueError, match="damaged or cut off"):
        LinkModel.from_text(LinkModel().to_text()[:200])


def test_features_are_few_and_within_the_model() -> None:
    found = features("https://a.example/" + "word-" * 200, "word " * 200)
    assert len(found) < 40
    assert all(0 <= feature < SIZE for feature in found)
