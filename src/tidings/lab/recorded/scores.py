"""Scores of pages, each computed once per event and settings and kept with the readings, without their evidence."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import tidings
from tidings.disk.writing import atomic_file
from tidings.lab.recorded.recorded import code_mark, reader_version
from tidings.model import EventModel, Page, Score
from tidings.read.places.find import Finder
from tidings.relevance import MEASURES
from tidings.settings import RelevanceSettings

Scores = dict[tuple[str, datetime | None], tuple[float, dict[str, float]]]


class RememberedRelevance:
    """A ``Relevance`` that judges each page once; it finds the event's places in those it has not met."""

    def __init__(self, model: EventModel, settings: RelevanceSettings, scores: Scores) -> None:
        self._inner = MEASURES[settings.measure](model, settings)
        self._finder = Finder(model.places)
        self._scores = scores

    def score(self, page: Page) -> Score:
        """Return value and parts of the score of a page."""
        key = page.url, page.captured_at
        known = self._scores.get(key)
        if known is None:
            places = self._finder.find(f"{page.title}\n{page.text}")
            score = self._inner.score(replace(page, places=places))
            known = self._scores[key] = score.value, dict(score.parts)
        return Score(*known)


class ScoreStore:
    """The scores of one web, by event model and settings, in files of the cache."""

    def __init__(self, cache: Path | None, web: str) -> None:
        self._cache = cache
        self._web = web
        self._open: dict[Path, tuple[Scores, int]] = {}

    def scores(self, model: EventModel, settings: RelevanceSettings) -> Scores:
        """Return what is known, to be added to."""
        path = (self._cache or Path()) / f"scores-{_mark(self._web, model, settings)}.pickle"
        if path not in self._open:
            known = _load(path) if self._cache else {}
            self._open[path] = known, len(known)
        return self._open[path][0]

    def save(self) -> None:
        """Keep what was added since the last time."""
        for path, (scores, kept) in self._open.items():
            if self._cache and len(scores) > kept:
                self._cache.mkdir(parents=True, exist_ok=True)
                with atomic_file(path) as file:
                    pickle.dump(scores, file, protocol=5)
                self._open[path] = scores, len(scores)


def _load(path: Path) -> Scores:
    try:
        found = pickle.loads(path.read_bytes())
    except Exception:  # no file, or whatever a damaged pickle raises
        return {}
    return found if isinstance(found, dict) else {}


def _mark(web: str, model: EventModel, settings: RelevanceSettings) -> str:
    """Return what changes whenever a score might; the threshold decides later."""
    parts = (web, model, replace(settings, threshold=0.0), reader_version(), judging_version())
    return blake2b(repr(parts).encode(), digest_size=10).hexdigest()


@lru_cache(maxsize=1)
def judging_version() -> str:
    """Return a mark that changes with the code that judges pages."""
    return code_mark(sorted((Path(tidings.__file__).parent / "relevance").rglob("*.py")))
