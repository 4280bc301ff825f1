"""Does the default measure rank and keep pages at least as well as plain TF-IDF and its own keywords?

Each set is scored once. Ranking is mean average precision; ties count against us. Keeping is F1 at the measure's
threshold, as the mean over topics. TF-IDF takes rarity from the set itself and the threshold that is best for it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from benchmarks.floors import Floor
from benchmarks.focus_sets import DATA, SETS, Topic
from tidings.event.build import build_model
from tidings.learn.page_model import cells_of
from tidings.learn.page_words import terms_of
from tidings.model import Page
from tidings.read.words.words import stems
from tidings.relevance import MEASURES
from tidings.relevance.second_look import given_of, look_again, looks_again
from tidings.settings import RelevanceSettings

SETTINGS = RelevanceSettings(measure="auto")
NEAR = 0.97
"""Share of the figure of TF-IDF that is not a loss: sets of a few topics differ by more than that by chance."""


class Figures(NamedTuple):
    """How well one way of scoring does on a set."""

    ranking: float
    """Mean average precision."""
    keeping: float
    """Mean F1."""


def average_precision(scores: Sequence[float], truth: Sequence[bool]) -> float:
    """Return the average precision; irrelevant pages come first in a tie."""
    ordered = sorted(zip(scores, truth, strict=True), key=lambda pair: (-pair[0], pair[1]))
    right, total = 0, 0.0
    for rank, (_, is_right) in enumerate(ordered, 1):
        right += is_right
        total += right / rank if is_right else 0.0
    return total / right if right else 0.0


def f1(scores: Sequence[float], truth: Sequence[bool], threshold: float) -> float:
    """Return the F1 of keeping what reaches a threshold."""
    kept = [is_right for score, is_right in zip(scores, truth, strict=True) if score >= threshold]
    return 2 * sum(kept) / (len(kept) + sum(truth)) if kept else 0.0


def auto_scores(topic: Topic) -> list[float]:
    """Return the scores of the default, with the second look that a crawl takes at the pages it has read."""
    model = build_model(topic.event, topic.references, SETTINGS.terms)
    measure = MEASURES["auto"](model, SETTINGS)
    first = np.array([measure.score(page).value for page in topic.pages])
    if looks_again(model, SETTINGS):
        words = [terms_of(page) for page in topic.pages]
        if learned := look_again(first, words, given_of(model), SETTINGS.threshold):
            first, _ = learned.judge(first, cells_of(words))
    return list(map(float, first))


def _stems(page: Page) -> Counter[str]:
    return Counter(stems(f"{page.title}\n{page.text}", page.language or "en"))


def tfidf_scores(topic: Topic) -> list[float]:
    """Return the cosines of TF-IDF vectors, with the rarity of words in the set itself."""
    counted = [_stems(page) for page in topic.pages]
    frequency = Counter(word for words in counted for word in words)
    every = len(counted)

    def weighed(words: Counter[str]) -> dict[str, float]:
        return {
            word: (1 + math.log(n)) * math.log(every / frequency[word])
            for word, n in words.items()
            if frequency[word]
        }

    given: Counter[str] = sum(map(_stems, topic.references), Counter())
    for keyword in topic.event.keywords:
        given.update(stems(keyword, "en"))
    query = weighed(given)
    return [_cosine(query, weighed(words)) for words in counted]


def _cosine(one: dict[str, float], other: dict[str, float]) -> float:
    shared = sum(weight * other[word] for word, weight in one.items() if word in other)
    lengths = math.hypot(*one.values()) * math.hypot(*other.values())
    return shared / lengths if lengths else 0.0


def keyword_scores(topic: Topic) -> list[float]:
    """Return 1 for pages that contain a keyword."""
    wanted = [stems(keyword, "en") for keyword in topic.event.keywords]
    found = []
    for page in topic.pages:
        words = set(stems(f"{page.title}\n{page.text}", "en"))
        found.append(float(any(phrase and words.issuperset(phrase) for phrase in wanted)))
    return found


def best_threshold(scored: Sequence[tuple[Sequence[float], Sequence[bool]]]) -> float:
    """Return the one threshold with the best mean F1 over the topics of a set."""
    values = sorted({round(score, 3) for scores, _ in scored for score in scores})
    steps = values[:: max(1, len(values) // 60)]
    return max(steps, key=lambda step: fmean(f1(*pair, step) for pair in scored))


def figures(
    topics: Sequence[Topic], scores: Sequence[Sequence[float]], threshold: float | None = None
) -> Figures:
    """Return ranking and keeping over the topics of a set; without a threshold, the best is taken."""
    scored = [(one, topic.truth) for one, topic in zip(scores, topics, strict=True)]
    line = best_threshold(scored) if threshold is None else threshold
    return Figures(
        fmean(average_precision(*pair) for pair in scored),
        fmean(f1(*pair, line) for pair in scored),
    )


def run() -> list[Floor]:
    """Compare on every set whose corpus is there."""
    print(f"{'set':<28}{'MAP':>7}{'TF-IDF':>8}{'F1':>8}{'TF-IDF':>8}{'keyword':>9}{'precision':>11}{'recall':>8}")  # fmt: skip
    floors = []
    for name, (corpus, make) in SETS.items():
        if not (DATA / corpus).exists():
            print(f"{name:<28} left out: {corpus} is missing")
            continue
        floors += _compared(name, make())
    return floors


def _compared(name: str, topics: Sequence[Topic]) -> list[Floor]:
    scores = [auto_scores(topic) for topic in topics]
    ours = figures(topics, scores, SETTINGS.threshold)
    plain = figures(topics, [tfidf_scores(topic) for topic in topics])
    has_keywords = any(topic.event.keywords for topic in topics)
    words = figures(topics, [keyword_scores(topic) for topic in topics], 0.5)
    kept = [
        (score >= SETTINGS.threshold, right)
        for one, topic in zip(scores, topics, strict=True)
        for score, right in zip(one, topic.truth, strict=True)
    ]
    found = sum(is_kept and right for is_kept, right in kept)
    precision = found / (sum(is_kept for is_kept, _ in kept) or 1)
    recall = found / sum(right for _, right in kept)
    contains = f"{words.keeping:9.3f}" if has_keywords else f"{'-':>9}"
    print(
        f"{name:<28}{ours.ranking:7.3f}{plain.ranking:8.3f}{ours.keeping:8.3f}{plain.keeping:8.3f}{contains}"
        f"{precision:11.3f}{recall:8.3f}"
    )
    floors = [Floor(f"{name}: ranking, as a share of TF-IDF's", ours.ranking / plain.ranking, NEAR, "")]  # fmt: skip
    if has_keywords:
        floors.append(
            Floor(f"{name}: F1 of keeping over a keyword's", ours.keeping / words.keeping, 1.0, "")
        )
    else:
        floors.append(
            Floor(f"{name}: F1 of keeping over TF-IDF's", ours.keeping / plain.keeping, NEAR, "")
        )
    return floors
