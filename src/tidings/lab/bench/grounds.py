"""The grounds strategies are compared on: a recorded web or a generated one, with its tasks; pages are read once."""

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
from tidings.lab.recorded.recorded import RecordedWeb, load_web
from tidings.lab.recorded.replay import Replay
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.targets import LabEvent
from tidings.lab.web.web import Answer, GeneratedWeb
from tidings.model import Capture, Page
from tidings.ports import Clock, Fetcher
from tidings.read import Reader
from tidings.settings import Scope

DELAY = 1.0
"""Seconds between two requests to one host, where there is politeness."""


class Ground(Protocol):
    """A web to crawl in, and what is to be found there."""

    digest: str
    tasks: Mapping[str, Task]
    start: datetime
    """When a crawl begins, unless it is told otherwise."""
    addresses: int
    outside: int
    """Distinct addresses that its pages link to and that are not part of it."""
    scope: Scope
    """How far a crawl may go."""

    def fetcher(self, clock: Clock, seed: int, *, polite: bool, arrivals: bool) -> Fetcher:
        """Return what brings the captures of one crawl."""

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Return the page of a capture, its places not yet those of an event; raise Unreadable."""

    def reference(self, url: str) -> Page:
        """Return a page of this web, for the model of an event."""

    def sample(self, count: int) -> Sequence[Page]:
        """Return so many pages at random, always the same, or all if there are fewer."""

    def size(self, task: Task) -> int:
        """Return how many pages a crawl of this task can reach."""


class RecordedGround:
    """A recorded web and the tasks of its file; it has an end, so that no link needs to be cut off."""

    scope = Scope(depth=1000, links_per_page=100_000)

    def __init__(self, tasks_file: Path, cache: Path) -> None:
        file = load_tasks(tasks_file)
        self._web: RecordedWeb = load_web(file.warc, cache)
        self.digest = self._web.digest
        self.tasks: Mapping[str, Task] = {task.id: task for task in file.tasks}
        self.start = self._web.last_capture()
        self.outside = self._web.outside
        self.addresses = len(self._web.readings)

    def fetcher(self, clock: Clock, seed: int, *, polite: bool, arrivals: bool) -> Fetcher:
        """Return a fetcher that answers from the recording."""
        return Replay(self._web, clock, seed, delay=DELAY if polite else 0.0, arrivals=arrivals)

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Return what a capture was read as."""
        reading = self._web.at(capture.url, capture.captured_at)
        if reading is None or reading.page is None:
            raise Unreadable(reading.reason if reading else "not recorded")
        return _from(depth, reading.page)

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
        """Return what the tasks file says, else the size of the web."""
        return task.reachable or self.addresses


class GeneratedGround:
    """A generated web and its events."""

    outside = 0
    scope = Scope()

    def __init__(self, seed: int, pages: int, *, recurring: bool = False) -> None:
        self._web = _Remembered(GeneratedWeb(seed, pages, recurring=recurring))
        self._reader = Reader()
        self._pages: dict[tuple[str, date], Page | str] = {}
        events = [task_of(event) for event in self._web.web.events]
        self.digest = f"generated-{seed}-{pages}{'-recurring' if recurring else ''}"
        self.tasks: Mapping[str, Task] = {task.id: task for task in events}
        self.start = EPOCH
        self.addresses = len(self._web.web.pages)

    def fetcher(self, clock: Clock, seed: int, *, polite: bool, arrivals: bool) -> Fetcher:
        """Return a fetcher with the manners of the live one."""
        return InProcessWeb(self._web, clock, delay=DELAY if polite else 0.0)

    def read(self, capture: Capture, depth: int = 0) -> Page:
        """Read a page, or recall how it was read on the same day."""
        key = capture.url, capture.captured_at.date()
        if key not in self._pages:
            self._pages[key] = self._read(capture)
        page = self._pages[key]
        if isinstance(page, str):
            raise Unreadable(page)
        return _from(depth, page)

    def _read(self, capture: Capture) -> Page | str:
        try:
            return self._reader.read(capture)
        except Unreadable as error:
            return str(error)

    def reference(self, url: str) -> Page:
        """Return a page as it is when a crawl begins."""
        answer = self._web.answer(url, self.start)
        return self.read(Capture(url, self.start, answer.status, answer.headers, answer.body))

    def sample(self, count: int) -> Sequence[Page]:
        """Return pages as they are when a crawl begins."""
        found = (self._sampled(url) for url in _shuffled(self._web.web.pages))
        return list(islice((page for page in found if page), count))

    def _sampled(self, url: str) -> Page | None:
        try:
            return self.reference(url)
        except Unreadable:
            return None

    def size(self, task: Task) -> int:
        """Return how many pages the web has, whether they can be reached or not."""
        return self.addresses


class _Remembered:
    """A generated web that renders every page once a day."""

    def __init__(self, web: GeneratedWeb) -> None:
        self.web = web
        self.hosts = web.hosts
        self._answers: dict[tuple[str, date], Answer] = {}

    def answer(self, url: str, now: datetime) -> Answer:
        """Return what the server of an address says at that moment."""
        key = url, now.date()
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = self.web.answer(url, now)
        return answer


def _from(depth: int, page: Page) -> Page:
    """Return a page as it is found so many links away from a seed."""
    links = tuple([link._replace(depth=depth + 1) for link in page.links])
    return replace(page, links=links)


def _shuffled(urls: Iterable[str]) -> list[str]:
    ordered = sorted(urls)
    Random(0).shuffle(ordered)
    return ordered


def task_of(target: LabEvent) -> Task:
    """Return an event of a generated web as a task."""
    event = target.event
    return Task(
        id=event.name,
        event=replace(event, references=target.references),
        seeds=target.seeds,
        relevant=target.relevant,
        description=f"{event.name.partition('-')[0]} in {next(iter(event.places))}, {event.when.start:%B %Y}"
        if event.when
        else "",
    )
