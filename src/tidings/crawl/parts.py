"""The parts of a crawl."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tidings.collection.collection import Collection
from tidings.crawl.entering import Bookkeeper
from tidings.crawl.requisites.fetching import Completion
from tidings.frontier.embedded import Frontier
from tidings.ports import Clock, Fetcher, Leases, LinkScorer, Ranking, Workers


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a crawl; ``crawl/wiring.py`` puts them together."""

    collection: Collection
    frontier: Frontier
    books: Bookkeeper
    fetcher: Fetcher
    workers: Workers
    clock: Clock
    completion: Completion
    ranking: Callable[[], Ranking]
    """Makes a ranking of hosts from the present records of the collection."""
    link_scorer: Callable[[], LinkScorer] | None = None
    """Makes the scorer of links that sources push; without one they get the score of seeds."""
    leases: Leases | None = None
    """Divides the hosts of this collection among several crawls; None for a single crawl."""
