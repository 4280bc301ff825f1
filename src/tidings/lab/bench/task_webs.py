"""The webs that strategies are compared on, recorded or generated, with their tasks; each page is read once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import Protocol

from tidings.errors import TidingsError, Unreadable
from tidings.lab.bench.clock import EPOCH
from tidings.lab.bench.tasks import Task, load_tasks
from tidings.lab.kinds import KINDS
from tidings.lab.kinds.site import KindWeb
from tidings.lab.recorded.recorded import RecordedWeb, load_web
from tidings.lab.recorded.replay import Replay
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.targets import LabEvent
from tidings.lab.web.web import Answer, GeneratedWeb
from tidings.model import Capture, Page, Reason
from tidings.ports import Clock, Fetcher
from tidings.read.reader import Reader
from tidings.settings import Scope

DELAY = 1.0
"""Seconds between two requests to one host in a polite crawl."""


class TaskWeb(Protocol):
    """A web to crawl, and what can be found there."""

    digest: str
    tasks: Mapping[str, Task]
    start: datetime
    """Default start of a crawl."""
    url_count: int
    """Number of URLs that have an answer."""
    outside: int
    """Number of distinct URLs that its pages link to but that are not part of it."""
    scope: Scope
    """Limits of a crawl."""

    def fetcher(self, clock: Clock, seed: int, *, polite: bool, arrivals: bool) -> Fetcher:
        """Return a fetcher for one crawl."""

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Return the page of a capture, without the places of an event; raise Unreadable."""

    def reference(self, url: str) -> Page:
        """Return a page of this web to build an event model from."""

    def sample(self, count: int) -> Sequence[Page]:
        """Return ``count`` random pages, the same at every call, or all if there are fewer."""

    def size(self, task: Task) -> int:
        """Return how many pages a crawl of this task can reach."""


class RecordedTaskWeb:
    """A recorded web and the tasks of its file; it is finite, so links are not limited."""

    scope = Scope(depth=1000, links_per_page=100_000)

    def __init__(self, tasks_file: Path, cache: Path) -> None:
        file = load_tasks(tasks_file)
        self._web: RecordedWeb = load_web(file.warc, cache)
        self.digest = self._web.digest
        self.tasks: Mapping[str, Task] = {task.id: task for task in file.tasks}
        self.start = self._web.last_capture()
        self.outside = self._web.outside
        self.url_count = len(self._web.readings)

    def fetcher(self, clock: Clock, seed: int, *, polite: bool, arrivals: bool) -> Fetcher:
        """Return a fetcher that answers from the recording."""
        return Replay(self._web, clock, seed, delay=DELAY if polite else 0.0, arrivals=arrivals)

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Return the stored page of a capture."""
        reading = self._web.at(capture.url, capture.captured_at)
        if reading is None or reading.page is None:
            raise Unreadable(*Reason.parse(reading.reason if reading else "not recorded"))
        return _at_depth(depth, reading.page)

    def reference(self, url: str) -> Page:
        """Return a recorded page."""
        reading = self._web.at(url)
        if reading is None or reading.page is None:
            raise TidingsError(
                f"reference {url}: {reading.reason if reading else 'not in the recorded web'}; "
                "allowed: readable pages of the WARC file"
            )
        return reading.page

    def sample(self, count: int) -> Sequence[Page]:
        """Return readable recorded pages."""
        newest = (self._web.readings[url][-1].page for url in _shuffled(self._web.readings))
        return list(islice((page for page in newest if page), count))

    def size(self, task: Task) -> int:
        """Return the number in the tasks file, else the size of the web."""
        return task.reachable or self.url_count


class MadeTaskWeb:
    """A web made by the lab, and its events."""

    outside = 0
    scope = Scope()

    def __init__(self, web: GeneratedWeb | KindWeb, digest: str) -> None:
        self._web = _CachedWeb(web)
        self.hosts = web.hosts
        self._reader = Reader()
        self._pages: dict[tuple[str, date], Page | str] = {}
        self.digest = digest
        self.tasks: Mapping[str, Task] = {
            task.id: task for task in (task_of(event) for event in web.events)
        }
        self.start = EPOCH
        self.url_count = len(self._web.web.pages)

    def fetcher(self, clock: Clock, seed: int, *, polite: bool, arrivals: bool) -> Fetcher:
        """Return a fetcher that obeys robots.txt and delays like the live one."""
        return InProcessWeb(self._web, clock, delay=DELAY if polite else 0.0)

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Return the page of a capture, read at most once a day."""
        key = capture.url, capture.captured_at.date()
        if key not in self._pages:
            self._pages[key] = self._read(capture)
        page = self._pages[key]
        if isinstance(page, str):
            raise Unreadable(*Reason.parse(page))
        return _at_depth(depth, page)

    def _read(self, capture: Capture) -> Page | str:
        try:
            return self._reader.read(capture)
        except Unreadable as error:
            return str(error)

    def reference(self, url: str) -> Page:
        """Return a page as it is at the start of a crawl."""
        answer = self._web.answer(url, self.start)
        return self.read(Capture(url, self.start, answer.status, answer.headers, answer.body))

    def sample(self, count: int) -> Sequence[Page]:
        """Return pages as they are at the start of a crawl."""
        pages = (self._sampled(url) for url in _shuffled(self._web.web.pages))
        return list(islice((page for page in pages if page), count))

    def _sampled(self, url: str) -> Page | None:
        try:
            return self.reference(url)
        except Unreadable:
            return None

    def size(self, task: Task) -> int:
        """Return the number of pages of the web, reachable or not."""
        return self.url_count


class GeneratedTaskWeb(MadeTaskWeb):
    """A generated web of news sites."""

    def __init__(self, seed: int, pages: int, *, recurring: bool = False) -> None:
        self.generated = GeneratedWeb(seed, pages, recurring=recurring)
        digest = f"generated-{seed}-{pages}{'-recurring' if recurring else ''}"
        super().__init__(self.generated, digest)


def kind_web(kind: str, seed: int, pages: int) -> MadeTaskWeb:
    """Return a generated web of another kind than news."""
    return MadeTaskWeb(KINDS[kind](seed, pages), f"{kind}-{seed}-{pages}")


class _CachedWeb:
    """A generated web that renders each page once a day."""

    def __init__(self, web: GeneratedWeb | KindWeb) -> None:
        self.web = web
        self.hosts = web.hosts
        self._answers: dict[tuple[str, date], Answer] = {}

    def answer(self, url: str, now: datetime) -> Answer:
        """Return the answer to a request at a moment."""
        key = url, now.date()
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = self.web.answer(url, now)
        return answer


def _at_depth(depth: int, page: Page) -> Page:
    """Return a page whose links are one level deeper than it."""
    links = tuple([link._replace(depth=depth + 1) for link in page.links])
    return replace(page, links=links)


def _shuffled(urls: Iterable[str]) -> list[str]:
    ordered = sorted(urls)
    Random(0).shuffle(ordered)
    return ordered


def task_of(target: LabEvent) -> Task:
    """Return an event of a generated web as a task."""
    event = target.event
    topic, place = event.name.partition("-")[0], next(iter(event.places), "")
    return Task(
        id=event.name,
        event=replace(event, references=target.references),
        seeds=target.seeds,
        relevant=target.relevant,
        description=f"{topic} in {place}, {event.when.start:%B %Y}" if event.when else "",
    )
