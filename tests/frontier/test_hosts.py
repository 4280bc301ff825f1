"""The queue of hosts: its counts agree with the hosts themselves, whatever happens to them."""

from __future__ import annotations

from heapq import nlargest
from random import Random

import pytest

from tidings.frontier.hosts import SOON, HostQueue
from tidings.frontier.hosts.best import BestHosts
from tidings.frontier.rank.importance import HostRanking
from tidings.model import Host


def queue_of(*hosts: Host) -> HostQueue:
    queue = HostQueue(HostRanking(), lambda seq: "")
    for host in hosts:
        queue.add(host)
        queue.place(host)
    return queue


def take(queue: HostQueue, now: float) -> Host | None:
    host = queue.take(now, queue.least_rank(now))
    if host and host.head:
        queue.begin(host, host.head[1], now)
    return host


def scanned(queue: HostQueue, now: float) -> tuple[int, int]:
    """Count ready and resting hosts one by one."""
    clocks = [host.next_at for host in queue.by_id.values() if host.head and not host.busy]
    ready = sum(next_at <= now for next_at in clocks)
    return ready, len(clocks) - ready


@pytest.mark.parametrize("seed", range(5))
def test_counts_agree_with_a_scan_of_all_hosts(seed: int) -> None:
    random, now = Random(seed), 0.0
    queue = queue_of(*(Host(id_, f"{id_}.example") for id_ in range(1, 30)))
    for step in range(2000):
        now += random.choice((0.0, 0.5, SOON))
        host = random.choice(list(queue.by_id.values()))
        match random.randrange(5):
            case 0 | 1:
                host.head = random.random(), step + 1
                queue.place(host)
            case 2 if not host.busy:
                host.head = None
                queue.place(host)
            case 3:
                take(queue, now)
            case _ if host.busy:
                queue.end(host)
                host.next_at = now + random.choice((0.0, 1.0, 3 * SOON))
                queue.place(host)
                queue.tidy()
        assert queue.counts(now) == scanned(queue, now)


def test_every_host_is_taken_once_and_best_first() -> None:
    random = Random(1)
    hosts = [Host(id_, f"{id_}.example", head=(random.random(), id_)) for id_ in range(1, 100)]
    queue = queue_of(*hosts)
    queue.counts(0.0)
    taken = [take(queue, 0.0) for _ in hosts]
    assert taken == sorted(hosts, key=lambda host: host.head, reverse=True)
    assert take(queue, 0.0) is None


def test_other_crawls_wait_for_hosts_that_rest_not_for_ready_ones() -> None:
    rests = Host(1, "a.example", head=(0.5, 1), next_at=5.0)
    ready = Host(2, "b.example", head=(0.9, 2))
    later = Host(3, "c.example", head=(0.9, 3), next_at=2 * SOON)
    queue = queue_of(rests, ready, later)
    assert queue.best_rank(0.0) == queue.ranking.rank(ready, "")
    assert queue.best_awaited(0.0) == queue.ranking.rank(rests, "")
    queue.slow.add(rests.id)
    assert queue.best_awaited(0.0) == 0.0


def test_a_host_left_to_another_crawl_is_never_taken() -> None:
    gone = Host(1, "a.example", head=(0.9, 1))
    queue = queue_of(gone, Host(2, "b.example", head=(0.5, 2), next_at=5.0))
    assert queue.counts(0.0) == (1, 1)
    queue.hold(gone, False)
    assert queue.counts(0.0) == (0, 1)
    assert take(queue, 0.0) is None
    assert queue.next_at() == 5.0
    queue.hold(gone, True)
    queue.place(gone)
    assert take(queue, 0.0) is gone


def test_a_ready_host_rests_again_when_time_is_set_back() -> None:
    host = Host(1, "a.example", head=(0.9, 1), next_at=100.0)
    queue = queue_of(host)
    assert queue.counts(100.0) == (1, 0)
    assert take(queue, 50.0) is None
    assert queue.next_at() == 100.0
    assert take(queue, 100.0) is host


@pytest.mark.parametrize("seed", range(5))
def test_the_best_hosts_are_those_of_a_scan(seed: int) -> None:
    random = Random(seed)
    hosts = {id_: Host(id_, f"{id_:02}.example") for id_ in range(30)}
    best = BestHosts(hosts)
    for _ in range(500):
        host = random.choice([*hosts.values()])
        host.fetched += 1
        host.good = max(host.good + random.choice((-1, 0, 1, 1)), 0)
        best.note(host)
        if random.random() < 0.01:
            del hosts[host.id]
        expected = nlargest(5, hosts.values(), key=lambda each: (each.good, -each.fetched))
        standings = [(each.good, each.fetched) for each in best.top(5)]
        assert standings == [(each.good, each.fetched) for each in expected if each.good]
