"""The references of an event as a place to start: their own pages, or the links in their files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from itertools import islice
from pathlib import Path

from tidings.errors import TidingsError
from tidings.event.references import read_file
from tidings.model import Channel, Link
from tidings.read import Reader
from tidings.read.posts.fields import addresses
from tidings.urls import is_address, normalise

_MOST = 500
"""Links of one file."""


class References:
    """A source of reference pages; of files, the links in their text."""

    def __init__(self, names: Iterable[str], folder: Path) -> None:
        self._names = tuple(names)
        self._folder = folder

    async def __aiter__(self) -> AsyncIterator[Link]:
        """Yield a link for each page, and the links of each file."""
        for name in self._names:
            if is_address(name):
                yield Link(name, channel=Channel.REFERENCE)
            else:
                for link in links_of_file(self._folder / name):
                    yield link


def links_of_file(path: Path) -> list[Link]:
    """Return the links in the text of a file, those elsewhere if it has none there."""
    try:
        page = read_file(path, Reader())
    except TidingsError:  # reported when the event model is made
        return []
    inside = [link for link in page.links if link.in_body] or list(page.links)
    written = [Link(url) for url in map(normalise, addresses(page.text)) if url]
    links = {link.url: link for link in (*written, *inside) if not link.barred}
    return [
        link._replace(parent="", depth=0, channel=Channel.REFERENCE)
        for link in islice(links.values(), _MOST)
    ]
