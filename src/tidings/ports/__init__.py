"""The seams of Tidings: everything that varies is one of these small protocols."""

from __future__ import annotations

from tidings.ports.crawl import (
    Archive,
    Clock,
    Fetcher,
    Holdings,
    Leases,
    LinkScorer,
    Opened,
    PageReader,
    Policy,
    Ranking,
    Relevance,
    Resumable,
    Source,
    TeachableCrawl,
    TeachableWorkers,
    Workers,
)
from tidings.ports.search import Index
from tidings.ports.store import (
    CrawlStates,
    History,
    Ledger,
    LinkStore,
    Store,
    Stories,
    Visits,
    Words,
)

__all__ = [
    "Archive",
    "Clock",
    "CrawlStates",
    "Fetcher",
    "History",
    "Holdings",
    "Index",
    "Leases",
    "Ledger",
    "LinkScorer",
    "LinkStore",
    "Opened",
    "PageReader",
    "Policy",
    "Ranking",
    "Relevance",
    "Resumable",
    "Source",
    "Store",
    "Stories",
    "TeachableCrawl",
    "TeachableWorkers",
    "Visits",
    "Words",
    "Workers",
]
