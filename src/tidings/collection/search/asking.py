"""Builds queries from what people write: names of filters in the singular, dates as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, TypedDict, Unpack

from tidings.errors import QueryError
from tidings.index.cells import MOST_ZOOM
from tidings.index.fields import FACETS
from tidings.model import GeoBox, JudgedAs, Outcome, SearchQuery, Sort

MOST_HITS = 10_000
"""The last hit that can be asked for: offset and limit together."""

Day = str | date | datetime
"""``2024-03-01``, ``2024-03`` or a moment; without a time zone it is UTC."""
Values = str | Sequence[str]


class Filters(TypedDict, total=False):
    """The filters and switches of a search; several values mean any of them."""

    host: Values
    domain: Values
    day: Values
    week: Values
    month: Values
    country: Values
    place: Values
    language: Values
    type: Values
    genre: Values
    source_type: Values
    person: Values
    organisation: Values
    outcome: Values
    """``kept`` unless given; ``any`` for all pages that were read."""
    channel: Values
    session: Values
    story: int | str | Sequence[int | str]
    cluster: Values
    judged: Values
    tag: Values
    field: Values
    """Own fields, such as ``severity=high``."""
    since: Day | None
    until: Day | None
    captured_since: Day | None
    captured_until: Day | None
    minimum_score: float | None
    box: GeoBox | None
    sort: str
    by_text: bool
    by_relevance: bool
    by_date: bool
    fold_stories: bool
    limit: int
    offset: int
    cursor: str
    facets: Sequence[str]
    facet_size: int
    zoom: int | None


_ENDS = {"since": False, "until": True, "captured_since": False, "captured_until": True}
"""The filters by date, and whether a day means its end."""
_READ = tuple(each.value for each in (Outcome.KEPT, Outcome.REJECTED, Outcome.DUPLICATE))


def ask(words: str = "", **filters: Unpack[Filters]) -> SearchQuery:
    """Return a query; raise QueryError for a value that is not allowed."""
    given: Mapping[str, Any] = filters
    fields: dict[str, Any] = {"words": words, "filters": {}}
    for name, value in given.items():
        if name == "outcome":
            fields["outcomes"] = _values(name, value)
        elif name in FACETS:
            fields["filters"][name] = _values(name, value)
        elif name in _ENDS:
            fields[name] = None if value is None else moment(name, value, end=_ENDS[name])
        else:
            fields[name] = value
    fields["sort"] = _one_of("sort", str(given.get("sort", Sort.BEST)), list(Sort))
    fields["facets"] = tuple(_one_of("facets", facet, FACETS) for facet in given.get("facets", ()))
    query = SearchQuery(**{**fields, "sort": Sort(fields["sort"])})
    _check_numbers(query)
    return query


def _values(name: str, value: Any) -> tuple[str, ...]:
    single = isinstance(value, str | int)
    given = (str(value),) if single else tuple(map(str, value))
    if name == "outcome":
        return () if "any" in given else _all_of(name, given, _READ, "any")
    if name == "judged":
        return _all_of(name, given, [each.value for each in JudgedAs])
    return given


def _all_of(
    name: str, given: Iterable[str], allowed: Iterable[str], *further: str
) -> tuple[str, ...]:
    return tuple(_one_of(name, each, [*allowed, *further]) for each in given)


def _one_of(name: str, given: str, allowed: Sequence[str]) -> str:
    if given not in allowed:
        raise QueryError(f"{name}: found {given!r}; allowed: {', '.join(allowed)}")
    return str(given)


def moment(name: str, given: Day, *, end: bool) -> datetime:
    """Return the moment that a day, a month or a year begins or ends."""
    if isinstance(given, str):
        given = _parsed(name, given.strip(), end)
    if not isinstance(given, datetime):
        given = datetime.combine(given, time.max if end else time.min)
    return given if given.tzinfo else given.replace(tzinfo=UTC)


def _parsed(name: str, text: str, end: bool) -> date | datetime:
    year, _, month = text.partition("-")
    try:
        if len(text) == 4:
            return date(int(year), 12 if end else 1, 31 if end else 1)
        if len(text) == 7:
            first = date(int(year), int(month), 1)
            following = date(first.year + first.month // 12, first.month % 12 + 1, 1)
            return date.fromordinal(following.toordinal() - 1) if end else first
        return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
    except ValueError:
        allowed = "a day such as 2024-03-01, a month such as 2024-03, or 2024-03-01T12:00"
        raise QueryError(f"{name}: found {text[:40]!r}; allowed: {allowed}") from None


def _check_numbers(query: SearchQuery) -> None:
    if query.limit < 0 or query.offset < 0 or query.limit + query.offset > MOST_HITS:
        found = f"limit {query.limit:,} after {query.offset:,}"
        raise QueryError(f"found {found}; allowed: hits up to the {MOST_HITS:,}th")
    if query.cursor and query.offset:
        raise QueryError("found a cursor and an offset; allowed: one of them")
    if query.zoom is not None and not 0 <= query.zoom <= MOST_ZOOM:
        raise QueryError(f"zoom: found {query.zoom}; allowed: 0 to {MOST_ZOOM}")
    if query.minimum_score is not None and not 0 <= query.minimum_score <= 1:
        raise QueryError(f"minimum score: found {query.minimum_score:g}; allowed: 0 to 1")
    if query.facet_size < 1:
        raise QueryError(f"facet size: found {query.facet_size}; allowed: 1 or more")
