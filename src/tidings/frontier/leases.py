"""The batches that a frontier exchanges with other crawls of a collection, and leases for a crawl without others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tidings.model import Candidate, Host, Inbox, Lease, Outbox, Verdict
from tidings.settings import Budget
from tidings.urls import host_of


@dataclass(slots=True)
class Gathered:
    """Gathers a batch between two exchanges."""

    found: list[Candidate] = field(default_factory=list)
    finished: list[tuple[int, Verdict]] = field(default_factory=list)
    hosts: dict[int, Host] = field(default_factory=dict)
    returned: list[Lease] = field(default_factory=list)

    def outbox(self) -> Outbox:
        """Return it as one batch; hosts are copied, because they go on changing."""
        hosts = tuple(replace(host) for host in self.hosts.values())
        return Outbox(tuple(self.found), tuple(self.finished), hosts, tuple(self.returned))


class LeasedForGood:
    """Leases every host to the only crawl there is: the links it finds come straight back."""

    def __init__(self) -> None:
        self._hosts: dict[str, Host] = {}

    @property
    def limit(self) -> None:
        """Return None: nobody else uses the budget."""

    def share(self, budget: Budget, requests_per_day: int) -> None:
        """Do nothing: nobody else uses it."""

    def sync(self, outbox: Outbox) -> Inbox:
        """Return the links that were found, with their hosts."""
        self._hosts.update((host.name, host) for host in outbox.hosts)
        links: dict[str, list[tuple[Candidate, int]]] = {}
        for candidate in outbox.found:
            links.setdefault(host_of(candidate.link.url), []).append((candidate, 0))
        claimed = (
            Lease(self._hosts.get(name, Host(0, name)), tuple(waiting))
            for name, waiting in links.items()
        )
        return Inbox(claimed=tuple(claimed))

    def give_back(self, leases: Sequence[Lease]) -> None:
        """Do nothing: nobody else would take them."""

    def may_ask(self) -> bool:
        """Return True: leases for good hold."""
        return True

    def others_need(self) -> bool:
        """Return False: there are no others."""
        return False

    def others_work(self) -> bool:
        """Return False: there are no others."""
        return False
