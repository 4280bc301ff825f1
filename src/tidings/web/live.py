"""The live web as a fetcher: every request obeys robots.txt and the delay of its host."""

from __future__ import annotations

import asyncio

from tidings.errors import Refused
from tidings.model import Capture, Channel, Fetched, Link, Reason
from tidings.ports import Clock, SharedTurns
from tidings.read.types import readable
from tidings.settings import FetchSettings
from tidings.urls import host_of
from tidings.web.names import Addresses
from tidings.web.politeness import Gate
from tidings.web.robots import MAX_BYTES, Robots
from tidings.web.turns import shared_turns
from tidings.web.wire import MEGABYTE, Ask, Wire

_ROBOTS = Ask(
    limit=MAX_BYTES + 1, accept="text/plain, */*;q=0.5", encodings="gzip", wants=lambda _: True
)


class LiveFetcher:
    """Fetches pages from their servers, politely."""

    def __init__(
        self,
        settings: FetchSettings,
        user_agent: str,
        clock: Clock,
        turns: SharedTurns | None = None,
        addresses: Addresses | None = None,
    ) -> None:
        """Fetch by some settings; ``turns`` are shared with other crawls beside those on this computer.

        The addresses of hosts are noted in ``addresses`` if the settings ask to be polite to them.
        """
        self._settings = settings
        self._addresses = Addresses() if addresses is None else addresses
        self._page = Ask(
            limit=int(settings.page_megabytes * MEGABYTE),
            accept="text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
            encodings="gzip, deflate, br, zstd",
            wants=readable,
        )
        self._listing = self._page._replace(
            accept="application/rss+xml,application/atom+xml,application/feed+json,application/xml;q=0.9,*/*;q=0.5",
            wants=lambda _: True,
        )
        self._requisite = self._page._replace(accept="*/*", wants=lambda _: True)
        self._wire = Wire(settings, user_agent, clock)
        given = [each for each in (shared_turns(), turns) if each]
        self._gate = Gate(max(settings.delay, settings.max_delay), *given)
        self._robots = Robots(self._get_robots, settings.max_delay, clock)

    async def fetch(self, link: Link) -> Fetched:
        """Return the one capture of a link; raise Refused, Failed or TryLater."""
        if self._settings.robots == "obey":
            await self._robots.admit(link.url)
        asks = {Channel.LISTING: self._listing, Channel.REQUISITE: self._requisite}
        ask = asks.get(link.channel, self._page)
        part = link.channel is Channel.REQUISITE
        return Fetched(await self._get(link.url, ask._replace(headers=link.validators), part=part))

    async def admit(self, url: str) -> None:
        """Return if robots.txt and the address of its host allow a URL; raise Refused, Failed or TryLater."""
        try:
            await self._robots.admit(url)
        except Refused as error:
            if self._settings.robots == "obey" or error.reason is not Reason.ROBOTS:
                raise

    async def part(self, url: str, headers: tuple[tuple[str, str], ...] = ()) -> Capture:
        """Return an answer that a page needs in the browser; raise Refused, Failed or TryLater."""
        if self._settings.robots == "obey":
            await self._robots.admit(url)
        return await self._get(url, self._requisite._replace(headers=headers), part=True)

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps in the robots.txt of a site, as far as it is known."""
        return self._robots.sitemaps(url)

    def delay(self, url: str) -> float:
        """Return the seconds to leave between two pages of the host of a URL."""
        return max(
            self._settings.delay, min(self._robots.crawl_delay(url), self._settings.max_delay)
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._wire.close()
        await self._gate.close()

    async def _server(self, url: str) -> str:
        """Return what is asked politely: a host, a domain or an address."""
        if self._settings.politeness != "address":
            return self._wire.server_of(url)
        host, now = host_of(url), asyncio.get_running_loop().time()
        if self._addresses.is_old(host, now):
            self._addresses.learn(host, await self._wire.address_of(url), now)
        return self._addresses.get(host) or self._wire.server_of(url)

    async def _get_robots(self, url: str) -> Capture:
        return await self._get(url, _ROBOTS)

    async def _get(self, url: str, ask: Ask, *, part: bool = False) -> Capture:
        delay = self.delay(url)
        pause = self._settings.pause(delay)
        server = await self._server(url)
        async with self._gate.turn(server, pause if part else delay, pause, part=part):
            return await self._wire.get(url, ask)
