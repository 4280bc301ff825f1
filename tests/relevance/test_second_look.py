"""The second look: what a crawl has read decides about pages that nobody has judged."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from tidings.learn.page_model import cells_of, on_top, untaught
from tidings.learn.page_words import terms_of, text_terms
from tidings.model import EventModel, Page
from tidings.relevance.second_look import Given, given_of, likeness, look_again

STORM = ["cyclone", "landfall", "surge", "gale", "eyewall", "evacuation", "barometer", "rainband"]
CITY = ["tram", "museum", "cathedral", "harbour", "population", "district", "university", "stadium"]
COMMON = ["people", "water", "coast", "island", "north", "south", "report", "weather"]
REFERENCE = Given(text_terms(dict.fromkeys([*STORM, *COMMON], 2)), has_references=True)


def page(words: list[str], number: int) -> bytes:
    """Return the packed words of a page."""
    return terms_of(Page(f"http://a.example/{number}", "", " ".join(words), language="en"))


def crawl(relevant: int = 30, others: int = 90) -> tuple[list[bytes], np.ndarray, np.ndarray]:
    """Return pages about storms and about cities, first scores that mix them up, and the truth."""
    chance = Random(4)
    pages = []
    for number in range(relevant + others):
        own = STORM if number < relevant else CITY
        pages.append(page([*chance.choices(own, k=20), *chance.choices(COMMON, k=20)], number))
    truth = np.arange(relevant + others) < relevant
    noise = np.array([chance.gauss(0, 1.2) for _ in pages])
    odds = np.where(truth, 1.2, -1.2) + noise + math.log(0.4 / 0.6)
    return pages, 1 / (1 + np.exp(-odds)), truth


def wrong(scores: np.ndarray, truth: np.ndarray) -> int:
    """Count wrong decisions."""
    return int(((scores >= 0.4) != truth).sum())


def test_pages_that_were_mixed_up_are_told_apart_by_the_words_of_the_others() -> None:
    pages, bases, truth = crawl()
    assert wrong(bases, truth) > 10
    model = look_again(bases, pages, REFERENCE, 0.4)
    assert model is not None
    scores, _ = model.judge(bases, cells_of(pages))
    assert wrong(scores, truth) <= 2


def test_the_same_pages_teach_the_same() -> None:
    pages, bases, _ = crawl()
    one, other = (look_again(bases, pages, REFERENCE, 0.4) for _ in range(2))
    assert one is not None
    assert other is not None
    assert one.to_bytes() == other.to_bytes()


def test_few_pages_or_pages_of_one_side_teach_nothing() -> None:
    pages, bases, _ = crawl()
    assert look_again(bases[:59], pages[:59], REFERENCE, 0.4) is None
    assert look_again(np.full(len(pages), 0.2), pages, REFERENCE, 0.4) is None
    assert look_again(np.full(len(pages), 0.8), pages, REFERENCE, 0.4) is None
    assert look_again(np.zeros(0), [], REFERENCE, 0.4) is None


def test_a_likeness_by_hand() -> None:
    pages = [page(["storm", "storm", "coast"], 1), page(["coast"], 2), page(["harbour"], 3)]
    found = likeness(pages, text_terms({"storm": 1, "coast": 1}))
    # Rarity among the pages: storm and harbour ln 3, coast ln 1.5; "storm" twice counts 1 + ln 2.
    storm, coast = math.log(3), math.log(1.5)
    twice = (1 + math.log(2)) * storm
    wanted = (twice * storm + coast * coast) / (math.hypot(twice, coast) * math.hypot(storm, coast))
    assert found == pytest.approx([wanted, coast / math.hypot(storm, coast), 0.0])


def test_without_references_the_line_stays_where_keywords_put_it() -> None:
    pages, bases, _ = crawl()
    words = Given(text_terms({"cyclone": 1, "landfall": 1}), has_references=False)
    model = look_again(bases, pages, words, 0.4)
    assert model is not None
    referred = look_again(bases, pages, words._replace(has_references=True), 0.4)
    assert referred is not None
    assert (model.weights == referred.weights).all()
    assert model.shift != referred.shift


def test_references_and_keywords_are_what_is_given() -> None:
    counts = {"en": {"storm": 2, "storm surg": 1}}
    given = given_of(EventModel({}, {}, None, counts, keywords={"Storms": 1.0, "gale": 1.0}))
    assert given == (text_terms({"storm": 3, "gale": 1}), True)
    assert not given_of(EventModel({}, {}, None, keywords={"gale": 1.0})).has_references


def test_what_people_teach_comes_on_top() -> None:
    pages, bases, _ = crawl()
    start = look_again(bases, pages, REFERENCE, 0.4)
    assert start is not None
    both = on_top(start, untaught(0.4))
    cells = cells_of(pages)
    assert both.logits(bases, cells) == pytest.approx(start.logits(bases, cells))
    assert on_top(None, start) is start
