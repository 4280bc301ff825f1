"""How much of the budget of a crawl is used, and how long the rest may last; how much memory it takes."""

from __future__ import annotations

import gc
import resource
from pathlib import Path

from tidings.model import Totals
from tidings.settings import Budget

_MEMORY = Path("/proc/self/statm")


def spent(budget: Budget, totals: Totals, seconds: float) -> str:
    """Return in words which budget is used up; empty if none is."""
    if totals.pages > budget.pages:  # the budget was made smaller
        return f"budget of {budget.pages:,} pages used up ({totals.pages:,} fetched)"
    if totals.pages == budget.pages:
        return f"{budget.pages} pages fetched"
    if budget.kept and totals.kept >= budget.kept:
        return f"{totals.kept:,} pages kept"
    return exhausted(budget, totals, seconds)


def exhausted(budget: Budget, totals: Totals, seconds: float) -> str:
    """Return in words which budget of time or bytes is used up; empty if none is."""
    if budget.minutes and seconds >= budget.minutes * 60:
        return f"{budget.minutes:g} minutes used"
    if budget.megabytes and totals.size >= budget.megabytes * 1e6:
        return f"{budget.megabytes:g} MB received"
    return ""


def room(budget: Budget, totals: Totals, in_flight: int) -> bool:
    """Return whether one more page fits, even if everything in flight turns out to be worth keeping."""
    if budget.kept and totals.kept + in_flight >= budget.kept:
        return False
    return totals.pages + in_flight < budget.pages


def seconds_left(
    budget: Budget, totals: Totals, seconds: float, links: int, rate: float
) -> float | None:
    """Estimate how long the budget, or the links, will last; None without anything to go by."""
    left = []
    if budget.minutes:
        left.append(budget.minutes * 60 - seconds)
    if rate > 0:
        left.append(min(budget.pages - totals.pages, links) / rate)
    return max(min(left), 0.0) if left else None


def is_swollen(limit: float) -> bool:
    """Return whether this process uses more megabytes than allowed; never where the system does not say."""
    if not limit or megabytes() <= limit:
        return False
    gc.collect()
    return megabytes() > limit


def megabytes() -> float:
    """Return the memory that this process uses, 0 where the system does not say."""
    try:
        pages = int(_MEMORY.read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * resource.getpagesize() / 1e6
