from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tidings.errors import TidingsError
from tidings.lab.bench.strategies import STRATEGIES, parse
from tidings.lab.bench.svm import SvmRelevance, kernel, train, train_best
from tidings.lab.bench.task_webs import GeneratedTaskWeb
from tidings.lab.bench.trial import Bench, Conditions
from tidings.lab.recorded.scores import ScoreStore
from tidings.model import Page

CORNERS = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
EITHER_OR = np.array([-1.0, -1.0, 1.0, 1.0])


def test_the_kernel_falls_with_the_square_of_the_distance() -> None:
    similarities = kernel(CORNERS[:1], CORNERS, 0.5)
    assert similarities[0] == pytest.approx([1.0, np.exp(-1.0), np.exp(-0.5), np.exp(-0.5)])


def test_no_line_parts_these_but_the_machine_does() -> None:
    values = train(CORNERS, EITHER_OR, 100.0, 2.0).values(CORNERS)
    assert np.sign(values).tolist() == EITHER_OR.tolist()
    assert values * EITHER_OR == pytest.approx(np.ones(4), abs=0.01)  # all lie on the margin


def test_few_positive_examples_weigh_as_much_as_many_negative_ones() -> None:
    rng = np.random.default_rng(1)
    vectors = np.vstack([rng.normal(1.0, 0.3, (4, 2)), rng.normal(-1.0, 0.3, (96, 2))])
    labels = np.array([1.0] * 4 + [-1.0] * 96)
    svm = train_best(vectors, labels)
    fresh = svm.values(np.array([[1.0, 0.9], [-1.0, -0.8]]))
    assert fresh[0] > 0 > fresh[1]


def _page(text: str) -> Page:
    return Page("http://a.example/", text=text, language="en")


def test_pages_are_judged_by_their_words() -> None:
    flood = [
        _page(f"River flood in town {n}: water in the streets, rescue boats") for n in range(4)
    ]
    other = [
        _page(f"Football match {n}: the team won the cup, fans in the stadium") for n in range(20)
    ]
    relevance = SvmRelevance(flood, other)
    assert (
        relevance.score(_page("Rescue boats on the river, the flood is in the streets")).value > 0.5
    )
    assert relevance.score(_page("The fans and the team in the stadium")).value < 0.5
    assert 0 < relevance.score(_page("")).value < 0.6
    assert relevance.score(flood[0]) == SvmRelevance(flood, other).score(flood[0])


def test_a_changed_strategy_keeps_its_machine_and_may_end_early() -> None:
    (strategy,) = parse("svm:threshold=0.6,harvest=0.02").values()
    assert strategy.svm
    assert strategy.changes["harvest"] == 0.02
    with pytest.raises(TidingsError, match="found the setting 'minutes'"):
        parse("svm:minutes=3")


def test_a_crawl_by_the_machine_judges_what_it_visits() -> None:
    web = GeneratedTaskWeb(1, 150)
    task = next(iter(web.tasks.values()))
    bench = Bench(web, task, ScoreStore(None, web.digest), STRATEGIES["event"])
    (result,) = bench.run("svm", STRATEGIES["svm"], [1], Conditions(share=0.2))
    assert result.figures["pages"] == pytest.approx(0.2 * web.size(task), abs=5)
    assert 0 < (result.figures["kept_f1"] or 0) <= 1
    bare = replace(task, event=replace(task.event, references=()))
    lost = Bench(web, bare, ScoreStore(None, web.digest), STRATEGIES["event"])
    with pytest.raises(TidingsError, match="has no references"):
        lost.run("svm", STRATEGIES["svm"], [1], Conditions(share=0.2))
