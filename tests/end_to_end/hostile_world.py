"""A hostile server beside the crawl, and collections that crawl it, for tests that look from outside."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.hostile.server import Answer, HostileServer
from tidings.event.template import toml

STORY = "The flood in Riverton rose again on Monday and the flood water reached the old town. "
GOOD = f"<html><head><title>Flood</title></head><body><p>{STORY}</p></body></html>"
EVENT = """
name = "Riverton flood"
seeds = {seeds}
[what]
keywords = ["flood"]
[relevance]
measure = "topic"
threshold = 0.05
[fetch]
contact = "test@tidings.example"
delay = {delay}
tries = 1
first_byte = {first_byte}
total = {total}
allow = ["127.0.0.1/32"]
connect = ["{detour}", "*.example 127.0.0.1:{port}"]
robots = "{robots}"
redirects = 5
[run]
workers = {workers}
"""
USUAL: dict[str, object] = {
    "delay": 0, "first_byte": 4, "total": 6, "workers": 0, "robots": "obey",
    "detour": "nothing.test 127.0.0.1",
}  # fmt: skip


def address(path: str) -> str:
    """Return the address of a hostile path, on its own host so that nobody waits for another."""
    name = path.split("?")[0].strip("/").replace("/", "-").lower()
    return f"http://{name}.example{path}"


@contextlib.contextmanager
def hostile(
    pages: Mapping[str, bytes | Answer],
    robots: str | int = 404,
    pace: float = 1.0,
    at: str = "127.0.0.1",
) -> Iterator[HostileServer]:
    """Serve hostile pages from another thread until the block ends."""
    ready, done, held = threading.Event(), asyncio.Event(), []

    async def serve() -> None:
        async with HostileServer(robots=robots, pages=pages, pace=pace, at=at) as server:
            held.extend((server, asyncio.get_running_loop()))
            ready.set()
            await done.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(60)
        yield held[0]
    finally:
        held[1].call_soon_threadsafe(done.set)
        thread.join(60)


def write(folder: Path, port: int, *seeds: str, **settings: object) -> Path:
    """Write an event file for a crawl of the hostile server."""
    folder.mkdir(parents=True, exist_ok=True)
    text = EVENT.format(port=port, seeds=toml(seeds), **(USUAL | settings))
    (folder / "event.toml").write_text(text, encoding="utf-8")
    return folder


def links_to(*urls: str) -> bytes:
    anchors = "".join(f'<p><a href="{url}">more about the flood</a></p>' for url in urls)
    return f"<html><body><p>{STORY}</p>{anchors}</body></html>".encode()


def cli(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command as a user would."""
    return run_python("-m", "tidings", *map(str, arguments))


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
