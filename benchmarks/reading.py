"""Read the same pages with Tidings and its peers, in turns and on one core each: everything, text, date."""

from __future__ import annotations

import contextlib
import pickle
import statistics
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from benchmarks.floors import Floor
from benchmarks.pages import NewsWeb
from benchmarks.reading_side import WrittenPage

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecordType

ROUNDS = 5
REPEATS = 4
"""Readings of each slice; the fastest counts, because other work on the machine only makes them slower."""
WARM_UP = 15
"""Slices read before anything is timed, so that caches of words and class names are as full as in a crawl."""
GENERATED_PAGES = 500

_ROOT = Path(__file__).parent.parent
_PEER_PYTHON = _ROOT / ".venv-bench" / "bin" / "python"
_REAL_PAGES = _ROOT.parent / "shared" / "data" / "dates" / "htmldate.warc.gz"


class Contest(NamedTuple):
    """A line of the comparison: its name and the task of each side."""

    name: str
    task: str
    peer_name: str
    peer_task: str


_PEERS = "LinkExtractor, trafilatura, htmldate"
CONTESTS = (
    Contest("everything", "everything", _PEERS, "everything"),
    Contest("and the score of links", "links", _PEERS, "everything"),
    Contest("main text", "text", "trafilatura", "text"),
    Contest("date, from bytes", "date", "htmldate", "date"),
    Contest("date, of a parsed page", "parsed-date", "htmldate", "date"),
)


class Result(NamedTuple):
    """Milliseconds of CPU per page."""

    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        """Return how many times faster Tidings is."""
        return self.peer / self.ours


class Side:
    """A process that reads slices of pages on request."""

    def __init__(self, name: str, process: subprocess.Popen[str]) -> None:
        self._name = name
        self._process = process

    def seconds(self, task: str, number: int) -> float:
        """Read a slice and return the seconds of CPU."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{task} {number}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"{self._name} failed; its message is above")
        return float(answer)


def run() -> Sequence[Floor]:
    """Let both sides read, print a table and return the floors."""
    if not _PEER_PYTHON.exists():
        sys.exit(f"{_PEER_PYTHON} is missing; `make bench` makes the environment of the peers")
    slices = dealt(_pages(), len(CONTESTS) * ROUNDS + WARM_UP)
    lengths = [len(each) for each in slices]
    with (
        tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder,
        contextlib.ExitStack() as stack,
    ):
        path = Path(folder) / "pages"
        path.write_bytes(pickle.dumps([[tuple(page) for page in each] for each in slices]))
        ours = [
            stack.enter_context(_side("benchmarks.reading_ours", Path(sys.executable), path))
            for _ in range(REPEATS)
        ]
        peer = stack.enter_context(_side("benchmarks.reading_peer", _PEER_PYTHON, path))
        results = _contend(lengths, ours, peer)
    for contest, result in zip(CONTESTS, results, strict=True):
        print(_line(contest, result), flush=True)
    return _floors(*results)


def _floors(
    everything: Result, _: Result, text: Result, __: Result, date: Result
) -> Sequence[Floor]:
    floors = [
        Floor("reading: everything, one core", 1000 / everything.ours, 200.0, "/s"),
        Floor("reading: everything : peers", everything.ratio, 8.0, "x"),
        Floor("reading: date of a parsed page : htmldate", date.ratio, 5.0, "x"),
    ]
    if _REAL_PAGES.exists():  # trafilatura needs only a third of the time for generated pages
        floors.append(Floor("reading: main text : trafilatura", text.ratio, 15.0, "x"))
    return floors


def _contend(lengths: Sequence[int], ours: Sequence[Side], peer: Side) -> list[Result]:
    """Give each contest its own slices in every round; no Tidings process reads a page twice."""
    for number in range(WARM_UP):
        for side in ours:
            side.seconds(CONTESTS[0].task, number)
        peer.seconds(CONTESTS[0].peer_task, number)
    shares: dict[str, list[tuple[float, float]]] = {contest.name: [] for contest in CONTESTS}
    for number, contest in zip(range(WARM_UP, len(lengths)), cycle(CONTESTS), strict=False):
        times = [
            (side.seconds(contest.task, number), peer.seconds(contest.peer_task, number))
            for side in ours
        ]
        own, theirs = (1000 / lengths[number] * min(each) for each in zip(*times, strict=True))
        shares[contest.name].append((own, theirs))
    return [Result(*map(statistics.mean, zip(*each, strict=True))) for each in shares.values()]


def _pages() -> Sequence[WrittenPage]:
    pages = list(_real_pages() if _REAL_PAGES.exists() else _generated_pages())
    origin = "real" if _REAL_PAGES.exists() else f"generated ({_REAL_PAGES} is missing)"
    size = statistics.mean(len(page.body) for page in pages) / 1000
    print(f"reading: {len(pages):,} {origin} pages, {size:.0f} kB on average", flush=True)
    return pages


def _real_pages() -> Iterator[WrittenPage]:
    with _REAL_PAGES.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            headers = tuple((name, value) for name, value in record.http_headers)
            url, moment = record.headers["WARC-Target-URI"], record.headers["WARC-Date"]
            captured_at = datetime.fromisoformat(moment).astimezone(UTC)
            yield WrittenPage(url, captured_at, headers, record.reader.read())


def _generated_pages() -> Iterator[WrittenPage]:
    web = NewsWeb(hosts=10, pages_per_host=GENERATED_PAGES // 10)
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    for number in range(web.size):
        body = web.html(number).encode()
        yield WrittenPage(web.url(number), datetime(2024, 1, 1, tzinfo=UTC), headers, body)


def dealt(pages: Iterable[WrittenPage], hands: int) -> list[list[WrittenPage]]:
    """Deal the pages out by size, so that all hands have about the same weight."""
    by_size = sorted(pages, key=lambda page: len(page.body))
    return [by_size[hand::hands] for hand in range(hands)]


@contextlib.contextmanager
def _side(module: str, python: Path, pages: Path) -> Iterator[Side]:
    """Run a side while the block lasts."""
    command = [str(python), "-m", module, str(pages)]
    with subprocess.Popen(
        command, cwd=_ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield Side(module, process)  # leaving closes its standard input, which ends it


def _line(contest: Contest, result: Result) -> str:
    return (
        f"  {contest.name:<24} Tidings {result.ours:6.2f} ms ({1000 / result.ours:5.0f} pages/s)   "
        f"{contest.peer_name} {result.peer:.1f} ms   {result.ratio:.1f}x"
    )
