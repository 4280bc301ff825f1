"""Groups pages by their words: spherical k-means of TF-IDF vectors, the same for the same pages.

It begins with the clusters of before, if there are any, so that most pages stay where people saw them last.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tidings.read.words.background import idf
from tidings.read.words.words import stems_of, words

MOST_CLUSTERS = 20
"""Clusters that a person takes in as a list."""
_FEWEST_PAGES = 12
"""Pages below which there is nothing to group."""
_LEAD_WORDS = 300
"""Words at the start of a page that count: what it is about is there."""
_MOST_STEMS = 4_096
"""Stems that set pages apart, those on most pages first."""
_FEWEST_USES = 3
"""Pages and sites with a stem below which it groups nothing."""
_COMMON = 0.8
"""Share of the pages from which a stem sets nothing apart."""
_ROUNDS = 15
_STORED_STEMS = 300
"""Stems of a cluster that are stored: the strongest."""
_NAME_WORDS = 3
_MIN_LETTERS = 3

Matrix = NDArray[np.float32]
Stems = Counter[str]


class PageWords(NamedTuple):
    """The stems at the start of a page, and the word that each stood for."""

    stems: Stems
    written: Mapping[str, str]
    language: str = "en"
    site: str = ""
    """Where the page is; words of one site alone say who wrote it, not what about."""


class Cluster(NamedTuple):
    """A group of pages."""

    name: str
    """Its strongest words."""
    weights: Mapping[str, float]
    """How much each stem counts for it."""
    pages: int = 0
    """Pages of those it was made from."""


class ClusterModel:
    """Clusters that any page can be put into."""

    def __init__(
        self, rarities: Mapping[str, float], clusters: Sequence[Cluster], pages: int
    ) -> None:
        self.rarities = rarities
        self.clusters = tuple(clusters)
        self.pages = pages
        """Pages of the collection when it was made."""
        self._weights: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, cluster in enumerate(self.clusters):
            for stem, weight in cluster.weights.items():
                self._weights[stem].append((number, weight))

    def name(self, stems: Stems) -> str:
        """Return the name of the cluster that a page is closest to, empty if it shares no word with any."""
        sums = [0.0] * len(self.clusters)
        for stem, count in stems.items():
            if stem in self._weights:
                amount = (1.0 + math.log(count)) * self.rarities[stem]
                for number, weight in self._weights[stem]:
                    sums[number] += amount * weight
        best = max(range(len(sums)), key=sums.__getitem__, default=0)
        return self.clusters[best].name if sums and sums[best] > 0 else ""


def page_words(title: str, text: str, language: str, site: str = "") -> PageWords:
    """Return the words of a page that count for its cluster."""
    language = language or "en"
    stem_of = stems_of(language)
    stems: Stems = Counter()
    written: dict[str, str] = {}
    for word in (*words(title), *words(text)[:_LEAD_WORDS]):
        stem = stem_of[word] if not word.isascii() or _is_word(word) else ""
        if stem:
            stems[stem] += 1
            written.setdefault(stem, word)
    return PageWords(stems, written, language, site)


def _is_word(word: str) -> bool:
    return len(word) >= _MIN_LETTERS and word.isalpha()


def make_clusters(
    pages: Sequence[PageWords], collected: int, before: ClusterModel | None = None
) -> ClusterModel | None:
    """Return the clusters of some pages of a collection, None if there are too few to group."""
    rarities = _rarities(pages)
    if len(pages) < _FEWEST_PAGES or not rarities:
        return None
    columns = {stem: number for number, stem in enumerate(rarities)}
    vectors = _vectors(pages, columns, np.fromiter(rarities.values(), np.float32, len(rarities)))
    count = min(MOST_CLUSTERS, max(2, round(math.sqrt(len(pages) / 2))))
    centres, nearest = _settled(vectors, _first_centres(vectors, count, columns, before))
    names = [each.name for each in before.clusters] if before else []
    clusters = _named(centres, nearest, list(rarities), _Naming(_spellings(pages), names))
    return ClusterModel(rarities, clusters, collected)


def _rarities(pages: Sequence[PageWords]) -> dict[str, float]:
    """Return how much each stem sets pages apart: its rarity among the pages, times that in its language."""
    uses = Counter(stem for page in pages for stem in page.stems)
    languages = {stem: page.language for page in reversed(pages) for stem in page.stems}
    sites: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        for stem in page.stems:
            sites[stem].add(page.site)
    few = min(_FEWEST_USES, len({page.site for page in pages}))
    telling = [
        (-number, stem)
        for stem, number in uses.items()
        if _FEWEST_USES <= number <= _COMMON * len(pages) and len(sites[stem]) >= few
    ]
    return {
        stem: math.log(len(pages) / -number) * idf(stem, languages[stem])
        for number, stem in sorted(telling)[:_MOST_STEMS]
    }


def _vectors(pages: Sequence[PageWords], columns: Mapping[str, int], rarities: Matrix) -> Matrix:
    vectors = np.zeros((len(pages), len(columns)), np.float32)
    for row, page in enumerate(pages):
        pairs = [(columns[stem], count) for stem, count in page.stems.items() if stem in columns]
        if pairs:
            at, counts = np.array(pairs).T
            vectors[row, at] = (1.0 + np.log(counts)) * rarities[at]
    return _unit(vectors)


def _unit(rows: Matrix) -> Matrix:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: Matrix = (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return unit


def _first_centres(
    vectors: Matrix, count: int, columns: Mapping[str, int], before: ClusterModel | None
) -> Matrix:
    """Return the centres of before, then pages far from all centres (k-means++, with a fixed seed)."""
    random = np.random.default_rng(0)
    centres = [_centre(each, columns) for each in (before.clusters if before else ())][:count]
    while len(centres) < count:
        likeness = (
            np.max(vectors @ np.array(centres).T, axis=1) if centres else np.zeros(len(vectors))
        )
        distance = np.maximum(0.0, 1.0 - likeness) ** 2
        total = float(distance.sum())
        chosen = (
            random.choice(len(vectors), p=distance / total)
            if total > 0
            else random.integers(len(vectors))
        )
        centres.append(vectors[chosen])
    return np.array(centres, np.float32)


def _centre(cluster: Cluster, columns: Mapping[str, int]) -> Matrix:
    centre = np.zeros((1, len(columns)), np.float32)
    for stem, weight in cluster.weights.items():
        if stem in columns:
            centre[0, columns[stem]] = weight
    row: Matrix = _unit(centre)[0]
    return row


def _settled(vectors: Matrix, centres: Matrix) -> tuple[Matrix, NDArray[Any]]:
    """Return centres that no longer move, and the nearest one of each page."""
    nearest = np.full(len(vectors), -1)
    for _ in range(_ROUNDS):
        likeness = vectors @ centres.T
        found = likeness.argmax(axis=1)
        if (found == nearest).all():
            break
        nearest = found
        for number in range(len(centres)):
            own = vectors[nearest == number]
            # an empty cluster begins again at the page that fits worst into its own
            centres[number] = (
                own.mean(axis=0) if len(own) else vectors[likeness.max(axis=1).argmin()]
            )
        centres = _unit(centres)
    return centres, nearest


def _spellings(pages: Sequence[PageWords]) -> dict[str, str]:
    """Return the word that stands for a stem on most pages."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for page in pages:
        for stem, word in page.written.items():
            counts[stem][word] += 1
    return {
        stem: min(words, key=lambda word: (-words[word], word)) for stem, words in counts.items()
    }


class _Naming(NamedTuple):
    """How stems are written, and the names that the first clusters had."""

    spellings: Mapping[str, str]
    before: Sequence[str]

    def name(self, number: int, words: Sequence[str], taken: Sequence[Cluster]) -> str:
        """Return the name of before while one of its words is still strong, else the strongest words."""
        known = self.before[number] if number < len(self.before) else ""
        is_free = all(known != each.name for each in taken)
        if known and is_free and not set(words).isdisjoint(known.split(", ")):
            return known
        return _free_name(words, taken)


def _named(
    centres: Matrix, nearest: NDArray[Any], stems: Sequence[str], naming: _Naming
) -> list[Cluster]:
    """Return the clusters that have pages, each named by the words that set it apart, the largest first."""
    sizes = np.bincount(nearest, minlength=len(centres))
    overall = np.average(centres, axis=0, weights=np.maximum(sizes, 1))
    clusters: list[Cluster] = []
    for number in np.argsort(-sizes, kind="stable"):
        if sizes[number]:
            telling = np.argsort(-(centres[number] - overall), kind="stable")
            words = [naming.spellings[stems[column]] for column in telling[: 4 * _NAME_WORDS]]
            strongest = np.argsort(-centres[number], kind="stable")[:_STORED_STEMS]
            weights = {
                stems[at]: round(float(centres[number, at]), 4)
                for at in strongest
                if centres[number, at] > 0
            }
            clusters.append(
                Cluster(naming.name(int(number), words, clusters), weights, int(sizes[number]))
            )
    return clusters


def _free_name(words: Sequence[str], taken: Sequence[Cluster]) -> str:
    """Return the first words as a name, with one more where that is the name of another cluster."""
    names = {each.name for each in taken}
    for length in range(_NAME_WORDS, len(words) + 1):
        if (name := ", ".join(words[:length])) not in names:
            return name
    return f"{', '.join(words[:_NAME_WORDS])} {len(taken) + 1}"
