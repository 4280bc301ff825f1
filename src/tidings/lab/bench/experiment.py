"""Strategies compared on the same webs: every task with every strategy and seed, over several processes."""

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

from tidings.crawl.workers import GARBAGE
from tidings.errors import TidingsError
from tidings.lab.bench.grounds import GeneratedGround, Ground, RecordedGround
from tidings.lab.bench.strategies import STRATEGIES, Strategy
from tidings.lab.bench.tasks import Task, load_tasks
from tidings.lab.bench.trial import Bench, Conditions, Result
from tidings.lab.recorded.recorded import Step, cache_folder, ensure_read
from tidings.lab.recorded.scores import ScoreStore


class Recorded(NamedTuple):
    """A recorded web, by its tasks file; a seed varies latencies, ties and the order of the seed pages."""

    tasks: Path

    def prepare(self, cache: Path, step: Step) -> None:
        """Read the web if it was never read."""
        ensure_read(load_tasks(self.tasks).warc, cache, step)

    def open(self, cache: Path) -> Ground:
        """Return the ground."""
        return RecordedGround(self.tasks, cache)


class Generated(NamedTuple):
    """A generated web; every seed makes another one."""

    seed: int
    pages: int
    recurring: bool = False

    def prepare(self, cache: Path, step: Step) -> None:
        """Do nothing: its pages are made and read when they are visited."""

    def open(self, cache: Path) -> Ground:
        """Return the ground."""
        return GeneratedGround(self.seed, self.pages, recurring=self.recurring)


Site = Recorded | Generated


@dataclass(frozen=True, slots=True)
class Experiment:
    """All that must be known to repeat a comparison."""

    title: str
    sites: tuple[Site, ...]
    strategies: Mapping[str, Strategy]
    seeds: tuple[int, ...]
    """On recorded webs; on generated ones the seed is the web's own."""
    conditions: Conditions = field(default_factory=Conditions)
    tasks: tuple[str, ...] = ()
    """Only these; all if empty."""
    referee: str = ""
    """The strategy whose measure is accumulated over what all visit; else event, for genres topic."""
    cache: Path = field(default_factory=cache_folder)


class _Unit(NamedTuple):
    """What one process does at a time."""

    site: Site
    task: str
    strategy: str
    seeds: tuple[int, ...]


class GroundFacts(NamedTuple):
    """What a report tells about a web."""

    digest: str
    addresses: int
    outside: int
    tasks: dict[str, tuple[str, int, int]]
    """Description, reachable pages and relevant pages of each task."""


class Watch(NamedTuple):
    """Who is told how far an experiment is."""

    reading: Step = lambda _read: None
    crawled: Callable[[int, int], None] = lambda _done, _all: None


_NOBODY = Watch()


def run(
    experiment: Experiment, processes: int = 2, watch: Watch = _NOBODY
) -> tuple[list[Result], list[GroundFacts]]:
    """Run all crawls of an experiment; the results come in the order of webs, tasks, strategies and seeds."""
    facts, units = [], []
    for site in experiment.sites:
        site.prepare(experiment.cache, watch.reading)
        ground = _opened(site, experiment.cache)
        chosen = _chosen(experiment, ground)
        facts.append(_facts(ground, chosen))
        seeds = experiment.seeds if isinstance(site, Recorded) else (site.seed,)
        units += [
            _Unit(site, task, name, seeds) for task in chosen for name in experiment.strategies
        ]
    done: dict[_Unit, list[Result]] = {}
    finished = (
        _in_processes(experiment, units, processes) if processes > 1 else _inline(experiment, units)
    )
    for unit, results in finished:
        done[unit] = results
        watch.crawled(len(done), len(units))
    return [result for unit in units for result in done[unit]], facts


def _chosen(experiment: Experiment, ground: Ground) -> list[str]:
    unknown = [task for task in experiment.tasks if task not in ground.tasks]
    if unknown:
        raise TidingsError(
            f"--task: found {', '.join(unknown)}; allowed: {', '.join(ground.tasks)}"
        )
    return [task for task in ground.tasks if not experiment.tasks or task in experiment.tasks]


def _facts(ground: Ground, chosen: list[str]) -> GroundFacts:
    tasks = {
        id_: (
            ground.tasks[id_].description,
            ground.size(ground.tasks[id_]),
            len(ground.tasks[id_].relevant),
        )
        for id_ in chosen
    }
    return GroundFacts(ground.digest, ground.addresses, ground.outside, tasks)


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
    """Prepare a process: look for garbage rarely, and end with the process that started it."""
    gc.set_threshold(GARBAGE)
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _work(experiment: Experiment, unit: _Unit) -> list[Result]:
    """Run all seeds of one strategy on one task; what a process has opened stays open for the next ones."""
    bench, store = _bench(unit.site, unit.task, experiment.cache, experiment.referee)
    strategy = experiment.strategies[unit.strategy]
    results = bench.run(unit.strategy, strategy, unit.seeds, experiment.conditions)
    store.save()
    return results


@lru_cache(maxsize=2)
def _opened(site: Site, cache: Path) -> Ground:
    return site.open(cache)


@lru_cache(maxsize=1)
def _bench(site: Site, name: str, cache: Path, referee: str) -> tuple[Bench, ScoreStore]:
    """Return the bench of a task; only the last one is kept, as tasks come one after the other."""
    ground = _opened(site, cache)
    task = ground.tasks[name]
    store = ScoreStore(cache if isinstance(site, Recorded) else None, ground.digest)
    return Bench(ground, task, store, STRATEGIES[referee or default_referee(task)]), store


def default_referee(task: Task) -> str:
    """Return the measure that fits a task: a genre has neither places nor a time."""
    return "event" if task.event.places or task.event.when else "topic"
