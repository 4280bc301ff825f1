"""Cursors: opaque texts that say where a search over one collection or several goes on."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from tidings.errors import QueryError
from tidings.model import After, Mark, SearchQuery

_LONGEST = 100_000
"""Characters of a cursor: a few for each collection."""


class Seen(NamedTuple):
    """How far the hits of one collection were seen."""

    mark: Mark | None = None
    """The state of the index in which the search began; None at the beginning."""
    after: After | None = None
    """The last hit, None if none was seen yet."""


def write_cursor(query: SearchQuery, names: Sequence[str], seen: Sequence[Seen]) -> str:
    """Return where a search in the collections with these names goes on."""
    rows = [(*(each.mark or ()), *(each.after or ())) for each in seen]
    text = json.dumps([_digest(query, names), *rows], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(query: SearchQuery, names: Sequence[str]) -> Sequence[Seen]:
    """Return how far each collection was seen; raise QueryError if the cursor is not of this search."""
    if not query.cursor:
        return [Seen()] * len(names)
    try:
        digest, *rows = _parsed(query.cursor)
        seen = [_seen(row) for row in rows]
    except (ValueError, TypeError, OverflowError, binascii.Error, RecursionError):
        raise QueryError("cursor: found something else; allowed: the next of an answer") from None
    if digest != _digest(query, names) or len(seen) != len(names):
        raise QueryError(
            "cursor: found that of another search; allowed: the same words, filters and collections"
        )
    return seen


def _parsed(cursor: str) -> list[object]:
    if len(cursor) > _LONGEST:
        raise ValueError("too long")
    padded = cursor + "=" * (-len(cursor) % 4)
    values = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    if not isinstance(values, list) or not values:
        raise ValueError("not a list")
    return values


def _seen(row: object) -> Seen:
    if not isinstance(row, list):
        raise TypeError("not a row")
    changed, revision, *last = row
    mark = Mark(int(changed), int(revision))
    if not last:
        return Seen(mark)
    rank, key, count = last
    if math.isnan(rank) or count < 0:
        raise ValueError("not a rank")
    return Seen(mark, After(float(rank), int(key), int(count)))


def _digest(query: SearchQuery, names: Sequence[str]) -> str:
    """Return what distinguishes a search from others: everything but how much of it is shown."""
    plain = replace(query, cursor="", after=None, limit=0, facets=(), facet_size=1, zoom=None)
    text = repr((sorted(query.filters.items()), replace(plain, filters={}), list(names)))
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()
