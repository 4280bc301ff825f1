from __future__ import annotations

from array import array
from datetime import UTC, datetime

import pytest

from tidings.frontier.embedded import Frontier
from tidings.frontier.hosts import ENOUGH_UNDER_WAY
from tidings.frontier.rank.importance import HostRanking
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Link, Outcome, Query, Reason, Verdict, Visit, Waiting
from tidings.settings import Scope
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.urls import url_id

EVERYTHING = Scope()
KEPT = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")


@pytest.fixture
def database():
    database = Database(None)
    yield database
    database.close()


def frontier_over(
    database: Database, scope: Scope = EVERYTHING, min_score: float = 0.0
) -> Frontier:
    rules = ScopeRules(scope, min_score, max_redirects=5)
    return Frontier(SqliteLinks(database), rules)


def candidate(url: str, score: float = 0.5, **known: object) -> Candidate:
    return Candidate(url_id(url), score, Link(url)._replace(**known))


def url(waiting: Waiting | None) -> str:
    return waiting.candidate.link.url if waiting else ""


def finish(frontier: Frontier, waiting: Waiting, next_at: float = 0.0) -> None:
    frontier.finish(waiting, KEPT)
    frontier.release(waiting, next_at, 1.0)


def test_the_hosts_of_a_domain_may_share_one_clock(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.hosts.by_domain = True
    frontier.add([candidate(f"http://{name}.a.example/", 0.5) for name in ("x", "y")], 0.0)
    frontier.add([candidate("http://b.example/", 0.4)], 0.0)
    first = frontier.pop(10.0)
    assert first
    assert url(frontier.pop(10.0)) == "http://b.example/"
    assert frontier.pop(10.0) is None
    finish(frontier, first, next_at=15.0)
    assert frontier.pop(14.9) is None
    second = frontier.pop(15.0)
    assert {url(first), url(second)} == {"http://x.a.example/", "http://y.a.example/"}


def test_the_hosts_at_an_address_share_one_clock(database: Database) -> None:
    frontier = frontier_over(database)
    addresses = {"x.example": "192.0.2.1"}
    frontier.hosts.addresses = addresses
    frontier.add([candidate(f"http://{name}.example/1", 0.5) for name in "xy"], 0.0)
    frontier.add([candidate(f"http://{name}.example/2", 0.5) for name in "xy"], 0.0)
    both = [frontier.pop(10.0), frontier.pop(10.0)]
    assert {url(each) for each in both} == {"http://x.example/1", "http://y.example/1"}
    addresses["y.example"] = "192.0.2.1"  # now it is known, too
    for each, at in zip(both, (15.0, 20.0), strict=True):
        assert each
        finish(frontier, each, next_at=at)
    assert frontier.pop(19.9) is None
    assert frontier.pop(20.0)
    assert frontier.pop(20.0) is None, "the other one waits for its answer"


def test_a_host_that_moves_while_it_is_asked_leaves_no_address_closed(database: Database) -> None:
    frontier = frontier_over(database)
    addresses = {"x.example": "192.0.2.1", "y.example": "192.0.2.1"}
    frontier.hosts.addresses = addresses
    frontier.add([candidate(f"http://{name}.example/", 0.5) for name in "xy"], 0.0)
    first = frontier.pop(10.0)
    assert first
    assert frontier.pop(10.0) is None
    addresses[url(first).split("/")[2]] = "192.0.2.9"
    finish(frontier, first, next_at=15.0)
    assert frontier.pop(15.0)


def test_the_best_host_goes_first_and_each_host_has_one_link_under_way(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.add([candidate("http://a.example/1", 0.5), candidate("http://a.example/2", 0.9)], 0.0)
    frontier.add([candidate("http://b.example/1", 0.7)], 0.0)
    assert url(frontier.pop(0.0)) == "http://a.example/2"
    assert url(frontier.pop(0.0)) == "http://b.example/1"
    assert frontier.pop(0.0) is None
    assert frontier.waiting == 1


def test_a_host_rests_until_its_clock_allows(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.add([candidate("http://a.example/1"), candidate("http://a.example/2")], 0.0)
    finish(frontier, frontier.pop(10.0), next_at=12.0)
    assert frontier.pop(11.9) is None
    assert frontier.hosts.next_at() == 12.0
    assert frontier.hosts.counts(11.9) == (0, 1)
    assert url(frontier.pop(12.0)) == "http://a.example/2"


def test_a_better_link_found_later_overtakes(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.add([candidate("http://a.example/1", 0.5), candidate("http://b.example/1", 0.6)], 0.0)
    frontier.add([candidate("http://a.example/2", 0.9)], 0.0)
    assert url(frontier.pop(0.0)) == "http://a.example/2"


def test_a_known_link_rises_when_a_better_page_points_to_it(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.add([candidate("http://a.example/1", 0.2), candidate("http://a.example/2", 0.5)], 0.0)
    frontier.add([candidate("http://a.example/1", 0.1), candidate("http://a.example/1", 0.9)], 0.0)
    assert url(frontier.pop(0.0)) == "http://a.example/1"
    assert frontier.waiting == 1


def test_a_link_that_is_put_off_waits_for_better_ones_and_may_rise_again(
    database: Database,
) -> None:
    frontier = frontier_over(database)
    frontier.add([candidate("http://a.example/1", 0.9), candidate("http://a.example/2", 0.5)], 0.0)
    frontier.add([candidate("http://b.example/1", 0.7)], 0.0)
    frontier.postpone(frontier.pop(0.0), 0.3)
    assert frontier.waiting == 3
    assert url(frontier.pop(0.0)) == "http://b.example/1"
    frontier.add([candidate("http://a.example/1", 0.6)], 0.0)
    assert url(frontier.pop(0.0)) == "http://a.example/1"
    assert frontier.pop(0.0) is None


def test_a_visited_link_is_never_chosen_again(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.add([candidate("http://a.example/1")], 0.0)
    finish(frontier, frontier.pop(0.0))
    frontier.add([candidate("http://a.example/1", 1.0)], 0.0)
    assert frontier.pop(10.0) is None
    assert frontier.waiting == 0


def test_a_link_put_back_comes_again_after_the_rest(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.add([candidate("http://a.example/1")], 0.0)
    waiting = frontier.pop(0.0)
    frontier.put_back(waiting, Reason.HTTP, "503", counts=True)
    frontier.release(waiting, 30.0, 1.0)
    assert frontier.pop(29.0) is None
    again = frontier.pop(30.0)
    assert url(again) == "http://a.example/1"
    assert again.tries == 1


def test_a_frontier_opened_again_goes_on_where_it_was(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.add(
        [candidate(f"http://{host}.example/{n}", n / 10) for host in "ab" for n in range(5)], 0.0
    )
    finish(frontier, frontier.pop(0.0), next_at=50.0)
    under_way = frontier.pop(0.0)
    again = frontier_over(database)
    assert again.waiting == 9
    assert url(again.pop(1.0)) == url(under_way)
    assert again.pop(1.0) is None
    assert again.hosts.next_at() == 50.0


def test_after_a_crash_every_host_rests_once(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.add([candidate("http://a.example/1")], 0.0)
    frontier.hosts.rest_all(100.0, 2.0)
    assert frontier.pop(101.9) is None
    assert frontier.pop(102.0)


def test_a_host_is_closed_after_its_share_of_pages(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    frontier = frontier_over(database, Scope(pages_per_site=1))
    frontier.add([candidate("http://a.example/1"), candidate("http://a.example/2")], 0.0)
    waiting = frontier.pop(0.0)
    frontier.host("http://a.example/").fetched = 1
    finish(frontier, waiting)
    assert frontier.pop(10.0) is None
    assert frontier.waiting == 0
    frontier.add([candidate("http://a.example/3")], 0.0)
    entry = SqliteLedger(database).entry("http://a.example/3")
    assert (entry.outcome, entry.reason) == ("refused", "pages per site: 1 fetched")
    assert caplog.messages == ["a.example: closed, pages per site: 1 fetched"]


def test_a_settled_twin_is_not_visited(database: Database) -> None:
    frontier = frontier_over(database)
    twin = candidate("http://a.example/canonical")
    frontier.add([twin], 0.0)
    frontier.settle(twin, 0.0, Verdict(Outcome.DUPLICATE, Reason.SAME_PAGE, "http://a.example/1"))
    assert frontier.pop(0.0) is None
    assert frontier.waiting == 0


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        (Link("http://other.example/"), "scope: site not listed"),
        (Link("http://sub.bad.example/"), "scope: excluded"),
        (Link("http://news.example/private/x"), "scope: excluded"),
        (Link("http://news.example/", depth=4), "depth 4 over 3"),
        (Link("http://news.example/", depth=1), "link score 0.05 under 0.10"),
        (Link("http://news.example/", barred=Reason.NOFOLLOW), "nofollow"),
        (Link("http://news.example/", hops=6), "more than 5 redirects"),
        (Link("http://news.example/a/b/a/b/a/b/a/b/"), "trap: "),
        (Link("http://news.example" + "/x1" * 1 + "/y" * 0 + "".join(f"/{n}" for n in range(30))), "trap: 31 path segments"),
        (Link("http://news.example/" + "x" * 3000, barred=Reason.URL_TOO_LONG), "address too long"),
    ],
)  # fmt: skip
def test_what_is_out_of_scope_is_written_down_with_its_reason(
    database: Database, link: Link, reason: str
) -> None:
    scope = Scope(
        sites=("news.example", "bad.example"),
        exclude=("bad.example", "http://news.example/private/"),
        depth=3,
    )
    frontier = frontier_over(database, scope, min_score=0.1)
    score = 0.05 if "score" in reason else 0.5
    frontier.add([Candidate(url_id(link.url), score, link)], 0.0)
    assert frontier.pop(0.0) is None
    entry = SqliteLedger(database).entry(link.url)
    assert entry.outcome == "refused"
    assert entry.reason.startswith(reason)


def test_a_link_too_deep_is_followed_when_found_nearer(database: Database) -> None:
    frontier = frontier_over(database, Scope(depth=3))
    frontier.add([candidate("http://a.example/", depth=4)], 0.0)
    assert frontier.pop(0.0) is None
    frontier.add([candidate("http://a.example/", depth=2)], 0.0)
    assert url(frontier.pop(0.0)) == "http://a.example/"


def test_many_hosts_are_served_in_order_of_their_best_links(database: Database) -> None:
    frontier = frontier_over(database)
    scores = [(n * 37 % 101) / 101 for n in range(101)]
    frontier.add([candidate(f"http://h{n}.example/", score) for n, score in enumerate(scores)], 0.0)
    popped = [frontier.pop(0.0).candidate.score for _ in scores]
    assert popped == sorted(scores, reverse=True)


def patient(database: Database) -> Frontier:
    return Frontier(SqliteLinks(database), ScopeRules(EVERYTHING, 0.0, 5), patience=0.9)


def test_a_poor_link_waits_for_a_better_one_that_is_nearly_due(database: Database) -> None:
    frontier = patient(database)
    frontier.add([candidate("http://a.example/1", 0.9), candidate("http://a.example/2", 0.9)], 0.0)
    finish(frontier, frontier.pop(0.0), next_at=5.0)
    frontier.add([candidate("http://b.example/1", 0.5)], 0.0)
    assert frontier.pop(0.0) is None
    assert frontier.hosts.next_at() == 5.0
    assert url(frontier.pop(5.0)) == "http://a.example/2"
    assert url(frontier.pop(5.0)) == "http://b.example/1"


def test_nobody_waits_for_a_host_that_rests_for_long(database: Database) -> None:
    frontier = patient(database)
    frontier.add(
        [candidate("http://c.example/1", 0.95), candidate("http://c.example/2", 0.95)], 0.0
    )
    frontier.add([candidate("http://a.example/1", 0.9), candidate("http://b.example/1", 0.5)], 0.0)
    finish(frontier, frontier.pop(0.0), next_at=5.0)
    failing = frontier.pop(0.0)
    assert url(failing) == "http://a.example/1"
    frontier.put_back(failing, Reason.HTTP, "503", counts=True)
    frontier.release(failing, 600.0, 1.0)
    finish(frontier, frontier.pop(5.0), next_at=6.0)
    assert url(frontier.pop(5.0)) == "http://b.example/1"


def with_one_under_way(database: Database, delay: float, others: int = 0) -> Frontier:
    """Return a frontier whose best host was asked before and is busy, as are some others; a poor link waits."""
    ranking = HostRanking(waits=True)
    rules = ScopeRules(EVERYTHING, 0.0, 5)
    frontier = Frontier(SqliteLinks(database), rules, patience=0.9, ranking=ranking)
    frontier.add([candidate("http://a.example/1", 0.9), candidate("http://a.example/2", 0.9)], 0.0)
    first = frontier.pop(0.0)
    frontier.host("http://a.example/").fetched += 1
    frontier.finish(first, KEPT)
    frontier.release(first, 0.0, delay)
    frontier.add([candidate(f"http://n{number}.example/", 0.9) for number in range(others)], 0.0)
    while frontier.pop(0.0):
        pass
    frontier.add([candidate("http://b.example/1", 0.5)], 0.0)
    return frontier


def test_a_poor_link_waits_for_a_better_host_that_is_busy(database: Database) -> None:
    assert with_one_under_way(database, delay=1.0).pop(0.0) is None


def test_nobody_waits_for_a_host_that_needs_no_rest_while_readers_are_idle(
    database: Database,
) -> None:
    assert url(with_one_under_way(database, delay=0.0).pop(0.0)) == "http://b.example/1"


def test_a_host_that_needs_no_rest_is_waited_for_when_enough_is_under_way(
    database: Database,
) -> None:
    frontier = with_one_under_way(database, delay=0.0, others=ENOUGH_UNDER_WAY)
    assert frontier.pop(0.0) is None


def test_hosts_met_for_the_first_time_after_a_crash_rest_too(database: Database) -> None:
    frontier = frontier_over(database)
    frontier.hosts.rest_all(100.0, 2.0)
    frontier.add([candidate("http://new.example/")], 100.0)
    assert frontier.pop(101.9) is None
    assert frontier.pop(102.0)


def test_heaps_do_not_grow_with_the_pages_fetched(database: Database) -> None:
    frontier = patient(database)
    for number in range(8000):
        score = 0.5 + number / 20_000
        frontier.add([candidate(f"http://a.example/{number}", score)], 0.0)
        finish(frontier, frontier.pop(float(number)), next_at=float(number))
    queue = frontier.hosts
    assert len(queue._soon) + len(queue._ready) + len(queue._resting) < 5000


NARROW = Scope(depth=1, exclude=("shop.example", "http://a.example/old/"))


def test_what_waits_is_refused_when_the_scope_was_narrowed(database: Database) -> None:
    frontier = frontier_over(database)
    waiting = ["http://shop.example/1", "http://shop.example/2", "http://a.example/old/1"]
    frontier.add([candidate(name, 0.9) for name in waiting], 0.0)
    frontier.add([candidate("http://a.example/deep", 0.8, depth=2)], 0.0)
    frontier.add([candidate("http://a.example/new", 0.1), candidate("http://b.example/", 0.5)], 0.0)
    again = frontier_over(database, NARROW)
    assert url(again.pop(0.0)) == "http://b.example/", "not before better ones that are left"
    assert url(again.pop(0.0)) == "http://a.example/new"
    assert again.pop(0.0) is None
    assert again.waiting == 0
    reasons = {
        entry.url: entry.reason
        for entry in SqliteLedger(database).entries(Query(outcome="refused"))
    }
    assert reasons == dict.fromkeys(waiting, "scope: excluded") | {
        "http://a.example/deep": "depth 2 over 1"
    }
    again.add([candidate("http://a.example/deep", 0.3, depth=1)], 0.0)
    assert again.waiting == 1, "found nearer, it may be followed"


def test_a_low_score_is_no_reason_to_leave_what_waits(database: Database) -> None:
    frontier_over(database).add([candidate("http://a.example/", 0.1, depth=1)], 0.0)
    assert url(frontier_over(database, min_score=0.5).pop(0.0)) == "http://a.example/"


def test_a_link_found_nearer_comes_nearer_whatever_its_score(database: Database) -> None:
    frontier = frontier_over(database)
    for score, depth in ((0.9, 2), (0.5, 1), (0.7, 3)):
        frontier.add([candidate("http://a.example/", score, depth=depth)], 0.0)
    waiting = frontier.pop(0.0)
    assert waiting is not None
    assert (waiting.candidate.score, waiting.candidate.link.depth) == (0.9, 1)


def test_a_host_whose_best_link_was_settled_goes_by_its_next(database: Database) -> None:
    frontier = patient(database)
    names = ("http://a.example/good", "http://a.example/poor", "http://b.example/fine")
    frontier.add(map(candidate, names, (0.9, 0.05, 0.8)), 0.0)
    frontier.settle(candidate(names[0]), 0.0, Verdict(Outcome.DUPLICATE, Reason.SAME_PAGE))
    assert [url(frontier.pop(0.0)) for _ in range(2)] == [names[2], names[1]]


def visit(page: str, *links: Candidate, kept: bool = True) -> Visit:
    return Visit(
        page,
        datetime(2024, 5, 1, tzinfo=UTC),
        200,
        KEPT if kept else Verdict(Outcome.REJECTED, Reason.SCORE, "0.1"),
        links=links,
        edges=array("q", [link.id for link in links]).tobytes(),
        edge_scores=array("f", [link.score for link in links]).tobytes() if kept else b"",
    )


@pytest.mark.parametrize("combines", [True, False])
def test_a_link_on_two_kept_pages_goes_before_one_on_a_single_page(
    database: Database, combines: bool
) -> None:
    rules = ScopeRules(EVERYTHING, 0.0, max_redirects=5)
    frontier = Frontier(SqliteLinks(database), rules, combines=combines)
    first, second = candidate("http://a.example/first"), candidate("http://b.example/second")
    frontier.follow(candidate("http://c.example/1"), visit("http://c.example/1", first), 0.0)
    frontier.follow(candidate("http://c.example/2"), visit("http://c.example/2", second), 0.0)
    frontier.follow(candidate("http://c.example/3"), visit("http://c.example/3", second), 0.0)
    assert url(frontier.pop(0.0)) == (second if combines else first).link.url


def test_pages_that_were_not_kept_raise_nothing(database: Database) -> None:
    rules = ScopeRules(EVERYTHING, 0.0, max_redirects=5)
    frontier = Frontier(SqliteLinks(database), rules, combines=True)
    menu = candidate("http://a.example/menu")
    for number in range(3):
        page = f"http://a.example/{number}"
        frontier.follow(candidate(page), visit(page, menu, kept=False), 0.0)
    assert SqliteLedger(database).entry(menu.link.url).priority == 0.5
