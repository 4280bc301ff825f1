"""What a crawl was worth: pure functions over its visits and the truth; it knows no web and no strategy."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from statistics import fmean, median, stdev
from typing import NamedTuple

from tidings.urls import host_of, site_of

PERCENTS = (1, 2, 5, 10, 20, 50)
POINTS = 100
"""Points of a curve."""
_HOUR = 3600.0
_T_975 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)  # fmt: skip
"""Student's t for 95 % and 1 to 30 degrees of freedom."""


class Visit(NamedTuple):
    """One answer: when it came and what was made of it."""

    url: str
    at: float
    """Seconds since the crawl began."""
    kept: bool = False
    """Whether the page was judged to be about the event; a duplicate counts as such too."""
    published: float | None = None
    """Seconds since 1970."""
    relevance: float = 0.0
    """The score that is accumulated."""


class Truth(NamedTuple):
    """What is known about a task that no strategy is told."""

    relevant: frozenset[str]
    reachable: int
    unjudged: frozenset[str] = frozenset()
    """Pages that count neither for nor against a decision to keep them."""


class Interval(NamedTuple):
    """A mean and how far the true one may lie from it, with 95 % confidence."""

    mean: float
    margin: float | None
    """None if there is only one value."""


def measure(
    visits: Sequence[Visit], truth: Truth, *, limit: int, start: float, since: float | None
) -> dict[str, float | None]:
    """Return every figure of a crawl of at most ``limit`` pages; None where a figure has no meaning.

    ``start`` is when the crawl began, in seconds since 1970; ``since`` the moment from which a page is new.
    """
    found = found_after(visits, truth.relevant)
    hits = [visit for visit in visits if visit.url in truth.relevant]
    fresh = freshness(hits, start)
    figures: dict[str, float | None] = {
        "pages": len(visits),
        "found": len(hits),
        "harvest": ratio(len(hits), len(visits)),
        "accumulated": sum(visit.relevance for visit in visits),
        "pages_90": pages_for(0.9, found, len(truth.relevant)),
        "hours_half": hours_for(0.5, visits, found, len(truth.relevant)),
        "hours": visits[-1].at / _HOUR if visits else 0.0,
        "sources": len({site_of(host_of(visit.url)) for visit in hits}),
        "hosts": len({host_of(visit.url) for visit in visits}),
        "fresh_25": quantile(fresh, 0.25),
        "fresh_50": median(fresh) if fresh else None,
        "fresh_75": quantile(fresh, 0.75),
        "new": None if since is None else temporal_harvest(visits, truth.relevant, since),
    }
    figures |= {
        f"recall_{percent}": recall_at(percent, found, truth, limit) for percent in PERCENTS
    }
    return figures | decisions(visits, truth)


def found_after(visits: Iterable[Visit], relevant: frozenset[str]) -> list[int]:
    """Return how many relevant pages were found after each visit."""
    return list(accumulate(visit.url in relevant for visit in visits))


def recall_at(percent: int, found: Sequence[int], truth: Truth, limit: int) -> float | None:
    """Return the share of the relevant pages among the first so many percent of the reachable ones.

    None if the crawl was not allowed to go so far; one that ran out of links has nothing more to find.
    """
    pages = max(1, round(truth.reachable * percent / 100))
    if pages > limit:
        return None
    return ratio(found[min(pages, len(found)) - 1] if found else 0, len(truth.relevant))


def pages_for(share: float, found: Sequence[int], relevant: int) -> float | None:
    """Return how many pages were visited until that share of the relevant ones was found, None if never."""
    wanted = math.ceil(share * relevant)
    return next((pages for pages, count in enumerate(found, 1) if count >= wanted), None)


def hours_for(
    share: float, visits: Sequence[Visit], found: Sequence[int], relevant: int
) -> float | None:
    """Return the hours until that share of the relevant pages was found, None if never."""
    pages = pages_for(share, found, relevant)
    return None if pages is None else visits[int(pages) - 1].at / _HOUR


def temporal_harvest(visits: Sequence[Visit], relevant: frozenset[str], since: float) -> float:
    """Return the share of the visits that is relevant and was published since a moment."""
    new = [visit for visit in visits if visit.url in relevant and (visit.published or 0.0) >= since]
    return ratio(len(new), len(visits)) or 0.0


def freshness(hits: Iterable[Visit], start: float) -> list[float]:
    """Return the hours from publication to visit of every dated page, in order."""
    hours = [
        max(0.0, start + visit.at - visit.published) / _HOUR
        for visit in hits
        if visit.published is not None
    ]
    return sorted(hours)


def decisions(visits: Iterable[Visit], truth: Truth) -> dict[str, float | None]:
    """Return precision, recall and F1 of the decision to keep, over the pages that were visited."""
    judged = [visit for visit in visits if visit.url not in truth.unjudged]
    right = sum(visit.kept and visit.url in truth.relevant for visit in judged)
    kept = sum(visit.kept for visit in judged)
    wanted = sum(visit.url in truth.relevant for visit in judged)
    return {
        "kept_precision": ratio(right, kept),
        "kept_recall": ratio(right, wanted),
        "kept_f1": ratio(2 * right, kept + wanted),
    }


def ratio(part: float, whole: float) -> float | None:
    """Return a share, None of nothing."""
    return part / whole if whole else None


def quantile(ordered: Sequence[float], share: float) -> float | None:
    """Return the value below which that share of the ordered values lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


class Curve(NamedTuple):
    """A crawl at regular points of its way: after each hundredth of the pages it was allowed."""

    found: tuple[int, ...]
    accumulated: tuple[float, ...]
    visited: tuple[int, ...]
    hours: tuple[float, ...]


def curve(visits: Sequence[Visit], relevant: frozenset[str], limit: int) -> Curve:
    """Return a crawl of at most ``limit`` pages as a curve; one that ended early stays where it was."""
    found = [0, *found_after(visits, relevant)]
    accumulated = [0.0, *accumulate(visit.relevance for visit in visits)]
    hours = [0.0, *(visit.at / _HOUR for visit in visits)]
    at = [min(len(visits), round(limit * point / POINTS)) for point in range(1, POINTS + 1)]
    return Curve(
        tuple(found[pages] for pages in at),
        tuple(round(accumulated[pages], 3) for pages in at),
        tuple(at),
        tuple(round(hours[pages], 4) for pages in at),
    )


def interval(groups: Mapping[object, Sequence[float]]) -> Interval:
    """Return the mean over tasks, and Student's 95 % interval over them.

    Crawls of one task with different seeds are much alike, so that they count as one value, their mean;
    only if there is a single task the interval is over its seeds.
    """
    means = [fmean(values) for values in groups.values() if values]
    if len(means) == 1:
        (means,) = (list(values) for values in groups.values() if values)
    if not means:
        return Interval(math.nan, None)
    if len(means) == 1:
        return Interval(means[0], None)
    quantile_ = _T_975[len(means) - 2] if len(means) - 2 < len(_T_975) else 1.96
    return Interval(fmean(means), quantile_ * stdev(means) / math.sqrt(len(means)))
