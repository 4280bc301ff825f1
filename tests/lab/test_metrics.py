"""The figures of a crawl, by hand."""

from __future__ import annotations

import math

import pytest

from tidings.lab.report.metrics import LoggedVisit, Truth, curve, interval, measure

DAY = 86400.0
START = 1_000_000_000.0


def _visits(*names: str, kept: str = "", published: dict[str, float] | None = None):
    return [
        LoggedVisit(
            f"http://{name}.example/", 1800.0 * n, name in kept, (published or {}).get(name), 0.5
        )
        for n, name in enumerate(names, 1)
    ]


def _truth(names: str, reachable: int, unjudged: str = "") -> Truth:
    return Truth(
        frozenset(f"http://{name}.example/" for name in names),
        reachable,
        frozenset(f"http://{name}.example/" for name in unjudged),
    )


def test_figures_of_a_crawl_that_ran_out_of_links():
    visits = _visits("s", "a", "x", "b", "y", kept="sax")
    figures = measure(visits, _truth("abc", 10, "s"), limit=10, start=START, since=None)
    assert figures["recall_10"] == 0
    assert figures["recall_20"] == pytest.approx(1 / 3)
    assert figures["recall_50"] == pytest.approx(2 / 3)
    assert figures["harvest"] == pytest.approx(2 / 5)
    assert figures["accumulated"] == pytest.approx(2.5)
    assert figures["pages_90"] is None
    assert figures["hours_half"] == pytest.approx(2.0)
    assert figures["hours"] == pytest.approx(2.5)
    assert figures["sources"] == 2
    assert (figures["kept_precision"], figures["kept_recall"]) == (0.5, 0.5)
    assert figures["kept_f1"] == pytest.approx(0.5)
    assert figures["new"] is None


def test_a_crawl_that_was_stopped_early_says_nothing_about_later():
    figures = measure(_visits("a", "b"), _truth("ab", 10), limit=2, start=START, since=None)
    assert figures["recall_20"] == 1
    assert figures["recall_50"] is None
    assert figures["pages_90"] == 2


def test_new_and_fresh_pages():
    published = {"a": START - DAY, "b": START - 10 * DAY, "x": START}
    visits = _visits("a", "b", "x", published=published)
    figures = measure(visits, _truth("ab", 3), limit=3, start=START, since=START - 2 * DAY)
    assert figures["new"] == pytest.approx(1 / 3)
    assert figures["fresh_25"] == pytest.approx(24.5)
    assert figures["fresh_50"] == pytest.approx((24.5 + 241) / 2)


def test_a_curve_stays_where_its_crawl_ended():
    path = curve(_visits("a", "x"), _truth("a", 4).relevant, limit=4)
    assert (path.found[24], path.found[-1], path.visited[-1]) == (1, 1, 2)
    assert path.accumulated[-1] == 1.0


def test_seeds_of_one_task_count_once():
    several = interval({"one": [1.0, 3.0], "two": [4.0]})
    assert several.mean == 3.0
    assert several.margin == pytest.approx(12.706 * math.sqrt(2) / math.sqrt(2), rel=1e-3)
    single = interval({"one": [1.0, 3.0]})
    assert single.mean == 2.0
    assert single.margin is not None
    assert interval({"one": [1.0]}).margin is None
