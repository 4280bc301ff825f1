"""Fits the main weights of ``auto`` again, and says how well it would keep on each web had it never been seen.

The score of a page is a sum of log-odds, and each weight here is a factor of one of them. Each web is crawled once by
the default. The log-odds of every visited page are taken with each weight as it is, and a little larger. From these and
the truth, Newton's method finds the likeliest weights near the committed ones. What a web says about the weights is at
that point a slope and a curvature, a few numbers, which go to ``fitted_weights.json`` with the digest of the web. From
these alone a test makes the fit again and compares it with ``AutoWeights``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from benchmarks.fit import SHARES, THRESHOLD, named_webs
from benchmarks.floors import Floor
from tidings.errors import TidingsError
from tidings.event.build import build_model
from tidings.lab.bench.experiment import Generated, WebSpec
from tidings.lab.bench.strategies import STRATEGIES, settings_for
from tidings.lab.bench.task_webs import TaskWeb
from tidings.lab.bench.tasks import Task
from tidings.lab.bench.trial import Bench, Conditions
from tidings.lab.recorded.recorded import cache_folder
from tidings.lab.recorded.scores import ScoreStore
from tidings.learn.fit import Array
from tidings.learn.page_model import sigmoid
from tidings.learn.validation import f1_of_counts
from tidings.model import LOG_ODDS, Score
from tidings.odds import log_odds
from tidings.read.places.find import Finder
from tidings.relevance.measures.auto import AutoRelevance
from tidings.relevance.weights import AUTO

FILE = Path(__file__).parent / "fitted_weights.json"
WEIGHTS = (
    "base",
    "breadth_penalty",
    "open_penalty",
    "list_penalty",
    "section_gain",
    "likeness_power",
    "keyword_gain",
    "no_place",
    "no_place_unlike",
    "decay_after",
    "decay_before",
    "silent",
    "genre_gain",
    "content_gain",
    "url_gain",
)
"""The factors of log-odds. The other numbers shape one aspect each, such as what counts as a list."""
PRIOR = 0.1
"""Standard deviation of a weight around its committed value, as a share of it."""
LARGEST = 0.15
"""Largest difference between a committed weight and its fit, as a share of it."""
_PAGES = 100.0
"""What all pages of a web weigh together, whatever their number; its tasks weigh alike."""
_RISE = 0.02
"""Share of itself by which a weight is raised to see what it does."""
_STEPS = 12
"""Steps of Newton's method; with this prior the last ones move nothing."""


class Visited(NamedTuple):
    """The visited pages of one task that have a word of the event; no weight keeps others."""

    truth: Array
    """1 for a relevant page, else 0."""
    odds: Array
    """Log-odds as they are."""
    effects: Array
    """What each weight adds to them if it is doubled, one row for each page."""
    missed: int
    """Relevant pages without a word of the event."""


class Says(NamedTuple):
    """What a web says about the weights: slope and curvature of the misfit to its truth."""

    slope: Array
    curve: Array


class Fitted(NamedTuple):
    """One web, as it is stored."""

    digests: Sequence[str]
    """Of the web, or of each generated one."""
    pages: int
    committed: float
    """F1 of keeping with the committed weights, mean over tasks."""
    unseen: float
    """F1 with the weights that all other webs give."""
    says: Says


class Fit(NamedTuple):
    """All webs, at the fitted weights."""

    weights: Mapping[str, float]
    """The committed weights when the webs were crawled; changes are shares of these."""
    change: Array
    webs: Mapping[str, Fitted]


def says(tasks: Sequence[Visited], change: Array) -> Says:
    """Return slope and curvature of the misfit of a web if the weights are changed."""
    slope, curve = np.zeros(len(change)), np.zeros((len(change), len(change)))
    for task in tasks:
        likely = sigmoid(task.odds + task.effects @ change)
        share = _PAGES / len(tasks) / (len(likely) or 1)
        slope += share * (task.effects.T @ (likely - task.truth))
        curve += share * (task.effects.T @ (task.effects * (likely * (1 - likely))[:, None]))
    return Says(slope, curve)


def step(webs: Iterable[Says], change: Array, committed: Array) -> Array:
    """Return the change after one step of Newton's method, drawn towards the committed weights."""
    slope = (change - committed) / PRIOR**2
    curve = np.eye(len(change)) / PRIOR**2
    for web in webs:
        slope, curve = slope + web.slope, curve + web.curve
    return np.asarray(change - np.linalg.solve(curve, slope))


def fitted(webs: Iterable[Sequence[Visited]]) -> Array:
    """Return the change of each weight that suits the pages of some webs best."""
    each = list(webs)
    start = change = np.zeros(len(WEIGHTS))
    for _ in range(_STEPS):
        change = step([says(tasks, change) for tasks in each], change, start)
    return change


def weights_of(fit: Fit) -> dict[str, float]:
    """Return the weights that the stored numbers give, near those that are committed now."""
    now = {name: float(getattr(AUTO, name)) for name in WEIGHTS}
    committed = np.array([now[name] / fit.weights[name] - 1 for name in WEIGHTS])
    change = step([web.says for web in fit.webs.values()], fit.change, committed)
    return {
        name: fit.weights[name] * (1 + float(by)) for name, by in zip(WEIGHTS, change, strict=True)
    }


def keeping(tasks: Sequence[Visited], change: Array) -> float:
    """Return F1 at the default threshold if the weights are changed, mean over tasks; before any second look."""
    line = log_odds(THRESHOLD)
    found = []
    for task in tasks:
        kept = task.odds + task.effects @ change >= line
        right, wanted = float(task.truth @ kept), float(task.truth.sum()) + task.missed
        found.append(f1_of_counts(right, float(kept.sum()), wanted))
    return fmean(found)


def run() -> list[Floor]:
    """Crawl, fit, write the numbers and print the report; with missing webs, compare the stored numbers only."""
    specs = named_webs()
    missing = sorted(SHARES.keys() - {name for name, *_ in specs})
    if missing:
        print(f"not crawled again, because webs are missing: {', '.join(missing)}")
        fit = read()
    else:
        fit = _made(specs)
        write(fit)
    report(fit)
    gains = [web.unseen - web.committed for web in fit.webs.values()]
    return [
        Floor("weights: committed and fitted differ by", differ(fit), LARGEST, "", at_most=True),
        Floor("F1 that fitted weights gain on unseen webs", fmean(gains), 0.01, "", at_most=True),
    ]


def differ(fit: Fit) -> float:
    """Return the largest difference between a committed weight and its fit, as a share of it."""
    return max(abs(value / getattr(AUTO, name) - 1) for name, value in weights_of(fit).items())


def report(fit: Fit) -> None:
    """Print the weights, and for each web what the default would keep had it never been seen."""
    for name, value in weights_of(fit).items():
        print(f"{name:<18}{getattr(AUTO, name):8.2f} fitted {value:8.2f}")
    print(f"{'web':<26}{'pages':>7}{'F1':>8}{'unseen':>8}")
    for name, web in fit.webs.items():
        print(f"{name:<26}{web.pages:7,}{web.committed:8.3f}{web.unseen:8.3f}")
    gains = [web.unseen - web.committed for web in fit.webs.values()]
    spread = 2 * stdev(gains) / math.sqrt(len(gains))
    print(f"fitted weights gain {fmean(gains):+.3f} on unseen webs, give or take {spread:.3f}")


def read(path: Path = FILE) -> Fit:
    """Return the stored fit."""
    document = json.loads(path.read_text(encoding="utf-8"))
    webs = {name: _stored(row) for name, row in document["webs"].items()}
    return Fit(document["weights"], np.array(document["change"]), webs)


def _stored(row: Mapping[str, object]) -> Fitted:
    rest = {name: row[name] for name in ("digests", "pages", "committed", "unseen")}
    size = len(WEIGHTS)
    curve = np.zeros((size, size))
    curve[np.triu_indices(size)] = row["curve"]
    curve = np.triu(curve) + np.triu(curve, 1).T
    return Fitted(**rest, says=Says(np.array(row["slope"]), curve))  # type: ignore[arg-type]


def write(fit: Fit, path: Path = FILE) -> None:
    """Write a fit, one web in a line."""
    rows = []
    for name, web in fit.webs.items():
        half = web.says.curve[np.triu_indices(len(WEIGHTS))]
        row = {**web._asdict(), "slope": _rounded(web.says.slope), "curve": _rounded(half)}
        del row["says"]
        rows.append(f"{json.dumps(name)}: {json.dumps(row)}")
    head = f'"weights": {json.dumps(dict(fit.weights))},\n"change": {_rounded(fit.change)},\n'
    text = "{\n" + head + '"webs": {\n' + ",\n".join(rows) + "\n}}\n"
    path.write_text(text, encoding="utf-8")


def _rounded(numbers: Array) -> list[float]:
    return [float(f"{number:.5g}") for number in numbers]


def _made(specs: Sequence[tuple[str, Sequence[WebSpec], float]]) -> Fit:
    webs, digests = {}, {}
    for name, parts, share in specs:
        digests[name], webs[name] = _visited(parts, share)
        print(f"crawled {name}", flush=True)
    change = fitted(webs.values())
    rows = {}
    for name, tasks in webs.items():
        others = fitted(other for each, other in webs.items() if each != name)
        rows[name] = Fitted(
            digests[name],
            sum(len(task.truth) for task in tasks),
            round(keeping(tasks, np.zeros(len(WEIGHTS))), 4),
            round(keeping(tasks, others), 4),
            says(tasks, change),
        )
    return Fit({name: float(getattr(AUTO, name)) for name in WEIGHTS}, change, rows)


def _visited(specs: Sequence[WebSpec], share: float) -> tuple[list[str], list[Visited]]:
    """Crawl the tasks of a web; return its digests and the pages of each task."""
    digests, tasks = [], []
    for spec in specs:
        spec.prepare(cache_folder(), lambda _read: None)
        web = spec.open(cache_folder())
        digests.append(web.digest)
        for task in web.tasks.values():
            bench = Bench(web, task, ScoreStore(None, web.digest), STRATEGIES["auto"])
            seed = spec.seed if isinstance(spec, Generated) else 0
            bench.run("auto", STRATEGIES["auto"], (seed,), Conditions(share=share))
            tasks.append(_judged(web, task, [visit.url for visit in bench.visits]))
    return digests, tasks


def _judged(web: TaskWeb, task: Task, urls: Iterable[str]) -> Visited:
    """Return the log-odds of some pages, and what each weight adds to them."""
    settings = settings_for(task, STRATEGIES["auto"], pages=1).relevance
    references = [web.reference(url) for url in task.event.references]
    model = build_model(task.event, references, max(settings.terms, settings.link_terms))
    raised = [replace(AUTO, **{name: getattr(AUTO, name) * (1 + _RISE)}) for name in WEIGHTS]
    first, *others = [AutoRelevance(model, settings, weights) for weights in (AUTO, *raised)]
    finder = Finder(model.places)
    truth, rows, missed = [], [], 0
    for url in urls:
        try:
            page = web.reference(url)
        except TidingsError:  # no page, or one that nobody can read
            continue
        if url in task.unjudged:
            continue
        page = replace(page, places=finder.find(f"{page.title}\n{page.text}"))
        odds = _log_odds(first.score(page))
        if odds is None:
            missed += url in task.relevant
            continue
        truth.append(float(url in task.relevant))
        rows.append([odds, *(_log_odds(other.score(page)) or 0.0 for other in others)])
    table = np.array(rows).reshape(-1, len(WEIGHTS) + 1)
    effects = (table[:, 1:] - table[:, :1]) / _RISE
    return Visited(np.array(truth), table[:, 0], effects, missed)


def _log_odds(score: Score) -> float | None:
    """Return the summed log-odds of a score, None if the page has no word of the event."""
    amounts = [one.amount for one in score.evidence if one.aspect == LOG_ODDS]
    return sum(amounts) if amounts else None
