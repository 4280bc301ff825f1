"""Collections made of given pages, without a crawl."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from tidings.archive.write.records import response_records
from tidings.collection.collection import Collection, open_collection
from tidings.learn.page_words import terms_of
from tidings.model import (
    Candidate,
    Capture,
    Content,
    Dating,
    Link,
    Mention,
    Named,
    Outcome,
    Page,
    Place,
    Reason,
    Score,
    Typed,
    Verdict,
    Visit,
)
from tidings.store.content import pack
from tidings.urls import host_of, url_id

EVENT = """
name = "Flood"
seeds = ["http://a.example/"]
[what]
keywords = ["flood"]
"""
NOW = datetime(2024, 5, 1, tzinfo=UTC)


@dataclass(frozen=True)
class StoredPage:
    """What a test says about a page."""

    url: str
    text: str = "a text"
    title: str = "A title"
    language: str = "en"
    outcome: Outcome = Outcome.KEPT
    score: float | None = 0.5
    published: datetime | None = None
    places: tuple[Place, ...] = ()
    people: tuple[str, ...] = ()
    type: str = ""
    story: int = 0
    links: tuple[str, ...] = ()
    body: bytes = b""
    """Archived if there is one."""
    captured: datetime = NOW
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html"),)
    status: int = 200


class Shelf:
    """Writes pages into a collection, as a crawl does."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "event.toml").write_text(EVENT, encoding="utf-8")
        self._folder = folder

    def save(self, *pages: StoredPage) -> list[int]:
        """Save one visit for each page, in one commit; return the numbers of the visits."""
        with open_collection(self._folder, prefix="x", warc_megabytes=1) as collection:
            return [_save(collection, page) for page in pages]


def _save(collection: Collection, page: StoredPage) -> int:
    links, verdict = collection.links, Verdict(page.outcome, Reason.SCORE, "")
    host = next((each.id for each in links.hosts() if each.name == host_of(page.url)), None)
    host = host or links.add_host(host_of(page.url))
    known = links.find(url_id(page.url))
    candidate = Candidate(url_id(page.url), 0.5, Link(page.url))
    seq = (
        known.seq if known else links.add(candidate, host, NOW.timestamp(), verdict, final=True).seq
    )
    links.finish(seq, verdict)
    content = Content(
        page.text,
        tuple(Mention(place, 1) for place in page.places),
        tuple(Named(name, 1) for name in page.people),
    )
    visit = Visit(
        page.url,
        page.captured,
        page.status,
        verdict,
        title=page.title,
        language=page.language,
        published=Dating(page.published, "meta", 0.9) if page.published else None,
        score=None if page.score is None else Score(page.score),
        base=page.score or 0.0,
        type=Typed(page.type, 0.9) if page.type else None,
        content=pack(content),
        cells=terms_of(Page(page.url, page.title, page.text, language=page.language)),
        edges=array("q", [url_id(url) for url in page.links]).tobytes(),
    )
    pointer = None
    if page.body:
        capture = Capture(page.url, page.captured, page.status, page.headers, page.body)
        records, length, digest = response_records(capture, {})
        pointer = collection.archive.append(records)._replace(length=length)
        mime = capture.header("Content-Type")
        visit = replace(visit, digest=digest, mime=mime, size=len(page.body))
    number = collection.visits.save(seq, visit, pointer)
    if page.story:
        collection.stories.join(number, page.story)
    return number
