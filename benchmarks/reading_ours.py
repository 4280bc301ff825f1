"""The Tidings side of the reading benchmark; run as ``python -m benchmarks.reading_ours PAGES``."""

from __future__ import annotations

import gc
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from benchmarks.crawl import write_event
from benchmarks.pages import NewsWeb
from benchmarks.reading_side import Task, WrittenPage, serve, timed
from tidings.crawl.pipeline import Pipeline
from tidings.crawl.workers.tasks import GARBAGE
from tidings.event.build import build_model
from tidings.event.file import load
from tidings.event.references import read_file
from tidings.model import Capture, EventModel, Link
from tidings.read.body import utf8_of
from tidings.read.dates.published import clear_dates, published
from tidings.read.html.parse import Document, by_lines, declared, tree_of, walk
from tidings.read.html.skim import skim
from tidings.read.html.text import MainText, main_text
from tidings.read.reader import DECODED_LIMIT, Reader
from tidings.relevance import MEASURES
from tidings.settings import Settings


def _tasks(folder: Path) -> Mapping[str, Task]:
    settings, model = _event(folder)
    reader = Reader(places=model.places)
    relevance = MEASURES["topic"](model, settings.relevance)
    pipeline = Pipeline(settings, model)
    return {
        "everything": _task(lambda capture: relevance.score(reader.open(capture).glance())),
        "links": _task(lambda capture: pipeline.process(Link(capture.url), capture)),
        "text": _task(lambda capture: _Parsed(capture).text()),
        "date": _task(lambda capture: _Parsed(capture).date()),
        "parsed-date": _find_dates,
    }


def _task(work: Callable[[Capture], object]) -> Task:
    return lambda pages: timed(work, [_capture(page) for page in pages])


def _capture(page: WrittenPage) -> Capture:
    return Capture(page.url, page.captured_at, 200, page.headers, page.body)


def _find_dates(pages: list[WrittenPage]) -> float:
    parsed = [_Parsed(_capture(page)) for page in pages]
    for page in parsed:
        assert (
            page.document
        )  # its declarations are read once for everything, before the clock starts
    return timed(_Parsed.date, parsed)


class _Parsed:
    """A parsed page; its text and date are read quickly, and carefully only where that fails."""

    def __init__(self, capture: Capture) -> None:
        self.capture = capture
        self.tree = tree_of(utf8_of(capture, DECODED_LIMIT))

    @cached_property
    def document(self) -> Document:
        return declared(self.tree)

    def text(self) -> str:
        skimmed = skim(self.tree)
        return skimmed.text if skimmed else self._walked(Document())[1].text

    def date(self) -> None:
        url, captured_at = self.capture.url, self.capture.captured_at
        if not clear_dates(self.document, lambda: by_lines(self.tree), url, captured_at):
            published(self.document, *self._walked(self.document), url, captured_at)

    def _walked(self, document: Document) -> tuple[list[str], MainText]:
        walk(self.tree, document)
        texts = document.texts()
        return texts, main_text(document.blocks, texts)


def _event(folder: Path) -> tuple[Settings, EventModel]:
    """Return an event that keeps no page, because writing archive records is not part of reading."""
    settings = load(write_event(NewsWeb(), folder, workers=1))
    reader = Reader(places=settings.event.places)
    references = [read_file(folder / name, reader) for name in settings.event.references]
    model = build_model(settings.event, references, settings.relevance.link_terms)
    nothing_kept = replace(settings.relevance, threshold=1.0)
    return replace(settings, relevance=nothing_kept), model


if __name__ == "__main__":
    gc.set_threshold(GARBAGE)  # as in a worker
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as temporary:
        serve(_tasks(Path(temporary)), sys.argv[1])
