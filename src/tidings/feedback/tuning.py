"""Tunes the weights and the threshold of an event file to labelled pages or to the judgements of its collection."""

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
    model_path,
)
from tidings.collection.reading import CollectionReader
from tidings.errors import TidingsError
from tidings.event.edit.rewrite import write_values
from tidings.event.file import load
from tidings.event.model_file import load_model
from tidings.event.references import make_model, read_text
from tidings.feedback.revisions import counting_judgements
from tidings.feedback.sizes import Sized, best_size
from tidings.learn.page_model import JUDGED, MEASURE, base_of
from tidings.learn.types.examples import rows
from tidings.learn.weights import Labelled, Sweep, quality, sweep, tune, weighted
from tidings.model import Dating, EventModel, Score
from tidings.ports import Fetcher
from tidings.read.places.recognise import recogniser
from tidings.read.reader import Reader
from tidings.read.words.words import words
from tidings.relevance import MEASURES
from tidings.relevance.aspects.vectors import Vocabulary
from tidings.relevance.link_scores import LinkParts
from tidings.settings import RelevanceSettings, Settings
from tidings.store.entries import Entry
from tidings.urls import normalise

FEWEST_LABELS = 5
"""Labelled pages needed of each kind: with fewer, one page decides about the threshold."""
_LABELS = {
    **dict.fromkeys(("relevant", "yes", "true", "1"), True),
    **dict.fromkeys(("not", "no", "false", "0"), False),
}
_LEAST_GAIN = 1e-9
"""A smaller difference of F1 is rounding."""
_BY_TOPIC = ("topic", "event")
"""Measures that compare with a number of words of the topic."""
_WEIGHTED_MEASURE = "event"
"""The measure whose aspects have weights in the event file."""

OpenFetcher = Callable[[Path, Settings], Fetcher]
"""Opens the fetcher that the event file of this path describes."""


class Tuning(NamedTuple):
    """The values that suit labelled pages best, and how well old and new ones do."""

    pages: int
    relevant: int
    aspects: Mapping[str, Sweep]
    """The best threshold of each part of the score alone."""
    weights: Mapping[str, float]
    """New weights, if the measure has any."""
    before: Sweep
    """With the event file as it is."""
    after: Sweep
    """With the new weights and threshold."""

    kept: int = 1
    """Labelled pages that the new threshold keeps."""
    terms: int = 0
    """The best number of words to judge pages by, 0 if it was not searched for."""
    links: Sized | None = None
    """The best number of words to score links by, with the weights and the threshold that go with it."""
    links_gain: bool = False
    """Whether that is better than what the event file says about links."""

    @property
    def separates(self) -> bool:
        """Return whether the new threshold keeps some labelled pages and rejects others."""
        return 0 < self.kept < self.pages

    @property
    def improves(self) -> bool:
        """Return whether the new values classify the labelled pages better than the old ones."""
        return self.separates and self.after.f1 > self.before.f1 + _LEAST_GAIN

    def values(self) -> dict[str, float]:
        """Return the values to write into ``[relevance]``."""
        values: dict[str, float] = {}
        if self.improves:
            values = {f"weight_{aspect}": weight for aspect, weight in self.weights.items()}
            values |= {"terms": self.terms} if self.terms else {}
            values["threshold"] = self.after.threshold
        if self.links and self.links_gain:
            weights = self.links.tuned.weights
            if len(weights) > 1:
                values |= {f"link_weight_{name}": round(weights[name], 3) for name in weights}
            values["link_terms"] = self.links.terms
        return values


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
    examples = [
        *_judged(target.folder),
        *(_from_file(labels, target, settings, fetcher) if labels else ()),
    ]
    pages = [example.labelled for example in examples]
    relevant = sum(page.relevant for page in pages)
    missing = _missing(relevant, len(pages) - relevant)
    if missing:
        raise TidingsError(
            f"found {relevant} relevant and {len(pages) - relevant} other labelled pages; "
            f"allowed: {FEWEST_LABELS} or more of each kind; label {missing} with `tidings judge` or --labels FILE"
        )
    if settings.relevance.measure not in _BY_TOPIC or not all(each.text for each in examples):
        return tuned(pages, settings.relevance)
    return _with_sizes(examples, settings.relevance, _model(target, settings, fetcher))


def _with_sizes(
    examples: list[LabelledText], settings: RelevanceSettings, model: EventModel
) -> Tuning:
    """Search for the numbers of words too, for pages and for links apart, each with its own threshold."""
    pages = [example.labelled for example in examples]
    before = tuned(pages, settings)
    sized = best_size(model.topic, [each.counted(model) for each in examples], pages)
    if sized.best.f1 > before.after.f1 + _LEAST_GAIN:
        moved = [
            page._replace(value=value, parts={**page.parts, "topic": value})
            for page, value in zip(pages, sized.topics, strict=True)
        ]
        after = tuned(moved, settings)
        before = after._replace(before=before.before, terms=sized.terms)
    return _with_links(before, [each for each in examples if each.url], settings, model)


def _with_links(
    tuning: Tuning, linked: list[LabelledText], settings: RelevanceSettings, model: EventModel
) -> Tuning:
    """Search for the words, the weights and the threshold of links, by the addresses and anchors of labelled pages."""
    if len({each.labelled.relevant for each in linked}) < 2:
        return tuning
    scorer = LinkParts(model, settings)
    labels = [
        Labelled(each.labelled.relevant, 0.0, scorer.of(each.url, each.anchor)) for each in linked
    ]
    counted = [scorer.counted(each.url, each.anchor) for each in linked]
    links = best_size(model.topic, counted, labels)
    now = sweep((weighted(each.parts, scorer.weights), each.relevant) for each in labels)
    return tuning._replace(links=links, links_gain=links.best.f1 > now.f1 + _LEAST_GAIN)


def _missing(relevant: int, others: int) -> str:
    """Return how many labels of each kind are missing, in words."""
    kinds = {"relevant": FEWEST_LABELS - relevant, "not relevant": FEWEST_LABELS - others}
    return " and ".join(f"{n} more that are {kind}" for kind, n in kinds.items() if n > 0)


def tuned(pages: list[Labelled], settings: RelevanceSettings) -> Tuning:
    """Tune the settings of a measure to labelled pages."""
    aspects = [name for name in pages[0].parts if all(name in page.parts for page in pages)]
    tuning = tune(pages, aspects)
    relevant = sum(page.relevant for page in pages)
    if settings.measure != _WEIGHTED_MEASURE:
        scored = [(page.value, page.relevant) for page in pages]
        after, before = sweep(scored), quality(scored, settings.threshold)
        after = _shortest(after, scored)
        kept = _kept(after, scored)
        return Tuning(len(pages), relevant, tuning.aspects, {}, before, after, kept)
    old = {aspect: getattr(settings, f"weight_{aspect}") for aspect in aspects}
    new = {aspect: round(weight, 3) for aspect, weight in tuning.weights.items()}
    now, then = (
        [(weighted(page.parts, weights), page.relevant) for page in pages] for weights in (old, new)
    )
    before, after = quality(now, settings.threshold), _shortest(sweep(then), then)
    return Tuning(len(pages), relevant, tuning.aspects, new, before, after, _kept(after, then))


def _kept(best: Sweep, scored: list[tuple[float, bool]]) -> int:
    return sum(score >= best.threshold for score, _ in scored)


def write(target: Target, tuning: Tuning) -> None:
    """Write the new values into the event file, and change nothing else in it."""
    write_values(target.path, "relevance", tuning.values())


def _shortest(best: Sweep, scored: list[tuple[float, bool]]) -> Sweep:
    """Return the threshold with the fewest digits that classifies as well as the best."""
    rounded = (quality(scored, round(best.threshold, digits)) for digits in range(2, 7))
    return next((each for each in rounded if each.f1 >= best.f1), best)


class LabelledText(NamedTuple):
    """A label, with what the page and the link to it say."""

    labelled: Labelled
    title: str
    text: str
    language: str
    url: str
    anchor: str = ""

    def counted(self, model: EventModel) -> dict[str, int]:
        """Return how often the page has each word of the topic."""
        page_words = words(self.title) + words(self.text)
        return Vocabulary(model.topic).count(page_words, self.language)


def _judged(folder: Path) -> Iterator[LabelledText]:
    judgements = counting_judgements(folder)
    if not (judgements and database_path(folder).exists()):
        return
    with CollectionReader(folder) as reader:
        for judgement in judgements.values():
            entry = reader.entry(judgement.url)
            if entry and entry.score:
                yield _stored(judgement.relevant, entry)


def _stored(relevant: bool, entry: Entry) -> LabelledText:
    assert entry.score
    labelled = _labelled(relevant, entry.score)
    return LabelledText(labelled, entry.title, entry.text, entry.language, entry.url, entry.anchor)


def _labelled(relevant: bool, score: Score) -> Labelled:
    """Return a label with the score that the measure alone gives, without the page model."""
    parts = {name: part for name, part in score.parts.items() if name not in (MEASURE, JUDGED)}
    return Labelled(relevant, base_of(score), parts)


def _from_file(
    labels: Path, target: Target, settings: Settings, fetcher: OpenFetcher
) -> Iterator[LabelledText]:
    """Yield labelled pages: texts are scored now, URLs are looked up in the collection."""
    examples = list(rows(labels))
    texts = any(isinstance(row, Mapping) and row.get("text") for _, row in examples)
    scorer = _Scorer(settings, _model(target, settings, fetcher)) if texts else None
    with contextlib.ExitStack() as stack:
        begun = database_path(target.folder).exists()
        reader = stack.enter_context(CollectionReader(target.folder)) if begun else None
        for line, example in examples:
            where = f"{labels}, line {line}"
            row = dict(example) if isinstance(example, Mapping) else {}
            relevant = _label(row, where)
            if scorer and row.get("text"):
                score, language = scorer.score(row, where)
                told = {
                    name: str(row.get(name) or "") for name in ("title", "text", "url", "anchor")
                }
                labelled = _labelled(relevant, score)
                yield LabelledText(labelled=labelled, language=language, **told)
            else:
                yield _stored(relevant, _looked_up(reader, row, where))


def _label(row: Mapping[str, object], where: str) -> bool:
    label = str(row.get("label", "")).strip().lower()
    if label not in _LABELS:
        raise TidingsError(f"{where}: found label {label!r}; allowed: {', '.join(_LABELS)}")
    return _LABELS[label]


def _looked_up(reader: CollectionReader | None, row: Mapping[str, object], where: str) -> Entry:
    url = normalise(str(row.get("url", "")))
    entry = reader.entry(url) if reader and url else None
    if entry is None or entry.score is None:
        raise TidingsError(
            f"{where}: found {url or 'no address'}, which was not read in this collection; "
            "allowed: addresses that were, or a column with the text"
        )
    return entry


class _Scorer:
    """Scores texts with the measure of an event file."""

    def __init__(self, settings: Settings, model: EventModel) -> None:
        self._measure = MEASURES[settings.relevance.measure](model, settings.relevance)
        self._reader = Reader(model.places, recogniser=recogniser(settings.relevance.recogniser))

    def score(self, row: Mapping[str, object], where: str) -> tuple[Score, str]:
        """Return the score of a text, with its title, URL and date if they are given, and its language."""
        title, url = str(row.get("title") or ""), str(row.get("url") or "")
        page = read_text(f"{title}\n\n{row['text']}", self._reader)
        whole = replace(page, url=url, title=title, dates=_dates(row, where))
        return self._measure.score(whole), page.language


def _dates(row: Mapping[str, object], where: str) -> tuple[Dating, ...]:
    published = str(row.get("published") or "").strip()
    if not published:
        return ()
    try:
        moment = datetime.fromisoformat(published)
    except ValueError as error:
        raise TidingsError(
            f"{where}: found {published!r} under published; allowed: a day such as 2016-03-22"
        ) from error
    return (Dating(moment if moment.tzinfo else moment.replace(tzinfo=UTC), "label", 1.0),)


def _model(target: Target, settings: Settings, fetcher: OpenFetcher) -> EventModel:
    """Return the event model of the collection, or make one."""
    model = load_model(model_path(target.folder), settings)
    return model or asyncio.run(_made(target, settings, fetcher))


async def _made(target: Target, settings: Settings, open_fetcher: OpenFetcher) -> EventModel:
    fetcher = open_fetcher(target.path, settings)
    try:
        return await make_model(settings, target.path.parent, fetcher)
    finally:
        await fetcher.close()
