"""How right is the precision that ``status`` tells, without answers of a person and with twenty true ones?

Every web is crawled once by the default. Then ``judge --next`` asks four times about five pages, and the truth answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from statistics import fmean
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from benchmarks.fit import THRESHOLD, named_webs, read, unseen
from benchmarks.floors import Floor
from tidings.feedback.judging import Feedback, JudgementInput
from tidings.feedback.revisions import model_of
from tidings.lab.bench.experiment import Generated, WebSpec
from tidings.lab.bench.strategies import STRATEGIES, settings_for
from tidings.lab.bench.tasks import Task
from tidings.lab.bench.trial import Bench, Conditions
from tidings.lab.recorded.recorded import cache_folder
from tidings.lab.recorded.scores import ScoreStore
from tidings.learn.calibration import Calibration, expected
from tidings.learn.fit import Array
from tidings.learn.page_model import cells_of, untaught
from tidings.model import Reason, StoredWords, Visit
from tidings.store.sqlite.judgements import SqliteJudgements
from tidings.urls import url_id

ROUNDS, ASKED = 4, 5
NEAR = 0.1
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Told(NamedTuple):
    """Of one crawl."""

    true: float
    """Precision of what is kept."""
    told: float


class Words:
    """The pages of a simulated crawl, as ``ports.Words`` gives them to judging."""

    def __init__(self, visits: Mapping[str, Visit]) -> None:
        self.pages = [
            StoredWords(number, url_id(url), visit.base, visit.cells)
            for number, (url, visit) in enumerate(visits.items())
        ]
        self._by_url = dict(zip(visits, self.pages, strict=True))

    def of(self, url: str) -> StoredWords | None:
        """Return the words of a page."""
        return self._by_url.get(url)

    def some(self, most: int) -> Iterator[StoredWords]:
        """Return some pages."""
        return iter(self.pages[:most])

    def decided(self) -> Iterator[StoredWords]:
        """Return all pages."""
        return iter(self.pages)

    def sample(self, most: int) -> list[bytes]:
        """Return the words of some pages."""
        return [page.cells for page in self.pages[:most]]

    def rejected(self, below: float, most: int) -> list[StoredWords]:
        """Return pages with low scores."""
        return [page for page in self.pages if page.base < below][:most]

    def seeds(self, least: float) -> list[StoredWords]:
        """Return no page: the truth says nothing about seeds."""
        return []


def told(scores: Array, truth: Array, calibration: Calibration) -> Told | None:
    """Return what ``status`` tells about scores, beside the truth; None if nothing is kept."""
    kept = scores >= THRESHOLD
    rows = [(score, int(keeps), int(not keeps)) for score, keeps in zip(scores, kept, strict=True)]
    found = expected(rows, calibration)
    return Told(float(truth[kept].mean()), found.precision) if found else None


def scores_of(store: SqliteJudgements, words: Words) -> Array:
    """Return the scores that pages have by the newest revision, with the answers."""
    newest = store.newest()
    model = model_of(store, newest) if newest else untaught(THRESHOLD)
    bases = np.array([page.base for page in words.pages])
    scores, _ = model.judge(bases, cells_of([page.cells for page in words.pages]))
    answers = [model.judged.get(page.id) for page in words.pages]
    known = np.array([np.nan if answer is None else float(answer) for answer in answers])
    return np.where(np.isnan(known), scores, known)


def session(bench: Bench, task: Task, calibration: Calibration) -> list[Told | None]:
    """Return what is told before and after twenty answers."""
    read = {
        url: visit
        for url, visit in bench.judged.items()
        if visit.verdict.reason is Reason.SCORE and url not in task.unjudged
    }
    words, store, urls = Words(read), SqliteJudgements(None), list(read)
    stored: Any = SimpleNamespace(words=words, ledger=None)
    settings = settings_for(task, STRATEGIES["auto"], pages=1)
    feedback = Feedback(settings, stored, store, bench.model)
    truth = np.array([url in task.relevant for url in urls])
    feedback.look_again(NOW)
    before = scores_of(store, words)
    for _ in range(ROUNDS):
        asked = [urls[number] for number in feedback.ask(ASKED)]
        feedback.judge([JudgementInput(url, url in task.relevant) for url in asked], NOW)
    return [told(scores, truth, calibration) for scores in (before, scores_of(store, words))]


def run() -> list[Floor]:
    """Crawl, answer and print what is told."""
    calibrations = unseen(read())
    print(f"{'web':<26}{'crawls':>7}{'off by':>8}{'within .1':>11}{'after 20: off by':>18}{'within .1':>11}")  # fmt: skip
    for name, specs, share in named_webs():
        both = [pair for spec in specs for pair in _crawled(spec, share, calibrations[name])]
        first, second = ([pair[side] for pair in both] for side in (0, 1))
        print(f"{name:<26}{len(both):7}{_row(first)}{_row(second, 18)}", flush=True)
    return []


def _row(each: Sequence[Told | None], width: int = 8) -> str:
    off = [abs(one.true - one.told) for one in each if one]
    within = fmean(distance <= NEAR for distance in off)
    return f"{fmean(off):{width}.3f}{within:11.2f}"


def _crawled(spec: WebSpec, share: float, calibration: Calibration) -> Iterator[list[Told | None]]:
    spec.prepare(cache_folder(), lambda _read: None)
    web = spec.open(cache_folder())
    for task in web.tasks.values():
        bench = Bench(web, task, ScoreStore(None, web.digest), STRATEGIES["auto"])
        seed = spec.seed if isinstance(spec, Generated) else 0
        bench.run("auto", STRATEGIES["auto"], (seed,), Conditions(share=share))
        yield session(bench, task, calibration)
