"""What is read is kept: text, places, names, dates, keywords and edges of kept and rejected pages."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.archive.write.memory import CountingArchive
from tidings.collection.collection import Collection
from tidings.crawl.pipeline import Pipeline
from tidings.crawl.wiring import wire
from tidings.crawl.workers import started
from tidings.crawl.workers.tasks import Setup
from tidings.lab.bench.clock import EPOCH
from tidings.model import (
    Candidate,
    Capture,
    Content,
    Dating,
    Event,
    EventModel,
    Fetched,
    Link,
    Mention,
    Named,
    Outcome,
    Place,
    Visit,
)
from tidings.read.reader import Reader
from tidings.read.words.keywords import keywords
from tidings.settings import (
    ArchiveSettings,
    Budget,
    RelevanceSettings,
    RunSettings,
    Scope,
    Settings,
)
from tidings.sources.seeds import Seeds
from tidings.store.content import pack, unpack
from tidings.store.entries import Entry
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.store import SqliteStore
from tidings.urls import url_id
from tidings.web.clock import SystemClock

URL = "http://news.example/2024/05/03/flood"
MODEL = EventModel({"flood": 1.0}, {}, None)
SETTINGS = Settings(
    Event("Flood", {"flood": 1.0}),
    (URL,),
    relevance=RelevanceSettings(measure="topic"),
    archive=ArchiveSettings(rejected_text=200),
)
TEXT = (
    (
        "<p>The flood reached Valencia in Spain on 2 May 2024. In Valencia, Mayor Anna Berg thanked the Red Cross "
        "for its help, and Berg asked Paris for pumps. The flood was the worst in living memory, people said.</p>"
    )
    + "<p>Rescue teams went from house to house, and volunteers carried sandbags to the river.</p>"
    * 5
)
PAGE = f"""<html lang="en"><head><title>Flood</title>
<meta property="article:published_time" content="2024-05-03T08:30:00Z"></head><body><main>{TEXT}
<p><a href="/1">One</a> <a rel="nofollow" href="/2">Two</a> <a href="http://b.example/3">Three</a>
<a href="/{"x" * 3000}">Long</a> <a href="/4">Four</a> <a href="/5">Five</a></p></main></body></html>"""


def capture(body: str = PAGE, url: str = URL) -> Capture:
    moment = datetime(2024, 5, 4, tzinfo=UTC)
    return Capture(url, moment, 200, (("Content-Type", "text/html"),), body.encode())


def stored(body: str, settings: Settings = SETTINGS) -> tuple[Visit, Entry]:
    """Process a page and save it; return its visit, and its entry as a reader of the collection sees it."""
    visit = Pipeline(settings, MODEL).process(Link(URL), capture(body))
    store = SqliteStore(database := Database(None))
    candidate = Candidate(url_id(URL), 1.0, Link(URL))
    host = store.links.add_host("news.example")
    seq = store.links.add(candidate, host, 0.0, visit.verdict, final=True).seq
    store.visits.save(seq, visit, None)
    for link in visit.links:
        store.links.add(link, host, 0.0, None, final=False)
    entry = SqliteLedger(database).entry(URL)
    assert entry
    edges = SqliteLedger(database).edges(URL)
    assert edges == tuple(link.link.url for link in visit.links)
    return visit, entry


def test_everything_read_on_a_kept_page_is_stored() -> None:
    visit, entry = stored(PAGE)
    opened = Reader().open(capture())
    opened.glance()  # as a crawl does before it reads with care
    page, content = opened.page(), entry.content
    assert visit.verdict.outcome is Outcome.KEPT
    assert content.text == page.text
    assert len(content.text) > 500
    assert content.dates == page.dates
    assert {date.evidence for date in content.dates} >= {"meta", "url"}
    assert all(isinstance(date, Dating) for date in content.dates)
    assert content.people == (Named("Anna Berg", 2),)
    assert content.organisations == (Named("Red Cross", 1),)
    assert content.keywords == keywords(page.text, page.language)
    assert "flood" in content.keywords


def test_places_are_stored_with_country_coordinates_and_counts() -> None:
    _, entry = stored(PAGE)
    places = {mention.place.name: mention for mention in entry.content.places}
    valencia = places["Valencia"]
    assert (valencia.count, valencia.place.country) == (2, "ES")
    assert valencia.place.latitude == pytest.approx(39.47, abs=0.01)
    assert valencia.place.longitude == pytest.approx(-0.38, abs=0.01)
    assert valencia.place.geonames
    assert places["Paris"].place.country == "FR"
    assert "Spain" in places


def test_of_a_rejected_page_only_the_lead_of_the_text_is_left_out() -> None:
    body = PAGE.replace("flood", "game").replace("Flood", "Game")
    visit, entry = stored(body)
    content = entry.content
    assert visit.verdict.outcome is Outcome.REJECTED
    assert len(content.text) == 200
    assert content.text.startswith("The game reached Valencia")
    assert content.people == (Named("Anna Berg", 2),)
    assert content.organisations == (Named("Red Cross", 1),)
    assert {mention.place.name for mention in content.places} >= {"Valencia", "Paris"}
    assert content.dates
    assert "valencia" in content.keywords
    none = replace(SETTINGS, archive=ArchiveSettings(rejected_text=0))
    assert stored(body, none)[1].content.text == ""


@pytest.mark.parametrize("word", ["flood", "game"])
def test_every_link_is_an_edge_whether_it_may_be_followed_or_not(word: str) -> None:
    settings = replace(SETTINGS, scope=Scope(links_per_page=3, exclude=("b.example",)))
    visit, _ = stored(PAGE.replace("flood", word).replace("Flood", word), settings)
    assert len(visit.edges) == 8 * 6
    assert sum(candidate.link.barred is not None for candidate in visit.links) == 4


def test_content_of_a_page_without_words_can_be_stored() -> None:
    visit = Pipeline(SETTINGS, MODEL).process(Link(URL), capture("<html><body></body></html>"))
    assert visit.edges == b""


def test_a_place_without_coordinates_comes_back_without_them() -> None:
    content = Content("t", (Mention(Place("Nowhere"), 3), Mention(Place("Null", "", 0.0, 0.0), 1)))
    assert unpack(pack(content)) == content
    assert unpack(b"") == Content()


# Worker processes


class Menus:
    """A fetcher of pages that all show the same menu, as the pages of a site do."""

    async def fetch(self, link: Link) -> Fetched:
        menu = "".join(f'<a href="/{number}">Page {number}</a> ' for number in range(30))
        body = (
            f"<html><body><p>The flood at {link.url}, {link.url[-2:]} dead.</p>{menu}</body></html>"
        )
        return Fetched(capture(body, link.url)._replace(captured_at=EPOCH))

    def delay(self, url: str) -> float:
        return 0.0

    async def close(self) -> None: ...


def test_edges_are_whole_although_workers_send_each_link_once() -> None:
    root = "http://a.example/"
    settings = replace(SETTINGS, seeds=(root,), budget=Budget(pages=20), run=RunSettings(workers=1))
    store = SqliteStore(database := Database(None))

    async def crawl() -> None:
        async with started(Setup(settings, MODEL)) as workers:
            collection = Collection(store, CountingArchive())
            await wire(settings, collection, Menus(), workers, SystemClock()).run([Seeds([root])])

    asyncio.run(crawl())
    ledger = SqliteLedger(database)
    visited = [entry for entry in ledger.entries() if entry.visit]
    assert len(visited) == 20
    for entry in visited:
        menu = tuple(f"{root}{number}" for number in range(30) if f"{root}{number}" != entry.url)
        assert ledger.edges(entry.url) == menu
        assert entry.content.text
