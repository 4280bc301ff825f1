"""The feeds and sitemaps that a person names; the frontier asks for each when it is due."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from tidings.model import Channel, Link


class Feeds:
    """A source of given feeds; it never ends, because feeds bring news until the crawl is stopped."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._urls = tuple(urls)

    async def __aiter__(self) -> AsyncIterator[Link]:
        """Yield a link for each feed, then wait."""
        for url in self._urls:
            yield Link(url, channel=Channel.LISTING)
        await asyncio.Event().wait()
