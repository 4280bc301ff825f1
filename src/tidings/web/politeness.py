"""Good manners: who we say we are, and never two requests to one host at once or too close together."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

ROBOT = "tidings"
"""The name robots.txt files know us by."""

_MAIL = re.compile(r"[^\s@()<>]+@[^\s@()<>]+\.[^\s@()<>.]+")
_WEB = re.compile(r"https?://[^\s()<>/]+\.[^\s()<>]+")

_TICK = 0.001
"""uvloop counts whole milliseconds, so a wait may end up to one too early."""


def check_contact(contact: str) -> str:
    """Return a web or mail address for webmasters as given; raise ValueError if it is neither."""
    contact = contact.strip()
    if contact.isascii() and (_MAIL.fullmatch(contact) or _WEB.fullmatch(contact)):
        return contact
    raise ValueError(
        f"{contact!r} is no contact: give a web address (https://example.org/crawl) or a mail address"
    )


def user_agent(contact: str, version: str) -> str:
    """Return the name we give to servers, with a way to reach whoever runs the crawl."""
    return f"Tidings/{version} (+{check_contact(contact)})"


@dataclass(slots=True)
class _Host:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    ended: float | None = None


class Gate:
    """The one place every request of this process passes, one at a time and spaced per host."""

    def __init__(self, longest: float) -> None:
        """Remember hosts for ``longest`` seconds after a request: no delay may be longer."""
        self._longest = longest
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str, delay: float) -> AsyncIterator[None]:
        """Wait for our turn at a host; turns come in order of arrival.

        The delay counts from the end of the answer before, so the server too sees at least this much
        between any two requests.
        """
        state = self._hosts.setdefault(host, _Host())
        state.users += 1
        try:
            async with state.lock:
                if state.ended is not None and delay > 0:
                    await _until(state.ended + delay + _TICK)
                try:
                    yield
                finally:
                    state.ended = asyncio.get_running_loop().time()
        finally:
            state.users -= 1
            self._forget(host)

    def __len__(self) -> int:
        """Return how many hosts are remembered."""
        return len(self._hosts)

    def _forget(self, host: str) -> None:
        """Put this host last and drop those at the front whose time has passed."""
        self._hosts[host] = self._hosts.pop(host)
        past = asyncio.get_running_loop().time() - self._longest - _TICK
        while self._hosts:
            first = next(iter(self._hosts))
            state = self._hosts[first]
            if state.users or (state.ended is not None and state.ended > past):
                return
            del self._hosts[first]


async def _until(moment: float) -> None:
    loop = asyncio.get_running_loop()
    while (rest := moment - loop.time()) > 0:  # noqa: ASYNC110 - timers may fire early
        await asyncio.sleep(rest)
