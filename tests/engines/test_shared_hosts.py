"""How crawls that share a store divide the hosts, wait for each other and hear of each other."""

from __future__ import annotations

from tests.engines.shared_worker import KEPT, NOW, Hire
from tidings.model import Score, Visit


def test_hosts_are_divided_evenly_and_given_back_by_those_who_have_too_many(hire: Hire) -> None:
    first = hire("first")
    first.find(*(f"http://h{n}.example/" for n in range(10)))
    first.commit()
    assert first.frontier.waiting == 10
    second = hire("second")
    for _ in range(3):
        second.commit()
        first.commit()
    assert first.frontier.waiting == second.frontier.waiting == 5


def test_no_crawl_holds_more_hosts_than_it_may(hire: Hire) -> None:
    first, second = hire("first", most=3), hire("second", most=4)
    first.find(*(f"http://h{n}.example/" for n in range(20)))
    for _ in range(3):
        first.commit()
        second.commit()
    assert (first.frontier.waiting, second.frontier.waiting) == (3, 4)


def test_poor_hosts_are_given_back_at_once_when_better_ones_are_free(hire: Hire) -> None:
    worker = hire("only", most=4)
    worker.find(*(f"http://poor{n}.example/" for n in range(4)), score=0.3)
    worker.commit()
    worker.find(*(f"http://good{n}.example/" for n in range(3)), score=0.9)
    worker.find("http://alike.example/", score=0.35)
    for _ in range(3):
        worker.commit()
    asked = []
    while waiting := worker.pop():
        asked.append(waiting.candidate.link.url)
    assert len(asked) == 4
    assert {url for url in asked if "good" in url} == {f"http://good{n}.example/" for n in range(3)}


def test_a_host_that_leaves_slowly_does_not_hold_up_others(hire: Hire) -> None:
    worker = hire("only", most=3)
    worker.find("http://poor0.example/", "http://poor0.example/2", score=0.2)
    worker.commit()
    assert worker.pop()
    worker.find("http://poor1.example/", "http://poor2.example/", score=0.3)
    worker.commit()
    worker.find("http://good0.example/", score=0.9)
    worker.commit()  # the poorest is to leave, but its page is still under way
    worker.find("http://good1.example/", "http://good2.example/", score=0.9)
    for _ in range(3):
        worker.commit()
    query = "SELECT name FROM host WHERE worker = 'only' ORDER BY name"
    held = [name for (name,) in worker.store.there.raw.execute(query).fetchall()]
    assert len([name for name in held if "good" in name]) == 2, held


def test_a_poor_link_waits_while_a_better_host_rests_at_another_crawl(hire: Hire) -> None:
    first, second = hire("first", most=1, patience=0.9), hire("second", most=1, patience=0.9)

    def note(change: str) -> None:
        query = f"UPDATE worker SET {change} WHERE name = 'first'"
        first.store.there.raw.execute(query.encode())

    first.find("http://good.example/1", "http://good.example/2", score=0.9)
    first.commit()
    second.find("http://poor.example/", score=0.3)
    second.commit()
    first.commit()
    note("seen_at = clock_timestamp() + interval '1 hour'")  # however slow this computer is
    second.commit()
    assert second.frontier.waiting == 1
    assert (
        second.frontier.hosts.elsewhere == 0.0
    )  # the good host is ready, so the first asks it anyway
    for rests in (True, False):
        waiting = first.pop()
        assert waiting
        first.visit(waiting)
        first.commit()
        note("seen_at = clock_timestamp() + interval '1 hour'")
        second.commit()
        assert (second.pop() is None) is rests
    for idle in ("state = 'paused'", "state = '', seen_at = '-infinity'"):
        note(f"best = 1.0, {idle}")
        second.commit()
        assert second.frontier.hosts.elsewhere == 0.0  # nobody waits for a crawl that does not work


def test_a_crawl_hears_what_others_have_judged(hire: Hire) -> None:
    first, second = hire("first"), hire("second")
    second.commit()
    first.find("http://a.example/1")
    first.commit()
    waiting = first.pop()
    assert waiting
    score = Score(0.7)
    visit = Visit(waiting.candidate.link.url, NOW, 200, KEPT, title="A", score=score)
    first.store.visits.save(waiting.seq, visit, None)
    first.frontier.finish(waiting, KEPT)
    first.frontier.release(waiting, 5.0, 1.0)
    heard: dict[str, list[tuple[str, float]]] = {"first": [], "second": []}
    for worker in (first, second):
        name = worker.leases.worker
        worker.frontier.policy.hear = (  # type: ignore[method-assign]
            lambda url, score, name=name: heard[name].append((url, score))
        )
        worker.commit()
        worker.commit()
    assert heard == {"first": [], "second": [("http://a.example/1", 0.7)]}


def test_the_hosts_of_a_domain_are_never_with_two_crawls(hire: Hire) -> None:
    before = hire("before")
    before.find("http://old.a.example/")
    before.commit()
    before.store.close()
    first = hire("first", by_domain=True)
    raw = first.store.there.raw
    assert raw.execute("SELECT site FROM host").fetchall() == [("a.example",)]
    first.find(*(f"http://x{n}.a.example/" for n in range(4)), "http://b.example/")
    first.commit()
    second = hire("second", by_domain=True)
    for _ in range(4):
        second.commit()
        first.commit()
    holders = dict(raw.execute("SELECT name, worker FROM host WHERE worker <> ''").fetchall())
    assert {holders[name] for name in holders if name.endswith(".a.example")} == {"first"}
    raw.execute("UPDATE host SET lease_until = '-infinity', next_at = 1.0 WHERE worker = 'first'")
    second.commit()
    rests = raw.execute(
        "SELECT min(next_at) FROM host WHERE worker = 'second' AND site = 'a.example'"
    )
    assert (
        rests.fetchone()[0] > 1e9
    )  # all of them rest once: who asked the domain last is not known


def test_a_host_that_is_given_back_is_not_asked_although_new_links_arrive(hire: Hire) -> None:
    first = hire("first")
    urls = [f"http://h{n}.example/" for n in range(10)]
    first.find(*urls)
    first.commit()
    second = hire("second")
    second.find(*(f"{url}new" for url in urls), score=0.6)
    for worker in (second, first, first, second):
        worker.commit()
    holder = dict(first.store.there.raw.execute("SELECT name, worker FROM host").fetchall())
    asked = set()
    for worker in (first, second):
        while waiting := worker.pop():
            name = worker.frontier.hosts.by_id[waiting.host].name
            assert holder[name] == worker.leases.worker
            asked.add(name)
    assert len(asked) == 10
