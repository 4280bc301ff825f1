"""``seeds --expand --look``: short links are expanded and pages looked at, politely and once."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web

from tidings.cli import main
from tidings.collection.reading import open_reader
from tidings.commands.crawling import looking
from tidings.sources.posts import known

FLOOD = "The flood of the river took the bridge, and the flood reached the town."
SPORT = "The team won the cup in the last minute of a long match, and the coach was glad. " * 20
SHORT = {
    "/a1B": "http://ow.ly.example/c2D",
    "/c2D": "http://hub.example/?utm_source=post",
    "/l1L": "http://bit.ly.example/l2L",
    "/l2L": "http://bit.ly.example/l1L",
    "/s1S": "http://bit.ly.example/s1S",
}
"""Redirects of shorteners: a chain, a loop of two and one that leads to itself."""
LINKS = "".join(f'<a href="/flood/{n}">the flood, day {n}</a> ' for n in range(4))
PAGES = {
    "hub.example": f"<p>{FLOOD}</p>{LINKS}",
    "dead.example": f"<p>{FLOOD}</p>",
    "tunnel.example": f"<article><p>{SPORT}</p></article><ul>{LINKS}</ul>",
    "useless.example": f"<p>{SPORT}</p>",
}


@pytest.fixture
def requests() -> Iterator[tuple[int, Counter[str]]]:
    """Serve the web above; yield its port and the requests."""
    asked: Counter[str] = Counter()
    loop, ready, ports = asyncio.new_event_loop(), threading.Event(), list[int]()

    async def answer(request: web.Request) -> web.Response:
        asked[f"{request.host}{request.path}"] += 1
        if request.path in SHORT:
            return web.Response(status=301, headers={"Location": SHORT[request.path]})
        if request.host not in PAGES or request.path != "/":
            return web.Response(status=404)
        return web.Response(
            text=f"<title>News</title>{PAGES[request.host]}", content_type="text/html"
        )

    def serve() -> None:
        async def start() -> web.AppRunner:
            app = web.Application()
            app.router.add_get("/{path:.*}", answer)
            runner = web.AppRunner(app, shutdown_timeout=0.1)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            ports.append(runner.addresses[0][1])
            ready.set()
            return runner

        asyncio.set_event_loop(loop)
        runner = loop.run_until_complete(start())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=serve)
    thread.start()
    assert ready.wait(60)
    yield ports[0], asked
    loop.call_soon_threadsafe(loop.stop)
    thread.join(60)


@pytest.fixture
def event(tmp_path: Path, requests: tuple[int, Counter[str]]) -> Path:
    path = tmp_path / "flood.toml"
    path.write_text(
        'name = "Flood"\n[what]\nkeywords = ["flood"]\n'
        f'[fetch]\ncontact = "me@example.org"\ndelay = 0\nallow = ["127.0.0.0/8"]\n'
        f'connect = ["*.example 127.0.0.1:{requests[0]}"]\n[run]\nworkers = 0\n',
        "utf-8",
    )
    return path


@pytest.fixture
def posts(tmp_path: Path) -> Path:
    links = [
        "http://bit.ly.example/a1B", "http://bit.ly.example/l1L", "http://bit.ly.example/s1S",
        "http://dead.example/", "http://tunnel.example/", "http://useless.example/", "http://gone.example/",
    ]  # fmt: skip
    path = tmp_path / "posts.jsonl"
    rows = ({"id": n, "text": "flood", "links": [link]} for n, link in enumerate(links))
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return path


@pytest.fixture(autouse=True)
def shorteners(monkeypatch: pytest.MonkeyPatch) -> None:
    names = known.SHORTENERS | {"bit.ly.example", "ow.ly.example"}
    monkeypatch.setattr(known, "SHORTENERS", names)
    monkeypatch.setattr(looking, "SHORTENERS", names)


def test_short_links_are_expanded_and_seeds_chosen_after_a_look(
    posts: Path,
    event: Path,
    tmp_path: Path,
    requests: tuple[int, Counter[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, folder = tmp_path / "seeds.txt", tmp_path / "look"
    command = ["seeds", str(posts), "--event", str(event), "--expand", "--look", "--folder", str(folder),
               "--out", str(out)]  # fmt: skip
    assert main(command) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "of them expanded from short links 1" in shown
    for row in ("hub 1", "tunnel 1", "dead end 1", "useless 1", "or copies 1"):
        assert row in shown
    assert out.read_text("utf-8").split() == [
        "http://hub.example/",
        "http://tunnel.example/",
        "http://dead.example/",
    ]
    with open_reader(folder / "short") as looked:
        chain = [
            looked.entry(f"http://{name}") for name in ("bit.ly.example/a1B", "ow.ly.example/c2D")
        ]
        assert [entry and entry.detail for entry in chain] == [
            "http://ow.ly.example/c2D",
            "http://hub.example/",
        ]
        loop = looked.entry("http://bit.ly.example/s1S")
        assert loop
        assert loop.reason == "redirect to itself"
    _, asked = requests
    before = Counter(asked)
    assert (
        before["bit.ly.example/l1L"] == before["bit.ly.example/l2L"] == 1
    )  # a loop is left after a round
    assert not any("/flood/" in each for each in before)  # a look follows no links
    assert main(command) == 0
    again = {each for each in asked if asked[each] > before[each] and "robots" not in each}
    assert again <= {"gone.example/"}  # nothing is fetched twice


def test_going_online_needs_an_event_file(posts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["seeds", str(posts), "--keyword", "flood", "--look"]) == 1
    assert "--event" in capsys.readouterr().err
