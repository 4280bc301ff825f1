"""Where a crawl begins: the addresses a person gave."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from tidings.model import Channel, Link


class Seeds:
    """A source of the given addresses, in their order."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._urls = tuple(urls)

    async def __aiter__(self) -> AsyncIterator[Link]:
        """Yield a link for each address."""
        for url in self._urls:
            yield Link(url, channel=Channel.SEED)
