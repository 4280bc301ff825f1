"""Routes of a collection as an archive service: CDX, Memento, captures as they were."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal
from urllib.parse import unquote

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field
from starlette.exceptions import HTTPException

from tidings.api.given import Folder
from tidings.api.models.basic import Parameters, media
from tidings.api.served import NotServed, inside
from tidings.archive.remote.replay import http_date, moment_of, sendable
from tidings.archive.selection import closest
from tidings.archive.service.mementos import LINK_FORMAT, Places, links, raw_headers, time_map
from tidings.archive.service.queries import CdxQuery, MatchType, chosen, query_of
from tidings.archive.service.rows import OUTPUTS, columns_of
from tidings.collection.folder import database_path
from tidings.collection.pages.archived import CollectionHoldings
from tidings.errors import Failed, QueryError
from tidings.model import Snapshot
from tidings.urls import host_of, normalise

router = APIRouter(prefix="/collections/{collection}", tags=["archive"])
short = APIRouter(prefix="/collections/{collection}", include_in_schema=False)
"""The paths at which clients of Wayback-like archives look for captures; it comes after all other routers."""

_STAMP = re.compile(r"\d{4,14}id_", re.ASCII)
_MOST_ROWS = 100_000
_PROGRAMS = frozenset({"", "empty"})
"""Values of Sec-Fetch-Dest for requests that no browser shows."""
_SAFE = {"Content-Security-Policy": "sandbox; default-src 'none'", "Vary": "Accept-Datetime"}


def _archive(folder: Folder) -> Iterator[CollectionHoldings]:
    if not database_path(folder).exists():
        raise NotServed(f"{folder.name}: nothing is collected yet; start a crawl first")
    inside(folder, database_path(folder).name)
    holdings = CollectionHoldings(folder)
    try:
        yield holdings
    finally:
        holdings.close_now()


Archive = Annotated[CollectionHoldings, Depends(_archive)]


class CdxParameters(Parameters):
    """A query to a CDX server, in the words of the Wayback Machine; pywb's are understood, too."""

    url: str = Field(
        max_length=10_000, description="A URL; * at its end or *. before it is a wildcard."
    )
    matchType: Literal["exact", "prefix", "host", "domain"] = "exact"  # noqa: N815 - as others call it
    since: str = Field("", alias="from", description="A timestamp, such as 20240501.")
    until: str = Field("", alias="to")
    output: Literal["", "text", "cdx", "json", "cdxj"] = ""
    limit: str = Field("", description="At most this many; a negative number means the last ones.")
    closest: str = ""
    sort: str = ""
    fl: str = ""
    fields: str = ""
    filter: list[str] = Field([], max_length=10)
    collapse: str = ""
    gzip: str = Field("", description="Ignored: Accept-Encoding decides.")
    showResumeKey: str = ""  # noqa: N815 - as others call it
    resumeKey: str = ""  # noqa: N815 - as others call it


@router.get("/cdx", response_class=Response, responses=media("text/plain", "application/json"))
def query_index(given: Annotated[CdxParameters, Query()], archive: Archive) -> Response:
    """List captures as a CDX server does; no capture is an empty list."""
    words = given.model_dump(by_alias=True, exclude={"filter"})
    query = query_of(words, given.filter)
    columns = columns_of(given.fl or _wayback_names(given.fields))
    most = abs(query.limit) or _MOST_ROWS
    if most > _MOST_ROWS:
        raise QueryError(f"limit: found {query.limit}; allowed: at most {_MOST_ROWS:,}")
    rows = list(chosen(query, _candidates(query, archive)))
    more = len(rows) > most and query.limit >= 0
    wants_key = given.showResumeKey.lower() == "true"
    key = str(query.skip + most) if more and wants_key else ""
    text = OUTPUTS[given.output](rows[:most], columns, key)
    kind = "application/json" if given.output == "json" else "text/plain; charset=utf-8"
    return Response(text, media_type=kind)


def _wayback_names(fields: str) -> str:
    names = {"url": "original", "mime": "mimetype", "status": "statuscode"}
    return ",".join(names.get(name, name) for name in fields.split(","))


def _candidates(query: CdxQuery, archive: CollectionHoldings) -> Iterator[Snapshot]:
    """Yield captures among which those of a query are."""
    url = query.url if "://" in query.url else f"http://{query.url}"
    if query.match is MatchType.EXACT:
        return iter(archive.snapshots_now(url))
    return archive.of_host(
        host_of(normalise(url) or url), subdomains=query.match is MatchType.DOMAIN
    )


@router.get("/timemap/link/{url:path}", response_class=Response, responses=media(LINK_FORMAT))
def show_time_map(url: str, request: Request, archive: Archive) -> Response:
    """List the captures of a URL as a Memento TimeMap."""
    wanted = _target(request, "/timemap/link/")
    snapshots = _snapshots(archive, wanted)
    return Response(time_map(wanted, snapshots, _places(request)), media_type=LINK_FORMAT)


@router.get(
    "/timegate/{url:path}",
    status_code=302,
    response_class=Response,
    responses={302: {"description": "To the capture closest to Accept-Datetime."}},
)
def negotiate(url: str, request: Request, archive: Archive) -> Response:
    """Redirect to the capture of a URL that is closest to the header Accept-Datetime, the newest without one."""
    wanted = _target(request, "/timegate/")
    snapshots = _snapshots(archive, wanted)
    when = request.headers.get("accept-datetime", "")
    moment = http_date(when) if when else snapshots[-1].captured_at
    if moment is None:
        raise QueryError(f"Accept-Datetime: found {when[:40]!r}; allowed: a date of HTTP")
    nearest = closest(snapshots, moment)
    assert nearest
    places = _places(request)
    headers = {"Location": places.memento(nearest), "Link": links(wanted, places)}
    return Response(status_code=302, headers={**headers, "Vary": "Accept-Datetime"})


@router.get(
    "/memento/{stamp}/{url:path}",
    response_class=Response,
    responses=media("*/*"),
)
def read_memento(stamp: str, url: str, request: Request, archive: Archive) -> Response:
    """Send a capture as it was: status, body, and the original headers as X-Archive-Orig-; for programs."""
    return _memento(stamp, _target(request, f"/memento/{stamp}/"), request, archive)


@short.get("/{stamp}/{url:path}")
def read_memento_shortly(stamp: str, url: str, request: Request, archive: Archive) -> Response:
    """Send a capture as it was, at the path of Wayback-like archives."""
    return _memento(stamp, _target(request, f"/{stamp}/"), request, archive)


def _memento(stamp: str, url: str, request: Request, archive: CollectionHoldings) -> Response:
    second = stamp.removesuffix("id_")
    moment = moment_of(second) if _STAMP.fullmatch(stamp) else None
    if moment is None:
        raise NotServed(f"{stamp[:40]}: allowed: a time followed by id_, such as 20240501120000id_")
    if request.headers.get("sec-fetch-dest", "") not in _PROGRAMS:
        raise HTTPException(
            403, "captures as they were are for programs; a browser gets the replay"
        )
    nearest = closest(_snapshots(archive, url), moment)
    assert nearest
    places = _places(request)
    if f"{nearest.captured_at:%Y%m%d%H%M%S}" != second:
        return Response(status_code=302, headers={"Location": places.memento(nearest)})
    try:
        capture = archive.load_now(nearest)
    except Failed as error:
        raise HTTPException(503, f"the capture cannot be read: {error}") from error
    response = Response(capture.body, capture.status if 200 <= capture.status < 600 else 200)
    del response.headers["content-length"]
    if not _has_no_body(capture.status):
        response.headers["content-length"] = str(len(capture.body))
    for name, value in [*raw_headers(capture, places), *_SAFE.items()]:
        response.headers.append(name, value)
    return response


def _has_no_body(status: int) -> bool:
    return status in (204, 304)


def _snapshots(archive: CollectionHoldings, url: str) -> Sequence[Snapshot]:
    snapshots = archive.snapshots_now(url)
    if not snapshots:
        raise NotServed(f"{url[:200]}: not in this archive")
    return snapshots


def _target(request: Request, before: str) -> str:
    """Return the URL that stands at the end of a path, with its query, as it was sent."""
    raw: bytes = request.scope.get("raw_path") or sendable(request.scope["path"]).encode()
    path = raw.decode("latin-1").partition("?")[0]
    _, found, url = path.partition(before)
    if not found:  # the stamp or the collection was written with percent signs
        _, _, url = unquote(path).partition(before)
    query = request.scope["query_string"].decode("latin-1")
    url = re.sub(r"^(https?):/+", r"\1://", url, flags=re.IGNORECASE)  # proxies merge slashes
    return f"{url}?{query}" if query else url


def _places(request: Request) -> Places:
    root = request.url.path.partition("/collections/")[0]
    collection = request.path_params["collection"]
    return Places(
        f"{request.url.scheme}://{request.url.netloc}{root}/collections/{sendable(collection)}/"
    )
