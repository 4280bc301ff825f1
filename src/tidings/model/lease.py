"""What crawls that share their hosts hand to each other."""

from __future__ import annotations

from typing import NamedTuple

from tidings.model.crawl import Candidate, Host
from tidings.model.outcome import Verdict


class Lease(NamedTuple):
    """A host on its way from one crawl to another; its name is known to all, its number only to one."""

    host: Host
    """Its clock and record."""
    links: tuple[tuple[Candidate, int], ...] = ()
    """The links that wait on it, and how often each was tried."""


class Outbox(NamedTuple):
    """What a crawl hands over in one batch."""

    found: tuple[Candidate, ...] = ()
    """Links that may be followed, whoever holds their host."""
    finished: tuple[tuple[int, Verdict], ...] = ()
    """Identity and verdict of the links that were visited."""
    hosts: tuple[Host, ...] = ()
    """Hosts that were asked, with their clocks and records."""
    returned: tuple[Lease, ...] = ()
    """Hosts that were dropped while one of their links was under way."""


class Inbox(NamedTuple):
    """What a crawl gets in return."""

    lost: tuple[str, ...] = ()
    """Hosts it no longer holds, by name."""
    claimed: tuple[Lease, ...] = ()
    """Hosts it holds from now on."""
