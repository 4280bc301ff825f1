"""The generated pages of the benchmark: the same every time, and as heavy as real news pages."""

from __future__ import annotations

import asyncio
import gzip
import statistics
from datetime import UTC, datetime
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from benchmarks import feedback, focus, posts, search, streams
from benchmarks.__main__ import BENCHMARKS
from benchmarks.floors import Floor
from benchmarks.focus_sets import SETS, Topic
from benchmarks.pages import NewsWeb
from benchmarks.reading import dealt
from benchmarks.reading_side import WrittenPage
from tidings.model import Event, Page
from tidings.urls import normalise

WEB = NewsWeb(hosts=10, pages_per_host=60)
NUMBERS = range(3, WEB.size, 67)


@pytest.fixture(scope="module")
def pages() -> list[str]:
    return [WEB.html(number) for number in NUMBERS]


def test_the_same_plan_gives_the_same_bytes(pages: list[str]) -> None:
    again = NewsWeb(hosts=10, pages_per_host=60)
    assert [again.html(number) for number in NUMBERS] == pages


def test_another_seed_gives_another_web(pages: list[str]) -> None:
    assert NewsWeb(hosts=10, pages_per_host=60, seed=1).html(NUMBERS[0]) != pages[0]


def test_pages_weigh_what_real_ones_weigh(pages: list[str]) -> None:
    assert 130_000 < statistics.mean(map(len, pages)) < 190_000
    packed = [len(gzip.compress(page.encode(), 6)) for page in pages]
    assert 25_000 < statistics.mean(packed) < 45_000


def test_pages_are_built_like_real_ones(pages: list[str]) -> None:
    trees = [LexborHTMLParser(page) for page in pages]
    elements = [sum(1 for _ in tree.css("*")) for tree in trees]
    assert 600 < statistics.mean(elements) < 950
    links = [{node.attributes["href"] for node in tree.css("a[href]")} for tree in trees]
    assert 85 < statistics.mean(map(len, links)) < 115
    scripts = [sum(len(node.text()) for node in tree.css("script")) for tree in trees]
    assert 35_000 < statistics.mean(scripts) < 65_000
    texts = [len(tree.css_first(".article__body").text()) for tree in trees]
    assert 4_000 < statistics.mean(texts) < 6_500


def test_every_page_has_one_address_in_normal_form() -> None:
    addresses = [WEB.url(number) for number in range(WEB.size)]
    assert len(set(addresses)) == WEB.size
    assert [normalise(address) for address in addresses] == addresses


def test_a_share_of_the_pages_is_about_the_event() -> None:
    assert 0.2 < len(WEB.events) / WEB.size < 0.4
    assert "Harwick" in WEB.html(WEB.events[0])


@pytest.mark.parametrize(
    ("value", "at_most", "holds"),
    [(12.0, False, True), (11.9, False, False), (11.9, True, True), (12.0, True, False)],
)
def test_a_floor_tells_whether_it_holds(value: float, at_most: bool, holds: bool) -> None:
    floor = Floor("speed", value, 12.0, "x", at_most)
    assert floor.holds is holds
    assert ("MISSED" in str(floor)) is not holds


def test_pages_are_dealt_out_once_and_evenly() -> None:
    now = datetime(2024, 1, 1, tzinfo=UTC)
    written = [WrittenPage(f"http://{size}.test/", now, (), b"." * size) for size in range(100)]
    hands = dealt(reversed(written), 7)
    everyone = [page for hand in hands for page in hand]
    assert sorted(everyone, key=lambda page: len(page.body)) == written
    sizes = [statistics.mean(len(page.body) for page in hand) for hand in hands]
    assert max(sizes) - min(sizes) < 7


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_is_described(name: str) -> None:
    page = Path(__file__).parents[1] / "docs" / "benchmarks.md"
    assert f"\n## {name}\n" in page.read_text(encoding="utf-8")


def test_a_judgement_is_followed_on_a_small_collection_as_on_a_large_one(tmp_path: Path) -> None:
    figures = feedback.measure(100, 500, tmp_path)
    assert figures["pages"] == 100
    assert figures["links"] > 0


@pytest.mark.parametrize("engine", ["tantivy", "fts5"])
def test_search_is_measured_on_a_few_pages_as_on_many(engine: str, tmp_path: Path) -> None:
    figures = search.measure(engine, 60, tmp_path)
    assert figures["pages"] == 60
    assert figures["rate"] > 0
    assert 0 < figures["median"] <= figures["p95"]


def test_posts_are_measured_on_a_few_lines_as_on_many(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl.zst"
    posts.write(path, 400)
    rate, memory, lines, sources = posts.measure(path)
    assert lines == 400
    assert 10 < sources < 100
    assert rate > 0
    assert memory > 0


def test_a_stream_is_measured_for_a_moment_as_for_a_minute(tmp_path: Path) -> None:
    burst = asyncio.run(streams.measure(tmp_path, 2_000, 0.5))
    assert burst.stored == 100
    assert burst.block > 0
    assert burst.busy > 0
    assert burst.rate > 0


def test_average_precision_counts_ties_against_us() -> None:
    truth = [True, False, True, False]
    assert focus.average_precision([0.9, 0.8, 0.7, 0.1], truth) == pytest.approx((1 + 2 / 3) / 2)
    assert focus.average_precision([0.5] * 4, truth) == pytest.approx((1 / 3 + 2 / 4) / 2)
    assert focus.f1([0.9, 0.8, 0.7, 0.1], truth, 0.75) == pytest.approx(2 * 1 / (2 + 2))
    assert focus.f1([0.1] * 4, truth, 0.75) == 0.0
    assert focus.best_threshold([([0.9, 0.2, 0.8, 0.1], truth)]) == 0.8


def test_the_baselines_of_focus_score_what_they_say() -> None:
    texts = ("river flood", "river boat", "a cup final", "cup cup")
    pages = [Page(f"http://a.example/{at}", text=text) for at, text in enumerate(texts)]
    event = Event("Flood", {"flood": 1.0})
    topic = Topic(event, [], pages, [True, False, False, False])
    assert focus.keyword_scores(topic) == [1.0, 0.0, 0.0, 0.0]
    # Flood is on one of four pages, ln 4; river on two, ln 2: ln 4 / sqrt(ln 4 ^ 2 + ln 2 ^ 2) = 2 / sqrt 5.
    assert focus.tfidf_scores(topic) == pytest.approx([2 / 5**0.5, 0, 0, 0])


def test_a_generated_set_has_the_truth_of_its_web() -> None:
    topics = SETS["recurring, keywords"][1]()
    assert all(any(topic.truth) and len(topic.truth) == len(topic.pages) for topic in topics)
