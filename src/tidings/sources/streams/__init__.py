"""The social services that a crawl can listen to, by name; each is a small file behind one seam, ``ports.Tap``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tidings.ports import Tap
from tidings.sources.streams.ccnews import CommonCrawlNews
from tidings.sources.streams.gdelt import Gdelt
from tidings.sources.streams.jetstream import Jetstream
from tidings.sources.streams.mastodon import Mastodon
from tidings.sources.streams.queries import Queries
from tidings.sources.streams.reddit import Reddit
from tidings.sources.streams.telegram import Telegram
from tidings.sources.streams.x import X
from tidings.web.listening import Ear

Make = Callable[[str, Ear, Callable[[], Queries], Mapping[str, str]], Tap]

SERVICES: dict[str, Make] = {
    "bluesky": Jetstream,
    "mastodon": Mastodon,
    "x": X,
    "gdelt": Gdelt,
    "ccnews": CommonCrawlNews,
    "reddit": Reddit,
    "telegram": Telegram,
}
"""Makes the tap of a service from its address, a listener, the present queries and the environment."""


def check_services(services: tuple[str, ...]) -> None:
    """Refuse, with a ValueError, the name of a service that nobody knows."""
    for service in services:
        if service.strip().partition(" ")[0] not in SERVICES:
            raise ValueError(f"found {service!r}; allowed: {', '.join(SERVICES)}")


def open_tap(
    service: str, listener: Ear, queries: Callable[[], Queries], environment: Mapping[str, str]
) -> Tap:
    """Return the tap of a service, given as in ``streams.services``; raise EventFileError."""
    name, _, address = service.strip().partition(" ")
    return SERVICES[name](address.strip(), listener, queries, environment)
