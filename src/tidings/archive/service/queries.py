"""Queries to a CDX server, in the dialect of the Wayback Machine and pywb."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice

from tidings.archive.index.cdx import surt
from tidings.archive.index.dialects import parse_timestamp
from tidings.archive.service.rows import COLUMNS, CdxRow
from tidings.errors import QueryError
from tidings.model import Snapshot

_PLAIN = re.compile(r"[\w ./+:;=-]*", re.ASCII)
"""What the pattern of a filter may hold beside ``.*``: general ones could run for ever."""
_FILTER = re.compile(r"(?P<not>!?)(?P<how>[=~]?)(?P<field>[a-z]+):(?P<pattern>.*)", re.DOTALL)
_COLLAPSE = re.compile(r"(?P<field>timestamp|digest|urlkey)(?::(?P<length>\d{1,2}))?")
_ALIASES = {"url": "original", "mime": "mimetype", "status": "statuscode"}
"""Names of pywb for columns of the Wayback Machine."""


class MatchType(StrEnum):
    """Which URLs are meant."""

    EXACT = "exact"
    PREFIX = "prefix"
    HOST = "host"
    DOMAIN = "domain"


@dataclass(frozen=True, slots=True, kw_only=True)
class CdxQuery:
    """Which captures are wanted, and in which order."""

    url: str
    match: MatchType = MatchType.EXACT
    since: datetime | None = None
    until: datetime | None = None
    closest: datetime | None = None
    """The captures closest to this moment first, else the oldest first."""
    filters: tuple[Callable[[CdxRow], bool], ...] = ()
    collapse: tuple[str, int] | None = None
    """A column, and how many of its characters: of rows in a row that agree, only the first is listed."""
    limit: int = 0
    """At most this many; below 0 the last ones, 0 for all."""
    skip: int = field(default=0)
    """Rows that were listed before."""


def query_of(given: Mapping[str, str], filters: Iterable[str] = ()) -> CdxQuery:
    """Return the query that the parameters of a request describe; raise QueryError."""
    url = given.get("url", "").strip()
    if not url:
        raise QueryError("url: found nothing; allowed: url=http://example.org/ and others")
    url, match = _wildcard(url, given.get("matchType", ""))
    until = given.get("to", "")
    return CdxQuery(
        url=url,
        match=match,
        since=_moment("from", given.get("from", "")),
        until=_end("to", until) if until else None,
        closest=_moment("closest", given.get("closest", "")),
        filters=tuple(map(filter_of, filters)),
        collapse=_collapse(given.get("collapse", "")),
        limit=_number("limit", given.get("limit", "")),
        skip=max(0, _number("resumeKey", given.get("resumeKey", ""))),
    )


def chosen(query: CdxQuery, snapshots: Iterable[Snapshot]) -> Iterator[CdxRow]:
    """Yield the rows of a query out of the captures of its hosts; one more than the limit if there are more."""
    key = surt(query.url)
    rows = sorted(row for row in map(CdxRow.of, snapshots) if _matches(row, key, query.match))
    kept = (row for row in rows if _is_wanted(row, query))
    wanted = list(_collapsed(kept, query.collapse))
    if query.closest:
        moment = query.closest
        wanted.sort(key=lambda row: (abs(row.snapshot.captured_at - moment), row.timestamp))
    if query.limit < 0:
        return iter(wanted[query.limit :])
    return islice(wanted, query.skip, query.skip + query.limit + 1 if query.limit else None)


def filter_of(text: str) -> Callable[[CdxRow], bool]:
    """Return the condition of a filter such as ``statuscode:200``, ``!mime:text/.*`` or ``=status:404``."""
    match = _FILTER.fullmatch(text)
    column = _ALIASES.get(match["field"], match["field"]) if match else ""
    if not match or column not in COLUMNS:
        raise QueryError(
            f"filter: found {text[:60]!r}; allowed: [!][=]column:value with one of {', '.join(COLUMNS)}"
        )
    pattern = match["pattern"]
    if match["how"] == "=":
        return lambda row: (row.column(column) == pattern) != bool(match["not"])
    pieces = pattern.split(".*")
    if not all(map(_PLAIN.fullmatch, pieces)):
        raise QueryError(
            f"filter: found {pattern[:60]!r}; allowed: letters, digits, ./+-:;= and .*"
        )
    return lambda row: _fits(row.column(column), pieces) != bool(match["not"])


def _fits(text: str, pieces: list[str]) -> bool:
    """Return whether a text has these pieces in order, with anything between them."""
    first, *rest = pieces
    if not rest:
        return text == first
    if not text.startswith(first):
        return False
    at = len(first)
    for piece in rest[:-1]:
        at = text.find(piece, at) + len(piece)
        if at < len(piece):
            return False
    return text[at:].endswith(rest[-1])


def _wildcard(url: str, match: str) -> tuple[str, MatchType]:
    """Return a URL without its wildcard, and what the wildcard means."""
    if url.startswith("*."):
        return url[2:], MatchType.DOMAIN
    if url.endswith("*"):
        return url[:-1], MatchType.PREFIX
    try:
        return url, MatchType(match or "exact")
    except ValueError:
        allowed = ", ".join(MatchType)
        raise QueryError(f"matchType: found {match[:20]!r}; allowed: {allowed}") from None


def _moment(name: str, stamp: str) -> datetime | None:
    if not stamp:
        return None
    try:
        return parse_timestamp(stamp)
    except ValueError:
        raise QueryError(f"{name}: found {stamp[:20]!r}; allowed: such as 20240501") from None


def _end(name: str, stamp: str) -> datetime:
    """Return the last second of the year, month, day, hour or minute that a timestamp names."""
    moment = _moment(name, stamp)
    assert moment
    if len(stamp) == 4:
        return moment.replace(month=12, day=31, hour=23, minute=59, second=59)
    if len(stamp) == 6:
        first = (moment + timedelta(days=31)).replace(day=1)
        return first - timedelta(seconds=1)
    lengths = {8: timedelta(days=1), 10: timedelta(hours=1), 12: timedelta(minutes=1)}
    return moment + lengths.get(len(stamp), timedelta(seconds=1)) - timedelta(microseconds=1)


def _collapse(text: str) -> tuple[str, int] | None:
    if not text:
        return None
    match = _COLLAPSE.fullmatch(text)
    if not match:
        raise QueryError(f"collapse: found {text[:20]!r}; allowed: timestamp:8, digest, urlkey")
    return match["field"], int(match["length"] or 0)


def _number(name: str, text: str) -> int:
    if not text:
        return 0
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise QueryError(f"{name}: found {text[:20]!r}; allowed: a number")
    return int(text)


def _matches(row: CdxRow, key: str, match: MatchType) -> bool:
    host, _, _ = key.partition(")")
    row_host, _, _ = row.urlkey.partition(")")
    if match is MatchType.EXACT:
        return row.urlkey == key
    if match is MatchType.PREFIX:
        return row.urlkey.startswith(key)
    if match is MatchType.HOST:
        return row_host == host
    return row_host == host or row_host.startswith(host + ",")


def _is_wanted(row: CdxRow, query: CdxQuery) -> bool:
    moment = row.snapshot.captured_at
    if query.since and moment < query.since:
        return False
    if query.until and moment > query.until:
        return False
    return all(condition(row) for condition in query.filters)


def _collapsed(rows: Iterable[CdxRow], collapse: tuple[str, int] | None) -> Iterator[CdxRow]:
    before: tuple[str, str] | None = None
    for row in rows:
        if collapse:
            column, length = collapse
            now = row.urlkey, row.column(column)[: length or None]
            if now == before:
                continue
            before = now
        yield row
