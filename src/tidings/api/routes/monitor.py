"""Routes for people who watch a crawl: hosts, harvest, log, what is missing, the graph of links."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from tidings.api.given import Folder, Opened, OpenReaders, PageEntry
from tidings.api.live.logs import last_lines, lines_after, log_path
from tidings.api.models.basic import ItemList, cursor_of, number_of, position_of
from tidings.api.models.monitor import (
    AlarmView,
    DueView,
    EdgeView,
    GraphView,
    HarvestPoint,
    HostsView,
    HostView,
    HubView,
    LogLine,
    NewsView,
    NodeView,
)
from tidings.api.models.pages import LineView
from tidings.api.served import inside
from tidings.api.views import news as news_views
from tidings.api.views import pages as views
from tidings.collection.summary.alarms import alarms_of
from tidings.collection.summary.digest import atom
from tidings.collection.summary.hubs import standing_hubs
from tidings.collection.summary.news import moment_of, what_is_new
from tidings.model import HostState, WatchedHost
from tidings.model import Query as LedgerQuery
from tidings.urls import host_of

router = APIRouter(prefix="/collections/{collection}", tags=["monitor"])

_TOLD = 8
"""Answers about what is new that are kept until the collection changes."""
Cursor = Annotated[str | None, Query(description="The `next` of an earlier answer.")]


@router.get("/hosts")
def list_hosts(
    reader: Opened,
    state: HostState | None = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    cursor: Cursor = None,
) -> HostsView:
    """List the hosts, all or those in one state, those with the most kept pages first."""
    after = position_of(cursor) if cursor else ""
    now = datetime.now(UTC).timestamp()
    records = reader.monitor.watched_hosts(now, state or "", after=after, limit=limit + 1)
    items = [_host(each) for each in records[:limit]]
    more = len(records) > limit
    return HostsView(
        items=items,
        next=cursor_of(items[-1].host) if more else None,
        states=reader.monitor.hosts_by_state(now),
    )


def _host(each: WatchedHost) -> HostView:
    is_resting = each.state == "resting"
    return HostView(
        host=each.host,
        fetched=each.fetched,
        kept=each.good,
        rejected=each.bad,
        waiting=each.waiting,
        closed=each.closed,
        state=each.state,
        rests_until=datetime.fromtimestamp(each.next_at, UTC) if is_resting else None,
        failures=each.failures,
    )


@router.get("/harvest")
def show_harvest(
    reader: Opened, points: Annotated[int, Query(ge=1, le=2000)] = 200
) -> ItemList[HarvestPoint]:
    """Show how many pages were kept as the crawl went on."""
    curve = reader.monitor.harvest(points)
    return ItemList(items=[HarvestPoint(pages=pages, kept=kept) for pages, kept in curve])


@router.get("/log")
def show_log(
    folder: Folder, limit: Annotated[int, Query(ge=1, le=2000)] = 200, cursor: Cursor = None
) -> ItemList[LogLine]:
    """Show the last lines of the log, or those after a cursor."""
    path = inside(folder, str(log_path(folder).relative_to(folder)))
    start = number_of(cursor)
    lines = lines_after(path, start, limit) if cursor else last_lines(path, limit)
    end = lines[-1].number if lines else start
    return ItemList(items=lines, next=cursor_of(str(end)))


@router.get("/missing")
def list_missing(
    reader: Opened,
    outcome: Literal["missing", "failed", "refused"] = "missing",
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    cursor: Cursor = None,
) -> ItemList[LineView]:
    """List the URLs that archives did not hold or that could not be fetched, the most promising first."""
    query = LedgerQuery(outcome=outcome, by_priority=True)
    entries = list(reader.entries(query, after=number_of(cursor), limit=limit + 1))
    shown = entries[:limit]
    return ItemList(
        items=[views.line(each) for each in shown],
        next=cursor_of(str(shown[-1].number)) if len(entries) > limit else None,
        total=reader.count(query),
    )


@router.get("/pages/{page}/graph")
def show_graph(
    entry: PageEntry,
    reader: Opened,
    hops: Annotated[int, Query(ge=1, le=2)] = 1,
    limit: Annotated[int, Query(ge=1, le=500, description="Pages to show.")] = 100,
) -> GraphView:
    """Show the pages that a page links to and that link to it, up to two steps away."""
    around = reader.graph(entry, hops, limit)
    numbers = {each.id: each.number for each in around.pages}
    nodes = [
        NodeView(
            id=each.number,
            url=each.url,
            host=host_of(each.url),
            title=views.short(each.title),
            outcome=each.outcome,
            score=each.score,
        )
        for each in around.pages
    ]
    edges = [EdgeView(source=numbers[one], target=numbers[other]) for one, other in around.edges]
    return GraphView(page=entry.number, nodes=nodes, edges=edges, cut=around.is_cut)


@router.get("/alarms")
def list_alarms(reader: Opened, readers: OpenReaders) -> ItemList[AlarmView]:
    """List what has fallen silent or shows walls, with what was expected."""
    now = datetime.now(UTC)
    is_running = reader.status(counted=False).is_running
    alarms = (
        alarms_of(reader, now)
        if is_running
        else readers.kept(reader.folder, "alarms", lambda: alarms_of(reader, now))
    )
    return ItemList(items=[AlarmView(**alarm._asdict()) for alarm in alarms])


@router.get("/due")
def list_due(
    reader: Opened, limit: Annotated[int, Query(ge=1, le=1000)] = 100
) -> ItemList[DueView]:
    """List the pages that come back next."""
    return ItemList(items=[news_views.due(page) for page in reader.news.due(limit)])


@router.get("/hubs")
def list_hubs(
    reader: Opened,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    days: Annotated[
        float, Query(ge=1, le=3650, description="Pages older than this count little.")
    ] = 7.0,
) -> ItemList[HubView]:
    """List the pages whose links cover most recent kept pages, the best first."""
    hubs = standing_hubs(reader, datetime.now(UTC), limit, days)
    return ItemList(items=[news_views.hub(each) for each in hubs])


@router.get("/news")
def show_news(
    reader: Opened,
    readers: OpenReaders,
    since: Annotated[
        str, Query(max_length=100, description="A day, a time, or how long ago: 90m, 24h, 7d.")
    ] = "24h",
    limit: Annotated[int, Query(ge=1, le=1000, description="Pages of each kind.")] = 100,
) -> NewsView:
    """Show what is new since a moment: new pages, changed pages, and pages that are gone."""
    moment = moment_of(since, datetime.now(UTC))
    told: dict[tuple[datetime, int], NewsView] = readers.kept(reader.folder, "news", dict)
    if answer := told.get((moment, limit)):
        return answer
    if len(told) >= _TOLD:
        told.clear()
    answer = told[moment, limit] = news_views.news(what_is_new(reader, moment), limit)
    return answer


@router.get(
    "/feed.atom",
    response_class=Response,
    responses={200: {"content": {"application/atom+xml": {"schema": {"type": "string"}}}}},
)
def show_feed(reader: Opened, request: Request) -> Response:
    """Show the pages kept last as an Atom feed, so that other programs can subscribe to a collection."""
    text = atom(reader, datetime.now(UTC), str(request.url))
    return Response(text, media_type="application/atom+xml")
