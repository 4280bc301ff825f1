"""The links of a store in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from tidings.model import (
    Added,
    Candidate,
    Host,
    Link,
    LinkStatus,
    Outcome,
    Phase,
    Reason,
    RuledLink,
    Verdict,
    Waiting,
)
from tidings.store.memory.tables import LinkRow, Tables
from tidings.store.rules import GOOD, MAX_FINDS, PUBLISHED, clipped, storable
from tidings.urls import url_id


class MemoryLinks:
    """``LinkStore`` in dictionaries and heaps; the port describes its methods."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._links = tables.links
        self._by_id = tables.by_id
        self._scheduled: list[tuple[float, int]] = []
        """A heap of moments and links that are due then; a moment that its link no longer has is skipped."""
        """Numbers of the links that are to be visited again."""

    def add(
        self,
        candidate: Candidate,
        host: int,
        found_at: float,
        verdict: Verdict | None,
        *,
        final: bool,
    ) -> Added:
        row = self._by_id.get(candidate.id)
        if row:
            return Added(0, new=False) if verdict else self._add_again(row, candidate)
        id_, score, link = candidate[0], candidate[1], _storable(candidate.link)
        row = LinkRow(len(self._links) + 1, id_, host, score, link, link.depth, found_at)
        self._links.append(row)
        self._by_id[id_] = row
        if link.parent:
            self._tables.children[link.parent].append(row)
        if verdict:
            row.settle(verdict, Phase.DONE if final else Phase.PASSED_OVER)
        else:
            self._tables.enqueue(row)
        return Added(row.seq, new=True)

    def _add_again(self, row: LinkRow, candidate: Candidate) -> Added:
        """Raise a waiting link or bring it nearer, or revive one that was passed over."""
        link = _storable(candidate.link)
        raised = row.phase is Phase.WAITING and row.score < candidate.score
        revived = row.phase is Phase.PASSED_OVER
        if row.phase is Phase.WAITING:
            row.depth = min(row.depth, link.depth)
        elif revived:
            row.link, row.depth = link, link.depth
            row.outcome, row.reason, row.detail = "", Reason.OTHER, ""
            self._tables.children[link.parent].append(row)
        if not (raised or revived):
            return Added(0, new=False)
        row.score = candidate.score
        self._wait(row)
        return Added(row.seq, new=revived)

    def best(self, host: int) -> Waiting | None:
        row = self._first(host)
        if row is None:
            return None
        url, parent, anchor, context, _, channel, hops, *_ = row.link
        parent = parent if parent and url_id(parent) in self._by_id else ""
        found_at = row.found_at if channel in PUBLISHED else 0.0
        link = Link(url, parent, anchor, context, row.depth, channel, hops, found_at=found_at)
        candidate, last = Candidate(row.id, clipped(row.score), link), row.visit
        kept = last and self._tables.visits[last - 1].visit.verdict.outcome is Outcome.KEPT
        return Waiting(row.seq, candidate, row.tries, host, last, bool(kept))

    def head(self, host: int) -> tuple[float, int] | None:
        row = self._first(host)
        return (clipped(row.score), row.seq) if row else None

    def channel(self, seq: int) -> str:
        return str(self._links[seq - 1].link.channel)

    def find(self, id_: int) -> LinkStatus | None:
        row = self._by_id.get(id_)
        return LinkStatus(row.seq, row.host, row.phase, row.outcome, row.visit) if row else None

    def finish(self, seq: int, verdict: Verdict, *, final: bool = True) -> None:
        row = self._links[seq - 1]
        if verdict.outcome is Outcome.UNCHANGED:
            verdict = self._tables.visits[row.visit - 1].visit.verdict
        row.settle(verdict, Phase.DONE if final else Phase.PASSED_OVER)

    def score_siblings(self, id_: int, score: float) -> list[tuple[int, int]]:
        row, seen = self._by_id.get(id_), {id_}
        while row and row.link.hops:  # a redirect was found where the first of its chain was
            row = self._by_id.get(url_id(row.link.parent))
            if row and row.id in seen:
                return []
            seen.add(row.id if row else 0)
        siblings = self._tables.waiting_children(row.link.parent) if row else []
        changed = [sibling for sibling in siblings if sibling.score != score]
        for sibling in changed:
            sibling.score = score
            self._tables.enqueue(sibling)
        return [(sibling.id, sibling.host) for sibling in changed]

    def combine(self, id_: int, score: float) -> tuple[int, int, float] | None:
        row = self._by_id.get(id_)
        waits = row and row.phase is Phase.WAITING and 0.0 <= row.score <= 1.0
        if row is None or not waits or row.finds >= MAX_FINDS:
            return None
        row.finds += 1
        row.score += (1 - row.score) * score / row.finds**2
        self._tables.enqueue(row)
        return row.seq, row.host, row.score

    def lower(self, seq: int, by: float) -> None:
        row = self._links[seq - 1]
        row.score -= by
        self._tables.enqueue(row)

    def note_try(self, seq: int, reason: Reason, detail: str, *, counts: bool) -> None:
        row = self._links[seq - 1]
        row.tries += counts
        row.reason, row.detail = reason, storable(detail)

    def finish_host(self, host: int, verdict: Verdict, due_at: float | None = None) -> int:
        numbers = {seq for _, seq in self._tables.queues[host - 1]}
        waiting = [seq for seq in numbers if self._links[seq - 1].phase is Phase.WAITING]
        for row in (self._links[seq - 1] for seq in waiting):
            if good := self._good(row):
                row.due_at = due_at
                if due_at is not None:
                    self.schedule(row.seq, due_at)
            row.settle(good or verdict)
        return len(waiting)

    def _good(self, row: LinkRow) -> Verdict | None:
        """Return the verdict of its current visit if that is a good one, or archived."""
        last = self._tables.visits[row.visit - 1] if row.visit else None
        good = last and (last.visit.verdict.outcome in GOOD or last.pointer)
        return last.visit.verdict if last and good else None

    def reopen(self, reason: Reason) -> None:
        closed = {host.id for host in self._tables.hosts if host.closed}
        for row in self._links:
            if row.phase is Phase.DONE and row.reason is reason and row.host not in closed:
                self._begin(row)

    def ruled(self, reasons: Sequence[Reason]) -> Iterator[RuledLink]:
        for row in list(self._links):
            refused = row.outcome == Outcome.REFUSED and row.reason in reasons
            if refused or (row.phase is Phase.WAITING and not self._good(row)):
                link = row.link._replace(parent="", depth=row.depth)
                yield RuledLink(
                    row.seq, clipped(row.score), row.phase, link, self._score_of(row.link.parent)
                )

    def wait(self, seq: int, score: float) -> None:
        row = self._links[seq - 1]
        row.score, row.link = score, row.link._replace(barred=None)
        self._begin(row)

    def _score_of(self, url: str) -> float:
        """Return the score of the current visit to a URL, 0 without one."""
        above = self._by_id.get(url_id(url)) if url else None
        visit = self._tables.visits[above.visit - 1].visit if above and above.visit else None
        return clipped(visit.score.value) if visit and visit.score else 0.0

    def begin_again(self) -> None:
        for row in self._links:
            if row.phase is Phase.DONE and row.outcome in (Outcome.FAILED, Outcome.REFUSED):
                row.tries = 0
                self._begin(row)
        for host in self._tables.hosts:
            host.failures, host.closed = 0, None

    def schedule(self, seq: int, due_at: float, score: float | None = None) -> None:
        row = self._links[seq - 1]
        row.due_at = due_at
        if score is not None and row.phase is Phase.DONE:
            row.score = score
        heappush(self._scheduled, (due_at, seq))

    def due(self, now: float, most: int) -> list[tuple[int, int]]:
        closed = {host.id for host in self._tables.hosts if host.closed} if self._scheduled else ()
        rows, later = list[LinkRow](), list[tuple[float, int]]()
        while self._scheduled and self._scheduled[0][0] <= now and len(rows) < most:
            moment = heappop(self._scheduled)
            row = self._links[moment[1] - 1]
            if row.due_at != moment[0]:
                continue  # it was given another moment, or came back
            if row.phase is not Phase.DONE or row.host in closed:
                later.append(moment)
                continue
            row.due_at, row.tries = None, 0
            self._begin(row, Reason.AGAIN)
            rows.append(row)
        for moment in later:
            heappush(self._scheduled, moment)
        return [(row.id, row.host) for row in rows]

    def waiting(self) -> int:
        return sum(row.phase is Phase.WAITING for row in self._links)

    def add_host(self, name: str) -> int:
        known = self._tables.host_numbers.get(name)
        if known:
            return known
        number = len(self._tables.hosts) + 1
        self._tables.hosts.append(Host(number, name))
        self._tables.queues.append([])
        self._tables.host_numbers[name] = number
        return number

    def host_name(self, number: int) -> str:
        return self._tables.hosts[number - 1].name

    def save_host(self, host: Host) -> None:
        self._tables.hosts[host.id - 1] = replace(host, head=None, busy=0)

    def hosts(self, most: int = -1) -> Iterator[Host]:
        every = [replace(host, head=self.head(host.id)) for host in self._tables.hosts]
        ahead = sorted((host for host in every if host.head), key=_by_head, reverse=True)
        best = {host.id for host in ahead[: most if most >= 0 else None]}
        for host in every:
            asked = host.fetched or host.failures or host.closed or host.next_at
            if most < 0 or asked or host.id in best:
                yield host

    def _first(self, host: int) -> LinkRow | None:
        """Return the best waiting link of a host; drop entries of links that ended or have another score."""
        queue = self._tables.queues[host - 1]
        while queue:
            score, seq = queue[0]
            row = self._links[seq - 1]
            if row.phase is Phase.WAITING and row.score == -score:
                return row
            heappop(queue)
        return None

    def _begin(self, row: LinkRow, reason: Reason = Reason.OTHER) -> None:
        row.outcome, row.reason, row.detail = "", reason, ""
        self._wait(row)

    def _wait(self, row: LinkRow) -> None:
        row.phase = Phase.WAITING
        self._tables.enqueue(row)


def _storable(link: Link) -> Link:
    """Return a link as a database would keep it."""
    if "\0" in link.anchor or "\0" in link.context:
        return link._replace(anchor=storable(link.anchor), context=storable(link.context))
    return link


def _by_head(host: Host) -> tuple[float, int]:
    return (host.head[0] if host.head else 0.0), -host.id
