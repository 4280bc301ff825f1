"""What a crawl has read makes a version of its page model, with and without judgements; people have the last word."""

from __future__ import annotations

from random import Random

import pytest

from tests.feedback.test_judging import NOW, World
from tidings.feedback.judging import Feedback, JudgementInput
from tidings.model import EventModel
from tidings.settings import RelevanceSettings, Settings
from tidings.store.sqlite.reader import SqliteReader

FLOOD = ["river", "flooded", "water", "rose", "dyke", "rain", "rescue", "boats", "damage", "levee"]
MATCH = ["match", "team", "season", "goal", "league", "stadium", "coach", "striker", "final", "cup"]
SETTINGS = Settings(
    World().settings.event, ("http://a.example/",), relevance=RelevanceSettings(measure="auto")
)
TOPIC = EventModel({}, {}, None, {"en": dict.fromkeys(FLOOD, 2)})
LOOKED = "by what the crawl has read"


@pytest.fixture
def world() -> World:
    """Return a collection with 40 floods and 80 matches, scores near the threshold, and some on the wrong side."""
    world, chance = World(SETTINGS), Random(3)
    for number in range(120):
        is_flood = number < 40
        words = chance.choices(FLOOD if is_flood else MATCH, k=15)
        score = min(0.9, max(0.05, chance.gauss(0.55 if is_flood else 0.3, 0.12)))
        world.add(f"http://d.example/{number}", " ".join(words), score)
    world.database.commit()
    return world


def feedback(world: World, model: EventModel = TOPIC) -> Feedback:
    return Feedback(SETTINGS, SqliteReader(world.database), world.store, model)


def wrong(world: World) -> int:
    """Count the decisions on floods and matches that are wrong."""
    outcomes = world.outcomes()
    return sum(
        (outcomes[f"http://d.example/{number}"] in ("kept", "waiting")) != (number < 40)
        for number in range(120)
    )


def test_what_was_read_corrects_the_decisions(world: World) -> None:
    before = wrong(world)
    assert before > 10
    assert feedback(world).look_again(NOW) == 1
    world.apply()
    assert wrong(world) <= before // 4
    assert [each.note for each in feedback(world).revisions()] == [LOOKED]
    page = world.entry("d_100")
    assert page.score
    assert any(one.what.startswith(LOOKED) for one in page.score.evidence)


def test_nothing_new_makes_no_version(world: World) -> None:
    assert feedback(world).look_again(NOW) == 1
    assert feedback(world).look_again(NOW) is None


def test_place_and_day_decide_where_they_are_given(world: World) -> None:
    assert feedback(world, EventModel({}, {"Ghent": 1.0}, None)).look_again(NOW) is None


def test_people_judge_on_top_and_can_go_back(world: World) -> None:
    feedback(world).look_again(NOW)
    world.apply()
    looked = world.outcomes()
    feedback(world).judge([JudgementInput("http://d.example/3", relevant=False)], NOW)
    world.apply()
    assert world.outcomes()["http://d.example/3"] == "rejected"
    assert wrong(world) <= 8
    feedback(world).undo(NOW)
    world.apply()
    assert world.outcomes() == looked
    feedback(world).judge([JudgementInput("http://d.example/3", relevant=False)], NOW)
    assert feedback(world).look_again(NOW) is None
    assert len(feedback(world).judgements()) == 1
