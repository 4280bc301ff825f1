"""Streams reconnect without a gap and pass each post once, over the protocols of the services."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.sources.streams.servers import START, Service, bluesky_event, status
from tests.sources.streams.test_queries import NOBODY
from tidings.errors import EventFileError, Failed
from tidings.model import Capture, Message, Reason, Withdrawn
from tidings.read.posts import read_posts
from tidings.settings import FetchSettings
from tidings.sources.streams import open_tap
from tidings.sources.streams.gdelt import Gdelt
from tidings.sources.streams.queries import Queries
from tidings.sources.streams.stream import Stream
from tidings.sources.streams.x import rules_of
from tidings.web.clock import SystemClock
from tidings.web.listening import Ear

WORDS = Queries(words=("flood",))
KEYS = dict.fromkeys(
    ("TIDINGS_MASTODON_TOKEN", "TIDINGS_X_TOKEN", "TIDINGS_REDDIT_ID", "TIDINGS_REDDIT_SECRET"),
    "secret",
)
ADDRESSES = {
    "bluesky": "bluesky ws://{}/subscribe",
    "bluesky 2": "bluesky ws://{}/xrpc/network.bsky.jetstream.subscribeEvents",
    "mastodon": "mastodon http://{}",
    "x": "x http://{}",
    "reddit": "reddit http://{}",
}


def listener() -> Ear:
    return Ear(
        FetchSettings(allow=("127.0.0.0/8",)), "Tidings/0 (+https://a.example)", SystemClock()
    )


def stream_of(service: str, root: str, queries: Queries = WORDS) -> Stream:
    ear = listener()
    tap = open_tap(ADDRESSES[service].format(root), ear, lambda: queries, KEYS)
    if service == "reddit":
        tap.wait = lambda _: asyncio.sleep(0)  # type: ignore[attr-defined]
    return Stream(tap, lambda: queries, SystemClock(), close=ear.close)


async def taken(stream: Stream, count: int) -> list[str]:
    """Return the URLs of the first posts."""
    urls = []
    async with asyncio.timeout(60):
        async for item in stream:
            assert isinstance(item, Capture)
            urls.append(item.url)
            if len(urls) == count:
                break
    return urls


@pytest.mark.parametrize("service", ADDRESSES)
async def test_no_post_is_lost_or_doubled_by_ten_broken_connections(service: str) -> None:
    async with Service(total=300, cut_after=25).running() as server:
        stream = stream_of(service, server.root)
        urls = await taken(stream, 300)
    assert server.cuts == 10
    assert stream.connections >= 11
    assert len(set(urls)) == len(urls) == 300


@pytest.mark.parametrize(
    ("service", "repeated"), [("bluesky", 40), ("bluesky 2", 2), ("mastodon", 1)]
)
async def test_the_next_run_goes_on_at_the_cursor(service: str, repeated: int) -> None:
    async with Service(total=60).running() as server:
        first = stream_of(service, server.root)
        first.resume("")
        urls = await taken(first, 40)
        second = stream_of(service, server.root)
        second.resume(first.cursor)
        rest = await taken(second, 20 + repeated)
    assert set(urls) | set(rest) == {post.url for post in _all(service, 60)}


def _all(service: str, count: int) -> list[Any]:
    make: Callable[[int], Any] = status if service == "mastodon" else bluesky_event
    return [post for number in range(count) for post in read_posts(make(number))]


async def test_a_collection_can_begin_before_its_crawl() -> None:
    async with Service(total=30).running() as server:
        ear = listener()
        tap = open_tap(ADDRESSES["bluesky"].format(server.root), ear, lambda: WORDS, {})
        stream = Stream(tap, lambda: WORDS, SystemClock(), since=START / 1e6, close=ear.close)
        stream.resume("")
        assert len(await taken(stream, 30)) == 30
    assert int(server.connections[0]["cursor"]) < START


async def test_rules_of_x_follow_the_queries() -> None:
    async with Service(total=3).running() as server:
        await taken(stream_of("x", server.root), 3)
    assert [rule["value"] for rule in server.rules] == ["(flood)"]


async def test_rules_of_x_change_with_the_queries_while_it_listens() -> None:
    wanted = [WORDS]
    async with Service(total=1).running() as server:
        ear = listener()
        tap = open_tap(ADDRESSES["x"].format(server.root), ear, lambda: wanted[0], KEYS)
        stream = Stream(tap, lambda: wanted[0], SystemClock(), close=ear.close)
        listening = asyncio.create_task(taken(stream, 2))
        async with asyncio.timeout(60):
            await server.asked.wait()
            wanted[0] = Queries(tags=("harwick",))
            while "(#harwick)" not in await server.added.get():
                pass
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def test_a_service_that_filters_is_connected_again_if_the_queries_change() -> None:
    wanted = [Queries(accounts=("did:plc:a0",))]
    async with Service(total=5).running() as server:
        ear = listener()
        tap = open_tap(ADDRESSES["bluesky"].format(server.root), ear, lambda: wanted[0], KEYS)
        stream = Stream(tap, lambda: wanted[0], SystemClock(), close=ear.close)
        listening = asyncio.create_task(taken(stream, 5))
        async with asyncio.timeout(60):
            await server.asked.wait()
            wanted[0] = WORDS
            await listening
    assert "wantedDids" in server.connections[0]
    assert "wantedDids" not in server.connections[-1]


def test_long_queries_become_several_rules() -> None:
    words = tuple(f"word{number}" for number in range(100))
    rules = rules_of(Queries(words=words, tags=("a",), languages=("en", "de")))
    assert len(rules) == 3
    assert max(map(len, rules)) <= 500
    assert all(rule.endswith(" (lang:en OR lang:de)") for rule in rules)
    assert rules_of(Queries(accounts=("ann",), regions=((1, 2, 3, 4),))) == [
        "(from:ann OR bounding_box:[2 1 4 3])"
    ]


async def test_a_service_that_refuses_ends_its_stream_with_a_reason() -> None:
    async with Service(total=3).running() as server:
        server.refuse = 401
        with pytest.raises(PermissionError, match="bluesky: http 401"):
            await taken(stream_of("bluesky", server.root), 1)


async def test_a_service_that_is_busy_is_asked_later() -> None:
    async with Service(total=3).running() as server:
        server.refuse = 429
        stream = stream_of("bluesky", server.root)
        waiting = asyncio.create_task(taken(stream, 3))
        await server.asked.wait()
        server.refuse = 0
        assert len(await waiting) == 3
    assert "429" in stream.trouble


@pytest.mark.parametrize("service", ["mastodon", "x", "reddit"])
def test_a_missing_credential_is_named(service: str) -> None:
    with pytest.raises(EventFileError, match="TIDINGS_"):
        open_tap(service, listener(), lambda: WORDS, {})


async def test_private_addresses_are_refused() -> None:
    ear = Ear(FetchSettings(), "Tidings/0 (+https://a.example)", SystemClock())
    tap = open_tap("bluesky ws://127.0.0.1:9/subscribe", ear, lambda: WORDS, {})
    stream = Stream(tap, lambda: WORDS, SystemClock(), close=ear.close)
    with pytest.raises(PermissionError, match="address"):
        await taken(stream, 1)


async def test_the_mastodon_server_speaks_to_the_real_client() -> None:
    """The server of these tests is no invention: the client that everybody uses understands it."""
    import mastodon

    async with Service(total=3).running() as server:
        received: list[str] = []
        done = threading.Event()

        class Hearer(mastodon.StreamListener):  # type: ignore[misc]
            def on_update(self, post: Any) -> None:
                received.append(post["url"])
                if len(received) == 3:
                    done.set()

        def listen() -> None:
            client = mastodon.Mastodon(access_token="secret", api_base_url=f"http://{server.root}",
                                       version_check_mode="none")  # fmt: skip
            handle = client.stream_public(Hearer(), run_async=True)
            done.wait(60)
            handle.close()

        await asyncio.to_thread(listen)
    assert received == [status(number)["url"] for number in range(3)]


# Bad input, without a network


class Scripted:
    """A tap that brings what it is given."""

    name = "script"

    def __init__(self, *messages: bytes | Exception) -> None:
        self._messages = messages
        self.cursors: list[str] = []

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        self.cursors.append(cursor)
        for number, message in enumerate(self._messages[len(self.cursors) - 1 :]):
            if isinstance(message, Exception):
                raise message
            yield Message(message, str(number))
        await asyncio.Event().wait()

    def cursor_at(self, moment: float) -> str:
        return f"at {moment:g}"


def _raw(number: int, **record: Any) -> bytes:
    import json

    return json.dumps(bluesky_event(number, **record)).encode()


async def _items(tap: Scripted, count: int, queries: Queries = WORDS) -> tuple[Stream, list[Any]]:
    stream = Stream(tap, lambda: queries, SystemClock())
    items = []
    async with asyncio.timeout(60):
        async for item in stream:
            items.append(item)
            if len(items) == count:
                break
    return stream, items


async def test_malformed_duplicate_and_unwanted_messages_are_passed_over() -> None:
    bad = (b"{", b"\xff\xfe", b"[]", b'"x"', b"{}", b'{"did": 5, "kind": []}')
    tap = Scripted(*bad, _raw(1), _raw(1), _raw(2, text="Sunny day"), _raw(3))
    stream, items = await _items(tap, 2)
    assert [item.url[-2:] for item in items] == ["k1", "k3"]
    assert stream.malformed == 2


async def test_withdrawals_are_passed_on() -> None:
    gone = b'{"did":"d","kind":"commit","commit":{"operation":"delete","collection":"app.bsky.feed.post","rkey":"k"}}'
    _, (item,) = await _items(Scripted(gone), 1)
    assert item == Withdrawn("bluesky", "d/k", "https://bsky.app/profile/d/post/k")


async def test_a_stream_that_breaks_is_connected_again_where_it_was() -> None:
    tap = Scripted(Failed(Reason.CONNECT, "gone"), Failed(Reason.CONNECT, "gone"), _raw(1))
    stream, _ = await _items(tap, 1)
    assert stream.connections == 3
    assert "gone" in stream.trouble


async def test_the_cursor_never_runs_ahead_of_what_was_taken() -> None:
    tap = Scripted(_raw(0), _raw(1), _raw(2))
    stream = Stream(tap, lambda: WORDS, SystemClock())
    stream.resume("")
    seen = []
    async for _ in stream:
        seen.append(stream.cursor)
        if len(seen) == 3:
            break
    assert seen == ["", "0", "1"]


def test_a_first_run_may_begin_at_the_event() -> None:
    stream = Stream(Scripted(), lambda: NOBODY, SystemClock(), since=5.0)
    stream.resume("")
    assert stream.cursor == "at 5"
    stream.resume("x")
    assert stream.cursor == "x"


# GDELT


class Files:
    """A listener that has the files of a while."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.asked: list[str] = []

    async def get(self, url: str, headers: Any = None) -> bytes:
        from tidings.errors import Refused

        name = url.rsplit("/", 1)[1]
        self.asked.append(name)
        if name not in self.files:
            raise Refused(Reason.HTTP, "404")
        return self.files[name]


def _gkg(*rows: tuple[str, str, str]) -> bytes:
    import io
    import zipfile

    lines = []
    for stamp, url, title in rows:
        row = [""] * 27
        row[1], row[4], row[26] = stamp, url, f"<PAGE_TITLE>{title}</PAGE_TITLE>"
        row[9] = "1#Harwick, England#UK#UK00#51#1#5"
        lines.append("\t".join(row))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("x.csv", "\n".join([*lines, "short row"]))
    return packed.getvalue()


async def test_gdelt_brings_links_and_misses_no_file() -> None:
    files = Files(
        {
            "lastupdate.txt": b"1 x http://h/gdeltv2/20240305101500.export.CSV.zip\n"
            b"1 x http://h/gdeltv2/20240305101500.gkg.csv.zip\n",
            "20240305094500.gkg.csv.zip": _gkg(
                ("20240305094500", "http://a.example/1", "Flood &amp; storm"),
                ("20240305094500", "http://a.example/2", "Sport"),
                ("20240305094500", "no address", "Flood"),
                ("never", "http://a.example/3", "Flood"),
            ),
            "20240305101500.gkg.csv.zip": _gkg(
                ("20240305101500", "http://b.example/harwick-flood", "")
            ),
        }
    )
    tap = Gdelt("http://h/gdeltv2", files, lambda: WORDS, {})  # type: ignore[arg-type]
    stream = Stream(tap, lambda: WORDS, SystemClock())
    stream.resume("20240305093000")
    links = []
    async for link in stream:
        links.append(link)
        if len(links) == 2:
            break
    assert [link.url for link in links] == ["http://a.example/1", "http://b.example/harwick-flood"]
    assert links[0].anchor == "Flood & storm"
    assert links[0].context == "2024-03-05 Harwick, England"
    assert links[0].found_at == datetime(2024, 3, 5, 9, 45, tzinfo=UTC).timestamp()
    assert "20240305100000.gkg.csv.zip" in files.asked  # never made, and passed over
