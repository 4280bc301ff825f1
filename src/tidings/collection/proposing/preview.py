"""How an event file would judge pages: score, parts and evidence of each, without a crawl."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tidings.collection.folder import EVENT_FILE
from tidings.collection.proposing.samples import SamplePages
from tidings.errors import EventFileError
from tidings.event.build import build_model
from tidings.event.file import load
from tidings.model import Mention, Page, Score
from tidings.read.places.find import Finder
from tidings.relevance import MEASURES
from tidings.settings import Settings

_SEEDS = 'seeds = ["https://seed.example/"]'
_NO_SEEDS = re.compile(r"^seeds\s*=\s*\[\s*\][ \t]*$", re.MULTILINE)


class JudgedSample(NamedTuple):
    """A page and the score that an event file would give it."""

    page: Page
    score: Score
    is_kept: bool


class Preview(NamedTuple):
    """How an event file would judge some pages, the best first."""

    samples: tuple[JudgedSample, ...]
    threshold: float
    missing: tuple[str, ...]
    """References that were not read, so that their words do not count here."""


def preview(text: str, read: SamplePages, samples: Sequence[Page]) -> Preview:
    """Judge pages by an event file; raise EventFileError with all its problems."""
    settings = _loaded(text)
    references = read.of(settings.event.references)
    known = {page.url for page in references}
    terms = max(settings.relevance.terms, settings.relevance.link_terms)
    model = build_model(settings.event, references, terms, keywords=settings.relevance.keywords)
    measure = MEASURES[settings.relevance.measure](model, settings.relevance)
    places = tuple(settings.event.places)
    judged = []
    for page in samples:
        score = measure.score(replace(page, places=_places(places, page.text, page.language)))
        judged.append(JudgedSample(page, score, score.value >= settings.relevance.threshold))
    judged.sort(key=lambda each: (-each.score.value, each.page.url))
    missing = tuple(each for each in settings.event.references if each not in known)
    return Preview(tuple(judged), settings.relevance.threshold, missing)


def _loaded(text: str) -> Settings:
    with TemporaryDirectory() as folder:
        path = Path(folder) / EVENT_FILE
        path.write_text(_with_seeds(text), encoding="utf-8", errors="replace")
        try:
            return load(path)
        except EventFileError as error:
            raise EventFileError(str(error).replace(f"{path}: ", "", 1)) from error


def _with_seeds(text: str) -> str:
    """Give an event file without seeds one, since pages can be judged before a crawl can begin."""
    try:
        given = tomllib.loads(text).get("seeds", [])
    except ValueError:  # it is reported when the file is loaded
        return text
    return text if given else f"{_SEEDS}\n{_NO_SEEDS.sub('', text)}"


@lru_cache(maxsize=8)
def _finder(places: tuple[str, ...]) -> Finder:
    return Finder(places)


@lru_cache(maxsize=400)
def _places(given: tuple[str, ...], text: str, language: str) -> tuple[Mention, ...]:
    """Return the places of a text as a crawl with these given names would read them."""
    return _finder(given).find(text, language)
