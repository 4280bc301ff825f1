"""Hosts shared with other crawls: each crawl runs its own frontier over the hosts it holds, and hands over the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from tidings.frontier.coming_back.allowance import Portion
from tidings.frontier.leases import Gathered
from tidings.model import Candidate, Host, Lease, Outcome, Phase, Reason, Verdict
from tidings.ports import Leases, LinkStore
from tidings.settings import Budget

if TYPE_CHECKING:
    from tidings.frontier.embedded import Frontier

_HELD_ELSEWHERE = Verdict(Outcome.REFUSED, Reason.HELD_ELSEWHERE)


class Sharing:
    """Gathers the links that a frontier finds and finishes, and exchanges hosts with other crawls."""

    def __init__(self, frontier: Frontier, links: LinkStore) -> None:
        self._frontier = frontier
        self._links = links
        self._gathered = Gathered()
        self.portion = Portion(0)
        """Of the requests that all crawls may make a day."""
        self.refresh: Callable[[], None] = lambda: None
        """Looks which requisites of pages came with hosts."""
        self._leaving: set[int] = set()
        """Busy hosts that are dropped as soon as their link is back."""

    def exchange(self, leases: Leases, now: float, under_way: int = 0) -> None:
        """Hand over the batch gathered since the last exchange; drop lost hosts and adopt claimed ones."""
        gathered, self._gathered = self._gathered, Gathered()
        hosts = self._frontier.hosts
        wanted = self._frontier.waiting if hosts.any_soon(now) else 0
        outbox = gathered.outbox()
        best = hosts.best_awaited(now)
        outbox = outbox._replace(best=best, under_way=under_way, wanted=wanted)
        inbox = leases.sync(outbox._replace(asked=self.portion.handed_over()))
        self.portion.receive(inbox.requests)
        hosts.elsewhere = inbox.best
        self._frontier.outlook.visited_elsewhere(inbox.pages, inbox.kept)
        for url, score in inbox.visited:
            self._frontier.policy.hear(url, score)
        for name in inbox.lost:
            host = self._frontier.hosts.by_name.get(name) or self._frontier.register(name)
            dropped = self.drop(host.id)
            self._gathered.returned += [dropped] if dropped else []
        self.adopt(inbox.claimed, now)
        self.refresh()

    def adopt(self, leases: Iterable[Lease], now: float) -> None:
        """Take over hosts from other crawls, with their clocks, records and waiting links."""
        hosts = self._frontier.hosts
        for lease in leases:
            record, name = lease.host, lease.host.name
            host = hosts.by_name.get(name) or self._frontier.register(name)
            host.next_at = max(host.next_at, record.next_at)
            host.delay, host.failures, host.closed = record.delay, record.failures, record.closed
            host.fetched, host.good, host.bad = record.fetched, record.good, record.bad
            hosts.hold(host, True)
            self._leaving.discard(host.id)  # lost and claimed again while it was asked
            for candidate, tries in lease.links:
                self._frontier.take_over(host, candidate, tries, now)
                self._visit_again(host, candidate)
            self._links.save_host(host)
            self._frontier.revise(host.id)

    def _visit_again(self, host: Host, candidate: Candidate) -> None:
        """Let a link wait that was visited here, but under a lease that had ended, so that the visit was refused."""
        link = None if host.closed else self._links.find(candidate.id)
        if link and link.phase is Phase.DONE:
            self._links.wait(link.seq, candidate.score)
            self._frontier.waiting += 1

    def drop(self, number: int) -> Lease | None:
        """Leave a host to other crawls and return it with its waiting links.

        For a busy host return None: it is dropped when its link is back, and handed over by ``exchange``.
        """
        host = self._frontier.hosts.by_id[number]
        if host.busy:
            self._leaving.add(number)
            return None
        return self._let_go(host)

    def found(self, candidate: Candidate) -> None:
        """Gather a link that may be followed."""
        self._gathered.found.append(candidate)

    def finished(self, id_: int, verdict: Verdict) -> None:
        """Gather the verdict of a link."""
        self._gathered.finished.append((id_, verdict))

    def released(self, host: Host) -> None:
        """Gather the clock of a host, or the host itself if it was dropped while busy."""
        self._gathered.hosts[host.id] = host
        if host.id in self._leaving:
            self._leaving.remove(host.id)
            self._gathered.returned.append(self._let_go(host))

    def _let_go(self, host: Host) -> Lease:
        links = []
        while waiting := self._links.best(host.id):
            # Passed over, not finished: the store lets it wait again when the host is adopted back.
            self._links.finish(waiting.seq, _HELD_ELSEWHERE, final=False)
            links.append((waiting.candidate, waiting.tries))
        self._frontier.waiting -= len(links)
        host.head = None
        self._frontier.hosts.hold(host, False)
        return Lease(replace(host), tuple(links))


class SharedHosts:
    """The hosts of a crawl as far as it divides them with others; a crawl without others holds them all."""

    def __init__(
        self, frontier: Frontier, leases: Leases | None, under_way: Callable[[], int]
    ) -> None:
        """``under_way`` counts the pages that are fetched or judged now."""
        self._sharing = frontier.sharing
        self._leases = leases
        self._under_way = under_way

    def part(self, budget: Budget) -> Budget:
        """Return the budget as far as this crawl may use it now."""
        limit = self._leases.limit if self._leases else None
        return replace(budget, pages=limit.pages, kept=limit.kept) if limit else budget

    def may_ask(self) -> bool:
        """Return whether the hosts are surely still ours."""
        return self._leases is None or self._leases.may_ask()

    def others_work(self) -> bool:
        """Return whether other crawls may still find links for this one."""
        return self._leases is not None and self._leases.others_work()

    def others_need(self) -> bool:
        """Return whether requisites of pages wait at any crawl."""
        return self._leases is not None and self._leases.others_need()

    def exchange(self, now: float) -> None:
        """Hand over what was found and done; take in what the last commit brought."""
        if self._leases and self._sharing:
            self._sharing.exchange(self._leases, now, self._under_way())

    def take_in(self, now: float, recount: Callable[[], None]) -> None:
        """Take in what a commit brought: hosts with their links, and how far all crawls are together."""
        if self._leases:
            self.exchange(now)
            recount()
