"""The generated web: the same in every process, true to its ground truth, and as troublesome as promised."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, deque
from datetime import datetime
from itertools import chain
from statistics import mean
from urllib.parse import urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from tidings.lab.web.linking import FAULTS, SHARING, Anchor
from tidings.lab.web.plan import Article, Plan, make_plan
from tidings.lab.web.sites import QUIRKS
from tidings.lab.web.texts import written_date
from tidings.lab.web.web import GeneratedWeb
from tidings.urls import normalise

Links = dict[str, tuple[Anchor, ...]]

_DIGESTS = """
from datetime import UTC, datetime
from hashlib import sha256
from isal import igzip
from tidings.lab.web.web import GeneratedWeb

web = GeneratedWeb(7, 400)
print(web.hosts)
for lab in web.events:
    print(lab.event, lab.seeds, lab.references, sorted(lab.relevant))
for url in web.pages:
    status, headers, body, latency = web.answer(url, datetime(2026, 1, 1, tzinfo=UTC))
    plain = igzip.decompress(body) if ("Content-Encoding", "gzip") in headers else body
    print(url, status, headers, latency, sha256(plain).hexdigest(), sha256(body).hexdigest())
"""
"""One line per fact, so that a difference shows where it lies."""


def _hrefs(html: str) -> set[str]:
    return {node.attributes["href"] for node in LexborHTMLParser(html).css("a[href]")}


def _articles(web: GeneratedWeb) -> list[str]:
    return [url for url in web.pages if web.truth(url) not in ("hub", "evergreen")]


def _site(plan: Plan, quirk: str) -> str:
    """Return the front page of a site with that quirk."""
    return next(site.root for site in plan.sites if site.quirk == quirk)


@pytest.fixture(scope="module")
def targets(web: GeneratedWeb, links: Links, now: datetime) -> dict[str, list[str]]:
    """The URLs that the links of every listed page lead to, redirects followed."""
    landings: dict[str, str] = {}
    for anchor in chain.from_iterable(links.values()):
        if anchor.url not in landings:
            landings[anchor.url] = _landing(web, anchor.url, now)
    return {url: [landings[anchor.url] for anchor in anchors] for url, anchors in links.items()}


def test_the_same_arguments_give_the_same_bytes_in_any_process():
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _DIGESTS],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed in ("1", "2")
    ]
    first, second = (process.communicate()[0].splitlines() for process in processes)
    assert len(first) > 400
    assert first == second


def test_another_seed_gives_another_web(web):
    other = GeneratedWeb(2, 1200)
    assert not set(web.pages) & set(other.pages)
    assert {lab.event.name for lab in web.events}.isdisjoint(lab.event.name for lab in other.events)


def test_the_web_has_about_the_wanted_size(web):
    assert 0.9 < len(web.pages) / 1200 < 1.15
    assert len(set(web.pages)) == len(web.pages)
    assert all(urlsplit(url).netloc.endswith(".example") for url in web.pages)
    assert len({urlsplit(url).netloc for url in web.pages}) == 20
    assert all(normalise(url) == url for url in web.pages)


def test_every_listed_page_answers_with_html_of_real_size(answers, text_of):
    sizes = []
    for answer in answers.values():
        assert answer.status == 200
        assert dict(answer.headers)["Content-Type"].startswith("text/html")
        sizes.append(len(text_of(answer)))
    assert min(sizes) > 15_000
    assert 30_000 < mean(sizes) < 60_000
    assert max(sizes) < 80_000


def test_weight_pads_pages_for_benchmarks(now, text_of):
    web = GeneratedWeb(3, 1000, weight=150)
    html = [text_of(web.answer(url, now)) for url in web.pages[::20]]
    assert all(140_000 < len(page) < 165_000 for page in html)
    assert 85 < mean(page.count("<a ") for page in html) < 120


def test_links_of_returns_the_links_of_the_page(web, answers, links, text_of):
    for url in web.pages[::7]:
        rendered = _hrefs(text_of(answers[url]))
        assert rendered == {anchor.url for anchor in links[url]}


def test_every_link_leads_to_something_known(web, links):
    kinds: Counter[str] = Counter()
    listed = set(web.pages)
    for url in {anchor.url for anchors in links.values() for anchor in anchors}:
        assert urlsplit(url).netloc in web.hosts
        kind = "page" if url in listed else web.truth(url)
        kinds[kind] += 1
        if kind == "missing":
            assert "/missing/" in url
        if kind not in ("redirect", "missing", "gone", "file", "trap", "private", "fault"):
            assert web.truth(url).startswith(
                ("event:", "place-", "topic-", "same-", "background", "hub", "evergreen")
            )
    assert {"page", "redirect", "missing", "gone", "file", "trap", "private", "fault"} <= set(kinds)


@pytest.mark.parametrize("number", range(4))
def test_all_relevant_pages_can_be_reached_but_not_all_at_once(web, targets, number):
    lab = web.events[number]
    depth = _depths(targets, lab.seeds)
    assert lab.relevant <= set(depth)
    near = [url for url in lab.relevant if depth[url] <= 1]
    assert len(near) < len(lab.relevant) / 3


def test_some_relevant_pages_lie_only_behind_pages_that_are_not(web, targets):
    for lab in web.events:
        linked = set().union(*(targets[url] for url in lab.relevant))
        assert lab.relevant - linked - set(lab.seeds)


def _depths(targets: dict[str, list[str]], seeds: tuple[str, ...]) -> dict[str, int]:
    depth = dict.fromkeys(seeds, 0)
    queue = deque(seeds)
    while queue:
        url = queue.popleft()
        for target in targets[url]:
            if target in targets and target not in depth:
                depth[target] = depth[url] + 1
                queue.append(target)
    return depth


def _landing(web: GeneratedWeb, url: str, now: datetime) -> str:
    for _ in range(4):
        if web.truth(url) != "redirect":
            break
        url = dict(web.answer(url, now).headers)["Location"]
    return normalise(url) or url


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_confusables_outnumber_every_event(seed):
    web = GeneratedWeb(seed, 1000)
    kinds = Counter(web.truth(url) for url in web.pages)
    assert len(web.events) >= 4
    events = sum(count for kind, count in kinds.items() if kind.startswith("event:"))
    for lab in web.events:
        relevant = len(lab.relevant)
        assert relevant == kinds[f"event:{lab.event.name}"]
        assert 0.03 < relevant / len(web.pages) < 0.055
        same_topic = events - relevant + kinds["place-other-year"] + kinds["topic-elsewhere"]
        assert 4 <= same_topic / relevant <= 8.5
    assert kinds["same-day-other-topic"] >= len(web.events)
    assert kinds["background"] > 0.15 * len(web.pages)
    assert 0.1 < kinds["hub"] / len(web.pages) < 0.25


def test_an_event_is_described_and_has_seeds_and_references(web):
    for lab in web.events:
        assert len(lab.event.keywords) >= 5
        assert list(lab.event.places.values()) == [1.0, 0.5, 0.5, 0.3, 0.3, 0.3]
        assert lab.event.when is not None
        assert 3 <= len(lab.references) <= 5
        assert set(lab.references) <= lab.relevant
        assert not set(lab.seeds) & set(lab.references)
        assert set(lab.seeds) <= set(web.pages)
        assert len({urlsplit(url).netloc for url in lab.references}) == len(lab.references)


def test_the_story_tells_the_event(web, now, text_of):
    lab = web.events[0]
    place = next(iter(lab.event.places))
    for url in lab.references:
        text = LexborHTMLParser(text_of(web.answer(url, now))).text()
        assert text.count(place) >= 3
        assert sum(text.lower().count(word) for word in lab.event.keywords) >= 5
        assert len(text.split()) > 300


def test_about_an_eighth_of_the_articles_carry_no_date(plan, answers, text_of):
    undated = [article for article in plan.articles if not article.dated]
    assert 0.08 < len(undated) / len(plan.articles) < 0.16
    for article in undated[:40]:
        site = plan.sites[article.site]
        story = LexborHTMLParser(text_of(answers[article.url])).css_first("h1").parent
        html = story.html or ""
        assert article.day.isoformat() not in html + article.url
        assert written_date(article.day, site.language, site.date_form) not in html


def test_dates_are_written_in_many_ways(plan, answers, text_of):
    counts: Counter[str] = Counter()
    for article in plan.articles:
        html = text_of(answers[article.url])
        if article.dated:
            counts["path"] += f"{article.day:%Y/%m/%d}" in article.url
            counts["meta"] += "article:published_time" in html
            counts["json"] += '"datePublished"' in html
            counts["time"] += f'<time datetime="{article.day.isoformat()}' in html
            counts["dateline"] += plan.sites[article.site].dating == "dateline"
    assert min(counts.values()) > 20
    assert set(counts) == {"path", "meta", "json", "time", "dateline"}


def test_the_header_shows_the_day_of_the_visit(plan, answers, text_of):
    html = text_of(answers[plan.sites[0].root])
    assert "1 January 2026" in html
    assert "2009-2026" in html


def test_four_languages_are_spoken():
    web = GeneratedWeb(1, 2000)
    languages = {site.language for site in make_plan(1, 2000).sites}
    assert languages == {"en", "de", "fr", "es"}
    assert len(web.hosts) > 33


def test_wire_copy_is_the_same_text_on_another_site(plan):
    copies = [article for article in plan.articles if article.words != article.number]
    assert 0.03 < len(copies) / len(plan.articles) < 0.12
    for copy in copies:
        original = plan.articles[copy.words]
        assert (copy.title, copy.happening) == (original.title, original.happening)
        assert copy.site != original.site


def test_some_pages_answer_under_two_addresses_with_and_without_canonical(plan, answers, text_of):
    twice = [article for article in plan.articles if article.second_url]
    canonical = []
    for article in twice:
        first, second = (text_of(answers[url]) for url in (article.url, article.second_url))
        assert first == second
        canonical.append('rel="canonical"' in second)
    assert any(canonical)
    assert not all(canonical)


def test_variants_of_a_page_are_answered_and_known(web, now, text_of):
    url = _articles(web)[0]
    for variant in (f"{url}?utm_source=x", f"{url}?sessionid=0f", f"{url}?print=1"):
        assert web.truth(variant) == web.truth(url)
        assert web.answer(variant, now).status == 200
    printed = text_of(web.answer(f"{url}?print=1", now))
    assert f'rel="canonical" href="{url}"' in printed
    assert len(printed) < len(text_of(web.answer(url, now))) / 3


def test_print_views_are_linked_and_carry_the_same_words(web, plan, links, now, text_of):
    printed_urls = {
        anchor.url for anchors in links.values() for anchor in anchors if "print" in anchor.url
    }
    assert {"/print/" in url for url in printed_urls} == {True, False}
    article = next(one for one in plan.articles if plan.sites[one.site].quirk == "rules")
    printed = text_of(web.answer(f"{plan.sites[article.site].root}print/{article.number}", now))
    assert "<h1" in printed
    assert f'rel="canonical" href="{article.url}"' in printed


def test_every_quirk_has_its_site(plan):
    assert {site.quirk for site in plan.sites} == {"", *QUIRKS}


def test_robots_rules_differ_by_site(web, plan, now):
    def robots(quirk: str) -> tuple[int, bytes]:
        answer = web.answer(f"{_site(plan, quirk)}robots.txt", now)
        return answer.status, answer.body

    assert b"Disallow: /private/" in robots("rules")[1]
    assert b"Crawl-delay: 2" in robots("crawl-delay")[1]
    assert robots("robots-missing")[0] == 404
    assert robots("robots-failing")[0] == 503
    assert len(robots("robots-huge")[1]) > 500 * 1024
    assert b"Disallow: /\n" in robots("closed")[1]
    assert b"Disallow: /\n" in web.answer(f"http://{SHARING[0]}/robots.txt", now).body


def test_old_addresses_lead_over_a_chain_to_the_page(web, plan, now):
    article = plan.articles[5]
    host = plan.sites[article.site].host
    url = f"http://old.{host.partition('.')[2]}/node/5"
    seen = []
    while web.truth(url) == "redirect":
        answer = web.answer(url, now)
        seen.append(answer.status)
        url = dict(answer.headers)["Location"]
    assert url == article.url
    assert seen == [301, 301, 302]


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("loop/a", 302, "redirect"),
        ("go/intranet", 302, "redirect"),
        ("removed/story-1", 410, "gone"),
        ("missing/story-1", 404, "missing"),
        ("files/report-1.pdf", 200, "file"),
        ("images/photo-1.jpg", 200, "file"),
        ("calendar?month=2024-06", 200, "trap"),
        ("private/account", 200, "private"),
        ("node/99999999", 404, "missing"),
        ("no/such/page", 404, "missing"),
    ],
)
def test_what_is_no_page_has_its_kind(web, plan, now, path, status, kind):
    url = plan.sites[0].root + path
    assert web.answer(url, now).status == status
    assert web.truth(url) == kind


def test_redirects_go_round_and_inward(web, plan, now):
    root = plan.sites[0].root
    targets = [
        dict(web.answer(root + path, now).headers)["Location"]
        for path in ("loop/a", "loop/b", "go/intranet", "go/status")
    ]
    assert targets == [
        f"{root}loop/b",
        f"{root}loop/a",
        "http://127.0.0.1:9/",
        "http://169.254.169.254/latest/",
    ]


def test_the_calendar_has_no_end(web, plan, now, text_of):
    root = plan.sites[0].root
    url, seen = f"{root}calendar?month=2024-11", set()
    for _ in range(40):
        seen.add(url)
        later = [
            href
            for href in _hrefs(text_of(web.answer(url, now)))
            if href not in seen and "day" not in href
        ]
        url = max(later)
    assert "2028-03" in url


def test_hosts_fail_in_three_ways(web, now):
    answers = [web.answer(f"http://{host}/story/1", now) for host in FAULTS]
    assert [answer.status for answer in answers] == [500, 503, 0]
    assert dict(answers[1].headers)["Retry-After"] == "2"
    assert {web.truth(f"http://{host}/story/1") for host in FAULTS} == {"fault"}


def test_most_hosts_compress_and_one_is_slow(web, plan, now):
    fronts = [site.root for site in plan.sites]
    answers = [web.answer(url, now) for url in fronts]
    compressed = sum(("Content-Encoding", "gzip") in answer.headers for answer in answers)
    assert len(fronts) * 0.7 < compressed < len(fronts)
    assert web.answer(_site(plan, "slow"), now).latency > 1
    assert sorted(answer.latency for answer in answers)[len(answers) // 2] < 0.3


def test_plans_keep_articles_in_order_of_date(plan):
    for numbers in plan.by_site.values():
        days = [plan.articles[number].day for number in numbers]
        assert days == sorted(days)
    assert all(isinstance(article, Article) for article in plan.articles)
