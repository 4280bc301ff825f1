"""Puts a crawl together from settings and a collection: the one place that chooses order, ranking and scope."""

from __future__ import annotations

from collections.abc import Callable

from tidings.collection.collection import Collection
from tidings.crawl.again.returning import ReturnTo
from tidings.crawl.entering import TRAPS, Bookkeeper
from tidings.crawl.loop import Crawl
from tidings.crawl.parts import Parts
from tidings.crawl.requisites.fetching import Completion
from tidings.frontier.embedded import Frontier
from tidings.frontier.order import ORDERS, policy_of
from tidings.frontier.rank.bandit import Bandit
from tidings.frontier.rank.importance import HostRanking
from tidings.frontier.scope import ScopeRules, bounds_of
from tidings.frontier.stopping import Outlook
from tidings.frontier.traps import Traps
from tidings.ports import Clock, Fetcher, Leases, LinkScorer, Policy, Ranking, Store, Workers
from tidings.settings import Settings


def wire(  # noqa: PLR0913 - the parts of a crawl
    settings: Settings,
    collection: Collection,
    fetcher: Fetcher,
    workers: Workers,
    clock: Clock,
    *,
    link_scorer: Callable[[], LinkScorer] | None = None,
    leases: Leases | None = None,
    return_to: ReturnTo | None = None,
    lockstep: bool = False,
) -> Crawl:
    """Return a crawl over a collection; with ``leases`` it shares its hosts, ``lockstep`` is for virtual time.

    With ``return_to``, pages that were visited before come back.
    """
    frontier = frontier_of(settings, collection.store)
    frontier.hosts.by_domain = settings.fetch.politeness == "domain"
    if leases:
        frontier.share()
    books = Bookkeeper(settings, collection, frontier, fetcher, clock)
    if return_to:
        books.returning.begin(return_to.what, keeps_going=return_to.keeps_going)
    parts = Parts(
        collection,
        frontier,
        books,
        fetcher,
        workers,
        clock,
        Completion(settings, books.needed, collection, fetcher, workers, clock, books.tally),
        lambda: _ranking(settings, collection.store),
        link_scorer,
        leases,
    )
    return Crawl(settings, parts, lockstep=lockstep)


def frontier_of(settings: Settings, store: Store) -> Frontier:
    """Return the frontier of a collection, with what order and ranking learned in earlier runs."""
    traps = Traps(store.state.noted(TRAPS))
    return Frontier(
        store.links,
        ScopeRules(bounds_of(settings), settings.order.min_score, settings.fetch.redirects, traps),
        patience=settings.order.patience,
        policy=_policy(settings, store),
        ranking=_ranking(settings, store),
        outlook=Outlook.from_text(store.state.load().outlook),
        combines=_combines(settings),
    )


def _combines(settings: Settings) -> bool:
    """Return whether links on several pages rise; rankings of hosts were made for the scores of single links."""
    return ORDERS[settings.order.policy].combines and settings.order.sources == "none"


def _policy(settings: Settings, store: Store) -> Policy:
    """Return the policy of the settings, with what it learned in earlier runs."""
    learned = store.state.load().link_model
    policy = policy_of(settings.order, learned, settings.event.genre)
    policy.restore(store.ledger)
    return policy


def _ranking(settings: Settings, store: Store) -> Ranking:
    """Return the ranking of hosts that the settings name, with what it learned in earlier runs."""
    if settings.order.sources == "bandit":
        return Bandit(store.ledger.tried())
    waits = ORDERS[settings.order.policy].waits
    return HostRanking(settings.order.sources, settings.order.seed, waits=waits)
