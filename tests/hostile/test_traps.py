"""Endless webs: calendars, session ids and the like cost a few pages; the rest of the budget goes to good ones."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from hashlib import md5
from pathlib import Path

import pytest

from tests.hostile.virtual import Reply, Server, crawl, good_site, settings_for, story
from tidings.frontier.traps import Traps, shape_of, without_session
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

BUDGET = 400
GOOD = good_site(500)


def calendar(host: str, path: str) -> Reply:
    """Serve a day of an endless calendar that speaks of the flood, with links to other days and months."""
    day = date.fromisoformat(path.removeprefix("/calendar/").replace("/", "-"))
    days = [day + timedelta(days=step) for step in (-1, 1, 2, 3, 7, 28, 365)]
    links = [f"/calendar/{each:%Y/%m/%d}" for each in days]
    body = story("calendar", *links, "/0", words=80)
    return Reply(
        body.replace(b"The flood in", f"Flood events on {day:%d %B %Y}: the flood in".encode())
    )


def months(host: str, path: str) -> Reply:
    """Serve a calendar in the query, with a month and a list view."""
    number = int(path.rpartition("=")[2])
    links = [
        f"/events?view={view}&month={number + step}"
        for view in ("list", "grid")
        for step in (-1, 1, 2)
    ]
    return Reply(
        story("months", *links, words=80).replace(b"rose", f"rose in month {number}".encode())
    )


def sessions(host: str, path: str) -> Reply:
    """Serve twenty stories, whose links carry another session id every time."""
    number = path.rpartition("/")[2]
    fresh = md5(path.encode(), usedforsecurity=False).hexdigest()[:12]
    links = [f"/{fresh}/{(int(number) * 3 + step) % 20}" for step in (1, 2, 3)]
    return Reply(story(f"session story {number}", *links))


def trapped(trap: Server, start: str) -> Server:
    """Serve good stories, and a trap behind the first one."""

    def serve(host: str, path: str) -> Reply:
        if path == "/robots.txt":
            return Reply(status=404)
        if path.strip("/").isdigit() or path == "/":
            reply = GOOD(host, path)
            return reply._replace(
                body=reply.body.replace(b"</body>", f'<a href="{start}">flood</a></body>'.encode())
            )
        return trap(host, path)

    return serve


TRAPS = {
    "calendar": (calendar, "/calendar/2026/01/01"),
    "months": (months, "/events?view=list&month=1"),
    "sessions": (sessions, "/0a1b2c3d4e5f/0"),
}


@pytest.mark.parametrize("name", TRAPS)
def test_a_trap_takes_a_twentieth_of_the_budget_at_most(name: str) -> None:
    trap, start = TRAPS[name]
    crawled = crawl(
        settings_for(("http://a.example/",), pages=BUDGET, depth=500),
        {"a.example": trapped(trap, start)}.get,
    )
    spent = Counter(
        "good" if entry.url.rpartition("/")[2].isdigit() and entry.url.count("/") == 3 else "trap"
        for entry in crawled.entries
        if entry.outcome in ("kept", "rejected", "duplicate")
    )
    own = 20 if name == "sessions" else 0  # its stories, each once
    assert spent["trap"] - own <= 0.05 * BUDGET, spent
    assert spent["good"] >= 0.9 * BUDGET, spent
    reasons = {entry.reason for entry in crawled.entries if entry.reason.startswith("trap")}
    assert reasons, "the ledger names no trap"


def test_a_trap_is_known_to_the_next_run(tmp_path: Path) -> None:
    database = Database(tmp_path / "traps.db")
    trap, start = TRAPS["calendar"]
    find = {"a.example": trapped(trap, start)}.get
    settings = settings_for(("http://a.example/",), pages=150, depth=500)
    crawl(settings, find, store=SqliteStore(database))
    database = Database(tmp_path / "traps.db")
    store = SqliteStore(database)
    assert "/calendar/9/9/9" in store.state.noted("traps")
    again = crawl(settings_for(("http://a.example/",), pages=200, depth=500), find, store=store)
    assert not [url for _, url in again.web.log if "/calendar/" in url]


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        ("http://a.example/", "/"),
        ("http://a.example/calendar/2024/5/17", "/calendar/9/9/9"),
        ("http://a.example/events?month=5&year=2031", "/events?month&year"),
        ("http://a.example/news/flood-in-riverton", "/news/*"),
        ("http://a.example/2024-05-17/story", "/9-9-9/*"),
        ("http://a.example/8f3a91bc2d/story/17", "/#/*/9"),
        ("http://a.example/article17", "/article9"),
    ],
)
def test_the_shape_of_an_address(url: str, shape: str) -> None:
    assert shape_of(url) == shape


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://a.example/8f3a91bc2d/story/17", "http://a.example/#/story/17"),
        ("http://a.example/story;sid=A8F3A91BC2D", "http://a.example/story;sid=#"),
        ("http://a.example/story/17?s=8f3a91bc2d", "http://a.example/story/17?s=#"),
        ("http://8f3a91bc2d.example/story/17", "http://8f3a91bc2d.example/story/17"),
        ("http://a.example/covid19/page2/2024", "http://a.example/covid19/page2/2024"),
    ],
)
def test_session_ids_are_replaced(url: str, key: str) -> None:
    assert without_session(url) == key


def test_ids_of_pages_are_no_sessions() -> None:
    """Addresses with a hash for each story lead to stories that differ."""

    def hashed(host: str, path: str) -> Reply:
        if path == "/robots.txt":
            return Reply(status=404)
        links = [
            f"/story/{md5(f'{path}{n}'.encode(), usedforsecurity=False).hexdigest()[:10]}"
            for n in range(3)
        ]
        return Reply(story(path, *links))

    crawled = crawl(
        settings_for(("http://a.example/",), pages=100, depth=50), {"a.example": hashed}.get
    )
    assert len(crawled.pages("example")) == 100
    assert not [entry for entry in crawled.entries if entry.reason.startswith("trap")]


def test_lists_that_lead_to_new_stories_are_no_trap() -> None:
    """The pages of a list look alike and bring nothing but links."""

    def listing(host: str, path: str) -> Reply:
        if path == "/robots.txt":
            return Reply(status=404)
        if path.startswith("/story"):
            return Reply(story(path))
        number = int(path.rpartition("/")[2] or 0)
        links = [f"/story/{number}-{each}" for each in "abc"]
        return Reply(story("list", *links, f"/list/{number + 1}") if number < 30 else story("end"))

    crawled = crawl(
        settings_for(("http://a.example/list/0",), depth=500), {"a.example": listing}.get
    )
    assert len([url for url in crawled.pages("example") if "/story/" in url]) == 90


def test_traps_survive_as_text() -> None:
    traps = Traps()
    traps._trap("a.example", "/calendar/9")
    assert traps.changed
    again = Traps(traps.to_text())
    assert not again.changed
    assert again.to_text() == traps.to_text()
