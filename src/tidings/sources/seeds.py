"""The URLs a crawl starts from, given by a person."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from tidings.model import Channel, Link


class Seeds:
    """A source of given URLs, in their order."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._urls = tuple(urls)

    async def __aiter__(self) -> AsyncIterator[Link]:
        """Yield a link for each URL."""
        for url in self._urls:
            yield Link(url, channel=Channel.SEED)
