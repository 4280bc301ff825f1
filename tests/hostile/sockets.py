"""Crawls on loopback beside 64 hostile hosts: how many good pages they get, how large they grow, what kills cost."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.end_to_end.hostile_world import hostile, write
from tests.end_to_end.world import entries
from tests.hostile.server import HTML, Answer, Exchange
from tests.hostile.virtual import story

HOSTILE = 64
GOOD_HOSTS = 10
PAGES = 4_000
DELAY = 0.5
"""Seconds between two requests to a host."""
LARGEST = 400.0
"""Megabytes that the main process may take."""
WORKER_KILLS = 50
_PITS = ("silent", "header-byte-a-second", "byte-a-second", "endless-chunks", "hanging-robots")


async def _endless_chunks(exchange: Exchange) -> bool:
    head = f"HTTP/1.1 200 OK\r\n{HTML}\r\nTransfer-Encoding: chunked\r\n\r\n"
    await exchange.send(head.encode())
    while True:
        await exchange.send(b"1\r\nx\r\n")
        await asyncio.sleep(0.5)


async def _interim_flood(exchange: Exchange) -> bool:
    while True:
        await exchange.send(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" * 500)


async def _robots(exchange: Exchange) -> bool:
    """Answer that there is none; some hosts hang."""
    if "robots" in exchange.server.log[-1].host:
        await asyncio.sleep(3600)
    await exchange.send(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    return True


def _web() -> dict[str, bytes | Answer]:
    """Return stories that link to each other over the good hosts, and the hostile answers."""
    pages: dict[str, bytes | Answer] = {
        "/endless-chunks": _endless_chunks,
        "/interim": _interim_flood,
        "/robots.txt": _robots,
    }
    for number in range(PAGES):
        following = [(number * 3 + step) % PAGES for step in (1, 2, 3)]
        links = [f"http://good{page % GOOD_HOSTS}.example/{page}" for page in following]
        pages[f"/{number}"] = story(f"page {number}", *links)
    return pages


def _crawl(folder: Path, port: int, *hostile_seeds: str, **settings: object) -> Path:
    good = [f"http://good{number}.example/{number}" for number in range(GOOD_HOSTS)]
    usual = {"delay": DELAY, "first_byte": 10, "total": 30}
    write(folder, port, *hostile_seeds, *good, **(usual | settings))
    path = folder / "event.toml"
    text = path.read_text().replace("threshold = 0.05", "threshold = 0.01")
    text += '[archive]\nrequisites = "none"\n[order]\npolicy = "best-first"\npatience = 0\n'
    text += "[budget]\npages = 100000\n[scope]\ndepth = 1000\n"
    path.write_text(text)
    return folder


@contextlib.contextmanager
def _running(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a crawl as a user would, and stop it at the end of the block."""
    command = [sys.executable, "-m", "tidings", "crawl", str(folder), "--plain"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def _good_pages(folder: Path) -> set[str]:
    return {
        entry.url
        for entry in entries(folder)
        if entry.outcome in ("kept", "duplicate") and entry.url.startswith("http://good")
    }


def _peak_megabytes(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1000
    return 0.0


def _for_a_while(folder: Path, seconds: float) -> tuple[int, float]:
    """Crawl for some seconds from the first page on; return the good pages and the peak of the main process."""
    with _running(folder) as process:
        _wait_for_first_page(folder)
        time.sleep(seconds)
        peak = _peak_megabytes(process.pid)
    return len(_good_pages(folder)), peak


def _wait_for_first_page(folder: Path) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        with contextlib.suppress(Exception):  # the collection is being made
            if _good_pages(folder):
                return
        time.sleep(0.2)
    raise TimeoutError("no page within two minutes")


def tarpits(seconds: float, options: argparse.Namespace) -> list[tuple[str, float, float, bool]]:
    """Compare the good pages of a crawl beside tarpits with those of a calm crawl of the same length."""
    pits = [
        f"http://{_PITS[number % len(_PITS)]}{number}.example/{_path(number)}"
        for number in range(HOSTILE)
    ]
    length = max(min(seconds / 2, 180.0), 20.0)
    with tempfile.TemporaryDirectory() as folder, hostile(_web()) as server:
        calm, _ = _for_a_while(_crawl(Path(folder) / "calm", server.port), length)
        beside, _ = _for_a_while(_crawl(Path(folder) / "pits", server.port, *pits), length)
    return [
        (f"good pages in {length:.0f} s without tarpits", float(calm), 1.0, False),
        (f"share of them beside {HOSTILE} tarpits", beside / max(calm, 1), 0.8, False),
    ]


def _path(number: int) -> str:
    kind = _PITS[number % len(_PITS)]
    return "0" if kind == "hanging-robots" else kind


def interim(seconds: float, options: argparse.Namespace) -> list[tuple[str, float, float, bool]]:
    """Measure the main process beside hosts that answer with interim responses without end."""
    floods = [f"http://flood{number}.example/interim" for number in range(HOSTILE)]
    with tempfile.TemporaryDirectory() as folder, hostile(_web()) as server:
        pages, peak = _for_a_while(_crawl(Path(folder) / "a", server.port, *floods), 60.0)
    return [
        (f"good pages beside {HOSTILE} floods of interim responses", float(pages), 1.0, False),
        ("megabytes of the main process at its peak", peak, LARGEST, True),
    ]


def workers(seconds: float, options: argparse.Namespace) -> list[tuple[str, float, float, bool]]:
    """Kill worker processes one by one; then compare with a calm crawl."""
    rng, killed = random.Random(options.seed), 0
    with tempfile.TemporaryDirectory() as folder, hostile(_web()) as server:
        calm = _crawl(Path(folder) / "calm", server.port, delay=0, workers=2)
        hit = _crawl(Path(folder) / "hit", server.port, delay=0.1, workers=2)
        for path in (calm, hit):
            with _running(path) as process:
                _wait_for_first_page(path)
                until = time.monotonic() + 600
                while process.poll() is None and time.monotonic() < until:
                    time.sleep(rng.uniform(0.3, 1.0))
                    if path is hit and killed < WORKER_KILLS:
                        killed += _kill_a_worker(process.pid, rng)
        lost = len(_good_pages(calm) - _good_pages(hit))
        unread = sum(entry.outcome == "failed" for entry in entries(hit))
        pages = len(_good_pages(calm))
    return [
        ("good pages of a calm crawl", float(pages), PAGES * 0.9, False),
        ("worker processes killed", float(killed), float(WORKER_KILLS), False),
        ("pages lost", float(lost), 0.0, True),
        ("pages given up", float(unread), 0.0, True),
    ]


def _kill_a_worker(main: int, rng: random.Random) -> int:
    """Kill one of the processes that read pages; return how many were killed."""
    workers = [child for server in _children(main) for child in _children(server)]
    with contextlib.suppress(ProcessLookupError, IndexError):
        os.kill(rng.choice(workers), signal.SIGKILL)
        return 1
    return 0


def _children(pid: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid:
                found.append(int(folder.name))
    return found
