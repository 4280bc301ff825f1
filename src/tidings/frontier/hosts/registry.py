"""The hosts a frontier knows: those it has asked or may ask soon; other names wait in the store alone.

Pages may link to any number of host names, and one domain may have any number of them. So links to unknown hosts
are bounded per page and per domain, and the hosts of a crowded domain share one clock. With ``by_domain`` those of
every domain do, with ``addresses`` those of every address.
"""

from __future__ import annotations

from collections import Counter
from math import inf

from tidings.frontier.hosts.queue import HostQueue
from tidings.model import Host, Outcome, Reason, Verdict
from tidings.ports import LinkStore
from tidings.urls import host_of, site_of

MOST_HOSTS = 50_000
"""Hosts in memory, about 30 MB; beyond, hosts that were never asked wait in the store alone."""
FEW_READY = 1_000
"""Hosts that may be asked, below which the best ones are fetched from the store."""
FLOOD = 400
"""Unknown hosts that one page may bring; links to further ones are passed over."""
CROWD = 50
"""Hosts of one registrable domain beyond which they share a clock, and no more are asked until pages are kept."""
PER_GOOD_HOST = 2
"""Further hosts of such a domain for each of its hosts with a kept page."""
_SOON = 1.0
"""Seconds after which a crowded domain is looked at again while one of its hosts is asked."""
_FLOODED = Verdict(Outcome.REFUSED, Reason.NEW_HOSTS, f"over {FLOOD} on its page")


class Registry:
    """Finds hosts by name or number, and decides which of them are kept in memory."""

    def __init__(self, links: LinkStore, queue: HostQueue) -> None:
        self._links = links
        self._queue = queue
        self._domains: Counter[str] = Counter()
        """Known hosts of each registrable domain."""
        self._good: Counter[str] = Counter()
        """Hosts of each domain with a kept page."""
        self._clocks: dict[str, float] = {}
        """When a crowded domain, or an address, may be asked again; never, while one of its hosts is asked."""
        self._asked: dict[int, str] = {}
        """The shared clock of each host that is asked, if it has one."""
        self._news = 0
        """Unknown hosts that the present page has brought."""
        self._parked = False
        """Whether hosts with waiting links may be in the store alone."""
        self._floor = 0.0
        """Score above which a link keeps its host in memory although there is no room: a tenth of the heads."""
        queue.by_id.load = self._load

    def open(self) -> list[Host]:
        """Load the hosts that were asked, and the best of the others."""
        opened = list(self._links.hosts(MOST_HOSTS))
        for host in opened:
            self._enter(host, held=True)
            self._good[site_of(host.name)] += host.good > 0
        self._parked = len(opened) >= MOST_HOSTS
        return opened

    def find(self, url: str, *, held: bool, keep: bool = False) -> Host:
        """Return the host of a URL."""
        name = host_of(url)
        return self._queue.by_name.get(name) or self.register(name, held=held, keep=keep)

    def register(self, name: str, *, held: bool, keep: bool = False) -> Host:
        """Return a host that is not in memory; it is remembered if there is room."""
        host = Host(self._links.add_host(name), name, self._queue.not_before)
        if keep or len(self._queue.by_id) < MOST_HOSTS:
            self._enter(host, held=held)
        return host

    def why_not(self, host: Host) -> Verdict | None:
        """Return why a link to a host is passed over, None if it may wait."""
        if host.fetched or host.head or host.failures:
            return None
        self._news += 1
        if self._news > FLOOD:
            return _FLOODED
        domain = site_of(host.name)
        if self._domains[domain] > CROWD + PER_GOOD_HOST * self._good[domain]:
            return Verdict(Outcome.REFUSED, Reason.NEW_HOSTS, f"too many of {domain}")
        return None

    def begin_page(self) -> None:
        """Note that the links of another page follow."""
        self._news = 0

    def place(self, host: Host) -> None:
        """Put a host in the queue, or leave it in the store if there is no room and its head is not better."""
        if host.id not in self._queue.by_id:
            if not host.head or host.head[0] <= self._floor:
                self._parked = True
                return
            self._enter(host, held=True)
        self._queue.place(host)

    def fetch_parked(self, now: float) -> None:
        """Take hosts out of the store if hardly any in memory may be asked."""
        if not self._parked or sum(self._queue.counts(now)) >= FEW_READY:
            return
        self._parked = False
        for host in self._links.hosts(len(self._queue.by_id) + FEW_READY):
            if host.id not in self._queue.by_id and host.head:
                host.next_at = max(host.next_at, self._queue.not_before)
                self._enter(host, held=True)
                self._queue.place(host)
                self._parked = True

    def rests_until(self, host: Host, now: float) -> float:
        """Return when the domain or address of a host may be asked, 0 if it has a clock of its own."""
        if not self._clocks:
            return 0.0
        clock = self._clocks.get(self._clock_of(host) or site_of(host.name), 0.0)
        return now + _SOON if clock == inf else clock

    def begin(self, host: Host) -> None:
        """Note that a host is asked."""
        if clock := self._clock_of(host):
            self._clocks[clock] = inf
            self._asked[host.id] = clock

    def end(self, host: Host, next_at: float) -> None:
        """Note that a host was asked, and when its domain or address may be asked again."""
        # The address may have become known, or another one, while it was asked.
        for clock in (self._asked.pop(host.id, ""), self._clock_of(host)):
            if clock:
                self._clocks[clock] = next_at

    def _clock_of(self, host: Host) -> str:
        """Return the name of the clock that a host shares with others, empty if it has one of its own."""
        domain = site_of(host.name)
        if self._queue.by_domain or self._domains[domain] > CROWD:
            return domain
        return self._queue.addresses.get(host.name, "")

    def note(self, host: Host) -> None:
        """Note that a page of a host was judged."""
        if host.good == 1:
            self._good[site_of(host.name)] += 1

    def _enter(self, host: Host, *, held: bool) -> None:
        self._queue.add(host, held=held)
        self._domains[site_of(host.name)] += 1
        if len(self._queue.by_id) % 1000 == 0 and len(self._queue.by_id) >= MOST_HOSTS:
            heads = sorted(each.head[0] for each in self._queue.by_id.values() if each.head)
            self._floor = heads[9 * len(heads) // 10] if heads else 0.0

    def _load(self, number: int) -> Host:
        """Return a host that is in the store alone, and keep it from now on."""
        host = self.register(self._links.host_name(number), held=True, keep=True)
        host.head = self._links.head(number)
        return host
