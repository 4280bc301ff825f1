"""Posts in a crawl: stored as they came, scored, found, withdrawn; their links carry their words and rise together."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from tests.sources.streams.servers import bluesky_event
from tidings.archive.files.loading import capture_of, read_stored
from tidings.collection.collection import Collection, open_collection
from tidings.collection.reading import open_reader
from tidings.crawl.wiring import wire
from tidings.crawl.workers.inline import InlineWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.errors import TryLater
from tidings.lab.bench.clock import EPOCH, VirtualClock
from tidings.model import (
    POST_TYPE,
    Capture,
    Event,
    EventModel,
    Fetched,
    Link,
    Message,
    Query,
    Reason,
    Stop,
    Withdrawn,
)
from tidings.ports import Source
from tidings.read.reader import Reader
from tidings.settings import Budget, RelevanceSettings, Scope, Settings, StreamsSettings
from tidings.sources.posts.source import PostFiles
from tidings.sources.seeds import Seeds
from tidings.sources.streams.queries import Queries
from tidings.sources.streams.stream import Stream
from tidings.store.entries import Entry

MODEL = EventModel({"flood": 1.0}, {}, None)
SETTINGS = Settings(
    Event("Flood", {"flood": 1.0}),
    (),
    budget=Budget(pages=500),
    relevance=RelevanceSettings(measure="topic", threshold=0.3),
)
POSTED = "2025-12-31T23:00:00.000Z"


class Posts:
    """A source of given posts and withdrawals."""

    def __init__(self, *items: dict[str, Any] | Withdrawn) -> None:
        self._items = items

    async def __aiter__(self) -> AsyncIterator[Capture | Withdrawn]:
        for item in self._items:
            yield item if isinstance(item, Withdrawn) else capture(item)


def post(number: int, *links: str, **record: Any) -> dict[str, Any]:
    facets = [
        {"features": [{"$type": "app.bsky.richtext.facet#link", "uri": link}]} for link in links
    ]
    return bluesky_event(number, **{"createdAt": POSTED, "facets": facets, **record})


def url_of(number: int) -> str:
    return f"https://bsky.app/profile/did:plc:a{number % 7}/post/k{number}"


def capture(event: dict[str, Any]) -> Capture:
    url = f"https://bsky.app/profile/{event['did']}/post/{event['commit']['rkey']}"
    return Capture(url, EPOCH, 200, (("Content-Type", POST_TYPE),), json.dumps(event).encode())


class Web:
    """Pages about the flood at every address, and short links that redirect."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def fetch(self, link: Link) -> Fetched:
        self.asked.append(link.url)
        if "//sho.rt/" in link.url:
            target = (
                "http://news.example/target"
                if link.url != "http://sho.rt/loop"
                else "http://sho.rt/loop2"
            )
            target = "http://sho.rt/loop" if link.url == "http://sho.rt/loop2" else target
            return Fetched(Capture(link.url, EPOCH, 301, (("Location", target),), b""))
        html = f"<p>The flood, water in the streets of town and more of the flood {link.url[-9:]}.".encode()
        return Fetched(Capture(link.url, EPOCH, 200, (("Content-Type", "text/html"),), html))

    def delay(self, url: str) -> float:
        return 1.0

    async def close(self) -> None: ...


def crawl(
    folder: Path,
    *sources: Source,
    settings: Settings = SETTINGS,
    clock: VirtualClock | None = None,
    web: Web | None = None,
) -> Web:
    web, clock = web or Web(), clock or VirtualClock()

    async def run(collection: Collection) -> None:
        workers = InlineWorkers(Setup(settings, MODEL))
        await wire(settings, collection, web, workers, clock, lockstep=True).run(sources)

    with open_collection(folder, prefix="x", warc_megabytes=100) as collection:
        clock.run(run(collection))
    return web


def entry(folder: Path, url: str) -> Entry:
    with open_reader(folder) as collection:
        found = collection.entry(url)
    assert found
    return found


def records(folder: Path) -> list[tuple[str, str, bytes]]:
    """Return type, URL and content of all records, as another program reads them."""
    found = []
    for path in sorted((folder / "archive").glob("*.warc.gz")):
        with path.open("rb") as file:
            for record in ArchiveIterator(file):
                head = record.rec_headers
                found.append(
                    (
                        head["WARC-Type"],
                        head["WARC-Target-URI"] or "",
                        record.content_stream().read(),
                    )
                )
    return found


def test_a_post_is_archived_as_it_came_and_judged(tmp_path: Path) -> None:
    given = post(1, "http://news.example/1", text="Flood, flood in Harwick")
    crawl(tmp_path, Posts(given))
    found = entry(tmp_path, url_of(1))
    assert (found.outcome, found.channel, found.title) == (
        "kept",
        "post",
        "Flood, flood in Harwick",
    )
    assert found.published
    assert found.published.isoformat() == "2025-12-31T23:00:00+00:00"
    assert found.dated_by == "post"
    (stored,) = [
        body for kind, url, body in records(tmp_path) if kind == "resource" and url == url_of(1)
    ]
    assert json.loads(stored) == given
    (facts,) = [
        body for kind, url, body in records(tmp_path) if kind == "metadata" and url == url_of(1)
    ]
    assert b"author: " in facts
    assert b"did:plc" not in facts.replace(url_of(1).encode(), b"")


def test_authors_are_named_only_if_asked_for(tmp_path: Path) -> None:
    settings = replace(SETTINGS, streams=StreamsSettings(authors="named"))
    crawl(tmp_path, Posts(post(1)), settings=settings)
    assert any(
        b"author: did:plc:a1" in body for kind, _, body in records(tmp_path) if kind == "metadata"
    )


def test_the_links_of_a_post_carry_its_words_and_time(tmp_path: Path) -> None:
    crawl(tmp_path, Posts(post(1, "http://news.example/1?utm_source=x")))
    found = entry(tmp_path, "http://news.example/1")
    assert (found.parent, found.anchor) == (url_of(1), "Flood in Harwick, report 1")
    assert (found.channel, found.depth, found.outcome) == ("post", 0, "kept")
    assert found.dated_by == "post"  # its page has no date of its own


def test_a_rejected_post_is_archived_too(tmp_path: Path) -> None:
    crawl(tmp_path, Posts(post(1, text="Gardening and tulips")))
    assert entry(tmp_path, url_of(1)).outcome == "rejected"
    assert [url for kind, url, _ in records(tmp_path) if kind == "resource"] == [url_of(1)]


class Busy(Web):
    """Servers that ask to come back later, so that links wait."""

    async def fetch(self, link: Link) -> Fetched:
        raise TryLater(Reason.HTTP, "503", 3600.0)


def scores(folder: Path, *items: Capture) -> dict[str, float]:
    """Return the scores of waiting links after some posts."""

    class Given:
        async def __aiter__(self) -> AsyncIterator[Capture]:
            for item in items:
                yield item

    crawl(folder, Given(), settings=replace(SETTINGS, budget=Budget(minutes=1)), web=Busy())
    with contextlib.closing(sqlite3.connect(folder / "tidings.db")) as database:
        return dict(database.execute("SELECT url, score FROM link WHERE phase = 0"))


def test_a_link_that_many_posts_share_rises(tmp_path: Path) -> None:
    said = {"text": "Look at this"}
    shared = [capture(post(number, "http://b.example/", **said)) for number in range(1, 4)]
    once = capture(post(10, "http://a.example/", **said))
    found = scores(tmp_path, once, *shared)
    assert found["http://a.example/"] < found["http://b.example/"] < 1.0


def test_the_links_of_popular_posts_rise(tmp_path: Path) -> None:
    def tweet(number: int, likes: int) -> Capture:
        data = {"id_str": str(number), "text": "Look", "user": {"screen_name": "a", "followers_count": likes * 9},
                "entities": {"urls": [{"expanded_url": f"http://{number}.example/"}]},
                "created_at": "Wed Dec 31 23:00:00 +0000 2025", "favorite_count": likes}  # fmt: skip
        url = f"https://twitter.com/a/status/{number}"
        return Capture(url, EPOCH, 200, (("Content-Type", POST_TYPE),), json.dumps(data).encode())

    found = scores(tmp_path, tweet(1, 0), tweet(2, 50_000))
    assert found["http://1.example/"] < found["http://2.example/"] < 1.0


def test_the_scope_of_sites_is_for_pages_not_for_posts(tmp_path: Path) -> None:
    settings = replace(SETTINGS, scope=Scope(sites=("news.example",), pages_per_site=1))
    crawl(
        tmp_path,
        Posts(post(1, "http://other.example/"), post(2, "http://news.example/2")),
        settings=settings,
    )
    assert entry(tmp_path, url_of(2)).outcome == "kept"
    assert entry(tmp_path, "http://other.example/").outcome == "refused"
    assert entry(tmp_path, "http://news.example/2").outcome == "kept"


def test_short_links_are_expanded_and_one_target_is_one_page(tmp_path: Path) -> None:
    posts = [
        post(1, "http://sho.rt/a"),
        post(2, "http://sho.rt/b"),
        post(3, "http://sho.rt/a", "http://sho.rt/loop"),
    ]
    web = crawl(tmp_path, Posts(*posts))
    assert web.asked.count("http://sho.rt/a") == 1
    assert web.asked.count("http://news.example/target") == 1
    target = entry(tmp_path, "http://news.example/target")
    assert (target.outcome, target.channel, target.dated_by) == ("kept", "post", "post")
    with open_reader(tmp_path) as collection:
        assert target.parent == "http://sho.rt/a"
        assert entry(tmp_path, "http://sho.rt/a").parent == url_of(1)
        ends = {each.url: each.outcome for each in collection.entries() if "loop" in each.url}
    assert set(ends) == {"http://sho.rt/loop", "http://sho.rt/loop2"}
    assert web.asked.count("http://sho.rt/loop") == 1


def test_a_withdrawn_post_leaves_nothing_behind(tmp_path: Path) -> None:
    secret = post(1, "http://news.example/1", text="Flood: a secret of mine")
    gone = Withdrawn("bluesky", "did:plc:a1/k1", url_of(1))
    unknown = Withdrawn("bluesky", "x", "https://bsky.app/profile/x/post/x")
    crawl(tmp_path, Posts(secret, post(2)))
    crawl(tmp_path, Posts(gone, unknown, gone))
    found = entry(tmp_path, url_of(1))
    assert (found.outcome, found.reason, found.title) == ("refused", "withdrawn by its service", "")
    assert entry(tmp_path, "http://news.example/1").anchor == ""
    assert entry(tmp_path, url_of(2)).outcome == "kept"
    assert not any(b"secret" in body for _, _, body in records(tmp_path))
    assert [url for kind, url, _ in records(tmp_path) if kind == "resource"] == [url_of(2)]
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or b"secret of mine" not in path.read_bytes(), path
    with open_reader(tmp_path) as collection:
        assert collection.search("secret").count == 0


def test_a_withdrawn_account_takes_all_its_posts_along(tmp_path: Path) -> None:
    posts = [post(number) for number in (1, 2, 8)]
    account = Withdrawn("bluesky", "", "https://bsky.app/profile/did:plc:a1/post/")
    crawl(tmp_path, Posts(*posts))
    crawl(tmp_path, Posts(account))
    assert [entry(tmp_path, url_of(number)).outcome for number in (1, 2, 8)] == [
        "refused",
        "kept",
        "refused",
    ]


class SocialWeb(Web):
    """A page that shows a post, which its service gives to everybody as data."""

    data = (
        "https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?depth=0&parentHeight=0"
        "&uri=at://did:plc:a1/app.bsky.feed.post/k1"
    )

    async def fetch(self, link: Link) -> Fetched:
        self.asked.append(link.url)
        body = f"<p>The flood, <a href='{url_of(1)}'>the flood in town</a>, the flood.".encode()
        kind = "text/html"
        if link.url == self.data:
            event = post(1, "http://news.example/more", text="The flood, the flood in the street")
            shown = {"uri": link.url.partition("uri=")[2], "record": event["commit"]["record"]}
            body, kind = (
                json.dumps({"thread": {"$type": "threadViewPost", "post": shown}}).encode(),
                "application/json",
            )
        return Fetched(Capture(link.url, EPOCH, 200, (("Content-Type", kind),), body))


def test_posts_that_kept_pages_show_are_fetched_as_data(tmp_path: Path) -> None:
    def asked(posts: str) -> list[str]:
        streams = StreamsSettings(posts=posts)
        settings = replace(SETTINGS, seeds=("http://news.example/",), streams=streams)
        return crawl(
            tmp_path / posts, Seeds(settings.seeds), settings=settings, web=SocialWeb()
        ).asked

    assert SocialWeb.data not in asked("none")
    assert "http://news.example/more" in asked("kept")
    found = entry(tmp_path / "kept", SocialWeb.data)
    assert (found.outcome, found.title) == ("kept", "The flood, the flood in the street")
    crawl(tmp_path / "kept", Posts(Withdrawn("bluesky", "did:plc:a1/k1", url_of(1))))
    found = entry(tmp_path / "kept", SocialWeb.data)
    assert (found.outcome, found.reason, found.title) == ("refused", "withdrawn by its service", "")
    assert not any(b"in the street" in body for _, _, body in records(tmp_path / "kept"))
    for path in (tmp_path / "kept").rglob("*"):
        assert path.is_dir() or b"flood in the street" not in path.read_bytes(), path


def test_a_withdrawn_account_takes_posts_fetched_as_data_along(tmp_path: Path) -> None:
    settings = replace(
        SETTINGS, seeds=("http://news.example/",), streams=StreamsSettings(posts="kept")
    )
    crawl(tmp_path, Seeds(settings.seeds), settings=settings, web=SocialWeb())
    crawl(tmp_path, Posts(Withdrawn("bluesky", "", "https://bsky.app/profile/did:plc:a1/post/")))
    assert entry(tmp_path, SocialWeb.data).reason == "withdrawn by its service"


def test_posts_are_found_by_search(tmp_path: Path) -> None:
    crawl(tmp_path, Posts(post(1, text="Flood: pumpernickel rescued")))
    with open_reader(tmp_path) as collection:
        assert [hit.entry.url for hit in collection.search("pumpernickel").hits] == [url_of(1)]


def test_strange_posts_have_a_reason(tmp_path: Path) -> None:
    class Strange:
        async def __aiter__(self) -> AsyncIterator[Capture]:
            for number, body in enumerate(
                (b"{", b"[]", b"{}", json.dumps(post(4, createdAt="2099-01-01T00:00:00Z")).encode())
            ):
                yield Capture(
                    f"https://p.example/{number}", EPOCH, 200, (("Content-Type", POST_TYPE),), body
                )

    crawl(tmp_path, Strange())
    assert [entry(tmp_path, f"https://p.example/{number}").outcome for number in range(3)] == [
        "unread"
    ] * 3
    assert (
        entry(tmp_path, "https://p.example/3").published is None
    )  # a time to come is not believed


# Killed again and again


class Replayed:
    """A tap over a fixed history that replays from its cursor, as Jetstream does."""

    name = "history"

    def __init__(self, total: int) -> None:
        self._total = total

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        for number in range(max(int(cursor or 0) - 3, 0), self._total):
            yield Message(
                json.dumps(post(number, f"http://h{number}.example/")).encode(), str(number + 1)
            )
        await asyncio.Event().wait()

    def cursor_at(self, moment: float) -> str:
        return ""


class Killed(BaseException):
    """Ends a crawl as kill -9 would."""


@pytest.mark.parametrize("turns", [3, 11])
def test_a_crawl_killed_ten_times_has_every_post_once(tmp_path: Path, turns: int) -> None:
    total = 120
    settings = replace(SETTINGS, budget=Budget(pages=10_000))

    def run(kill_after: int, day: int) -> None:
        clock = VirtualClock(EPOCH + timedelta(days=day))
        stream = Stream(Replayed(total), lambda: Queries(words=("flood",)), clock)
        ticks = 0

        async def crawling(collection: Collection) -> None:
            nonlocal ticks
            workers = InlineWorkers(Setup(settings, MODEL))
            running = wire(settings, collection, Web(), workers, clock, lockstep=True)

            def tick() -> None:
                nonlocal ticks
                ticks += 1
                if ticks == kill_after:
                    raise Killed
                if running.progress().totals.pages >= 2 * total:
                    running.stop(Stop.ASKED)

            await running.run([stream], tick)

        with open_collection(tmp_path, prefix="x", warc_megabytes=100) as collection:
            clock.run(crawling(collection))

    for day in range(10):
        with pytest.raises(Killed):
            run(turns + day, day)
    run(-1, 11)
    with open_reader(tmp_path) as collection:
        posts = [
            each
            for each in collection.entries(Query())
            if each.channel == "post" and "bsky.app" in each.url
        ]
        visits = [
            each.url
            for each in collection.entries(Query(all_visits=True))
            if "bsky.app" in each.url
        ]
    assert {each.url for each in posts} == {url_of(number) for number in range(total)}
    assert len(visits) == total
    stored = [url for kind, url, _ in records(tmp_path) if kind == "resource"]
    assert sorted(stored) == sorted(url_of(number) for number in range(total))


def test_stored_posts_can_be_read_again(tmp_path: Path) -> None:
    crawl(tmp_path, Posts(post(1)))
    with open_reader(tmp_path) as collection:
        found = collection.entry(url_of(1))
    assert found
    assert found.file
    assert found.captured_at
    stored = read_stored(
        tmp_path / "archive" / found.file, found.offset, url_of(1), found.captured_at
    )
    again = Reader().read(capture_of(stored, "archive"))
    assert again.title == found.title


def _urls(entries: Iterable[Entry]) -> set[str]:
    return {each.url for each in entries}


def test_posts_of_a_file_are_taken_once(tmp_path: Path) -> None:
    path = tmp_path / "posts.jsonl"
    lines = [post(number, f"http://h{number}.example/") for number in range(5)]
    lines += [post(6, text="Tulips"), {"text": "flood here http://z.example/1", "date": POSTED}]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    for _ in range(2):
        clock = VirtualClock()
        source = PostFiles([path], Queries(words=("flood",)).wants, clock)
        crawl(tmp_path, source, clock=clock)
    with open_reader(tmp_path) as collection:
        found = _urls(collection.entries(Query(all_visits=True)))
        assert collection.count(Query(all_visits=True)) == 11
    assert found == {url_of(n) for n in range(5)} | {f"http://h{n}.example/" for n in range(5)} | {
        "http://z.example/1"
    }


def test_times_may_come_in_any_order_and_those_to_come_are_not_believed(tmp_path: Path) -> None:
    given = [
        post(1, "http://news.example/1"),
        post(2, "http://news.example/1", createdAt="2025-11-01T00:00:00Z"),
        post(3, "http://news.example/3", createdAt="2199-01-01T00:00:00Z"),
        post(4, "http://news.example/4", createdAt="yesterday"),
    ]
    crawl(tmp_path, Posts(*given))
    assert [entry(tmp_path, url_of(n)).published is not None for n in (1, 2, 3, 4)] == [
        True,
        True,
        False,
        False,
    ]
    for number in (1, 3, 4):
        assert entry(tmp_path, f"http://news.example/{number}").outcome in ("kept", "duplicate")
    assert entry(tmp_path, "http://news.example/3").published is None
