"""Politeness: an honest user agent, and one request per host at a time with a delay between them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf

from tidings.ports import SharedTurns

ROBOT = "tidings"
"""Our name in robots.txt files."""

_MAIL = re.compile(r"[^\s@()<>]+@[^\s@()<>]+\.[^\s@()<>.]+")
_WEB = re.compile(r"https?://[^\s()<>/]+\.[^\s()<>]+")

_TICK = 0.001
"""Seconds added to a wait: uvloop counts whole milliseconds, so timers may fire one too early."""


def check_contact(contact: str) -> str:
    """Return a contact for webmasters unchanged; raise ValueError unless it is a web or mail address."""
    contact = contact.strip()
    if contact.isascii() and (_MAIL.fullmatch(contact) or _WEB.fullmatch(contact)):
        return contact
    found = f"“{contact}”" if contact else "nothing"
    raise ValueError(
        f"found {found}; allowed: your mail address or a web address (https://...), which webmasters see"
    )


def user_agent(contact: str, version: str) -> str:
    """Return our User-Agent header, with the contact of the person who runs the crawl."""
    return f"Tidings/{version} (+{check_contact(contact)})"


@dataclass(slots=True)
class _Host:
    """The queue of one host, and the loop's time at the end of its last answer and of its last page."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    ended: float = -inf
    paged: float = -inf


class Gate:
    """Lets requests pass one at a time per host, with a delay between them; every request passes here."""

    def __init__(self, longest: float, *turns: SharedTurns | None) -> None:
        """Remember a host for ``longest`` seconds after its last request; no delay may be longer.

        With ``turns``, other processes count too.
        """
        self._longest = longest
        self._turns = [each for each in turns if each]
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(
        self, host: str, delay: float, pause: float | None = None, *, part: bool = False
    ) -> AsyncIterator[None]:
        """Wait for a turn at a host, first come, first served.

        The delay counts from the end of the previous answer, so the server too sees at least this pause
        between requests. With ``pause``, it counts from the last page, and after a part of a page the pause is enough.
        """
        pause = delay if pause is None else pause
        state = self._hosts.setdefault(host, _Host())
        state.users += 1
        try:
            async with state.lock:
                if delay > 0:
                    await _until(max(state.paged + delay, state.ended + pause) + _TICK)
                taken = await self._take(host, delay, pause)
                try:
                    yield
                finally:
                    state.ended = asyncio.get_running_loop().time()
                    if not part:
                        state.paged = state.ended
                    for turns in taken:
                        turns.give_back(host, part=part)
        finally:
            state.users -= 1
            self._forget(host)

    async def _take(self, host: str, delay: float, pause: float) -> list[SharedTurns]:
        """Wait for a turn among all processes; if one fails, those before it are given back."""
        taken: list[SharedTurns] = []
        try:
            for turns in self._turns:
                await turns.take(host, delay, pause)
                taken.append(turns)
        except BaseException:
            for turns in taken:
                turns.give_back(host)
            raise
        return taken

    async def close(self) -> None:
        """Give all turns back to other processes."""
        for turns in self._turns:
            if closing := turns.close():
                await closing

    def __len__(self) -> int:
        """Return the number of remembered hosts."""
        return len(self._hosts)

    def _forget(self, host: str) -> None:
        """Move this host to the end and drop expired hosts from the front."""
        self._hosts[host] = self._hosts.pop(host)
        expired = asyncio.get_running_loop().time() - self._longest - _TICK
        while self._hosts:
            first = next(iter(self._hosts))
            state = self._hosts[first]
            if state.users or state.ended > expired:
                return
            del self._hosts[first]


async def _until(moment: float) -> None:
    loop = asyncio.get_running_loop()
    while (rest := moment - loop.time()) > 0:  # noqa: ASYNC110 - timers may fire early
        await asyncio.sleep(rest)
