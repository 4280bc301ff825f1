"""Routes that make collections and steer their crawls."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Header, Query, Request, Response
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException

from tidings.api.given import Folder, OpenReaders, Served
from tidings.api.live import event_files
from tidings.api.live.crawls import Crawls, resume, take_event_file
from tidings.api.models.basic import media
from tidings.api.models.collections import BudgetView, CollectionCard, StateView
from tidings.api.models.crawling import (
    AddedView,
    Additions,
    BudgetChange,
    CrawlOrder,
    EventDraft,
    ExtractRequest,
    NewCollection,
    QueriesView,
    QueryView,
)
from tidings.api.security.paths import check_files, served_archives
from tidings.api.served import NotServed, Readers, inside
from tidings.api.views import collections as views
from tidings.collection.folder import EVENT_FILE, database_path, is_being_crawled, steer
from tidings.collection.prepare import check, prepare
from tidings.collection.proposing.draft import Draft, write_draft
from tidings.collection.proposing.queries import present, proposed
from tidings.errors import EventFileError, QueryError
from tidings.event.edit.extend import with_added
from tidings.event.edit.rewrite import write_values
from tidings.event.file import load
from tidings.job import Extraction, open_live
from tidings.settings import Settings
from tidings.sources.streams.changes import change, read_followed
from tidings.sources.streams.proposals import QueryProposal
from tidings.urls import is_address, normalise

router = APIRouter(tags=["crawl"])

_LARGEST_EVENT_FILE = 1_000_000
"""Characters."""


def _crawls(request: Request) -> Crawls:
    crawls: Crawls = request.app.state.crawls
    crawls.collect_ended()
    return crawls


RunningCrawls = Annotated[Crawls, Depends(_crawls)]


@router.post("/collections", status_code=201)
def make_collection(
    given: NewCollection, served: Served, readers: OpenReaders, response: Response
) -> CollectionCard:
    """Make a collection from an event file or a draft."""
    if given.draft:
        folder = _drafted(given.draft, served.home, given.folder)
    else:
        folder = _made(given.event_file or "", served.home, given.folder)
    response.headers["Location"] = f"collections/{folder.name}"
    return views.card(folder, readers)


def _made(text: str, home: Path, name: str | None) -> Path:
    with TemporaryDirectory() as trial:
        settings = event_files.checked(text, Path(trial))
    with event_files.new_folder(home, name or settings.event.name) as folder:
        event_files.replace(folder, text)
    return folder


def _drafted(given: EventDraft, home: Path, name: str | None) -> Path:
    if foreign := [each for each in given.references if not is_address(each)]:
        raise EventFileError(f"references: found {foreign[0][:100]!r}; allowed: web addresses")
    draft = Draft(
        name=given.name,
        seeds=tuple(given.seeds),
        keywords=tuple(given.keywords),
        places=tuple(given.places),
        who=tuple(given.who),
        references=tuple(given.references),
        start=given.start,
        end=given.end,
        text=given.text,
        contact=given.contact,
    )
    with event_files.new_folder(home, name or given.name) as folder:
        write_draft(draft, folder, check, open_live)
    return folder


@router.get(
    "/collections/{collection}/event",
    response_class=PlainTextResponse,
    responses=media("text/plain"),
)
def read_event(folder: Folder) -> PlainTextResponse:
    """Send the event file as it is written."""
    text = _event_text(folder)
    return PlainTextResponse(text, headers={"ETag": event_files.tag_of(text)})


@router.put("/collections/{collection}/event", status_code=200)
def write_event(
    folder: Folder,
    readers: OpenReaders,
    text: Annotated[str, Body(media_type="text/plain", max_length=_LARGEST_EVENT_FILE)],
    if_match: Annotated[str | None, Header()] = None,
) -> CollectionCard:
    """Replace the event file; a running crawl goes on with the new one."""
    if if_match not in (None, "*", event_files.tag_of(_event_text(folder))):
        raise HTTPException(412, "the event file was changed meanwhile; read it again")
    event_files.replace(folder, text)
    take_event_file(folder)
    return views.card(folder, readers)


def _event_text(folder: Path) -> str:
    try:
        return inside(folder, EVENT_FILE).read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise NotServed(f"{folder.name}: has no event file") from error


@router.post("/collections/{collection}/crawl", status_code=202)
def order_crawl(
    given: CrawlOrder, folder: Folder, crawls: RunningCrawls, readers: OpenReaders
) -> StateView:
    """Start, pause, resume or stop a crawl."""
    match given.action:
        case "start":
            check_files(prepare(folder).settings, folder)
            crawls.start(folder, ["crawl", "--plain"])
        case "resume":
            resume(folder)
        case "pause" | "stop":
            steer(folder, given.action)
    return _state(folder, crawls, readers)


@router.patch("/collections/{collection}/crawl")
def change_budget(given: BudgetChange, folder: Folder) -> BudgetView:
    """Change the budget in the event file; a running crawl goes on with it."""
    values = {name: value for name, value in given.model_dump().items() if value is not None}
    if not values:
        raise QueryError("found no limit; allowed: pages, minutes, megabytes, harvest, coverage")
    path = inside(folder, EVENT_FILE)
    load(path)
    write_values(path, "budget", values)
    take_event_file(folder)
    return views.budget(load(path))


@router.post("/collections/{collection}/seeds", status_code=201)
def add_seeds(given: Additions, folder: Folder) -> AddedView:
    """Add URLs to start from to the event file; a running crawl takes them."""
    urls = [normalise(value) for value in given.values]
    if None in urls:
        wrong = given.values[urls.index(None)]
        raise EventFileError(f"seeds: found {wrong[:100]!r}; allowed: web addresses")
    return _added(folder, "seeds", [url for url in urls if url])


@router.post("/collections/{collection}/keywords", status_code=201)
def add_keywords(given: Additions, folder: Folder) -> AddedView:
    """Add keywords to the event file; a running crawl judges new pages by them."""
    return _added(folder, "what.keywords", [value.strip() for value in given.values])


@router.post("/collections/{collection}/queries", status_code=201)
def add_queries(given: Additions, folder: Folder) -> AddedView:
    """Add queries of streams, such as word:flood or tag:harwick; a running crawl follows them."""
    settings = load(inside(folder, EVENT_FILE))
    added = _changed(folder, settings, given.values, [])
    return AddedView(added=added, running=is_being_crawled(folder))


@router.get("/collections/{collection}/queries")
def show_queries(folder: Folder, readers: OpenReaders) -> QueriesView:
    """Show the queries of streams, those that the crawl follows by itself, and those that may be worth following."""
    settings = load(inside(folder, EVENT_FILE))
    queries = present(folder, settings)
    found: list[QueryProposal] = []
    if database_path(folder).exists():
        with readers.reader(folder) as reader:
            found = proposed(reader, settings)
    return QueriesView(
        words=list(queries.words),
        tags=list(queries.tags),
        accounts=list(queries.accounts),
        languages=list(queries.languages),
        regions=[", ".join(f"{edge:g}" for edge in region) for region in queries.regions],
        proposed=[QueryView(query=q, kept=kept, rejected=others) for q, kept, others in found],
        followed=read_followed(folder),
        listening=bool(settings.streams.services or settings.streams.files),
    )


@router.delete("/collections/{collection}/queries", status_code=204)
def remove_queries(
    folder: Folder,
    query: Annotated[list[str], Query(description="Such as tag:harwick.", max_length=100)],
) -> None:
    """Remove queries; those that are only proposed are not proposed again."""
    _changed(folder, load(inside(folder, EVENT_FILE)), [], query)


def _changed(folder: Path, settings: Settings, add: list[str], remove: list[str]) -> list[str]:
    """Change queries and return those that are new."""
    try:
        return change(folder, settings, add, remove)
    except ValueError as error:
        raise EventFileError(f"queries: {error}") from error


def _added(folder: Path, key: str, values: list[str]) -> AddedView:
    """Add texts to a key of the event file if the result is one that a crawl accepts."""
    changed, added = with_added(_event_text(folder), key, values, EVENT_FILE)
    if added:
        event_files.replace(folder, changed)
    return AddedView(added=added, running=bool(added) and take_event_file(folder))


@router.post("/collections/{collection}/extract", status_code=202)
def start_extraction(
    given: ExtractRequest,
    folder: Folder,
    served: Served,
    crawls: RunningCrawls,
    readers: OpenReaders,
) -> StateView:
    """Collect from existing archives: services on the web, or files in the served folders."""
    extraction = Extraction(tuple(served_archives(given.archives, served.roots)), given.scan)
    if extraction.scan and extraction.is_remote:
        raise QueryError("scan: found an address; allowed: files and folders")
    check_files(prepare(folder, online=extraction.is_remote).settings, folder)
    scan = ["--scan"] if given.scan else []
    crawls.start(folder, ["extract", "--plain", *scan, "--from", *extraction.archives, "--"])
    return _state(folder, crawls, readers)


def _state(folder: Path, crawls: Crawls, readers: Readers) -> StateView:
    state = views.card(folder, readers).state
    return state.model_copy(update={"running": crawls.is_running(folder)})
