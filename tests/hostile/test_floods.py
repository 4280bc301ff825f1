"""Floods of host names: few are followed, few are kept in memory, and a crawl that resumes is soon there."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.hostile.virtual import Reply, crawl, settings_for, story
from tidings.frontier.embedded import Frontier
from tidings.frontier.hosts import registry
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Link, Outcome, Reason, Verdict
from tidings.settings import Scope
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore
from tidings.urls import site_of, url_id

RULES = ScopeRules(Scope(), 0.0, 10)


def frontier(path: Path) -> tuple[Frontier, SqliteStore]:
    store = SqliteStore(Database(path))
    return Frontier(store.links, RULES), store


def link(url: str, score: float = 0.5, depth: int = 1) -> Candidate:
    return Candidate(url_id(url), score, Link(url, depth=depth))


def test_many_names_take_little_memory_and_are_soon_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, most = 10_000, 1_000
    monkeypatch.setattr(registry, "MOST_HOSTS", most)
    full, store = frontier(tmp_path / "links.db")
    full.add([link("http://first.example/", 0.1)], 0.0)
    for number in range(names):
        full._registry.begin_page()
        full.add([link(f"http://h{number}-{number % 977}.example/")], 0.0)
    queue = full.hosts
    held = (queue.by_id, queue.by_name, queue._states, queue._entries, full._registry._domains)
    assert {len(each) for each in held} == {most}
    assert full.waiting == names + 1
    assert len(full._found) == 1, "links that no page brought are remembered"
    store.commit()
    store.close()
    begin = time.process_time()
    again, store = frontier(tmp_path / "links.db")
    assert time.process_time() - begin < 3
    assert again.waiting == names + 1
    assert len(again.hosts.by_id) <= most + 1
    store.close()


def test_hosts_without_room_are_asked_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_HOSTS", 20)
    monkeypatch.setattr(registry, "FEW_READY", 10)
    full, store = frontier(tmp_path / "links.db")
    for number in range(100):
        full._registry.begin_page()
        full.add([link(f"http://h{number}.example/", number / 200)], 0.0)
    full.add([link("http://best.example/", 0.9)], 0.0)
    asked, now = [], 1.0
    while full.waiting:
        full.revive(now)
        waiting = full.pop(now)
        assert waiting, "hosts are forgotten in the store"
        asked.append(waiting.candidate.link.url)
        full.count_answer(waiting, healthy=True)
        full.finish(waiting, Verdict(Outcome.KEPT, Reason.SCORE, "1"))
        full.release(waiting, now + 1, 1.0)
        now += 2
    assert len(asked) == len(set(asked)) == 101
    assert asked[0] == "http://best.example/"
    store.close()


def test_one_page_brings_some_hundred_unknown_hosts_at_most(tmp_path: Path) -> None:
    def flood(host: str, path: str) -> Reply:
        if path == "/robots.txt":
            return Reply(status=404)
        links = [f"http://{host.partition('.')[0]}-{number}.example/" for number in range(450)]
        return Reply(story(host, *links))

    crawled = crawl(settings_for(("http://a.example/",), pages=5), lambda _: flood)
    reasons = [entry.reason for entry in crawled.entries]
    assert reasons.count("links to unknown hosts: over 400 on its page") == 5 * 50
    assert crawled.ending.waiting == 5 * 400 + 1 - 5


def test_sub_domains_without_end_share_a_budget_and_a_clock(tmp_path: Path) -> None:
    def wildcard(host: str, path: str) -> Reply:
        if path == "/robots.txt":
            return Reply(status=404)
        names = [f"{host.partition('.')[0]}{letter}.trap.example" for letter in "abcde"]
        return Reply("".join(f'<a href="http://{name}/">another</a>' for name in names).encode())

    settings = settings_for(("http://x.trap.example/",), minutes=10)
    crawled = crawl(settings, lambda host: wildcard if site_of(host) == "trap.example" else None)
    asked = {url.split("/")[2] for _, url in crawled.web.log}
    assert len(asked) <= registry.CROWD + 2
    assert any(entry.reason.endswith("too many of trap.example") for entry in crawled.entries)
    times = sorted(at for at, url in crawled.web.log if not url.endswith("/robots.txt"))[
        registry.CROWD :
    ]
    assert all(later - earlier >= 1.0 for earlier, later in pairwise(times))
