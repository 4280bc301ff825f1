"""From labelled pages, or judgements of a collection, to the weights and the threshold of its event file."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tidings.collection.folder import (
    EVENT_FILE,
    database_path,
    folder_of,
    judgements_path,
    model_path,
)
from tidings.collection.reading import CollectionReader
from tidings.errors import TidingsError
from tidings.event.file import load
from tidings.event.model_file import load_model
from tidings.event.references import make_model, read_text
from tidings.event.rewrite import write_values
from tidings.learn.page_model import JUDGED, MEASURE, base_of
from tidings.learn.types.examples import rows
from tidings.learn.weights import Labelled, Sweep, quality, sweep, tune, weighted
from tidings.model import Dating, EventModel, Score
from tidings.ports import Fetcher
from tidings.read import Reader
from tidings.read.places.recognise import recogniser
from tidings.relevance import MEASURES
from tidings.settings import RelevanceSettings, Settings
from tidings.store.sqlite.judgements import Judgements, current
from tidings.urls import normalise

FEWEST = 5
"""Labelled pages to tune by, and at least one of each kind."""
_LABELS = {
    **dict.fromkeys(("relevant", "yes", "true", "1"), True),
    **dict.fromkeys(("not", "no", "false", "0"), False),
}
_NOISE = 1e-9
_WEIGHED = "event"
"""The measure whose aspects have weights of their own."""


OpenFetcher = Callable[[Path, Settings], Fetcher]
"""Opens the fetcher that the event file of this path describes."""


class Tuning(NamedTuple):
    """What labelled pages say about the measure of an event file."""

    pages: int
    relevant: int
    aspects: Mapping[str, Sweep]
    """Each part of the score alone."""
    weights: Mapping[str, float]
    """New weights, if the measure has any."""
    before: Sweep
    """The event file as it is."""
    after: Sweep
    """With the new weights and threshold."""

    @property
    def improves(self) -> bool:
        """Return whether the new values tell the labelled pages apart better than the old ones."""
        return self.after.f1 > self.before.f1 + _NOISE

    def values(self) -> dict[str, float]:
        """Return what is to be written into ``[relevance]``."""
        weights = {f"weight_{aspect}": weight for aspect, weight in self.weights.items()}
        return {**weights, "threshold": self.after.threshold}


class Target(NamedTuple):
    """An event file, and the folder where its collection is or would be."""

    path: Path
    folder: Path


def target_of(name: Path) -> Target:
    """Return the event file of a collection folder, or the folder of an event file."""
    folder = folder_of(name)
    return Target(folder / EVENT_FILE if folder == name else name, folder)


def tune_event(target: Target, labels: Path | None, fetcher: OpenFetcher) -> Tuning:
    """Tune by a file of labels, and by the judgements of the collection if there are any."""
    settings = load(target.path)
    pages = [
        *_judged(target.folder),
        *(_from_file(labels, target, settings, fetcher) if labels else ()),
    ]
    relevant = sum(page.relevant for page in pages)
    if len(pages) < FEWEST or relevant in (0, len(pages)):
        raise TidingsError(
            f"found {len(pages)} labelled pages, {relevant} of them relevant; allowed: {FEWEST} or more, some of each "
            "kind, from --labels FILE or `tidings judge`"
        )
    return tuned(pages, settings.relevance)


def tuned(pages: list[Labelled], settings: RelevanceSettings) -> Tuning:
    """Return what labelled pages say about a measure with these settings."""
    aspects = [name for name in pages[0].parts if all(name in page.parts for page in pages)]
    found = tune(pages, aspects)
    relevant = sum(page.relevant for page in pages)
    if settings.measure != _WEIGHED:
        scored = [(page.value, page.relevant) for page in pages]
        after, before = sweep(scored), quality(scored, settings.threshold)
        return Tuning(len(pages), relevant, found.aspects, {}, before, _short(after, scored))
    old = {aspect: getattr(settings, f"weight_{aspect}") for aspect in aspects}
    new = {aspect: round(weight, 3) for aspect, weight in found.weights.items()}
    now, then = (
        [(weighted(page.parts, weights), page.relevant) for page in pages] for weights in (old, new)
    )
    before, after = quality(now, settings.threshold), _short(sweep(then), then)
    return Tuning(len(pages), relevant, found.aspects, new, before, after)


def write(target: Target, tuning: Tuning) -> None:
    """Write the result into the event file; all else in it stays as it is."""
    write_values(target.path, "relevance", tuning.values())


def _short(found: Sweep, scored: list[tuple[float, bool]]) -> Sweep:
    """Return a threshold with no more digits than it needs to tell as well."""
    written = (quality(scored, round(found.threshold, digits)) for digits in range(2, 7))
    return next((short for short in written if short.f1 >= found.f1), found)


def _judged(folder: Path) -> Iterator[Labelled]:
    path = judgements_path(folder)
    if not (path.exists() and database_path(folder).exists()):
        return
    store = Judgements(path)
    try:
        newest = store.revision(store.newest())
        said = current(store.judgements(newest.judgements if newest else ())).values()
    finally:
        store.close()
    with CollectionReader(folder) as reader:
        for one in said:
            entry = reader.entry(one.url)
            if entry and entry.score:
                yield _labelled(one.relevant, entry.score)


def _labelled(relevant: bool, score: Score) -> Labelled:
    """Take a score as the measure alone gave it."""
    parts = {name: part for name, part in score.parts.items() if name not in (MEASURE, JUDGED)}
    return Labelled(relevant, base_of(score), parts)


def _from_file(
    labels: Path, target: Target, settings: Settings, fetcher: OpenFetcher
) -> Iterator[Labelled]:
    """Read labelled pages: texts are scored now, addresses are looked up in the collection."""
    found = list(rows(labels))
    texts = any(isinstance(row, Mapping) and row.get("text") for _, row in found)
    scorer = _Scorer(settings, _model(target, settings, fetcher)) if texts else None
    with contextlib.ExitStack() as stack:
        begun = database_path(target.folder).exists()
        reader = stack.enter_context(CollectionReader(target.folder)) if begun else None
        for line, row in found:
            where = f"{labels}, line {line}"
            known = dict(row) if isinstance(row, Mapping) else {}
            relevant = _label(known, where)
            if scorer and known.get("text"):
                yield _labelled(relevant, scorer.score(known, where))
            else:
                yield _labelled(relevant, _looked_up(reader, known, where))


def _label(row: Mapping[str, object], where: str) -> bool:
    label = str(row.get("label", "")).strip().lower()
    if label not in _LABELS:
        raise TidingsError(f"{where}: found label {label!r}; allowed: {', '.join(_LABELS)}")
    return _LABELS[label]


def _looked_up(reader: CollectionReader | None, row: Mapping[str, object], where: str) -> Score:
    url = normalise(str(row.get("url", "")))
    entry = reader.entry(url) if reader and url else None
    if entry is None or entry.score is None:
        raise TidingsError(
            f"{where}: found {url or 'no address'}, which was not read in this collection; "
            "allowed: addresses that were, or a column with the text"
        )
    return entry.score


class _Scorer:
    """Scores texts by the measure of an event file."""

    def __init__(self, settings: Settings, model: EventModel) -> None:
        self._measure = MEASURES[settings.relevance.measure](model, settings.relevance)
        self._reader = Reader(model.places, recogniser=recogniser(settings.relevance.recogniser))

    def score(self, row: Mapping[str, object], where: str) -> Score:
        """Return the score of a text with its title, address and day, as far as they are given."""
        title, url = str(row.get("title") or ""), str(row.get("url") or "")
        page = read_text(f"{title}\n\n{row['text']}", self._reader)
        return self._measure.score(replace(page, url=url, title=title, dates=_dates(row, where)))


def _dates(row: Mapping[str, object], where: str) -> tuple[Dating, ...]:
    found = str(row.get("published") or "").strip()
    if not found:
        return ()
    try:
        moment = datetime.fromisoformat(found)
    except ValueError as error:
        raise TidingsError(
            f"{where}: found {found!r} under published; allowed: a day such as 2016-03-22"
        ) from error
    return (Dating(moment if moment.tzinfo else moment.replace(tzinfo=UTC), "label", 1.0),)


def _model(target: Target, settings: Settings, fetcher: OpenFetcher) -> EventModel:
    """Return the event model of the collection, or make it."""
    known = load_model(model_path(target.folder), settings)
    return known or asyncio.run(_made(target, settings, fetcher))


async def _made(target: Target, settings: Settings, open_fetcher: OpenFetcher) -> EventModel:
    fetcher = open_fetcher(target.path, settings)
    try:
        return await make_model(settings, target.path.parent, fetcher)
    finally:
        await fetcher.close()
