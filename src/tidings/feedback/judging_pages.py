"""Judges the pages of a collection by an event file: here, or by the workers of a cluster."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from tidings.crawl.pipeline import verdict_on
from tidings.crawl.workers.cluster.dask_cluster import DaskCluster
from tidings.crawl.workers.tasks import Setup
from tidings.learn.page_model import Corrected
from tidings.model import Page, Score, Verdict
from tidings.ports import Relevance
from tidings.read.places.find import Finder
from tidings.relevance.starting import measure_of
from tidings.settings import Settings

Pages = dict[int, Page]
"""Pages by the numbers of their visits."""


class Judged(NamedTuple):
    """What an event file says of a page."""

    score: Score
    verdict: Verdict


class Judging:
    """Judges pages one after the other."""

    def __init__(self, setup: Setup) -> None:
        measure = measure_of(setup.model, setup.settings.relevance, setup.start)
        self._measure: Relevance = Corrected(measure, setup.learned) if setup.learned else measure
        self._finder = Finder(setup.settings.event.places)
        self.settings: Settings = setup.settings
        self.revision = setup.learned.revision if setup.learned else 0
        """Of the page model that corrects the measure, 0 without one."""

    def ahead(self, batches: Iterable[Pages]) -> Iterator[dict[int, Judged]]:
        """Yield what was judged in advance of each batch: nothing."""
        del batches
        return iter(())

    def alone(self, page: Page) -> Judged:
        """Judge one page."""
        page = replace(page, places=self._finder.find(f"{page.title}\n{page.text}", page.language))
        score = self._measure.score(page)
        threshold = self.settings.relevance.threshold
        return Judged(score, verdict_on(page, score, self.settings.scope, threshold))


class ClusterJudging(Judging):
    """Has the workers of a cluster judge batches, some of them in advance."""

    def __init__(self, setup: Setup, cluster: DaskCluster) -> None:
        super().__init__(setup)
        self._setup, self._cluster = pickle.dumps(setup, protocol=5), cluster

    def ahead(self, batches: Iterable[Pages]) -> Iterator[dict[int, Judged]]:
        """Yield what the workers say of each batch, in their order."""
        packed = (pickle.dumps(pages, protocol=5) for pages in batches)
        yield from map(pickle.loads, self._cluster.map(_judge, self._setup, packed))


def _judge(setup: bytes, pages: bytes) -> bytes:
    """Judge a batch in a worker of a cluster."""
    judging = _judging(setup)
    judged = {visit: judging.alone(page) for visit, page in pickle.loads(pages).items()}
    return pickle.dumps(judged, protocol=5)


@lru_cache(maxsize=1)
def _judging(setup: bytes) -> Judging:
    return Judging(pickle.loads(setup))
