"""The figures of a crawl: pure functions over its visits and the truth, independent of web and strategy."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from statistics import fmean, median, stdev
from typing import NamedTuple

from tidings.learn.validation import f1_of_counts
from tidings.urls import host_of, site_of

PERCENTS = (1, 2, 5, 10, 20, 50)
POINTS = 100
"""Points per curve."""
_HOUR = 3600.0
_T_975 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""Student's t for a two-sided 95 % interval and 1 to 30 degrees of freedom."""
_Z_975 = 1.96
"""The same for more degrees of freedom."""


class LoggedVisit(NamedTuple):
    """One answer: when it came and how its page was judged."""

    url: str
    at: float
    """Seconds since the crawl began."""
    kept: bool = False
    """Whether the page was kept; duplicates count too."""
    published: float | None = None
    """Seconds since 1970."""
    relevance: float = 0.0
    """The referee's score."""
    score: float = 0.0
    """The crawl's own score."""


class Truth(NamedTuple):
    """The correct answers of a task, hidden from the strategies."""

    relevant: frozenset[str]
    reachable: int
    unjudged: frozenset[str] = frozenset()
    """Pages left out when decisions to keep are counted."""


class Interval(NamedTuple):
    """A mean and the half-width of its 95 % confidence interval."""

    mean: float
    margin: float | None
    """None if there is only one value."""


def measure(
    visits: Sequence[LoggedVisit], truth: Truth, *, limit: int, start: float, since: float | None
) -> dict[str, float | None]:
    """Return every figure of a crawl of at most ``limit`` pages; None where a figure has no meaning.

    ``start`` is the beginning of the crawl in seconds since 1970. Pages published at or after ``since`` are new.
    """
    counts = found_after(visits, truth.relevant)
    hits = [visit for visit in visits if visit.url in truth.relevant]
    fresh = freshness(hits, start)
    figures: dict[str, float | None] = {
        "pages": len(visits),
        "found": len(hits),
        "harvest": ratio(len(hits), len(visits)),
        "accumulated": sum(visit.relevance for visit in visits),
        "pages_90": pages_for(0.9, counts, len(truth.relevant)),
        "hours_half": hours_for(0.5, visits, counts, len(truth.relevant)),
        "hours": visits[-1].at / _HOUR if visits else 0.0,
        "sources": len({site_of(host_of(visit.url)) for visit in hits}),
        "hosts": len({host_of(visit.url) for visit in visits}),
        "fresh_25": quantile(fresh, 0.25),
        "fresh_50": median(fresh) if fresh else None,
        "fresh_75": quantile(fresh, 0.75),
        "new": None if since is None else temporal_harvest(visits, truth.relevant, since),
    }
    figures |= {
        f"recall_{percent}": recall_at(percent, counts, truth, limit) for percent in PERCENTS
    }
    return figures | decisions(visits, truth)


def found_after(visits: Iterable[LoggedVisit], relevant: frozenset[str]) -> list[int]:
    """Return the running count of relevant pages, one number for each visit."""
    return list(accumulate(visit.url in relevant for visit in visits))


def recall_at(percent: int, counts: Sequence[int], truth: Truth, limit: int) -> float | None:
    """Return the share of the relevant pages found within the first ``percent`` of the reachable pages.

    None if the budget ended earlier. A crawl that ran out of links keeps its last value.
    """
    pages = max(1, round(truth.reachable * percent / 100))
    if pages > limit:
        return None
    return ratio(counts[min(pages, len(counts)) - 1] if counts else 0, len(truth.relevant))


def pages_for(share: float, counts: Sequence[int], relevant: int) -> float | None:
    """Return the number of visits until a share of the relevant pages was found, None if never."""
    wanted = math.ceil(share * relevant)
    return next((pages for pages, count in enumerate(counts, 1) if count >= wanted), None)


def hours_for(
    share: float, visits: Sequence[LoggedVisit], counts: Sequence[int], relevant: int
) -> float | None:
    """Return the hours until a share of the relevant pages was found, None if never."""
    pages = pages_for(share, counts, relevant)
    return None if pages is None else visits[int(pages) - 1].at / _HOUR


def temporal_harvest(
    visits: Sequence[LoggedVisit], relevant: frozenset[str], since: float
) -> float:
    """Return the share of the visits that are relevant and were published since a moment."""
    new = [visit for visit in visits if visit.url in relevant and (visit.published or 0.0) >= since]
    return ratio(len(new), len(visits)) or 0.0


def freshness(hits: Iterable[LoggedVisit], start: float) -> list[float]:
    """Return the hours from publication to visit of every dated page, sorted."""
    hours = [
        max(0.0, start + visit.at - visit.published) / _HOUR
        for visit in hits
        if visit.published is not None
    ]
    return sorted(hours)


def decisions(visits: Iterable[LoggedVisit], truth: Truth) -> dict[str, float | None]:
    """Return precision, recall and F1 of the decisions to keep, over the visited pages."""
    judged = [visit for visit in visits if visit.url not in truth.unjudged]
    right = sum(visit.kept and visit.url in truth.relevant for visit in judged)
    kept = sum(visit.kept for visit in judged)
    wanted = sum(visit.url in truth.relevant for visit in judged)
    return {
        "kept_precision": ratio(right, kept),
        "kept_recall": ratio(right, wanted),
        "kept_f1": f1_of_counts(right, kept, wanted) if kept + wanted else None,
    }


def ratio(part: float, whole: float) -> float | None:
    """Return a share, None if there is nothing to divide by."""
    return part / whole if whole else None


def quantile(ordered: Sequence[float], share: float) -> float | None:
    """Return the value below which a share of the sorted values lies, without interpolation."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


class Curve(NamedTuple):
    """The state of a crawl after each hundredth of its page budget."""

    found: tuple[int, ...]
    """Relevant pages found."""
    accumulated: tuple[float, ...]
    """Summed relevance of the visited pages."""
    visited: tuple[int, ...]
    hours: tuple[float, ...]


def curve(visits: Sequence[LoggedVisit], relevant: frozenset[str], limit: int) -> Curve:
    """Return the curve of a crawl of at most ``limit`` pages; one that ended early stays flat."""
    counts = [0, *found_after(visits, relevant)]
    accumulated = [0.0, *accumulate(visit.relevance for visit in visits)]
    hours = [0.0, *(visit.at / _HOUR for visit in visits)]
    at = [min(len(visits), round(limit * point / POINTS)) for point in range(1, POINTS + 1)]
    return Curve(
        tuple(counts[pages] for pages in at),
        tuple(round(accumulated[pages], 3) for pages in at),
        tuple(at),
        tuple(round(hours[pages], 4) for pages in at),
    )


def interval(groups: Mapping[object, Sequence[float]]) -> Interval:
    """Return the mean over tasks, with Student's 95 % interval.

    Crawls of one task with different seeds are much alike, so their mean counts as one value. With a single
    task the interval is over its seeds.
    """
    means = [fmean(values) for values in groups.values() if values]
    if len(means) == 1:
        (means,) = (list(values) for values in groups.values() if values)
    if not means:
        return Interval(math.nan, None)
    if len(means) == 1:
        return Interval(means[0], None)
    t = _T_975[len(means) - 2] if len(means) - 2 < len(_T_975) else _Z_975
    return Interval(fmean(means), t * stdev(means) / math.sqrt(len(means)))
