"""Cache of page scores: each is computed once per event and settings, and stored without its evidence."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import tidings
from tidings.disk.writing import atomic_file
from tidings.lab.recorded.recorded import code_digest, reader_version
from tidings.model import EventModel, Page, Score
from tidings.read.places.find import Finder
from tidings.relevance import MEASURES
from tidings.settings import RelevanceSettings

Scores = dict[tuple[str, datetime | None], tuple[float, dict[str, float], tuple[()], float | None]]
"""(URL, time of capture) -> the score without its evidence."""


class CachedRelevance:
    """A ``Relevance`` that scores each page once; it finds the event's places before it does."""

    def __init__(self, model: EventModel, settings: RelevanceSettings, scores: Scores) -> None:
        self._inner = MEASURES[settings.measure](model, settings)
        self._finder = Finder(model.places)
        self._scores = scores

    def score(self, page: Page) -> Score:
        """Return a page's score without its evidence."""
        key = page.url, page.captured_at
        cached = self._scores.get(key)
        if cached is None:
            places = self._finder.find(f"{page.title}\n{page.text}", page.language)
            score = self._inner.score(replace(page, places=places))
            cached = self._scores[key] = score.value, dict(score.parts), (), score.of_list
        return Score(*cached)


class ScoreStore:
    """The scores of one web: a cache file for each event model and settings."""

    def __init__(self, cache: Path | None, web: str) -> None:
        self._cache = cache
        self._web = web
        self._open: dict[Path, tuple[Scores, int]] = {}

    def scores(self, model: EventModel, settings: RelevanceSettings) -> Scores:
        """Return the cached scores, a dictionary that the caller may add to."""
        path = (self._cache or Path()) / f"scores-{_key(self._web, model, settings)}.pickle"
        if path not in self._open:
            scores = _load(path) if self._cache else {}
            self._open[path] = scores, len(scores)
        return self._open[path][0]

    def save(self) -> None:
        """Write the scores that were added since the last time."""
        for path, (scores, saved) in self._open.items():
            if self._cache and len(scores) > saved:
                self._cache.mkdir(parents=True, exist_ok=True)
                with atomic_file(path) as file:
                    pickle.dump(scores, file, protocol=5)
                self._open[path] = scores, len(scores)


def _load(path: Path) -> Scores:
    try:
        scores = pickle.loads(path.read_bytes())
    except Exception:  # no file, or whatever a damaged pickle raises
        return {}
    return scores if isinstance(scores, dict) else {}


def _key(web: str, model: EventModel, settings: RelevanceSettings) -> str:
    """Return a digest of everything a score depends on; the threshold does not change scores."""
    parts = (web, model, replace(settings, threshold=0.0), reader_version(), judging_version())
    return blake2b(repr(parts).encode(), digest_size=10).hexdigest()


@lru_cache(maxsize=1)
def judging_version() -> str:
    """Return a digest of the code that scores pages."""
    return code_digest(sorted((Path(tidings.__file__).parent / "relevance").rglob("*.py")))
