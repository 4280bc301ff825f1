"""Seed curation on a small web: posts share what real ones share, and every choice is crawled."""

from __future__ import annotations

import pytest

from tidings.lab.bench.task_webs import GeneratedTaskWeb
from tidings.lab.live import curation
from tidings.lab.live.curation import CHOICES, CurationResult, run_all
from tidings.lab.live.curation_report import beside_the_thesis, choices, markdown
from tidings.lab.live.sharing import read, shared
from tidings.sources.posts.funnel import Funnel


def test_posts_share_articles_lists_and_much_else() -> None:
    web = GeneratedTaskWeb(1, 1000)
    task = next(iter(web.tasks.values()))
    posts = shared(web.generated, task)
    assert posts == shared(web.generated, task)
    kinds = {web.generated.truth(post.link) for post in posts}
    assert "hub" in kinds
    assert any(kind.startswith("event:") for kind in kinds)
    funnel = Funnel(task.event.keywords)
    funnel.take(read(posts))
    links = {post.link for post in posts}
    assert 0 < funnel.kept < len(links)


def test_every_choice_is_crawled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curation, "PAGES", 40)
    events = dict(list(GeneratedTaskWeb(1, 400).tasks.items())[:1])
    monkeypatch.setattr(
        curation, "GeneratedTaskWeb", lambda seed, pages: _with_events(seed, pages, events)
    )
    results = list(run_all(1, 400, sizes=(5,)))
    assert [result.choice for result in results] == list(CHOICES)
    for result in results:
        assert result.given == 5
        assert 0 < result.harvest <= 1
        assert result.domains >= 5 or result.choice in ("multiple", "random, with a keyword")


def _with_events(seed: int, pages: int, events: dict) -> GeneratedTaskWeb:  # type: ignore[type-arg]
    web = GeneratedTaskWeb(seed, pages)
    web.tasks = events
    return web


def test_the_report_stands_beside_the_thesis() -> None:
    results = [
        CurationResult(choice, "flood", 1, size, 0.6 if "random" in choice else 0.9, 0.5, 9, size)
        for choice in CHOICES
        for size in (10, 50, 100)
    ]
    lines = [*beside_the_thesis(results), *choices(results)]
    assert "| flood | unique sources | 0.500 (9) | 0.500 (9) | 0.500 (9) |" in lines
    assert "| Brussels, thesis | multiple sources | 0.645 (31) | 0.763 (58) | 0.775 (78) |" in lines
    assert lines[-2].startswith("| hubs first / random | 1.50 x | 1.00 x |")
    assert lines[-1].startswith("| oracle / random | 1.50 x |")
    assert markdown(results, lines).startswith("# Seed curation")
