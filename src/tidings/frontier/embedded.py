"""Hosts and links: which link next, politely and best first; it knows no network and no pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush

from tidings.frontier.rank.importance import Ranking, Record, Sources
from tidings.frontier.scope import ScopeRules
from tidings.frontier.seen import DONE, SeenCache
from tidings.frontier.stopping import Outlook
from tidings.model import Candidate, Host, Outcome, Phase, Verdict, Waiting
from tidings.ports import LinkStore
from tidings.urls import host_of

SOON = 10.0
"""Seconds within which a resting host counts when a ready one asks whether to wait for something better."""

ENOUGH = 16
"""Pages under way that keep all readers busy: with fewer, hosts that need no rest are not waited for."""

_NEVER = -1.0
"""Remembered score of a link that was passed over: anything better asks the store again."""

_Entry = tuple[float, float, int, int]
"""Rank of a host and score of its head, best first; number of its head; number of the host."""


class Frontier:
    """Chooses among the hosts whose clock allows a request the one with the best waiting link.

    A host is idle (nothing waits), resting (its clock runs), ready, or busy (a request is under way).
    Resting hosts lie in a heap by their clock, ready ones in another by their head; entries that no
    longer agree with their host are skipped when they surface. Hosts that will be ready soon lie in a
    third heap, so that a poor link does not go out just because its host is the first to be ready.
    The rank of a host is taken anew each time it is placed: it follows its head and its record.
    """

    def __init__(
        self,
        links: LinkStore,
        rules: ScopeRules,
        *,
        pages_per_host: int = 0,
        patience: float = 0.0,
        sources: Ranking | None = None,
        outlook: Outlook | None = None,
    ) -> None:
        self._links = links
        self._rules = rules
        self._pages_per_host = pages_per_host
        self._patience = patience
        self._sources: Ranking = sources or Sources()
        self.outlook = outlook or Outlook()
        self._seen = SeenCache()
        self._entries: dict[int, _Entry] = {}
        """What holds for each host since it was placed."""
        self._ready: list[_Entry] = []
        self._offered: dict[int, _Entry] = {}
        """The newest entry of each host among the ready."""
        self._soon: list[_Entry] = []
        self._resting: list[tuple[float, int]] = []
        self._nearly: list[tuple[float, int]] = []
        self._under_way: dict[int, tuple[float, float]] = {}
        """When the link under way on a host was taken, and the rank it had; kept if hosts are waited for."""
        self._not_before = 0.0
        self.trouble = ""
        """Why the link that came back last waits again, empty if that is settled."""
        self.hosts: dict[str, Host] = {}
        self._by_id: dict[int, Host] = {}
        self.waiting = links.waiting()
        for host in links.hosts():
            self._register(host)
            self._leave_if_outside(host)
            self._place(host)

    # What comes in

    def add(self, candidates: Iterable[Candidate], found_at: float) -> None:
        """Take in found links; known ones may only rise, those out of scope are written down as such."""
        for candidate in candidates:
            if not self._seen.known(candidate.id, candidate.score, candidate.link.depth):
                self._add(candidate, found_at)

    def _add(self, candidate: Candidate, found_at: float) -> None:
        id_, score, link = candidate
        host = self.host(link.url)
        ruling = self._rules.outside(link, score)
        verdict, final = ruling if ruling else (host.closed, True)
        added = self._links.add(candidate, host.id, found_at, verdict, final=final)
        met = score if verdict is None else DONE if final else _NEVER
        self._seen.remember(id_, met, link.depth)
        if verdict is None and added.seq:
            self.waiting += added.new
            if host.head is None or (score, -added.seq) > (host.head[0], -host.head[1]):
                host.head = score, added.seq
                self._place(host)

    def move_siblings(self, candidate: Candidate, score: float) -> None:
        """Give all links that wait beside a link, found on the same page, another score."""
        moved = self._links.score_siblings(candidate.id, score)
        for id_, _ in moved:
            self._seen.rescore(id_, score)
        for number in dict.fromkeys(host for _, host in moved):
            self.revise(number)

    def revise(self, number: int, *, reopened: int = 0, good: int = 0, bad: int = 0) -> None:
        """Take note of a host whose waiting links have other scores now, and whose pages were judged otherwise."""
        host = self._by_id[number]
        self.waiting += reopened
        host.head = self._links.head(number)
        if good or bad:
            host.good += good
            host.bad += bad
            self._links.save_host(host)
        self._place(host)

    def numbered(self, number: int) -> Host:
        """Return the host with this number."""
        return self._by_id[number]

    def forget_scores(self) -> None:
        """Ask the store again about every link: those it holds have other scores now."""
        self._seen = SeenCache()

    def host(self, url: str) -> Host:
        """Return the host of an address, made known if it is new."""
        name = host_of(url)
        host = self.hosts.get(name)
        if host is None:
            host = Host(self._links.add_host(name), name, self._not_before)
            self._register(host)
        return host

    def admits(self, candidate: Candidate, found_at: float) -> bool:
        """Tell whether the answer a source brings to an address is wanted; out of scope, that is written down."""
        found = self._links.find(candidate.id)
        if found:
            return found.phase is not Phase.DONE
        host = self.host(candidate.link.url)
        ruling = self._rules.outside(candidate.link, candidate.score)
        verdict = ruling.verdict if ruling else host.closed
        if verdict:
            self._links.add(candidate, host.id, found_at, verdict, final=True)
        return not verdict

    def admit(self, candidate: Candidate, found_at: float) -> Waiting | None:
        """Take in an address together with its answer, None if that is no news; ``finish`` and ``settle_host`` follow at once."""
        host = self.host(candidate.link.url)
        found = self._links.find(candidate.id)
        if found is None:
            seq = self._links.add(candidate, host.id, found_at, None, final=False).seq
        elif found.phase is Phase.DONE or host.busy == found.seq:
            return None
        else:
            seq = found.seq
            self.waiting -= found.phase is Phase.WAITING
        host.fetched += 1
        return Waiting(seq, candidate, 0, host.id)

    def settle_host(self, waiting: Waiting) -> None:
        """Write down the record of a host after an answer that it was not asked for."""
        host = self._by_id[waiting.host]
        self._close_if_full(host)
        self._links.save_host(host)
        self._lose_head(host, waiting.seq)

    def recall(self, priors: Mapping[str, Record]) -> None:
        """Count in what earlier collections tell about hosts, by their names."""
        self._sources.priors = priors
        for host in self.hosts.values():
            self._place(host)

    def rank_by(self, sources: Ranking) -> None:
        """Rank hosts by other experience from now on; what earlier collections tell stays."""
        priors, self._sources = self._sources.priors, sources
        self.recall(priors)

    # What goes out

    def pop(self, now: float) -> Waiting | None:
        """Return the best link that may be fetched now; its host is busy until ``release``."""
        self._wake(now)
        worst = self._patience * max(self._best_soon(now), self._best_under_way(now))
        while self._ready and -self._ready[0][0] >= worst:
            entry = self._take_ready()
            host = self._agreeing(entry)
            if host is None or host.next_at > now:
                continue
            waiting = self._links.best(host.id)
            if waiting is None:
                host.head = None
                continue
            if self._has_left_scope(waiting):
                self.revise(host.id)
                self._wake(now)
                continue
            host.busy = waiting.seq
            if self._sources.waits:
                self._under_way[host.id] = now, -entry[0]
            self.waiting -= 1
            return waiting
        return None

    def _has_left_scope(self, waiting: Waiting) -> bool:
        """Tell whether a link may no longer be followed, for the scope was narrowed while it waited, and write that down."""
        ruling = self._rules.outside(waiting.candidate.link, 1.0)  # scores sink while links wait
        if ruling:
            self._links.finish(waiting.seq, ruling.verdict, final=ruling.final)
            self._seen.rescore(waiting.candidate.id, DONE if ruling.final else _NEVER)
            self.waiting -= 1
        return ruling is not None

    def next_at(self) -> float | None:
        """Return when the next resting host becomes ready, None if none rests."""
        moments = []
        for heap in (self._nearly, self._resting):
            while heap and not self._rests(*heap[0]):
                heappop(heap)
            moments += [heap[0][0]] if heap else []
        return min(moments, default=None)

    # What comes back

    def finish(self, waiting: Waiting, verdict: Verdict) -> None:
        """Write down what became of a link."""
        self._links.finish(waiting.seq, verdict)
        self.trouble = ""
        self._seen.remember(waiting.candidate.id, DONE)
        host = self._by_id[waiting.host]
        kept = verdict.outcome is Outcome.KEPT
        if verdict.outcome is not Outcome.REFUSED:
            self.outlook.visited(kept=kept)
        host.good += kept
        host.bad += verdict.outcome is Outcome.REJECTED
        if kept or verdict.outcome is Outcome.REJECTED:
            self._sources.learn(host.name, waiting.candidate.link.origin, kept=kept)
        self._place(host)

    def settle(self, candidate: Candidate, found_at: float, verdict: Verdict) -> None:
        """Write down a verdict for an address that need not be visited, unless it has one."""
        host = self.host(candidate.link.url)
        found = self._links.find(candidate.id)
        if found is None:
            self._links.add(candidate, host.id, found_at, verdict, final=True)
        elif found.phase is not Phase.DONE and host.busy != found.seq:
            self._links.finish(found.seq, verdict)
            self.waiting -= found.phase is Phase.WAITING
            self._lose_head(host, found.seq)
        self._seen.remember(candidate.id, DONE)

    def put_back(self, waiting: Waiting, reason: str, *, counts: bool) -> None:
        """Let a link wait again, with the reason and one more try noted if it counts."""
        self._links.note_try(waiting.seq, reason, counts=counts)
        self.trouble = reason
        self.waiting += 1

    def postpone(self, waiting: Waiting, score: float) -> None:
        """Let a link that was taken wait on, with a lower score, as if it had not been taken."""
        host = self._by_id[waiting.host]
        host.busy = 0
        self._under_way.pop(host.id, None)
        self.waiting += 1
        self._links.lower(waiting.seq, waiting.candidate.score - score)
        self._seen.rescore(waiting.candidate.id, score)
        host.head = self._links.head(host.id)
        self._place(host)

    def release(self, waiting: Waiting, next_at: float, delay: float) -> None:
        """End the turn of a link's host and set its clock."""
        host = self._by_id[waiting.host]
        host.busy = 0
        self._under_way.pop(host.id, None)
        host.next_at = max(host.next_at, next_at)
        host.delay = delay
        self._close_if_full(host)
        host.head = self._links.head(host.id)
        self._links.save_host(host)
        self._place(host)
        self._tidy()

    def close(self, host: Host, verdict: Verdict) -> None:
        """Fetch nothing more from a host; its waiting links get the verdict."""
        host.closed = verdict
        self.waiting -= self._links.finish_host(host.id, verdict)
        host.head = None

    def rest_all(self, now: float, least: float) -> None:
        """Let every host rest once, known or not, after a stop that may have forgotten the last requests."""
        self._not_before = now + least
        for host in self.hosts.values():
            host.next_at = max(host.next_at, now + max(host.delay, least))
            self._place(host)

    def counts(self, now: float) -> tuple[int, int]:
        """Return how many hosts are ready and how many rest, of those with waiting links."""
        open_hosts = [host for host in self.hosts.values() if _is_open(host)]
        ready = sum(host.next_at <= now for host in open_hosts)
        return ready, len(open_hosts) - ready

    def _close_if_full(self, host: Host) -> None:
        most = self._pages_per_host
        if most and host.fetched >= most and not host.closed and not host.busy:
            self.close(host, Verdict(Outcome.REFUSED, f"pages per site: {most} fetched"))

    def _leave_if_outside(self, host: Host) -> None:
        """Refuse all that waits on a host which the scope covers no longer."""
        reason = self._rules.why_not(host.name) if host.head else ""
        if reason:
            self.waiting -= self._links.finish_host(host.id, Verdict(Outcome.REFUSED, reason))
            host.head = None

    def _lose_head(self, host: Host, seq: int) -> None:
        """Let a host go by its next link if the one that is settled was its best."""
        if host.head and host.head[1] == seq:
            self.revise(host.id)

    def _register(self, host: Host) -> None:
        self.hosts[host.name] = self._by_id[host.id] = host

    def _place(self, host: Host) -> None:
        """Put a host that has something waiting where it can be found, with the rank it has now."""
        if host.head is not None and not host.busy:
            score, seq = host.head
            channel = self._links.channel(seq) if self._sources.by_channel else ""
            self._entries[host.id] = -self._sources.rank(host, channel), -score, seq, host.id
            heappush(self._resting, (host.next_at, host.id))

    def _wake(self, now: float) -> None:
        """Move hosts on whose clock has nearly or wholly run out."""
        while self._resting and self._resting[0][0] <= now + SOON:
            next_at, id_ = heappop(self._resting)
            if self._rests(next_at, id_):
                heappush(self._nearly, (next_at, id_))
                heappush(self._soon, self._entries[id_])
        while self._nearly and self._nearly[0][0] <= now:
            next_at, id_ = heappop(self._nearly)
            if self._rests(next_at, id_):
                self._offer(self._entries[id_])

    def _offer(self, entry: _Entry) -> None:
        """Put a host among the ready, unless it lies there with the same rank and head."""
        if self._offered.get(entry[-1]) != entry:
            self._offered[entry[-1]] = entry
            heappush(self._ready, entry)

    def _take_ready(self) -> _Entry:
        entry = heappop(self._ready)
        if self._offered.get(entry[-1]) == entry:
            del self._offered[entry[-1]]
        return entry

    def _rests(self, next_at: float, id_: int) -> bool:
        host = self._by_id[id_]
        return host.next_at == next_at and _is_open(host)

    def _agreeing(self, entry: _Entry) -> Host | None:
        """Return the host of an entry that still tells the truth about it."""
        host = self._by_id[entry[-1]]
        return host if _is_open(host) and self._entries[host.id] == entry else None

    def _best_soon(self, now: float) -> float:
        """Return the best rank among the hosts that are ready or will be soon."""
        while self._soon:
            host = self._agreeing(self._soon[0])
            if host is not None and host.next_at <= now + SOON:
                return -self._soon[0][0]
            heappop(self._soon)
        return 0.0

    def _best_under_way(self, now: float) -> float:
        """Return the best rank among the hosts that are busy, but not for long: a good source is worth waiting for."""
        waited_for = [
            rank
            for id_, (since, rank) in self._under_way.items()
            if now - since < SOON and not self._needs_no_waiting(id_)
        ]
        return max(waited_for, default=0.0)

    def _needs_no_waiting(self, id_: int) -> bool:
        """Tell whether readers would be idle for the sake of a host that needs no rest and is back at once."""
        host = self._by_id[id_]
        return len(self._under_way) < ENOUGH and host.fetched > 0 and not host.delay

    def _tidy(self) -> None:
        """Forget entries that no longer agree with their host before they outnumber the others."""
        most = 4 * len(self.hosts) + 1000
        for heap in (self._soon, self._ready):
            if len(heap) > most:
                heap[:] = {entry for entry in heap if self._agreeing(entry)}
                heapify(heap)
        for clocks in (self._resting, self._nearly):
            if len(clocks) > most:
                clocks[:] = {clock for clock in clocks if self._rests(*clock)}
                heapify(clocks)


def _is_open(host: Host) -> bool:
    """Tell whether something waits on a host that has nothing under way."""
    return host.head is not None and not host.busy
