"""Tidings collects what the web says about an event.

The public names are imported when they are first used: ``import tidings`` alone is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tidings.collection.pages.fields import Noted
    from tidings.collection.reading import Arm, CollectionReader, Status, Why
    from tidings.collection.reading import open_reader as open
    from tidings.collection.reading.crawling import collect
    from tidings.collection.search.searching import PageHit, SearchAnswer
    from tidings.errors import CollectionError, EventFileError, FieldError, QueryError, TidingsError
    from tidings.event.file import load
    from tidings.index.snippets import Snippet
    from tidings.model import (
        Event,
        FacetCount,
        GeoBox,
        Guess,
        HostRecord,
        Outcome,
        Query,
        ReasonCount,
        Reported,
        Score,
        SearchQuery,
        Sort,
        State,
    )
    from tidings.settings import Settings
    from tidings.store.entries import Entry

__version__ = "0.1.0"

__all__ = [
    "Arm",
    "CollectionError",
    "CollectionReader",
    "Entry",
    "Event",
    "EventFileError",
    "FacetCount",
    "FieldError",
    "GeoBox",
    "Guess",
    "HostRecord",
    "Noted",
    "Outcome",
    "PageHit",
    "Query",
    "QueryError",
    "ReasonCount",
    "Reported",
    "Score",
    "SearchAnswer",
    "SearchQuery",
    "Settings",
    "Snippet",
    "Sort",
    "State",
    "Status",
    "TidingsError",
    "Why",
    "__version__",
    "collect",
    "load",
    "open",
]

_MODULES = {
    "tidings.collection.reading.crawling": ("collect",),
    "tidings.collection.pages.fields": ("Noted",),
    "tidings.collection.reading": ("Arm", "CollectionReader", "Status", "Why", "open"),
    "tidings.collection.search.searching": ("PageHit", "SearchAnswer"),
    "tidings.errors": (
        "CollectionError",
        "EventFileError",
        "FieldError",
        "QueryError",
        "TidingsError",
    ),
    "tidings.event.file": ("load",),
    "tidings.index.snippets": ("Snippet",),
    "tidings.model": (
        "Event",
        "FacetCount",
        "GeoBox",
        "Guess",
        "HostRecord",
        "Outcome",
        "Query",
        "ReasonCount",
        "Reported",
        "Score",
        "SearchQuery",
        "Sort",
        "State",
    ),
    "tidings.settings": ("Settings",),
    "tidings.store.entries": ("Entry",),
}
"""Where each public name is defined."""
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
_RENAMED = {"open": "open_reader"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), _RENAMED.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
