"""What a crawl is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tidings.collection.collection import Collection
from tidings.crawl.entering import Bookkeeper
from tidings.frontier.embedded import Frontier
from tidings.ports import Clock, Fetcher, Leases, LinkScorer, Ranking, Workers


@dataclass(frozen=True, slots=True)
class Parts:
    """What a crawl is made of; ``crawl/wiring.py`` puts it together."""

    collection: Collection
    frontier: Frontier
    books: Bookkeeper
    fetcher: Fetcher
    workers: Workers
    clock: Clock
    ranking: Callable[[], Ranking]
    """Makes a ranking of hosts from what the collection holds now."""
    link_scorer: Callable[[], LinkScorer] | None = None
    """Makes the scorer of links that sources push; without it they count as much as seeds."""
    leases: Leases | None = None
    """Who else crawls the hosts of this collection; None for nobody."""
