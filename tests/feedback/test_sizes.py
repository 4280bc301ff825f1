"""How many words of a topic suit labelled pages best."""

from __future__ import annotations

import pytest

from tidings.feedback.sizes import best_size, cosines, sizes
from tidings.learn.weights import Labelled


def test_the_numbers_of_words_are_those_of_the_thesis() -> None:
    assert sizes(1365)[:3] == [5, 15, 25]
    assert sizes(1365)[-2:] == [1355, 1365]
    assert sizes(3) == [3]


def test_the_cosine_with_the_first_words_alone() -> None:
    # Weights 1, 0.8, 0.6, 0.4, 0.2, 0.1. A page with the first word twice and the sixth four times.
    # Five words: 2 * 1 / (2 * sqrt(1 + 0.64 + 0.36 + 0.16 + 0.04)) = 1 / 1.48324 = 0.67420.
    # Six words: (2 + 0.4) / (sqrt(4 + 16) * sqrt(2.21)) = 2.4 / (4.47214 * 1.48661) = 0.36099.
    weights = [1.0, 0.8, 0.6, 0.4, 0.2, 0.1]
    found = cosines(weights, [[2, 0, 0, 0, 0, 4], [0, 0, 0, 0, 0, 0]])
    assert found[0] == pytest.approx([0.67420, 0.36099], abs=1e-5)
    assert list(found[1]) == [0.0, 0.0]


def labelled(relevant: bool, **parts: float) -> Labelled:
    return Labelled(relevant, 0.0, {"topic": 0.0, **parts})


def test_few_words_are_better_if_the_others_mislead() -> None:
    topic = {f"word{n}": 1 - n / 20 for n in range(15)}
    good, bad = {"word0": 2, "word1": 2}, {"word9": 3, "word10": 3, "word0": 1}
    pages = [labelled(True)] * 5 + [labelled(False)] * 5
    found = best_size(topic, [good] * 5 + [bad] * 5, pages)
    assert (found.terms, found.best.f1) == (5, 1.0)


def test_many_words_are_better_if_they_say_more() -> None:
    topic = {f"word{n}": 1 - n / 20 for n in range(15)}
    pages = [labelled(True)] * 5 + [labelled(False)] * 5
    found = best_size(topic, [{"word12": 2}] * 5 + [{"other": 1}] * 5, pages)
    assert (found.terms, found.best.f1) == (15, 1.0)
    # A place that separates alone: five words do, since the topic has no weight there.
    placed = [labelled(True, place=0.9)] * 5 + [labelled(False, place=0.1)] * 5
    assert best_size(topic, [{"word12": 2}] * 5 + [{}] * 5, placed).terms == 5
