"""The memory of links: it may forget, but is never wrong about a link it knows."""

from __future__ import annotations

from random import Random

import pytest

from tidings.frontier.seen import DONE, SeenCache, forget, link_key
from tidings.model import Candidate, Link, Reason
from tidings.urls import url_id


@pytest.fixture(params=[1, 4, 32], ids=lambda probes: f"{probes} probes")
def cache(request: pytest.FixtureRequest) -> SeenCache:
    return SeenCache(slots_log2=6, probes=request.param)


def test_a_link_is_known_if_it_was_met_with_that_score_and_no_deeper(cache: SeenCache) -> None:
    assert not cache.known(7, 0.1)
    cache.remember(7, 0.5, depth=3)
    assert cache.known(7, 0.5, depth=3)
    assert cache.known(7, 0.4, depth=9)
    assert not cache.known(7, 0.6, depth=3)
    assert not cache.known(7, 0.5, depth=2)


def test_the_best_score_and_the_least_depth_count(cache: SeenCache) -> None:
    cache.remember(7, 0.5, depth=3)
    cache.remember(7, 0.2, depth=1)
    assert cache.known(7, 0.5, depth=1)


def test_a_link_that_is_done_is_known_at_any_score_and_depth(cache: SeenCache) -> None:
    cache.remember(7, DONE, depth=3)
    assert cache.known(7, 1.0, depth=0)


def test_a_score_is_replaced_only_if_the_link_is_remembered(cache: SeenCache) -> None:
    cache.remember(7, 0.9)
    cache.rescore(7, 0.3)
    cache.rescore(8, 0.3)
    assert cache.known(7, 0.3)
    assert not cache.known(7, 0.4)
    assert not cache.known(8, 0.1)


def test_however_many_links_are_met_no_link_is_known_that_was_not_met(cache: SeenCache) -> None:
    random, best = Random(1), dict[int, float]()
    for _ in range(5000):
        id_, score = random.randrange(1, 500), random.random()
        if cache.known(id_, score):
            assert best.get(id_, -1.0) >= score
        cache.remember(id_, score)
        best[id_] = max(best.get(id_, 0.0), score)
        assert cache.known(id_, score)


def test_a_link_is_news_of_its_own_at_each_depth_and_when_it_is_barred() -> None:
    links = [Link("https://a.example/", depth=depth) for depth in range(50)]
    links += [link._replace(barred=Reason.NOFOLLOW) for link in links]
    keys = {link_key(Candidate(url_id(link.url), 0.5, link)) for link in links}
    assert len(keys) == 100
    assert all(-(2**63) <= key < 2**63 for key in keys)


def test_the_oldest_tenth_of_a_memory_is_dropped() -> None:
    memory = dict.fromkeys(range(11))
    forget(memory, 20)
    assert len(memory) == 11
    forget(memory, 10)
    assert list(memory) == [*range(1, 11)]


def test_links_are_remembered_until_their_memory_is_half_full() -> None:
    met = SeenCache(slots_log2=12, probes=32)
    keys = [url_id(f"https://a.example/{number}") for number in range(4096)]
    assert all(met.is_news(key, 0.5) for key in keys[:2000])
    assert not any(met.is_news(key, 0.5) for key in keys[:2000])
    assert met.is_news(keys[0], 0.6)
    for key in keys * 2:  # far more than fit do no harm
        met.is_news(key, 0.7)
