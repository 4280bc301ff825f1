"""Leases of hosts in PostgreSQL: one short transaction a second hands over what a crawl did, and claims hosts."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from math import ceil, inf
from typing import Any, NamedTuple

from tidings.model import (
    Candidate,
    Channel,
    Host,
    Inbox,
    Lease,
    Limit,
    Link,
    Outbox,
    Outcome,
    Reason,
    Totals,
    Verdict,
)
from tidings.settings import Budget
from tidings.store.postgres import statements
from tidings.store.postgres.database import Raw, only_row
from tidings.store.postgres.needs import Taken, pull_needs
from tidings.store.postgres.pushing import Pusher
from tidings.store.postgres.reserving import Wish, reserve, reserve_requests
from tidings.store.rules import PUBLISHED, clipped
from tidings.store.sqlite.visits import codes

LINKS_AT_ONCE = 200
"""Links of one host that a crawl takes over in one push."""
BETTER = 0.1
"""By so much a free host must be better than a held one, for that to be given back."""
_ACTIVE = frozenset({"", "running", "waiting"})
"""States of a crawl that goes on to fetch pages."""
_LOG = logging.getLogger(__name__)
_LATER = 86_400.0
"""Seconds after which the pages of a closed host are looked at again."""


class Returned(NamedTuple):
    """What is known of links that come back to a crawl."""

    links: dict[int, tuple[str, Candidate]]
    """All that a push brought, with their hosts, by their ids."""
    visits: Sequence[tuple[Any, ...]] = ()
    """Id and tries of each that was visited, with the number, verdict and file of its current visit."""
    tracked: Sequence[tuple[Any, ...]] = ()
    """What is remembered of pages, each after the id of its link."""


class PostgresLeases:
    """The hosts that one crawl holds; ``push`` exchanges them, ``sync`` only hands over and collects."""

    def __init__(
        self, worker: str, lease_seconds: float, most: int, delay: float, budget: Budget
    ) -> None:
        """Hold at most ``most`` hosts, each until ``lease_seconds`` after the last push; share the ``budget``."""
        self.worker = worker
        self.seconds = lease_seconds
        self._most = most
        self.delay = delay
        self._budget, self._per_day = budget, 0
        self.until = inf
        """Pages that are due later do not come back."""
        self.limit = Limit(0, 0)
        """Nothing may be fetched before the first push."""
        self._outbox: list[Outbox] = []
        self._inbox = Inbox()
        self._held: dict[str, int] = {}
        """The number of the lease of each host."""
        self._leaving: set[str] = set()
        self._pushed_at = float("-inf")
        self._batch = 0
        self._judged_until: int | None = None
        """Number of the last visit that this crawl heard of; those before it began are read with the history."""
        self._sent = 0
        self._missed = False
        """Whether links that a push took over never arrived here."""
        self.is_complete = False
        """Whether no link waited anywhere after the last push."""
        self.totals = Totals()
        """Of all crawls."""
        self.taken = Taken()
        """Requisites that the last push brought."""
        self.returned = Returned({})
        self.left: list[str] = []
        """Hosts that were given back or lost by it."""

    # The port

    def share(self, budget: Budget, requests_per_day: int) -> None:
        """Divide this budget among the crawls from now on, and these requests for pages that come back."""
        self._budget, self._per_day = budget, requests_per_day

    def sync(self, outbox: Outbox) -> Inbox:
        """Hand over a batch for the next push; return what the last one brought."""
        self._outbox.append(outbox)
        inbox, self._inbox = self._inbox, Inbox(best=self._inbox.best)
        return inbox

    def give_back(self, leases: Sequence[Lease]) -> None:
        """Return hosts for others to claim, at the next push."""
        self._outbox.append(Outbox(returned=tuple(leases)))

    def may_ask(self) -> bool:
        """Return whether the leases are surely still valid."""
        return time.monotonic() - self._pushed_at < self.seconds / 2

    def others_work(self) -> bool:
        """Return whether links wait at other crawls, which may find some for this one."""
        return not self.is_complete or any(outbox.found for outbox in self._outbox)

    def others_need(self) -> bool:
        """Return whether requisites of pages wait anywhere."""
        return self.taken.any_waits

    def came_through(self, batch: int) -> bool:
        """Return whether the push at whose end the connection broke is durable; hosts it claimed are left alone."""
        if batch != self._batch + 1:
            return False
        self._batch = batch
        self._missed = True
        del self._outbox[: self._sent]
        return True

    # The transaction

    def push(self, raw: Raw, pusher: Pusher, report: tuple[Any, ...], now: float) -> None:
        """Hand over, renew and claim in one transaction; raise psycopg.Error, then nothing has changed."""
        outboxes = list(self._outbox)
        self._sent = len(outboxes)
        began = time.monotonic()
        with raw.transaction():
            raw.execute(statements.ALONE)
            lost, still = self._renew(raw)
            found = [candidate for outbox in outboxes for candidate in outbox.found]
            touched = pusher.push(raw, found, still, now)
            touched |= self._save_hosts(raw, pusher, outboxes, still)
            self._put_in_order(raw, touched, now)
            counts = pusher.pages, pusher.kept, pusher.size, pusher.requisite_size
            state, reason, warc_file, warc_length = report
            now_here = outboxes[-1] if outboxes else Outbox()
            batch, best = self._batch + 1, now_here.best
            row = (state, reason, *counts, warc_file, warc_length, batch, best, self.worker)
            raw.execute(statements.REPORT, row)
            gone = {lease.host.name for outbox in outboxes for lease in outbox.returned}
            gone &= self._leaving
            raw.execute(statements.RELEASE, (self.worker, list(gone)))
            share, crawls = self._share(raw)
            room = max(0, share - len(still) + len(gone))
            leaving = self._poor(raw, still.keys() - gone - self._leaving, share, crawls, room)
            if self._missed:
                raw.execute(statements.PULL_AGAIN, (self.worker,))
            claimed = self._claim(raw, room) if state != "stopped" else {}
            held = {name: still[name] for name in still if name not in gone} | claimed
            leaving |= (self._leaving & held.keys()) - claimed.keys()
            numbers = [held[name] for name in held if name not in leaving]
            leases, returned = self._pull(raw, numbers, list(claimed))
            taken = pull_needs(raw, self.worker, numbers, again=self._missed)
            any_waits = taken.any_waits or self._any_waiting(raw, min(now, self.until))
            totals = Totals(*only_row(raw, statements.TOTALS))
            wish = _wish(now_here, leases, crawls, state)
            limit = reserve(raw, self.worker, self._budget, totals, wish, self.seconds)
            requests = self._requests(raw, sum(outbox.asked for outbox in outboxes), wish)
            (elsewhere,) = only_row(raw, statements.BEST_ELSEWHERE, (self.worker,))
            last, judged, again = self._judged(raw, pusher.numbered)
        self._judged_until = last
        self._batch += 1
        pages = totals.pages - self.totals.pages - pusher.pages - again
        kept = totals.kept - self.totals.kept - pusher.kept
        self.is_complete, self.totals, self.limit = not any_waits, totals, limit
        self.taken, self.left, self.returned = taken, [*lost, *gone], returned
        self._missed = False
        self._pushed_at = began
        del self._outbox[: self._sent]
        told = lost + [name for name in leaving if name not in self._leaving]
        self._held, self._leaving = held, leaving
        before = self._inbox
        self._inbox = Inbox(
            (*before.lost, *told),
            (*before.claimed, *leases),
            elsewhere,
            (*before.visited, *judged),
            before.pages + pages,
            before.kept + kept,
            requests,
        )

    def _judged(self, raw: Raw, own: set[int]) -> tuple[int, list[tuple[str, float]], int]:
        """Return the number of the last visit, and what others did since the push before.

        These are the pages that they have judged, and how many of their visits were not the first to a page.
        """
        last, _ = only_row(raw, statements.NUMBERS)
        if self._judged_until is None or last == self._judged_until:
            return last, [], 0
        rows = raw.execute(statements.JUDGED_SINCE, (self._judged_until, last)).fetchall()
        given = self._judged_until, last, list(own)
        (again,) = only_row(raw, statements.AGAIN_SINCE, given)
        judged = [(url, score) for seq, url, score in reversed(rows) if seq not in own]
        return last, judged, int(again)

    def _renew(self, raw: Raw) -> tuple[list[str], dict[str, int]]:
        """Return the hosts that were lost, and those still held with their leases, renewed."""
        rows = raw.execute(statements.STILL_HELD, (self.worker,)).fetchall()
        still = {name: lease for _, name, lease in rows if self._held.get(name) == lease}
        ids = [id_ for id_, name, _ in rows if name in still]
        raw.execute(statements.RENEW, (self.seconds, self.worker, ids))
        lost = [name for name in self._held if name not in still]
        for name in lost:
            _LOG.warning("%s: lost to another crawl", name)
        return lost, still

    def _save_hosts(
        self, raw: Raw, pusher: Pusher, outboxes: Sequence[Outbox], still: dict[str, int]
    ) -> set[int]:
        hosts = {
            host.name: host for outbox in outboxes for host in outbox.hosts if host.name in still
        }
        pusher.know_hosts(raw, hosts)
        rows = [
            (
                host.next_at, host.delay, host.fetched, host.good, host.bad, host.failures,
                *codes(host.closed), pusher.host_id(host.name), self.worker,
            )
            for host in hosts.values()
        ]  # fmt: skip
        if rows:
            raw.cursor().executemany(statements.SAVE_HOST, rows)
        return {pusher.host_id(name) for name in hosts}

    def _put_in_order(self, raw: Raw, touched: set[int], now: float) -> None:
        """Let links wait that are due, end those of closed hosts, and note the best of each host that was touched."""
        until = min(now, self.until)
        given = Reason.AGAIN.value, now + _LATER, until, self.worker
        hosts = list(touched.union(*raw.execute(statements.COME_BACK, given).fetchall()))
        raw.execute(statements.REFUSE_CLOSED, (hosts,))
        raw.execute(statements.TOPS, (hosts,))

    def _any_waiting(self, raw: Raw, until: float) -> bool:
        (waits,) = only_row(raw, statements.ANY_WAITING, (until, self.worker, self.seconds))
        return bool(waits)

    def _requests(self, raw: Raw, asked: int, wish: Wish) -> int:
        """Reserve requests of the daily budget; those of a crawl that was silent counted as made."""
        if not self._per_day:
            return 0
        was_silent = time.monotonic() - self._pushed_at > self.seconds
        return reserve_requests(
            raw, self.worker, self._per_day, None if was_silent else asked, wish, self.seconds
        )

    def _share(self, raw: Raw) -> tuple[int, int]:
        """Return how many hosts this crawl should hold, so that all have about the same number, and the crawls."""
        hosts, crawls = only_row(raw, statements.SHARE, (self.worker, self._most))
        return max(1, min(self._most, ceil(int(hosts) / int(crawls)))), int(crawls)

    def _poor(self, raw: Raw, held: set[str], share: int, crawls: int, room: int) -> set[str]:
        """Return held hosts to give back: without links, beyond its share, or much poorer than free ones."""
        tops = dict(raw.execute(statements.HELD_TOPS, (self.worker,)).fetchall())
        empty = {name for name, top in tops.items() if top is None and name in held}
        poorest = [name for name, top in tops.items() if name in held and top is not None]
        if len(poorest) > share + max(1, share // 5):
            return empty | set(poorest[: len(poorest) - share])
        return empty | (self._worse(raw, share * crawls, room) & held)

    def _worse(self, raw: Raw, most: int, room: int) -> set[str]:
        """Return hosts of this crawl that are much poorer than free ones.

        The poorest hosts of all crawls are compared with the best free ones, one by one. Those on their way back
        count, since each makes room for a free one. The very best are claimed anyway if there is ``room``.
        """
        query = statements.FREE_TOPS.format(most=most)
        free = raw.execute(query, (self.worker,)).fetchall()[room:]
        held = raw.execute(statements.POOREST.format(most=len(free))).fetchall()
        return {
            name
            for (name, worker, top), (better,) in zip(held, free, strict=False)
            if worker == self.worker and top + BETTER < better
        }

    def _claim(self, raw: Raw, room: int) -> dict[str, int]:
        if not room:
            return {}
        worker = self.worker
        arguments = worker, self.seconds, worker, self.delay, worker, room
        return {name: lease for _, name, lease in raw.execute(statements.CLAIM, arguments)}

    def _pull(self, raw: Raw, held: list[int], claimed: list[str]) -> tuple[list[Lease], Returned]:
        """Return hosts, of these leases, with links that are new to this crawl, and those just claimed."""
        query = statements.PULL.format(most=LINKS_AT_ONCE)
        links: dict[int, list[tuple[int, Candidate, int]]] = {}
        pulled = raw.execute(query, (self.worker, held)).fetchall()
        above = list({row[-2] for row in pulled})
        urls: dict[int, str] = dict(raw.execute(statements.URLS, (above,)).fetchall())
        for row in pulled:
            seq, host, *rest, tries, parent, _ = row
            links.setdefault(host, []).append((seq, _candidate(rest, urls.get(parent)), tries))
        records = raw.execute(statements.RECORDS, (list(links), claimed)).fetchall()
        leases = [
            Lease(
                _host(*record),
                tuple((link, tries) for _, link, tries in sorted(links.get(record[0], ()))),
            )
            for record in records
        ]
        return leases, _returned(raw, leases, [row[0] for row in pulled if row[-1]])


def _returned(raw: Raw, leases: Sequence[Lease], numbers: list[int]) -> Returned:
    """Return what is known of links that a push brought."""
    visits = raw.execute(statements.LAST_VISITS, (numbers,)).fetchall() if numbers else []
    links = {link.id: (lease.host.name, link) for lease in leases for link, _ in lease.links}
    tracked = raw.execute(statements.REMEMBERED, (numbers,)).fetchall() if visits else []
    return Returned(links, visits, tracked)


def _wish(here: Outbox, leases: Sequence[Lease], crawls: int, state: str) -> Wish:
    """Return what a crawl could use of the budget, with the links that it just took over."""
    wanted = here.wanted + sum(len(lease.links) for lease in leases)
    return Wish(here.under_way, wanted if state in _ACTIVE else 0, crawls)


def _candidate(row: Sequence[Any], parent: str | None) -> Candidate:
    id_, score, url, anchor, context, depth, channel, hops, found_at = row
    at = found_at if channel in PUBLISHED else 0.0
    link = Link(url, parent or "", anchor, context, depth, Channel(channel), hops, found_at=at)
    return Candidate(id_, clipped(score), link)


def _host(*columns: Any) -> Host:
    *record, closed, reason, detail = columns
    host = Host(*record)
    host.closed = Verdict(Outcome(closed), Reason(reason), detail) if closed else None
    return host
