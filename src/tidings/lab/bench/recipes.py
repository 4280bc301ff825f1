"""Experiments of published papers, to repeat on generated webs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tidings.lab.bench.strategies import STRATEGIES, Strategy

if TYPE_CHECKING:
    from tidings.lab.bench.experiment import Experiment

_FIXED_DAYS = 7.0
"""Days: one decay for all events, instead of each event's own lead and cool-down."""


class Recipe(NamedTuple):
    """The comparison of a paper, with the lab's strategies and webs."""

    title: str
    strategies: Mapping[str, Strategy]
    seeds: int
    pages: int
    share: float
    referee: str
    recurring: bool = False

    def experiment(self, seeds: int, pages: int) -> Experiment:
        """Return the experiment over ``seeds`` webs of ``pages`` pages."""
        # Here and not above: the command line lists the recipes and must start fast.
        from tidings.lab.bench.experiment import Experiment, Generated
        from tidings.lab.bench.trial import Conditions

        sites = tuple(Generated(seed, pages, self.recurring) for seed in range(1, seeds + 1))
        return Experiment(
            self.title,
            sites,
            self.strategies,
            tuple(range(1, seeds + 1)),
            Conditions(share=self.share),
            referee=self.referee,
        )


def _with(name: str, about: str, **changes: object) -> Strategy:
    return Strategy(f"{STRATEGIES[name].about}, {about}", {**STRATEGIES[name].changes, **changes})


_POLICIES = ("best-first", "PS", "FS-1", "FS-2", "PFS-1", "PFS-2", "breadth-first")


class LiveRecipe(NamedTuple):
    """An experiment with posts (``lab/live/``), and its default size."""

    title: str
    seeds: int
    pages: int


LIVE: Mapping[str, LiveRecipe] = {
    "int": LiveRecipe("Integrated crawling: links of posts in the same crawl", 2, 1500),
    "seeds": LiveRecipe("Seed curation: which links of posts to start from", 1, 40_000),
    "hum": LiveRecipe("Coming back: home pages, TopK and our schedule", 2, 400),
}

RECIPES: Mapping[str, Recipe] = {
    "efc": Recipe(
        "Event focused crawling: topic, date and place",
        {name: STRATEGIES[name] for name in ("topic", "topic+date", "topic+place", "event")},
        seeds=3,
        pages=2000,
        share=0.2,
        referee="event",
    ),
    "gen": Recipe(
        "Queue policies: which links a judged page passes its score on to",
        {
            name: Strategy(f"event measure, order {name}", {"measure": "event", "policy": name})
            for name in _POLICIES
        },
        seeds=3,
        pages=2000,
        share=0.2,
        referee="event",
    ),
    "arc": Recipe(
        "Recurring events: content and time",
        {
            "CT-F": STRATEGIES["ct-f"],
            "C-F": STRATEGIES["c-f"],
            "T-F": STRATEGIES["t-f"],
            "unfocused": STRATEGIES["breadth-first"],
            "CT-F, fixed decay": _with("ct-f", "one decay for all events", decay_days=_FIXED_DAYS),
            "T-F, fixed decay": _with("t-f", "one decay for all events", decay_days=_FIXED_DAYS),
            "CT-F, no keywords": _with("ct-f", "references only", keywords="ignore"),
            "C-F, no keywords": _with("c-f", "references only", keywords="ignore"),
        },
        seeds=3,
        pages=2000,
        share=0.2,
        referee="c-f",
        recurring=True,
    ),
}
