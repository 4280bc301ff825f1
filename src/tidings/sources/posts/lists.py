"""Addresses out of pages and lists that a person has: reference pages, and results of a search engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tidings.errors import TidingsError
from tidings.model import Link, Post
from tidings.sources.references import links_of_file
from tidings.urls import host_of, normalise

LISTS = (".html", ".htm", ".txt", ".md")
"""Files that hold addresses, not posts."""
_ENGINES = re.compile(
    r"(?:^|\.)(?:google\.[a-z.]+|bing\.com|duckduckgo\.com|yahoo\.com|yandex\.[a-z.]+|baidu\.com|startpage\.com|"
    r"ecosia\.org|qwant\.com|gstatic\.com|googleusercontent\.com)$"
)
_TARGETS = ("url", "q", "uddg", "u")
"""Parameters in which engines hide the address of a result."""


def is_list(path: Path) -> bool:
    """Return whether a file holds addresses, not posts."""
    return path.suffix.lower() in LISTS


def listed(path: Path) -> Iterator[Post]:
    """Return each address of a list as a post whose words are those of its link; raise TidingsError."""
    if not path.is_file():
        raise TidingsError(f"{path}: no such file")
    return as_posts(links_of_file(path))


def as_posts(links: Iterable[Link]) -> Iterator[Post]:
    """Yield each link as a post whose words are those around it."""
    for link in links:
        url = _result(link.url)
        if url:
            yield Post("list", url, "", f"{link.anchor} {link.context}", links=(url,))


def _result(url: str) -> str | None:
    """Return the address of a result, also behind a redirect of its engine; None for the engine's own pages."""
    if not _ENGINES.search(host_of(url)):
        return url
    fields = parse_qs(urlsplit(url).query)
    hidden = (normalise(value) for name in _TARGETS for value in fields.get(name, ()))
    return next((each for each in hidden if each and not _ENGINES.search(host_of(each))), None)
