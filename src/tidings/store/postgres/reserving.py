"""Divides what is left of a budget among crawls: each reserves the pages that it may fetch before its next push.

What a crawl has under way, or may begin before it hears of the others again, is never given to another one. So all
together do not fetch more than one would.
"""

from __future__ import annotations

from typing import NamedTuple

from tidings.model import Limit, RequestsLeft, Totals
from tidings.settings import Budget
from tidings.store.postgres import statements
from tidings.store.postgres.database import Raw, only_row

ALLOWANCE = "allowance"
"""The name of the fact that says what is left of the requests of a day."""


class Wish(NamedTuple):
    """What a crawl could use."""

    under_way: int
    """Pages that it has begun."""
    wanted: int
    """Links that it may follow soon."""
    crawls: int
    """How many crawls share the rest."""


def reserve(
    raw: Raw, worker: str, budget: Budget, totals: Totals, wish: Wish, seconds: float
) -> Limit:
    """Reserve a part of the budget in place of the one before; a silent crawl is believed for some seconds."""
    fetching, keeping = only_row(raw, statements.RESERVED, (worker, seconds))
    pages = _part(budget.pages - totals.pages, int(fetching), wish)
    kept = _part(budget.kept - totals.kept, int(keeping), wish) if budget.kept else 0
    if budget.kept and not kept:
        pages = 0
    raw.execute(statements.RESERVE, (max(pages, wish.under_way), max(kept, wish.under_way), worker))
    return Limit(totals.pages + pages, totals.kept + kept if budget.kept else 0)


def _part(left: int, reserved: int, wish: Wish) -> int:
    """Return an equal part of what is left, at most what is free or wanted, with all that is under way."""
    equal = min(-(-max(left, 0) // wish.crawls), wish.under_way + wish.wanted)
    return max(0, min(left - reserved, max(equal, wish.under_way)))


def reserve_requests(
    raw: Raw, worker: str, per_day: int, made: int | None, wish: Wish, seconds: float
) -> int:
    """Reserve requests of the daily budget in place of those before, some of which were ``made``; None for all.

    What crawls have reserved and what is left are together one bucket, so that no 24 hours can bring more.
    """
    given = {"worker": worker, "seconds": seconds, "fact": ALLOWANCE}
    own, others, now, state = only_row(raw, statements.REQUESTS, given)
    bucket = RequestsLeft.from_text(per_day, state).less(0 if made is None else made - int(own))
    bucket = bucket.filled(float(now), int(others))
    requests = max(0, min(wish.wanted, -(-int(bucket.left) // wish.crawls)))
    raw.execute(statements.NOTE, (ALLOWANCE, bucket.less(requests).to_text()))
    raw.execute(statements.RESERVE_REQUESTS, (requests, worker))
    return requests
