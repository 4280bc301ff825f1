"""Link models for coming back: general, empty, trained before; frozen, or empty again after a new page model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from statistics import fmean
from typing import NamedTuple

from tidings.crawl.again.returning import ReturnTo
from tidings.lab.bench.clock import EPOCH
from tidings.lab.live.arriving import DAYS
from tidings.lab.live.returning import MODEL, ReturnLab, ReturnPlan, ReturnResult, measured
from tidings.settings import UNLIMITED, OrderSettings

LINK_PASS = 60
"""Pages of a daily pass over the home pages: these are 40, so 20 links are left to choose."""
CHANGE = 7
"""Day on which the page model changes, where it does."""
_ELSEWHERE = 1000
"""Difference of the numbers of a web and of the one on which a model is trained for it."""
_POOR = replace(MODEL, topic={"river": 1.0, "bridge": 0.8, "flood": 0.5})
"""A page model that many pages about something else fit."""


class LinkPlan(NamedTuple):
    """One way to have a link model."""

    title: str
    policy: str = "link-model"
    learning: str = "online"
    start: str = "nothing"
    """What it is trained on before: ``nothing``, the ``first`` crawl, or that of ``another`` web."""
    changes: bool = False
    """Whether the page model is a poor one until it changes."""


LINK_PLANS = {
    "general": LinkPlan("the words of the event, nothing is learned", "best-first"),
    "empty": LinkPlan("begins with nothing, learns"),
    "own": LinkPlan("trained in the first crawl, learns on", start="first"),
    "trained": LinkPlan("trained on another web, learns on", start="another"),
    "frozen": LinkPlan("trained on another web, frozen", learning="frozen", start="another"),
    "kept": LinkPlan("poor page model until day 7, learns on", start="first", changes=True),
    "anew": LinkPlan(
        "poor page model until day 7, then begins anew", "link-model", "anew", "first", changes=True
    ),
}


def run_link_plan(name: str, seed: int) -> ReturnResult:
    """Crawl an arriving web once, pass over its home pages every day, and measure what is found."""
    plan = LINK_PLANS[name]
    lab = ReturnLab(seed, ReturnPlan(plan.title, "seeds", LINK_PASS, passes=True))
    lab.model = _POOR if plan.changes else MODEL
    lab.order = _order(plan) if plan.start == "first" else None
    lab.run(EPOCH, None, 0.0, UNLIMITED)
    known, start = {asked.url for asked in lab.log}, max(asked.at for asked in lab.log)
    lab.log.clear()
    lab.order = _order(plan)
    if plan.start == "another":
        lab.store.state.update(link_model=_trained(seed + _ELSEWHERE))
    for day in range(1, DAYS):
        if plan.changes and day == CHANGE:
            lab.model = MODEL
            if plan.learning == "anew":
                lab.store.state.update(link_model="")
        lab.run(EPOCH + timedelta(days=day), ReturnTo("seeds"), 0.0, LINK_PASS)
    new = {url: at for url, at in lab.web.relevant.items() if at > start and url not in known}
    return measured(name, seed, lab.log, new)


def _order(plan: LinkPlan) -> OrderSettings:
    return OrderSettings(plan.policy, learning=plan.learning)


def _trained(seed: int) -> str:
    """Return the link model that the first crawl of a web leaves."""
    lab = ReturnLab(seed, ReturnPlan("", "seeds"))
    lab.order = OrderSettings("link-model")
    lab.run(EPOCH, None, 0.0, UNLIMITED)
    return lab.store.state.load().link_model


def link_table(results: Sequence[ReturnResult]) -> list[str]:
    """Return the means of each link model as a table in Markdown."""
    lines = [
        "| link model | pages | new pages found | temporal harvest rate |",
        "|---|--:|--:|--:|",
    ]
    for name, plan in LINK_PLANS.items():
        own = [each for each in results if each.name == name]
        pages, found, published, harvest = (
            fmean(float(getattr(each, figure)) for each in own)
            for figure in ("pages", "found", "published", "harvest")
        )
        lines.append(
            f"| {name}: {plan.title} | {pages:,.0f} | {found:,.0f} of {published:,.0f} | {harvest:.3f} |"
        )
    return lines
