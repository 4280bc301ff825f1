"""Messages between crawls that divide the hosts of a collection among them."""

from __future__ import annotations

from typing import NamedTuple

from tidings.model.crawl import Candidate, Host
from tidings.model.outcome import Verdict


class Lease(NamedTuple):
    """A host on its way from one crawl to another; crawls share its name, but not its number."""

    host: Host
    """With its clock and record."""
    links: tuple[tuple[Candidate, int], ...] = ()
    """Its waiting links, and how often each was tried."""


class Outbox(NamedTuple):
    """One batch that a crawl sends."""

    found: tuple[Candidate, ...] = ()
    """New links to follow, whichever crawl holds their host."""
    finished: tuple[tuple[int, Verdict], ...] = ()
    """Id and verdict of each link that was visited."""
    hosts: tuple[Host, ...] = ()
    """Hosts that requests were sent to, with their clocks and records."""
    returned: tuple[Lease, ...] = ()
    """Hosts that were dropped while one of their links was under way."""
    best: float = 0.0
    """The best rank of a host that rests and is asked soon."""
    under_way: int = 0
    """Pages that are fetched or judged now."""
    wanted: int = 0
    """Links that may be followed soon."""
    asked: int = 0
    """Requests of the daily budget that were made."""


class Limit(NamedTuple):
    """What all crawls together may reach by the work of this one, until it hears of the others again."""

    pages: int
    kept: int
    """0 means no limit."""


class Inbox(NamedTuple):
    """The reply that a crawl receives."""

    lost: tuple[str, ...] = ()
    """Hosts it no longer holds, by name."""
    claimed: tuple[Lease, ...] = ()
    """Hosts it holds from now on."""
    best: float = 0.0
    """The best rank of a host that rests at another crawl and is asked soon."""
    visited: tuple[tuple[str, float], ...] = ()
    """URL and score of each page that another crawl has judged."""
    pages: int = 0
    """Pages that other crawls have fetched for the first time."""
    kept: int = 0
    """Those of them that were kept."""
    requests: int = 0
    """Requests of the daily budget that it may make before it hears of the others again."""
