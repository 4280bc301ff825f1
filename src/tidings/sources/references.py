"""The references of an event as a place to start: their own pages, the links on them, or those in their files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tidings.errors import TidingsError
from tidings.event.references import read_file, read_reference
from tidings.model import Channel, Link, Page
from tidings.ports import Fetcher
from tidings.read.posts.fields import addresses
from tidings.urls import is_address, normalise

if TYPE_CHECKING:
    from tidings.read.reader import Reader

_MOST_LINKS = 500
"""Links of one reference."""


class References:
    """A source of reference pages; of files, the links in their text. With a fetcher, pages give their links too."""

    def __init__(self, names: Iterable[str], folder: Path, fetcher: Fetcher | None = None) -> None:
        self._names = tuple(names)
        self._folder = folder
        self._fetcher = fetcher

    async def __aiter__(self) -> AsyncIterator[Link]:
        """Yield a link for each page, and the links of each file."""
        for name in self._names:
            for link in await self._links(name):
                yield link

    async def _links(self, name: str) -> list[Link]:
        if not is_address(name):
            return links_of_file(self._folder / name)
        if self._fetcher is None:
            return [Link(name, channel=Channel.REFERENCE)]
        try:
            return links_of(await read_reference(name, self._fetcher, _reader()))
        except TidingsError:  # reported when the event model is made
            return []


def links_of_file(path: Path) -> list[Link]:
    """Return the links in the text of a file, those elsewhere if it has none there."""
    try:
        page = read_file(path, _reader())
    except TidingsError:  # reported when the event model is made
        return []
    return links_of(page)


def _reader() -> Reader:
    from tidings.read.reader import Reader  # a crawl without such references needs none

    return Reader()


def links_of(page: Page) -> list[Link]:
    """Return the links in the text of a page, as places to start from."""
    inside = [link for link in page.links if link.in_body] or list(page.links)
    written = [Link(url) for url in map(normalise, addresses(page.text)) if url]
    links = {link.url: link for link in (*written, *inside) if not link.barred}
    return [
        link._replace(parent="", depth=0, channel=Channel.REFERENCE)
        for link in islice(links.values(), _MOST_LINKS)
    ]
