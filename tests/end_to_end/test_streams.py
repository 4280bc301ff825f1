"""An event file without a seed collects: from a feed and a social service, or from a reference."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from aiohttp import web

from tests.sources.streams.servers import bluesky_event
from tidings.cli import main
from tidings.collection.reading import open_reader
from tidings.crawl.pushed import following
from tidings.model import Query
from tidings.sources.streams import changes

PAGE = "<html><head><title>Flood</title></head><body><p>The flood in the streets, the flood of the town: {}.</p>{}</body></html>"


class Site:
    """A site with a feed and pages, and a service that posts a link to it."""

    def __init__(self) -> None:
        self.port = 0
        self.asked: list[str] = []
        self.then: Callable[[], Iterator[str]] = lambda: iter(())
        """Makes what further posts say."""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path)
        root = f"http://127.0.0.1:{self.port}"
        if request.path == "/robots.txt":
            return web.Response(text="User-agent: *\nDisallow: /secret")
        if request.path == "/feed":
            items = "".join(
                f"<item><title>Flood</title><link>{root}/{n}</link></item>"
                for n in ("fed", "secret")
            )
            body = f"<rss><channel><title>News</title>{items}</channel></rss>"
            return web.Response(
                text=body, content_type="application/rss+xml", headers={"ETag": '"1"'}
            )
        if request.path == "/subscribe":
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            link = {
                "features": [{"$type": "app.bsky.richtext.facet#link", "uri": f"{root}/posted"}]
            }
            await socket.send_str(json.dumps(bluesky_event(1, facets=[link])))
            for number, said in enumerate(self.then(), 2):
                tags = ["harwick"] if "#" in said else []
                event = bluesky_event(number, text=said, facets=[], tags=tags)
                await socket.send_str(json.dumps(event))
                await asyncio.sleep(0.01)
            await socket.receive()
            return socket
        more = (
            f'<a href="{root}/linked">more of the flood</a>' if request.path == "/reference" else ""
        )
        return web.Response(text=PAGE.format(request.path, more), content_type="text/html")


@pytest.fixture
def site() -> Iterator[Site]:
    site, loop, ready = Site(), asyncio.new_event_loop(), threading.Event()

    async def start() -> web.AppRunner:
        app = web.Application()
        app.router.add_get("/{path:.*}", site.answer)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        site.port = runner.addresses[0][1]
        ready.set()
        return runner

    runner = None

    def serve() -> None:
        nonlocal runner
        asyncio.set_event_loop(loop)
        runner = loop.run_until_complete(start())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=serve)
    thread.start()
    assert ready.wait(60)
    yield site
    loop.call_soon_threadsafe(loop.stop)
    thread.join(60)


def _collected(folder: Path, event: str, pages: int) -> dict[str, str]:
    folder.mkdir()
    (folder / "event.toml").write_text(
        'name = "Flood"\n'
        + event
        + f'\n[budget]\npages = {pages}\nminutes = 5\n[relevance]\nmeasure = "topic"\n'
        'threshold = 0.2\n[fetch]\ncontact = "you@example.org"\ndelay = 0\nallow = ["127.0.0.0/8"]\n[run]\nworkers = 0\n',
        "utf-8",
    )
    assert main(["crawl", str(folder)]) in (0, 4)  # finished, or out of budget
    with open_reader(folder) as collection:
        return {
            entry.url.rpartition("/")[2]: entry.outcome for entry in collection.entries(Query())
        }


def test_a_crawl_without_seeds_collects_from_a_feed_and_a_service(
    site: Site, tmp_path: Path
) -> None:
    root = f"127.0.0.1:{site.port}"
    found = _collected(
        tmp_path / "flood",
        f'[what]\nkeywords = ["flood"]\n[streams]\nfeeds = ["http://{root}/feed"]\n'
        f'services = ["bluesky ws://{root}/subscribe"]',
        pages=4,
    )
    assert (found["feed"], found["k1"]) == ("listed", "kept")
    assert {found["fed"], found["posted"]} <= {"kept", "duplicate"}
    assert found["secret"] in ("refused", "waiting")
    assert "/secret" not in site.asked


def test_a_crawl_without_seeds_collects_from_a_reference(site: Site, tmp_path: Path) -> None:
    reference = f"http://127.0.0.1:{site.port}/reference"
    found = _collected(tmp_path / "flood", f'[what]\nreferences = ["{reference}"]', pages=5)
    assert found["reference"] == "kept"
    assert found["linked"] in ("kept", "duplicate")


def test_a_crawl_follows_a_tag_of_its_posts_by_itself(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tag is on posts about the flood; a post with the tag alone comes in once the crawl follows it."""
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(changes, "_LOOK_AGAIN", 0.1)
    folder = tmp_path / "flood"

    def posts() -> Iterator[str]:
        yield from (f"The flood in the streets, the flood {n} #harwick" for n in range(6))
        yield from (f"The bakery opens on Tuesday {n} #harwick" for n in range(6_000))

    site.then = posts
    _collected(
        folder,
        '[what]\nkeywords = ["flood"]\n[streams]\nfollow = 3\n'
        f'services = ["bluesky ws://127.0.0.1:{site.port}/subscribe"]',
        pages=12,
    )
    with open_reader(folder) as collection:
        titles = [entry.title for entry in collection.entries(Query())]
    assert sum("flood" in title for title in titles) >= 6
    assert any("bakery" in title for title in titles)
