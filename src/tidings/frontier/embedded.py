"""The frontier in this process: which link next, politely and best first; it knows no network and no pages."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from tidings.frontier.combining import Combining
from tidings.frontier.coming_back.allowance import Allowance
from tidings.frontier.hosts import HostQueue
from tidings.frontier.hosts.registry import Registry
from tidings.frontier.order.policies import AsScored
from tidings.frontier.rank.importance import HostRanking, counted
from tidings.frontier.scope import Ruling, ScopeRules
from tidings.frontier.seen import DONE, SeenCache
from tidings.frontier.sharing import Sharing
from tidings.frontier.stopping import Outlook
from tidings.model import (
    STAYS,
    Candidate,
    Channel,
    Host,
    Outcome,
    Phase,
    Reason,
    Verdict,
    Visit,
    Waiting,
)
from tidings.ports import LinkStore, Policy, Ranking

_LOG = logging.getLogger(__name__)
MAX_POSTPONED = 50
"""Links that may be postponed in one turn before one is fetched anyway."""
MAX_HOST_FAILURES = 10
"""Failed connections in a row after which a host is closed (with back-off: about an hour)."""
MAX_DUE = 100
"""Links that begin to wait again at once."""
_PASSED_OVER = -1.0
"""Score to remember of a link that was passed over: any real score asks the store again."""


class Frontier:
    """Takes in links, and gives out the best one among the hosts that may be asked.

    Links wait in the store, ordered by score within their host. Only the *head* of each host, its best waiting
    link, is known here. So whatever changes the links of a host must update its head and place the host again.
    """

    def __init__(  # noqa: PLR0913 - the parts of a frontier
        self,
        links: LinkStore,
        rules: ScopeRules,
        *,
        patience: float = 0.0,
        policy: Policy | None = None,
        ranking: Ranking | None = None,
        outlook: Outlook | None = None,
        combines: bool = False,
    ) -> None:
        """``patience``: share of the best rank a link needs; ``combines``: links on several pages rise."""
        self._links, self._rules, self._combines = links, rules, combines
        self._combining = Combining(links)
        self.policy: Policy = policy or AsScored()
        self.outlook = outlook or Outlook()
        self.traps = rules.traps
        self._found: list[str] = []
        """URLs that became known by the page that is followed."""
        self.hosts = HostQueue(ranking or HostRanking(), links.channel, patience)
        self._by_id: Mapping[int, Host] = self.hosts.by_id
        self._registry = Registry(links, self.hosts)
        self._seen = SeenCache()
        self.sharing: Sharing | None = None
        self.allowance = Allowance(0)
        self.trouble = ""
        """Why the link that came back last waits again, empty if it does not."""
        self.waiting = links.waiting()
        for host in self._registry.open():
            self._leave_if_outside(host)
            self.hosts.place(host)

    # Links come in

    def add(self, candidates: Iterable[Candidate], found_at: float) -> None:
        """Take in found links; the score of a known one may only rise, one out of scope is stored with the reason."""
        self._found.clear()
        for candidate in candidates:
            if not self._seen.known(candidate.id, candidate.score, candidate.link.depth):
                self._add(candidate, found_at)

    def _add(self, candidate: Candidate, found_at: float) -> None:
        id_, score, link, _ = candidate
        host = self._registry.find(link.url, held=self.sharing is None)
        ruling = self._rules.outside(link, score)
        if not ruling and link.depth and (why := self._registry.why_not(host)):
            ruling = Ruling(why, final=False)
        if self.sharing and not ruling:
            # Another crawl may have visited it: it comes back with its host if it still waits.
            self.sharing.found(candidate)
            self._seen.remember(id_, score, link.depth)
            return
        verdict, final = ruling if ruling else (host.closed, True)
        found_at = link.found_at or found_at
        added = self._links.add(candidate, host.id, found_at, verdict, final=final)
        remembered = score if verdict is None else DONE if final else _PASSED_OVER
        self._seen.remember(id_, remembered, link.depth)
        if verdict is None and added.seq:
            self.waiting += added.new
            if added.new:
                self._found.append(link.url)
            # Of equal scores the link found first, with the smaller number, is the head.
            if host.head is None or (score, -added.seq) > (host.head[0], -host.head[1]):
                host.head = score, added.seq
                self._registry.place(host)

    def follow(self, candidate: Candidate, visit: Visit, found_at: float) -> None:
        """Take in the links of a judged page, after the page has moved the links found beside its own."""
        score = self.policy.siblings(candidate.link, visit)
        if score is not None:
            self._move_siblings(candidate, score)
        combines = self._combines or candidate.link.channel is Channel.POST
        again = self._combining.found_again(visit, self._seen) if combines else []
        self._registry.begin_page()
        self.add(self.policy.children(candidate.link, visit), found_at)
        for id_, score in again:
            self._combine(id_, score)
        self.traps.visited(candidate, visit, self._found)

    def take_over(self, host: Host, candidate: Candidate, tries: int, found_at: float) -> None:
        """Let a link wait that another crawl gave up with its host."""
        added = self._links.add(candidate, host.id, found_at, host.closed, final=True)
        self._seen.remember(candidate.id, candidate.score, candidate.link.depth)
        self.waiting += added.new and not host.closed
        for _ in range(tries if added.new else 0):
            self._links.note_try(added.seq, Reason.OTHER, "", counts=True)

    def _combine(self, id_: int, score: float) -> None:
        """Let a link rise that several pages link to."""
        combined = self._combining.combine(id_, score)
        if combined is None:
            return
        seq, number, raised = combined
        self._seen.rescore(id_, raised)
        host = self._by_id[number]
        if host.head is None or raised > host.head[0] or seq == host.head[1]:
            host.head = raised, seq
            self.hosts.place(host)

    def _move_siblings(self, candidate: Candidate, score: float) -> None:
        """Give another score to all waiting links that were found on the same page."""
        moved = self._links.score_siblings(candidate.id, score)
        for id_, _ in moved:
            self._seen.rescore(id_, score)
        for number in dict.fromkeys(host for _, host in moved):
            self.revise(number)

    def revise(self, number: int, *, reopened: int = 0, good: int = 0, bad: int = 0) -> None:
        """Update a host whose waiting links or judged pages were changed in the store, by these differences."""
        host = self._by_id[number]
        self.waiting += reopened
        host.head = self._links.head(number)
        if good or bad:
            self.hosts.count(host, good=good, bad=bad)
            self._links.save_host(host)
        self.hosts.place(host)

    def revive(self, now: float, *, look: bool = True) -> None:
        """Let links wait again that are due, unless not to ``look``, and hosts for which there was no room."""
        self._registry.fetch_parked(now)
        for id_, number in self._links.due(now, MAX_DUE) if look else ():
            self._seen.rescore(id_, _PASSED_OVER)
            self.revise(number, reopened=1)

    def forget_scores(self) -> None:
        """Ask the store again about every link, because scores of waiting links were changed there."""
        self._seen = SeenCache()
        self.policy.forget()

    def host(self, url: str) -> Host:
        """Return the host of a URL; a new one is registered."""
        return self._registry.find(url, held=self.sharing is None, keep=True)

    def register(self, name: str) -> Host:
        """Make a new host known."""
        return self._registry.register(name, held=self.sharing is None, keep=True)

    # Captures that were not asked for

    def admits(self, candidate: Candidate, found_at: float) -> bool:
        """Return whether a capture pushed by a source is wanted; if it is out of scope, store the reason."""
        link = self._links.find(candidate.id)
        if link:
            return link.phase is not Phase.DONE
        host = self.host(candidate.link.url)
        if candidate.link.channel is Channel.POST:  # the scope is about what is fetched
            return True
        ruling = self._rules.outside(candidate.link, candidate.score)
        verdict = ruling.verdict if ruling else host.closed
        if verdict:
            self._links.add(candidate, host.id, found_at, verdict, final=True)
        return not verdict

    def admit(self, candidate: Candidate, found_at: float) -> Waiting | None:
        """Take in a link whose capture is already here, None if it has an outcome; the caller finishes it at once."""
        host, is_post = self.host(candidate.link.url), candidate.link.channel is Channel.POST
        if host.closed and not is_post:  # while the capture was at a worker
            self.settle(candidate, found_at, host.closed)
            return None
        link = self._links.find(candidate.id)
        if link is None:
            seq = self._links.add(candidate, host.id, found_at, None, final=False).seq
        elif link.phase is Phase.DONE or host.busy == link.seq:
            return None
        else:
            seq = link.seq
            self.waiting -= link.phase is Phase.WAITING
        self.hosts.count(host, fetched=not is_post)
        return Waiting(seq, candidate, 0, host.id)

    def settle_host(self, waiting: Waiting) -> None:
        """Save the record of a host after a capture that it was not asked for."""
        host = self._by_id[waiting.host]
        self._close_if_full(host)
        self._links.save_host(host)
        self._lose_head(host, waiting.seq)

    def settle(self, candidate: Candidate, found_at: float, verdict: Verdict) -> None:
        """Give a verdict to a URL that need not be visited, unless it has one."""
        host = self.host(candidate.link.url)
        link = self._links.find(candidate.id)
        if link is None:
            self._links.add(candidate, host.id, found_at, verdict, final=True)
        elif link.phase is not Phase.DONE and host.busy != link.seq:
            self._links.finish(link.seq, verdict)
            self.waiting -= link.phase is Phase.WAITING
            self._lose_head(host, link.seq)
        self._seen.remember(candidate.id, DONE)

    # Links go out

    def pop(self, now: float, *, proven: bool = False) -> Waiting | None:
        """Return the best link that may be fetched now; its host is busy until ``release``.

        A link that the policy has learned to be worth less is postponed. With ``proven``, only hosts that have
        answered well so far are considered, and no better one is waited for.
        """
        for _ in range(MAX_POSTPONED):
            waiting = self._take(now, proven)
            if waiting is None:
                return None
            score = self.policy.again(waiting.candidate)
            if score >= waiting.candidate.score:
                return self.allowance.counted(waiting)
            self.postpone(waiting, score)
        return self.allowance.counted(self._take(now, proven))

    def _take(self, now: float, proven: bool) -> Waiting | None:
        if not self.waiting:
            return None
        least = self.hosts.least_rank(now) * (not proven)
        while self.allowance.has(now) and (host := self.hosts.take(now, least, proven=proven)):
            waiting = self._links.best(host.id)
            if waiting is None:
                host.head = None
                self.hosts.place(host)
            elif (rests_until := self._registry.rests_until(host, now)) > now:
                host.next_at = rests_until
                self.hosts.place(host)
            elif self._has_left_scope(waiting):
                self.revise(host.id)
                self.hosts.wake(now)
            else:
                self.hosts.begin(host, waiting.seq, now)
                self._registry.begin(host)
                self.waiting -= 1
                return waiting
        return None

    def _has_left_scope(self, waiting: Waiting) -> bool:
        """Return whether the scope was narrowed while a link waited, so that it is refused here."""
        # A score that sank does not bar it.
        ruling = self._rules.outside(waiting.candidate.link, 1.0)
        if ruling:
            self._links.finish(waiting.seq, ruling.verdict, final=ruling.final)
            self._seen.rescore(waiting.candidate.id, DONE if ruling.final else _PASSED_OVER)
            self.waiting -= 1
        return ruling is not None

    # Links come back

    def finish(self, waiting: Waiting, verdict: Verdict) -> None:
        """Give a link its verdict; a kept page stays kept, whatever becomes of it, and counts once."""
        stays = waiting.is_kept and verdict.outcome is not Outcome.KEPT
        self._links.finish(waiting.seq, STAYS if stays else verdict)
        if self.sharing:
            self.sharing.finished(waiting.candidate.id, verdict)
        self.trouble = ""
        self._seen.remember(waiting.candidate.id, DONE)
        if not waiting.visit or (verdict.outcome is Outcome.KEPT and not waiting.is_kept):
            self.count_visit(waiting, verdict)

    def count_visit(self, waiting: Waiting, verdict: Verdict) -> None:
        """Count a page for its host and channel, and for the outlook of the crawl; copies count for their host."""
        host = self._by_id[waiting.host]
        if verdict.outcome is not Outcome.REFUSED:
            self.outlook.visited(kept=verdict.outcome is Outcome.KEPT)
        good, bad = counted(verdict, host)
        if good or bad:
            self.hosts.count(host, good=good, bad=bad)
            self._registry.note(host)
            self.hosts.ranking.learn(host.name, waiting.candidate.link.channel, kept=good > 0)
        if not host.busy:  # the capture was pushed, so no ``release`` follows
            self.hosts.place(host)

    def put_back(self, waiting: Waiting, reason: Reason, detail: str, *, counts: bool) -> None:
        """Let a link wait again, and note the reason; ``counts`` notes one more try."""
        self._links.note_try(waiting.seq, reason, detail, counts=counts)
        self.trouble = reason.sentence(detail)
        self.waiting += 1

    def postpone(self, waiting: Waiting, score: float) -> None:
        """Let a link that was popped wait on with a lower score, as if it had not been popped."""
        host = self._by_id[waiting.host]
        self.hosts.end(host)
        self._registry.end(host, 0.0)
        self.waiting += 1
        self._links.lower(waiting.seq, waiting.candidate.score - score)
        self._seen.rescore(waiting.candidate.id, score)
        host.head = self._links.head(host.id)
        self.hosts.place(host)

    def count_answer(self, waiting: Waiting, *, healthy: bool) -> None:
        """Count a page fetched from a link's host; a healthy answer ends a row of failures."""
        host = self._by_id[waiting.host]
        self.hosts.count(host, fetched=1)
        if healthy:
            host.failures = 0
            self.hosts.slow.discard(host.id)

    def count_failure(self, waiting: Waiting, verdict: Verdict | None, lost: float = 0.0) -> float:
        """Count a failure of a link's host; close it with the verdict after too many in a row.

        Return the seconds to back off: at least those that were ``lost`` with it.
        """
        host = self._by_id[waiting.host]
        pause = max(1.0, host.delay, lost) * 2.0 ** min(host.failures, 8)
        if lost:
            self.hosts.slow.add(host.id)
        host.failures += 1
        if verdict and host.failures >= MAX_HOST_FAILURES:
            self.close(host, verdict)
        return pause

    def release(self, waiting: Waiting, next_at: float, delay: float) -> None:
        """End the fetch of a link: set the clock of its host and let it rest."""
        host = self._by_id[waiting.host]
        self.hosts.end(host)
        host.next_at = max(host.next_at, next_at)
        host.delay = delay
        self._close_if_full(host)
        host.head = self._links.head(host.id)
        self._links.save_host(host)
        self._registry.end(host, host.next_at)
        self.hosts.place(host)
        self.hosts.tidy()
        if self.sharing:
            self.sharing.released(host)

    # Hosts

    def close(self, host: Host, verdict: Verdict) -> None:
        """Fetch nothing more from a host; its waiting links get the verdict."""
        _LOG.warning("%s: closed, %s", host.name, verdict.sentence)
        host.closed = verdict
        self._finish_waiting(host, verdict, due_at=0.0)  # if it is opened again

    def share(self) -> None:
        """From now on ask only adopted hosts, and gather the links found and finished for other crawls."""
        self.sharing = Sharing(self, self._links)

    def _close_if_full(self, host: Host) -> None:
        most = self._rules.pages_per_host
        if most and host.fetched >= most and not host.closed and not host.busy:
            self.close(host, Verdict(Outcome.REFUSED, Reason.PAGES_PER_SITE, f"{most} fetched"))

    def _leave_if_outside(self, host: Host) -> None:
        """Refuse the waiting links of a host that the scope no longer covers."""
        reason = self._rules.why_not(host.name) if host.head else None
        if reason:
            self._finish_waiting(host, Verdict(Outcome.REFUSED, *reason))

    def _finish_waiting(self, host: Host, verdict: Verdict, due_at: float | None = None) -> None:
        self.waiting -= self._links.finish_host(host.id, verdict, due_at)
        host.head = None
        self.hosts.place(host)

    def _lose_head(self, host: Host, seq: int) -> None:
        """Find the next head of a host if the link that was settled was its head."""
        if host.head and host.head[1] == seq:
            self.revise(host.id)
