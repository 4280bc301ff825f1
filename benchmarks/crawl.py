"""Crawl the same pages with Tidings and with Scrapy, one after the other in one run."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.floors import Floor
from benchmarks.pages import EVENT_DAY, NewsWeb
from benchmarks.usage import Watch, cpu_seconds
from benchmarks.words import EVENT_NOUNS, EVENT_PLACES

HOSTS = 50
PAGES_PER_HOST = 64
TIDINGS_PAGES = 2500
WORKERS = 2
REFERENCES = 3
ROUNDS = 3
"""Crawls of each contender, in turns; the median counts, because a busy machine distorts single runs."""
_OUT_OF_BUDGET = 4
"""The exit code of a crawl that fetched all the pages it was allowed."""
_NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"
_PEER_PAGES = {"read": 300, "follow": 800}
_TURNS = ("event", "topic", "auto", "auto", "topic", *_PEER_PAGES)
"""The closest comparison runs side by side and in both orders, so a machine that slows down favours neither."""

_ROOT = Path(__file__).parent.parent
_PEER_PYTHON = _ROOT / ".venv-bench" / "bin" / "python"

_EVENT = """\
name = "Harwick flood"
seeds = {seeds}
[what]
references = {references}
keywords = {keywords}
[where]
places = {places}
[when]
start = {day:%Y-%m-%d}
end = {day:%Y-%m-%d}
cooldown = 14
[scope]
sites = {sites}
[budget]
pages = {pages}
[fetch]
contact = "https://tidings.example/benchmark"
delay = 0.0
allow = ["127.0.0.0/8"]
[archive]
requisites = "none"
[run]
workers = {workers}
[relevance]
measure = "{measure}"
[order]
policy = "{policy}"
"""
"""Pictures and styles are left out, as the peers leave them out; what they cost is measured in whole_pages.py."""
POLICIES = {"event": "best-first", "topic": "best-first", "auto": "auto"}
"""Measure -> order of the crawl."""


@dataclass(frozen=True)
class Crawled:
    """The figures of one crawl."""

    name: str
    pages: int
    seconds: float
    wall_seconds: float
    peak_megabytes: float
    server_share: float
    """CPU time of the server divided by the elapsed time."""
    cpu_seconds: Mapping[str, Sequence[float]] = field(default_factory=dict)
    note: str = ""
    ending: float = 0.0
    """Seconds from the last page to the end of the process."""
    cpu_since_first: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """As ``cpu_seconds``, but from the first page on."""

    @property
    def rate(self) -> float:
        """Return pages per second."""
        return self.pages / self.seconds

    @property
    def cpu_milliseconds(self) -> float:
        """Return the CPU time of all processes per page."""
        return 1000 * sum(map(sum, self.cpu_seconds.values())) / self.pages


class Code(NamedTuple):
    """The code that crawls."""

    python: str
    source: Path
    write_event: Callable[[NewsWeb, Path, int, str], Path]

    def environment(self) -> dict[str, str]:
        """Return the environment of a process that runs this code; it finds compiled modules, as an installed one does."""
        compiled = Path(tempfile.gettempdir(), "tidings-bench-compiled")
        given = {name: value for name, value in os.environ.items() if name != _NOT_COMPILED}
        return {**given, "PYTHONPATH": str(self.source), "PYTHONPYCACHEPREFIX": str(compiled)}


class Server:
    """A handle on the server process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.web = NewsWeb(HOSTS, PAGES_PER_HOST, port=int(process.stdout.readline()))

    def ask(self, what: str) -> dict[str, float]:
        """Return the number of pages served and the times of the first and the last."""
        url = f"http://{self.web.host(0)}:{self.web.port}/-/{what}"
        with urllib.request.urlopen(url) as answer:
            counts: dict[str, float] = json.load(answer)
            return counts

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server so far."""
        return cpu_seconds(self.process.pid)


@contextlib.contextmanager
def served() -> Iterator[Server]:
    """Serve the pages while the block lasts."""
    command = [sys.executable, "-m", "benchmarks.server", str(HOSTS), str(PAGES_PER_HOST)]
    with subprocess.Popen(
        command, cwd=_ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield Server(process)  # leaving closes its standard input, which ends it


def run(workers: int = WORKERS) -> Sequence[Floor]:
    """Run all contenders, print a table and return the floors."""
    if not _PEER_PYTHON.exists():
        sys.exit(f"{_PEER_PYTHON} is missing; `make bench` makes the environment of the peers")
    print(f"crawl: rendering {HOSTS * PAGES_PER_HOST:,} pages on {HOSTS} hosts ...", flush=True)
    with served() as server:
        rounds = [_round(server, workers) for _ in range(ROUNDS)]
    rates = {
        name: median(crawled.rate for crawls in rounds for crawled in crawls[name])
        for name in rounds[0]
    }
    costs = [_seconds(crawls["auto"]) / _seconds(crawls["topic"]) for crawls in rounds]
    ours = [crawled for crawls in rounds for name in POLICIES for crawled in crawls[name]]
    peak = max(crawled.peak_megabytes for crawled in ours)
    print(f"  auto : Scrapy + trafilatura + warcio {rates['auto'] / rates['read']:.1f}x")
    return (
        Floor("event : Scrapy + trafilatura + warcio", rates["event"] / rates["read"], 12.0, "x"),
        Floor("event : Scrapy that only follows links", rates["event"] / rates["follow"], 2.5, "x"),
        Floor("time with auto : time with topic", median(costs), 1.15, "x", at_most=True),
        Floor("peak memory of Tidings", peak, 600.0, " MB", at_most=True),
    )


def _round(server: Server, workers: int) -> dict[str, list[Crawled]]:
    """Run every contender and print its figures."""
    crawls: defaultdict[str, list[Crawled]] = defaultdict(list)
    for name in _TURNS:
        with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
            if name in POLICIES:
                crawled = crawl_tidings(server, Path(folder), workers, name)
            else:
                crawled = crawl_scrapy(server, Path(folder), name)
        crawls[name].append(crawled)
        print(_line(crawled), flush=True)
    return crawls


def _seconds(crawls: Iterable[Crawled]) -> float:
    return sum(crawled.seconds for crawled in crawls)


def crawl_tidings(
    server: Server, folder: Path, workers: int, measure: str, code: Code | None = None
) -> Crawled:
    """Crawl with Tidings, timed from the first request to the end of its process."""
    code = code or Code(sys.executable, _ROOT / "src", write_event)
    event_file = code.write_event(server.web, folder, workers, measure)
    command = [code.python, "-m", "tidings", "crawl", str(event_file), "--plain"]
    served_before = server.cpu_seconds()
    server.ask("reset")
    begun = time.monotonic()
    with (
        subprocess.Popen(
            command, env=code.environment(), stdout=subprocess.PIPE, text=True
        ) as process,
        Watch(process.pid) as watch,
    ):
        output, _ = process.communicate()
    ended = time.monotonic()
    if process.returncode not in (0, _OUT_OF_BUDGET):
        sys.exit(f"tidings crawl failed:\n{output}")
    counts = server.ask("served")
    seconds = ended - counts["first"]
    return Crawled(
        name=f"Tidings, {measure}",
        pages=int(counts["served"]),
        seconds=seconds,
        wall_seconds=ended - begun,
        peak_megabytes=watch.peak_megabytes,
        server_share=(server.cpu_seconds() - served_before) / seconds,
        cpu_seconds=watch.cpu_seconds(),
        note=next((line for line in output.splitlines() if "pages kept of" in line), ""),
        ending=ended - counts["last"],
        cpu_since_first=watch.cpu_seconds(counts["first"]),
    )


def write_event(
    web: NewsWeb, folder: Path, workers: int, measure: str = "auto", pages: int = TIDINGS_PAGES
) -> Path:
    """Write the event file and its reference pages."""
    references = []
    for number in web.events[:REFERENCES]:
        references.append(f"reference-{number}.html")
        (folder / references[-1]).write_text(web.html(number), encoding="utf-8")
    path = folder / f"flood-{measure}.toml"
    text = _EVENT.format(
        seeds=json.dumps([web.url(number) for number in range(web.hosts)]),
        references=json.dumps(references),
        keywords=json.dumps(EVENT_NOUNS[:8]),
        places=json.dumps(EVENT_PLACES),
        day=EVENT_DAY,
        sites=json.dumps([web.host(number) for number in range(web.hosts)]),
        pages=pages,
        workers=workers,
        measure=measure,
        policy=POLICIES[measure],
    )
    path.write_text(text, encoding="utf-8")
    return path


def crawl_scrapy(server: Server, folder: Path, kind: str) -> Crawled:
    """Crawl with Scrapy, timed from its first page to its last."""
    arguments = (kind, str(server.web.port), str(HOSTS), str(_PEER_PAGES[kind]), str(folder))
    served_before = server.cpu_seconds()
    begun = time.monotonic()
    command = [str(_PEER_PYTHON), "-m", "benchmarks.scrapy_peer", *arguments]
    with (
        subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process,
        Watch(process.pid) as watch,
    ):
        output, _ = process.communicate()
    if process.returncode:
        sys.exit(f"the peer failed:\n{output}")
    figures = json.loads(output.splitlines()[-1])
    return Crawled(
        name={"read": "Scrapy, the same job", "follow": "Scrapy, only links"}[kind],
        pages=figures["pages"],
        seconds=figures["seconds"],
        wall_seconds=time.monotonic() - begun,
        peak_megabytes=watch.peak_megabytes,
        server_share=(server.cpu_seconds() - served_before) / figures["seconds"],
        cpu_seconds=watch.cpu_seconds(),
    )


def _line(crawled: Crawled) -> str:
    by_role = ", ".join(
        f"{role} {' + '.join(f'{1000 * seconds / crawled.pages:.1f}' for seconds in all_seconds)}"
        for role, all_seconds in sorted(crawled.cpu_seconds.items())
    )
    lines = [
        f"  {crawled.name:<22} {crawled.rate:7.1f} pages/s  {crawled.pages:5,} pages in {crawled.seconds:5.1f} s "
        f"(whole process {crawled.wall_seconds:.1f} s), peak {crawled.peak_megabytes:.0f} MB",
        f"{crawled.cpu_milliseconds:.1f} ms of CPU a page ({by_role}); server {crawled.server_share:.0%} of a core",
        crawled.note,
    ]
    return f"\n{'':<25}".join(line for line in lines if line)


def machine() -> str:
    """Return a line that describes this computer."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        "unknown processor",
    )
    return f"{os.cpu_count()} cores ({model}), Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f}"
