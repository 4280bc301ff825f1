"""Run an experiment: every task of every web with every strategy and seed, in several processes."""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

from tidings.crawl.workers.tasks import GARBAGE
from tidings.errors import TidingsError
from tidings.lab.bench.strategies import STRATEGIES, Strategy
from tidings.lab.bench.task_webs import GeneratedTaskWeb, RecordedTaskWeb, TaskWeb, kind_web
from tidings.lab.bench.tasks import Task, load_tasks
from tidings.lab.bench.trial import Bench, Conditions, Result
from tidings.lab.recorded.recorded import OnRead, cache_folder, ensure_read
from tidings.lab.recorded.scores import ScoreStore


class Recorded(NamedTuple):
    """A recorded web, named by its tasks file; the seed varies latencies, ties and the order of the seed pages."""

    tasks: Path

    def prepare(self, cache: Path, on_read: OnRead) -> None:
        """Read the web into the cache unless it is there."""
        ensure_read(load_tasks(self.tasks).warc, cache, on_read)

    def open(self, cache: Path) -> TaskWeb:
        """Return the web with its tasks."""
        return RecordedTaskWeb(self.tasks, cache)


class Generated(NamedTuple):
    """A generated web; each seed makes a different one."""

    seed: int
    pages: int
    recurring: bool = False
    kind: str = ""
    """Another kind than news (``lab.kinds``); empty: news sites."""

    def prepare(self, cache: Path, on_read: OnRead) -> None:
        """Do nothing: pages are generated and read when they are visited."""

    def open(self, cache: Path) -> TaskWeb:
        """Return the web with its tasks."""
        if self.kind:
            return kind_web(self.kind, self.seed, self.pages)
        return GeneratedTaskWeb(self.seed, self.pages, recurring=self.recurring)


WebSpec = Recorded | Generated


@dataclass(frozen=True, slots=True)
class Experiment:
    """Everything needed to repeat a comparison."""

    title: str
    webs: tuple[WebSpec, ...]
    strategies: Mapping[str, Strategy]
    seeds: tuple[int, ...]
    """Seeds for recorded webs; on a generated web the seed is the web's own."""
    conditions: Conditions = field(default_factory=Conditions)
    tasks: tuple[str, ...] = ()
    """Ids of the tasks to run; empty: all."""
    referee: str = ""
    """Strategy whose measure is summed over the visits of all; default: event, for genres topic."""
    cache: Path = field(default_factory=cache_folder)


class _Unit(NamedTuple):
    """The crawls that one process runs at a time."""

    web: WebSpec
    task: str
    strategy: str
    seeds: tuple[int, ...]


class WebFacts(NamedTuple):
    """What a report says about a web."""

    digest: str
    url_count: int
    outside: int
    tasks: dict[str, tuple[str, int, int]]
    """Task id -> description, number of reachable pages, number of relevant pages."""


class Watch(NamedTuple):
    """Callbacks that report the progress of an experiment."""

    reading: OnRead = lambda _read: None
    crawled: Callable[[int, int], None] = lambda _done, _all: None
    """Called with the number of finished units and of all units."""


_SILENT = Watch()


def run(
    experiment: Experiment, processes: int = 2, watch: Watch = _SILENT
) -> tuple[list[Result], list[WebFacts]]:
    """Run all crawls of an experiment; results are in the order of webs, tasks, strategies and seeds."""
    facts, units = [], []
    for spec in experiment.webs:
        spec.prepare(experiment.cache, watch.reading)
        web = _opened(spec, experiment.cache)
        tasks = _chosen_tasks(experiment, web)
        facts.append(_facts(web, tasks))
        seeds = experiment.seeds if isinstance(spec, Recorded) else (spec.seed,)
        units += [
            _Unit(spec, task, name, seeds) for task in tasks for name in experiment.strategies
        ]
    done: dict[_Unit, list[Result]] = {}
    finished = (
        _in_processes(experiment, units, processes) if processes > 1 else _inline(experiment, units)
    )
    for unit, results in finished:
        done[unit] = results
        watch.crawled(len(done), len(units))
    return [result for unit in units for result in done[unit]], facts


def _chosen_tasks(experiment: Experiment, web: TaskWeb) -> list[str]:
    unknown = [task for task in experiment.tasks if task not in web.tasks]
    if unknown:
        raise TidingsError(f"--task: found {', '.join(unknown)}; allowed: {', '.join(web.tasks)}")
    return [task for task in web.tasks if not experiment.tasks or task in experiment.tasks]


def _facts(web: TaskWeb, chosen: list[str]) -> WebFacts:
    tasks = {
        id_: (
            web.tasks[id_].description,
            web.size(web.tasks[id_]),
            len(web.tasks[id_].relevant),
        )
        for id_ in chosen
    }
    return WebFacts(web.digest, web.url_count, web.outside, tasks)


def _inline(experiment: Experiment, units: list[_Unit]) -> Iterator[tuple[_Unit, list[Result]]]:
    for unit in units:
        yield unit, _work(experiment, unit)


def _in_processes(
    experiment: Experiment, units: list[_Unit], processes: int
) -> Iterator[tuple[_Unit, list[Result]]]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _begin) as pool:
        waiting: dict[Future[list[Result]], _Unit] = {
            pool.submit(_work, experiment, unit): unit for unit in units
        }
        try:
            while waiting:
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        finally:
            for future in waiting:
                future.cancel()


def _begin() -> None:
    """Prepare a worker process: collect garbage rarely, and exit when the parent does."""
    gc.set_threshold(GARBAGE)
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _work(experiment: Experiment, unit: _Unit) -> list[Result]:
    """Run all seeds of one strategy on one task; webs and benches stay open for the next unit."""
    bench, store = _bench(unit.web, unit.task, experiment.cache, experiment.referee)
    strategy = experiment.strategies[unit.strategy]
    results = bench.run(unit.strategy, strategy, unit.seeds, experiment.conditions)
    store.save()
    return results


@lru_cache(maxsize=2)
def _opened(spec: WebSpec, cache: Path) -> TaskWeb:
    return spec.open(cache)


@lru_cache(maxsize=1)
def _bench(spec: WebSpec, name: str, cache: Path, referee: str) -> tuple[Bench, ScoreStore]:
    """Return the bench of a task; only the last one is cached because units are ordered by task."""
    web = _opened(spec, cache)
    task = web.tasks[name]
    store = ScoreStore(cache if isinstance(spec, Recorded) else None, web.digest)
    return Bench(web, task, store, STRATEGIES[referee or default_referee(task)]), store


def default_referee(task: Task) -> str:
    """Return ``topic`` for a task without places and time, such as a genre, else ``event``."""
    return "event" if task.event.places or task.event.when else "topic"
