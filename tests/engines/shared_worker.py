"""A crawl without a network that shares a store with others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tests.engines.postgres_server import Server
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Link, Outcome, Reason, Verdict, Visit, Waiting
from tidings.settings import Budget, Scope
from tidings.store.postgres.office import PostgresLeases
from tidings.store.postgres.shared import SharedStore
from tidings.urls import url_id

KEPT = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Worker:
    """A crawl without a network: its store and frontier."""

    def __init__(
        self,
        server: Server,
        schema_: str,
        name: str,
        most: int = 100,
        patience: float = 0.0,
        by_domain: bool = False,
        budget: Budget | None = None,
        parts: int = 0,
    ) -> None:
        self.leases = PostgresLeases(name, 30.0, most, 1.0, budget or Budget())
        self.store = SharedStore(server.url, schema_, self.leases, by_domain=by_domain, parts=parts)
        self.frontier = Frontier(self.store.links, ScopeRules(Scope(), 0.0, 5), patience=patience)
        self.frontier.share()

    def find(self, *urls: str, score: float = 0.5, **more: Any) -> None:
        links = [Link(url, "http://parent.example/", **more) for url in urls]
        self.frontier.add([Candidate(url_id(link.url), score, link) for link in links], 1.0)

    def commit(self) -> None:
        sharing = self.frontier.sharing
        assert sharing
        sharing.exchange(self.leases, 1.0)
        self.store.commit()
        sharing.exchange(self.leases, 1.0)

    def pop(self, now: float = 1e12) -> Waiting | None:
        return self.frontier.pop(now)

    def visit(self, waiting: Waiting, verdict: Verdict = KEPT) -> None:
        url = waiting.candidate.link.url
        self.store.visits.save(waiting.seq, Visit(url, NOW, 200, verdict, title="A"), None)
        self.frontier.count_answer(waiting, healthy=True)
        self.frontier.finish(waiting, verdict)
        self.frontier.release(waiting, 5.0, 1.0)


Hire = Callable[..., Worker]


def outcomes(worker: Worker) -> dict[str, str]:
    rows = worker.store.there.raw.execute("SELECT url, phase, outcome FROM link").fetchall()
    return {url: outcome if phase else "waiting" for url, phase, outcome in rows}
