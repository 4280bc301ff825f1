"""WebSub with a hub that verifies, signs and calls as the specification says."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from tests.sources.streams.test_streams import listener
from tidings.model import Channel, Link
from tidings.sources.websub import FeedHub, WebSub, hub_of
from tidings.web.clock import SystemClock

FEED = """<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<atom:link rel="hub" href="{root}/hub"/><atom:link href="{root}/topic?a=1&amp;b=2" rel="self"/>
<title>News</title></channel></rss>"""


class PublisherAndHub:
    """A feed that names its hub, and the hub."""

    def __init__(self) -> None:
        self.root = ""
        self.subscribed: list[dict[str, str]] = []
        self.heard = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[PublisherAndHub]:
        app = web.Application()
        app.router.add_get("/feed", self._feed)
        app.router.add_post("/hub", self._hub)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.root = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self
        finally:
            await runner.cleanup()

    async def _feed(self, request: web.Request) -> web.Response:
        return web.Response(text=FEED.format(root=self.root), content_type="application/rss+xml")

    async def _hub(self, request: web.Request) -> web.Response:
        form: Any = await request.post()
        self.subscribed.append({name: str(value) for name, value in form.items()})
        self.heard.set()
        return web.Response(status=202)


async def _ask(method: str, url: str, **options: Any) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.request(method, url, **options) as got:
        return got.status, await got.text()


def _signature(secret: str, body: bytes, method: str = "sha256") -> dict[str, str]:
    digest = hmac.new(secret.encode(), body, getattr(hashlib, method)).hexdigest()
    return {"X-Hub-Signature": f"{method}={digest}"}


async def test_a_feed_is_asked_again_when_its_hub_calls() -> None:
    async with PublisherAndHub().running() as site:
        source = WebSub(
            [f"{site.root}/feed"],
            "https://me.example/call/",
            "127.0.0.1:0",
            listener(),
            SystemClock(),
        )
        links: list[Link] = []

        async def collect() -> None:
            async for link in source:
                links.append(link)
                if len(links) == 2:
                    return

        collecting = asyncio.create_task(collect())
        async with asyncio.timeout(60):
            await site.heard.wait()
            (asked,) = site.subscribed
            assert asked["hub.mode"] == "subscribe"
            assert asked["hub.topic"] == f"{site.root}/topic?a=1&b=2"
            token = asked["hub.callback"].removeprefix("https://me.example/call/")
            here = f"http://127.0.0.1:{source.port}/anything/{token}"
            given = {"hub.mode": "subscribe", "hub.challenge": "c123", "hub.lease_seconds": "60"}
            wrong = await _ask("GET", here, params={**given, "hub.topic": "http://other.example/"})
            assert wrong[0] == 404
            right = await _ask("GET", here, params={**given, "hub.topic": asked["hub.topic"]})
            assert right == (200, "c123")
            body = b"<rss/>"
            assert (await _ask("POST", here, data=body))[0] == 202  # unsigned: taken by nobody
            forged = _signature("guessed", body)
            assert (await _ask("POST", here, data=body, headers=forged))[0] == 202
            assert (await _ask("POST", f"{here}x", data=body))[0] == 404
            assert links == []
            for method in ("sha1", "sha256"):
                signed = _signature(asked["hub.secret"], body, method)
                assert (await _ask("POST", here, data=body, headers=signed))[0] == 202
            await collecting
    assert {(link.url, link.channel) for link in links} == {(f"{site.root}/feed", Channel.LISTING)}
    assert all(link.found_at for link in links)


@pytest.mark.parametrize(
    ("headers", "body", "expected"),
    [
        (
            {"link": ['<https://hub.example/>; rel="hub", <https://a.example/f>; rel="self"']},
            b"<rss/>",
            FeedHub("https://hub.example/", "https://a.example/f"),
        ),
        ({}, b'<feed><link href="/hub" rel="hub"/></feed>', FeedHub("http://a.example/hub", "http://a.example/feed")),
        (
            {},
            b'{"hubs": [{"type": "rssCloud", "url": "x"}, {"type": "WebSub", "url": "https://h.example/"}], "feed_url": "http://a.example/j"}',
            FeedHub("https://h.example/", "http://a.example/j"),
        ),
        ({}, b"<rss><channel/></rss>", None),
        ({}, b"{", None),
        ({}, b'{"hubs": 5}', None),
        ({}, b'<link rel="hub" href="javascript:alert(1)">', None),
    ],
)  # fmt: skip
def test_the_hub_of_a_feed_is_found(
    headers: dict[str, list[str]], body: bytes, expected: FeedHub | None
) -> None:
    assert hub_of(headers, body, "http://a.example/feed") == expected
