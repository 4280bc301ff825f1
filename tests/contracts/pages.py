"""Links and visits to fill a store with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tidings.model import Candidate, Channel, Link, Outcome, Pointer, Reason, Score, Verdict, Visit
from tidings.ports import Store
from tidings.urls import url_id

NOW = datetime(2024, 5, 1, tzinfo=UTC)
KEPT = Verdict(Outcome.KEPT, Reason.SCORE, "0.9")
REJECTED = Verdict(Outcome.REJECTED, Reason.SCORE, "0.1")
HOST = 1
"""The number of the host that all links here are on."""


def url(name: object) -> str:
    return f"https://paper.example/{name}"


def found(store: Store, name: object, score: float = 0.5, **known: object) -> int:
    """Add a waiting link and return its number."""
    if not list(store.links.hosts()):
        assert store.links.add_host("https://paper.example") == HOST
    link = Link(url(name))._replace(**known)
    candidate = Candidate(url_id(link.url), score, link)
    return store.links.add(candidate, HOST, 0.0, None, final=False).seq


def visited(
    store: Store,
    name: object,
    verdict: Verdict = KEPT,
    *,
    snapshot: bool = False,
    channel: Channel = Channel.LINK,
    **known: object,
) -> int:
    """Save a visit to a link, end the link and return the number of the visit."""
    link = store.links.find(url_id(url(name)))
    seq = link.seq if link else found(store, name, channel=channel)
    pointer = known.pop("pointer", None)
    values = {"captured_at": NOW, "score": Score(0.5), **known}
    visit = Visit(url(name), status=200, verdict=verdict, **values)
    number = store.visits.save(seq, visit, pointer, snapshot=snapshot)
    if not snapshot:
        store.links.finish(seq, verdict)
    return number


def later(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


def place(offset: int) -> Pointer:
    return Pointer("a.warc.gz", offset, 10)
