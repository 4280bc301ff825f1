"""The preview of a Telegram channel, from a local server that answers as the real one does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from tests.sources.streams.servers import serving
from tests.sources.streams.test_streams import WORDS, listener, taken
from tidings.errors import EventFileError
from tidings.model import Post
from tidings.read.posts import read_posts
from tidings.read.posts.telegram import preview_messages
from tidings.sources.streams import open_tap
from tidings.sources.streams.stream import Stream
from tidings.web.clock import SystemClock

PAGE = 20
MESSAGE = """
<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message js-widget_message"
 data-post="harwick/{number}"><div class="tgme_widget_message_bubble">
<div class="tgme_widget_message_text js-message_text" dir="auto">The <b>flood</b>, part {number}<br/>
<a href="https://news.example/{number}" target="_blank">more</a> <a href="?q=%23harwick">#harwick</a></div>
<a class="tgme_widget_message_link_preview" href="https://other.example/{number}">
<div class="link_preview_title">Flood</div><div class="link_preview_description">Water in town</div></a>
<div class="tgme_widget_message_footer"><span class="tgme_widget_message_views">1.2K</span>
<a class="tgme_widget_message_date" href="https://t.me/harwick/{number}"><time datetime="2024-03-05T{hour:02}:00:00+00:00">x</time></a>
</div></div></div></div>"""


class Channel:
    """A channel of messages, one each hour; its pages have twenty."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.asked: list[str] = []
        self.asked_again = asyncio.Event()

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path_qs)
        if len(self.asked) == 3:
            self.asked_again.set()
        if request.match_info["name"] != "harwick":
            raise web.HTTPFound("/private")
        numbers = range(1, self.total + 1)
        if "before" in request.query:
            numbers = range(1, int(request.query["before"]))
        elif "after" in request.query:
            first = int(request.query["after"]) + 1
            numbers = range(first, min(first + PAGE, self.total + 1))
        shown = "".join(
            MESSAGE.format(number=number, hour=number % 24) for number in numbers[-PAGE:]
        )
        return web.Response(text=f"<html><body>{shown}</body></html>", content_type="text/html")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        app = web.Application()
        app.router.add_get("/s/{name}", self.answer)
        async with serving(app) as root:
            yield f"http://{root}"


def stream_of(root: str, name: str = "harwick", since: float = 0.0) -> Stream:
    ear = listener()
    tap = open_tap(f"telegram {root}/s/{name}", ear, lambda: WORDS, {})
    tap.wait = lambda _: asyncio.sleep(0)  # type: ignore[attr-defined]
    stream = Stream(tap, lambda: WORDS, SystemClock(), since=since, close=ear.close)
    stream.resume("")
    return stream


def test_a_preview_is_read_as_posts() -> None:
    (found,) = preview_messages(MESSAGE.format(number=7, hour=10).encode())
    (post,) = read_posts(found)
    assert isinstance(post, Post)
    assert (post.service, post.id, post.url) == ("telegram", "harwick/7", "https://t.me/harwick/7")
    assert post.text.split("\n")[0] == "The flood, part 7"
    assert post.links == ("https://news.example/7", "https://other.example/7")
    assert post.tags == ("harwick",)
    assert post.posted_at == 1709632800.0
    assert post.popularity == 1200
    assert post.card == "Flood Water in town"


@pytest.mark.parametrize(
    "html", [b"", b"\xff\xfe", b"<div class=tgme_widget_message data-post=x/y>", b"{}"]
)
def test_what_is_no_preview_has_no_messages(html: bytes) -> None:
    assert preview_messages(html) == []


async def test_new_messages_are_brought_once_and_without_a_gap() -> None:
    channel = Channel(total=5)
    async with channel.running() as root:
        stream = stream_of(root)
        first = asyncio.create_task(taken(stream, 50))
        async with asyncio.timeout(60):
            await channel.asked_again.wait()
        channel.total = 50  # more than two pages at once
        urls = await first
    assert urls == [f"https://t.me/harwick/{number}" for number in range(1, 51)]
    assert stream.cursor == "49"  # the crawl has taken the one before the last


async def test_a_channel_is_read_back_to_the_event() -> None:
    channel = Channel(total=23)
    async with channel.running() as root:
        since = 1709604000.0  # two in the morning
        urls = await taken(stream_of(root, since=since), 22)
    assert urls[0] == "https://t.me/harwick/2"
    assert channel.asked[:2] == ["/s/harwick", "/s/harwick?before=4"]


async def test_a_channel_without_a_preview_ends_its_stream_with_a_reason() -> None:
    async with Channel(total=1).running() as root:
        with pytest.raises(PermissionError, match="no public preview"):
            await taken(stream_of(root, "somebody"), 1)


@pytest.mark.parametrize("name", ["", "a b", "x", "https://t.me/s/", "../etc"])
def test_wrong_names_are_explained(name: str) -> None:
    with pytest.raises(EventFileError, match="public channel"):
        open_tap(f"telegram {name}", listener(), lambda: WORDS, {})
