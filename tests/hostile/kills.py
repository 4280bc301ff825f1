"""Kills a crawl again and again, at random moments of its whole life, and compares what it has with a calm crawl.

The web is on loopback and fast, so that a thousand kills take minutes. Each crawl is forked from a process that has
loaded everything, so that a life begins within milliseconds. Some lives have worker processes, which start slowly.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.end_to_end.hostile_world import hostile, write
from tests.end_to_end.world import entries
from tests.hostile.virtual import story
from tidings.cli import main
from tidings.crawl import loop

PAGES = 300
COMMIT_SECONDS = 0.03
"""Commits come thirty times as often as usual, so that many are hit."""
LONGEST, LONGEST_WITH_WORKERS = 0.5, 4.0
"""Seconds that a life lasts at most."""
WITH_WORKERS = 25
"""One life of this many has worker processes."""


def web() -> dict[str, bytes]:
    """Return pages that link to each other, over thirty hosts."""
    pages = {}
    for number in range(PAGES):
        links = [
            f"http://h{(number * 2 + step) % PAGES % 30}.example/{(number * 2 + step) % PAGES}"
            for step in (1, 2)
        ]
        pages[f"/{number}"] = story(f"page {number}", *links)
    return pages


def run(seconds: float, options: argparse.Namespace) -> list[tuple[str, float, float, bool]]:
    """Kill a crawl at random moments; then let it end, and compare."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-kills-"))
    rng = random.Random(options.seed)
    try:
        with hostile(web()) as server:
            calm = _collection(folder / "calm", server.port)
            with contextlib.redirect_stdout(io.StringIO()):
                main(["crawl", str(calm), "--plain"])  # in this process, which then has all tables
            killed = _collection(folder / "killed", server.port)
            verdicts = []
            done, finished, end = 0, 0, time.monotonic() + seconds * 4
            while done < options.kills and time.monotonic() < end:
                workers = done % WITH_WORKERS == 0
                _set_workers(killed, int(workers))
                longest = LONGEST_WITH_WORKERS if workers else LONGEST
                if _life(killed, rng.uniform(0.0, longest), rng):
                    done += 1
                else:  # it came to its end: begin again, so that all moments are met again
                    finished += 1
                    verdicts.append(_compare(calm, killed))
                    shutil.rmtree(killed)
                    killed = _collection(folder / "killed", server.port)
            _set_workers(killed, 0)
            _life(killed, None, rng)
        verdicts.append(_compare(calm, killed))
        lost, doubled, torn = (sum(each) for each in zip(*verdicts, strict=True))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return [
        ("kills", float(done), float(options.kills), False),
        ("crawls that came to their end in between", float(finished), 0.0, False),
        ("pages lost", float(lost), 0.0, True),
        ("pages doubled", float(doubled), 0.0, True),
        ("records that do not fit the database", float(torn), 0.0, True),
    ]


def _collection(folder: Path, port: int) -> Path:
    path = write(folder, port, "http://h0.example/0", workers=0, robots="ignore")
    text = (path / "event.toml").read_text().replace("threshold = 0.05", "threshold = 0.01")
    text += '[archive]\nwarc_megabytes = 0.2\n[order]\npolicy = "best-first"\npatience = 0\n'
    text += "[budget]\npages = 100000\n[scope]\ndepth = 1000\n"
    (path / "event.toml").write_text(text)
    return path


def _set_workers(folder: Path, count: int) -> None:
    path = folder / "event.toml"
    path.write_text(re.sub(r"workers = \d", f"workers = {count}", path.read_text()))


def _life(folder: Path, seconds: float | None, rng: random.Random) -> bool:
    """Fork a crawl and kill it after some seconds; return whether it was killed before its end."""
    child = os.fork()
    if child == 0:
        os.setsid()
        with open(os.devnull, "w") as sink:  # noqa: PTH123
            os.dup2(sink.fileno(), 1)
            os.dup2(sink.fileno(), 2)
        try:
            loop.COMMIT_SECONDS = COMMIT_SECONDS
            code = main(["crawl", str(folder), "--plain"])
        finally:
            os._exit(locals().get("code", 99))
    if seconds is None:
        os.waitpid(child, 0)
        return False
    time.sleep(seconds)
    victim = rng.choice(("main", "group", "worker"))
    if victim == "worker":
        _kill_worker(child)
        time.sleep(rng.uniform(0.0, 0.1))
    with contextlib.suppress(ProcessLookupError):
        (os.killpg if victim == "group" else os.kill)(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _kill_worker(leader: int) -> None:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == leader and int(folder.name) != leader:
                os.kill(int(folder.name), signal.SIGKILL)
                return
        except (OSError, ValueError, IndexError):
            continue


def _compare(calm: Path, killed: Path) -> tuple[int, int, int]:
    """Return how many pages are lost, doubled, and archived other than the database says."""
    expected = {entry.url for entry in entries(calm) if entry.outcome in ("kept", "duplicate")}
    found = [entry for entry in entries(killed) if entry.outcome in ("kept", "duplicate")]
    urls = Counter(entry.url for entry in found)
    lost = len(expected - urls.keys()) + len(urls.keys() - expected)
    records: Counter[str] = Counter()
    for file in sorted((killed / "archive").glob("*.warc.gz")):
        for line in gzip.open(file):  # noqa: SIM115
            if line.startswith(b"WARC-Target-URI: "):
                records[line.split()[1].decode()] += 1
    archived = Counter(entry.url for entry in found if entry.file)
    torn = sum(not records[url] for url in archived)
    responses = Counter(records.values())
    usual = responses.most_common(1)[0][0] if responses else 0
    doubled = sum(count > usual for count in records.values())
    doubled += sum(count > 1 for count in urls.values())
    return lost, doubled, torn


if __name__ == "__main__":
    sys.exit("run python -m tests.hostile kills")
