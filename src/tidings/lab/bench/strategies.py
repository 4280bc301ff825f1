"""The strategies that the lab compares, by name: the settings in which each differs from the defaults."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from tidings.errors import TidingsError
from tidings.event.keys import KEYS, Key
from tidings.event.values import WrongValueError, read
from tidings.settings import (
    ArchiveSettings,
    Budget,
    FetchSettings,
    OrderSettings,
    RelevanceSettings,
    RunSettings,
    Scope,
    Settings,
)

if TYPE_CHECKING:
    from tidings.lab.bench.tasks import Task

_DEFAULT = Scope()


class Strategy(NamedTuple):
    """A description for people, and the settings that differ from the defaults."""

    about: str
    changes: Mapping[str, Any] = MappingProxyType({})
    """Setting name -> value, from ``[relevance]``, ``[order]`` and the stopping rules of ``[budget]``."""
    svm: bool = False
    """Whether a support vector machine scores the pages; only the lab has it."""


_KEYS = {
    key.name: key
    for key in KEYS
    if key.section in ("relevance", "order") or key.dotted in ("budget.harvest", "budget.coverage")
}

_BEST_FIRST = {"policy": "best-first"}

STRATEGIES: Mapping[str, Strategy] = {
    "breadth-first": Strategy(
        "nearest to the seeds first, without looking at words",
        {"policy": "breadth-first", "measure": "event"},
    ),
    "topic": Strategy(
        "best first by the words of the references, names of places too; by keywords without references",
        {**_BEST_FIRST, "measure": "topic", "keywords": "ignore"},
    ),
    "event": Strategy("best first by topic, places and date", {**_BEST_FIRST, "measure": "event"}),
    "topic+date": Strategy(
        "best first by topic and date", {**_BEST_FIRST, "measure": "event", "weight_place": 0.0}
    ),
    "topic+place": Strategy(
        "best first by topic and places", {**_BEST_FIRST, "measure": "event", "weight_date": 0.0}
    ),
    "event-containment": Strategy(
        "as event; regions, countries and neighbours count as places",
        {**_BEST_FIRST, "measure": "event", "places": "containment"},
    ),
    "ct-f": Strategy(
        "best first by the temporal measure: content and time alike",
        {**_BEST_FIRST, "measure": "temporal"},
    ),
    "c-f": Strategy(
        "best first by the content alone", {**_BEST_FIRST, "measure": "temporal", "alpha": 1.0}
    ),
    "t-f": Strategy(
        "best first by the time alone", {**_BEST_FIRST, "measure": "temporal", "alpha": 0.0}
    ),
    "auto": Strategy(
        "all that links say, corrected by what the crawl learns",
        {"measure": "auto", "policy": "auto"},
    ),
    "link-model": Strategy(
        "by what the crawl learns about links alone",
        {"measure": "auto", "policy": "link-model"},
    ),
    **{
        name: Strategy(
            f"a support vector machine with a radial kernel; {about}",
            {"measure": "genre", "threshold": 0.5, "policy": policy},
            svm=True,
        )
        for name, policy, about in (
            ("svm", "best-first", "links of the best page first"),
            ("svm-FS-2", "FS-2", "the links beside a page get its score if it is good"),
        )
    },
    **{
        f"genre-{policy}": Strategy(
            f"genre and content; {about}", {"measure": "genre", "policy": policy}
        )
        for policy, about in {
            "PS": "the links of a page get its score",
            "FS-1": "the links beside a page get its score",
            "FS-2": "the links beside a page get its score if it is good",
            "PFS-1": "its links and those beside it get the score of a page",
            "PFS-2": "its links and those beside it get the score of a good page",
        }.items()
    },
    "genre-one-list": Strategy(
        "as genre-FS-2, but genre and content terms in one list",
        {"measure": "genre", "policy": "FS-2", "lists": "together"},
    ),
}


def parse(text: str) -> dict[str, Strategy]:
    """Parse a list such as ``event,topic:terms=50,link_terms=500``; keys are the items as written."""
    specs: list[str] = []
    for item in filter(None, (part.strip() for part in text.split(","))):
        if specs and "=" in item and ":" not in item:  # a further change of the last strategy
            specs[-1] += f",{item}"
        else:
            specs.append(item)
    if not specs:
        raise TidingsError(f"--strategy: found nothing; allowed: {', '.join(STRATEGIES)}")
    return {spec: _strategy(spec) for spec in specs}


def _strategy(spec: str) -> Strategy:
    name, _, changes = spec.partition(":")
    if name not in STRATEGIES:
        raise TidingsError(
            f"--strategy: found {name!r}; allowed: {', '.join(STRATEGIES)}, with changes as in "
            "event:threshold=0.5,days=90"
        )
    strategy = STRATEGIES[name]
    read_changes = dict(_change(part) for part in changes.split(",") if part)
    about = f"{strategy.about}, with {changes.replace(',', ', ')}" if changes else strategy.about
    return Strategy(about, {**strategy.changes, **read_changes}, strategy.svm)


def _change(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    key = _KEYS.get(name.strip())
    if key is None:
        raise TidingsError(f"--strategy: found the setting {name!r}; allowed: {', '.join(_KEYS)}")
    try:
        return key.name, read(key, _typed(key, value.strip()))
    except (WrongValueError, ValueError):
        raise TidingsError(
            f"--strategy: found {value!r} for {key.name}; allowed: {key.allowed}"
        ) from None


def _typed(key: Key, value: str) -> object:
    if key.kind == "whole number":
        return int(value)
    return float(value) if key.kind == "number" else value


def settings_for(
    task: Task, strategy: Strategy, *, pages: int, scope: Scope = _DEFAULT
) -> Settings:
    """Return the settings of one lab crawl: defaults, the task and the strategy's changes."""
    from tidings.read.words.words import stems  # here, so that listing strategies is fast

    words = len({stem for keyword in task.event.keywords for stem in stems(keyword)})
    relevance = _changed(RelevanceSettings(), strategy.changes)
    relevance = dataclasses.replace(relevance, terms=max(relevance.terms, words))
    return Settings(
        event=task.event,
        seeds=task.seeds,
        scope=dataclasses.replace(scope, exclude=task.barred),
        budget=_changed(Budget(pages=pages), strategy.changes),
        relevance=relevance,
        order=_changed(OrderSettings(), strategy.changes),
        fetch=FetchSettings(contact="https://lab.example/"),
        archive=ArchiveSettings(requisites="none"),  # what is measured is the finding of pages
        run=RunSettings(workers=0),
    )


def _changed(section: Any, changes: Mapping[str, Any]) -> Any:
    names: Iterable[str] = (field.name for field in dataclasses.fields(section))
    return dataclasses.replace(
        section, **{name: changes[name] for name in names if name in changes}
    )
