"""Reading the same real pages by Tidings and by its peers, in turns, each on one core: everything, text, date."""

from __future__ import annotations

import contextlib
import gc
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.crawl import write_event
from benchmarks.floors import Floor
from benchmarks.pages import NewsWeb
from tidings.event.build import build_model
from tidings.event.file import load
from tidings.event.references import read_file
from tidings.model import Capture, EventModel, Link
from tidings.pipeline import Pipeline
from tidings.read import DECODED_LIMIT, Reader
from tidings.read.body import html_of
from tidings.read.dates import clear_dates, published
from tidings.read.html import Document, by_lines, declared, tree_of, walk
from tidings.read.skim import skim
from tidings.read.text import MainText, main_text
from tidings.relevance import MEASURES
from tidings.settings import Settings
from tidings.workers import GARBAGE

with warnings.catch_warnings():  # fastwarc warns about its own legacy classes when imported
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecordType

ROUNDS = 5
WARM_UP = 15
"""Slices read before anything is timed, so that words and class names are as known as in a crawl."""
GENERATED_PAGES = 500

_ROOT = Path(__file__).parent.parent
_PEER_PYTHON = _ROOT / ".venv-bench" / "bin" / "python"
_REAL_PAGES = _ROOT.parent / "shared" / "data" / "dates" / "htmldate.warc.gz"

Work = Callable[[Sequence[Capture]], float]
"""Reads some pages and returns the seconds of CPU it took."""


class Contest(NamedTuple):
    """What both sides do, by its name, our way to do it, and the peer's task."""

    name: str
    ours: Work
    peer_name: str
    peer_task: str


class Result(NamedTuple):
    """Milliseconds of CPU a page and how many times faster we are, as medians over the rounds."""

    ours: float
    peer: float
    ratio: float


class Peer:
    """The process of the peers, as seen from here."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def seconds(self, task: str, number: int) -> float:
        """Let the peer read a slice of the pages and return the seconds of CPU it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{task} {number}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit("the peer of reading failed; its message is above")
        return float(answer)


def run() -> Sequence[Floor]:
    """Let both sides read, print a table and return the floors."""
    if not _PEER_PYTHON.exists():
        sys.exit(f"{_PEER_PYTHON} is missing; `make bench` makes the environment of the peers")
    gc.set_threshold(GARBAGE)  # as in a worker
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        contests = _contests(Path(folder))
        captures = dealt(_captures(), len(contests) * ROUNDS + WARM_UP)
        with _peer(captures, Path(folder)) as peer:
            results = _contend(contests, captures, peer)
    for contest, result in zip(contests, results, strict=True):
        print(_line(contest, result), flush=True)
    return _floors(*results)


def _floors(
    everything: Result, _: Result, text: Result, __: Result, date: Result
) -> Sequence[Floor]:
    floors = [
        Floor("reading: everything, one core", 1000 / everything.ours, 200.0, "/s"),
        Floor("reading: everything : what the peers do of it", everything.ratio, 8.0, "x"),
        Floor("reading: date of a parsed page : htmldate", date.ratio, 5.0, "x"),
    ]
    if _REAL_PAGES.exists():  # trafilatura is done with generated pages in a third of the time
        floors.append(Floor("reading: main text : trafilatura", text.ratio, 15.0, "x"))
    return floors


def _contend(
    contests: Sequence[Contest], captures: Sequence[Sequence[Capture]], peer: Peer
) -> list[Result]:
    """Give every contest slices of its own in every round: no page is read twice, by nobody."""
    slices = iter(enumerate(captures))
    for number, pages in islice(slices, WARM_UP):
        contests[0].ours(pages)
        peer.seconds(contests[0].peer_task, number)
    results: dict[str, list[Result]] = {contest.name: [] for contest in contests}
    for (number, pages), contest in zip(slices, cycle(contests), strict=False):
        share = 1000 / len(pages)
        ours = share * contest.ours(pages)
        theirs = share * peer.seconds(contest.peer_task, number)
        results[contest.name].append(Result(ours, theirs, theirs / ours))
    return [Result(*map(statistics.median, zip(*each, strict=True))) for each in results.values()]


def _contests(folder: Path) -> tuple[Contest, ...]:
    settings, model = _event(folder)
    reader = Reader(places=model.places)
    relevance = MEASURES["topic"](model, settings.relevance)
    pipeline = Pipeline(settings, model)

    def everything(captures: Sequence[Capture]) -> float:
        return _timed(lambda capture: relevance.score(reader.open(capture).glance()), captures)

    def and_link_scores(captures: Sequence[Capture]) -> float:
        return _timed(lambda capture: pipeline.process(Link(capture.url), capture), captures)

    peers = "LinkExtractor, trafilatura, htmldate"
    return (
        Contest("everything", everything, peers, "everything"),
        Contest("and the score of links", and_link_scores, peers, "everything"),
        Contest("main text", _read_texts, "trafilatura", "text"),
        Contest("date, from bytes", _read_dates, "htmldate", "date"),
        Contest("date, of a parsed page", _find_dates, "htmldate", "date"),
    )


def _read_texts(captures: Sequence[Capture]) -> float:
    return _timed(lambda capture: _Parsed(capture).text(), captures)


def _read_dates(captures: Sequence[Capture]) -> float:
    return _timed(lambda capture: _Parsed(capture).date(), captures)


def _find_dates(captures: Sequence[Capture]) -> float:
    pages = [_Parsed(capture) for capture in captures]
    for page in pages:
        assert page.document  # what it says of itself is read once for everything
    return _timed(_Parsed.date, pages)


def _timed(work: Callable[[Any], object], pages: Iterable[Any]) -> float:
    begun = time.process_time()
    for page in pages:
        work(page)
    return time.process_time() - begun


class _Parsed:
    """A page, parsed, before its text and its date are read at a glance."""

    def __init__(self, capture: Capture) -> None:
        self.capture = capture
        self.tree = tree_of(html_of(capture, DECODED_LIMIT))

    @cached_property
    def document(self) -> Document:
        return declared(self.tree)

    def text(self) -> str:
        found = skim(self.tree)
        return found.text if found else self._walked(Document())[1].text

    def date(self) -> None:
        url, captured_at = self.capture.url, self.capture.captured_at
        if not clear_dates(self.document, lambda: by_lines(self.tree), url, captured_at):
            published(self.document, *self._walked(self.document), url, captured_at)

    def _walked(self, document: Document) -> tuple[list[str], MainText]:
        walk(self.tree, document)
        texts = document.texts()
        return texts, main_text(document.blocks, texts)


def _event(folder: Path) -> tuple[Settings, EventModel]:
    """Return an event that no page is kept for, as writing archive records is no part of reading."""
    settings = load(write_event(NewsWeb(), folder, workers=1))
    reader = Reader(places=settings.event.places)
    references = [read_file(folder / name, reader) for name in settings.event.references]
    model = build_model(settings.event, references, settings.relevance.link_terms)
    nothing_kept = replace(settings.relevance, threshold=1.0)
    return replace(settings, relevance=nothing_kept), model


def _captures() -> Sequence[Capture]:
    captures = list(_real_pages() if _REAL_PAGES.exists() else _generated_pages())
    origin = "real" if _REAL_PAGES.exists() else f"generated ({_REAL_PAGES} is missing)"
    size = statistics.mean(len(capture.body) for capture in captures) / 1000
    print(f"reading: {len(captures):,} {origin} pages, {size:.0f} kB on average", flush=True)
    return captures


def _real_pages() -> Iterator[Capture]:
    with _REAL_PAGES.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            headers = tuple((name, value) for name, value in record.http_headers)
            url, moment = record.headers["WARC-Target-URI"], record.headers["WARC-Date"]
            captured_at = datetime.fromisoformat(moment).astimezone(UTC)
            yield Capture(url, captured_at, 200, headers, record.reader.read())


def _generated_pages() -> Iterator[Capture]:
    web = NewsWeb(hosts=10, pages_per_host=GENERATED_PAGES // 10)
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    for number in range(web.size):
        body = web.html(number).encode()
        yield Capture(web.url(number), datetime(2024, 1, 1, tzinfo=UTC), 200, headers, body)


def dealt(captures: Iterable[Capture], hands: int) -> list[list[Capture]]:
    """Deal the pages out by size, so that all hands weigh about the same."""
    by_size = sorted(captures, key=lambda capture: len(capture.body))
    return [by_size[hand::hands] for hand in range(hands)]


@contextlib.contextmanager
def _peer(captures: Sequence[Sequence[Capture]], folder: Path) -> Iterator[Peer]:
    """Run the peers on the same slices while the block lasts."""
    path = folder / "pages"
    pages = [
        [(capture.url, capture.header("Content-Type"), capture.body) for capture in each]
        for each in captures
    ]
    path.write_bytes(pickle.dumps(pages))
    command = [str(_PEER_PYTHON), "-m", "benchmarks.reading_peer", str(path)]
    with subprocess.Popen(
        command, cwd=_ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield Peer(process)  # leaving closes its standard input, which ends it


def _line(contest: Contest, result: Result) -> str:
    return (
        f"  {contest.name:<24} Tidings {result.ours:6.2f} ms ({1000 / result.ours:5.0f} pages/s)   "
        f"{contest.peer_name} {result.peer:.1f} ms   {result.ratio:.1f}x"
    )
