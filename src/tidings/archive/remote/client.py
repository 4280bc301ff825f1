"""Asks archives on the network, one request at a time each, patiently; it knows no dialect."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime

from tidings.archive.remote.replay import is_archived, onward
from tidings.errors import Failed, FetchError, TryLater, Unreadable
from tidings.model import Capture, Reason
from tidings.ports import Clock
from tidings.read import readable
from tidings.read.body import inflate
from tidings.settings import FetchSettings
from tidings.urls import host_of
from tidings.web.politeness import Gate
from tidings.web.wire import MEGABYTE, Ask, Wire

_REDIRECTS = 5
_PATIENCE = 60.0
"""Seconds a request waits for an archive that wants rest; for longer ones the caller is told."""
_GIVE_UP = 12
"""Refusals in a row after which an archive is held to be gone; with back-off that is over an hour."""
_KNOCKS = 2
"""How often an archive that never spoke is asked before it is held to be nowhere: its address may be wrong."""
_LEAST_WAIT = 0.25
_ASKS_FOR_REST = (429, 503)
_IN_TROUBLE = (*_ASKS_FOR_REST, 500, 502, 504)


class NoAnswer(Failed):
    """Nobody was ever heard at that address."""


@dataclass(slots=True)
class _Rest:
    """When an archive may be asked again, how often in a row it did not deliver, and whether it ever spoke."""

    until: float = 0.0
    refusals: int = 0
    heard: bool = False

    def remaining(self) -> float:
        return max(self.until - asyncio.get_running_loop().time(), 0.0)


class Client:
    """The one way to archives on the network: bounded, spaced, and backing off when they ask for it."""

    def __init__(self, settings: FetchSettings, user_agent: str, clock: Clock) -> None:
        self._settings = settings
        self._limit = int(settings.page_megabytes * MEGABYTE)
        self._wire = Wire(settings, user_agent, clock)
        self._gate = Gate(longest=settings.delay)
        self._rests: dict[str, _Rest] = {}
        self._list = Ask(self._limit, "*/*", "gzip", wants=lambda _: True)
        self._page = Ask(self._limit, "*/*", "gzip, deflate, br, zstd", wants=readable)

    async def text(self, address: str) -> str | None:
        """Return a list an archive offers, None if there is none; raise Refused, Failed or TryLater."""
        answer = await self._follow(address, self._list)
        if answer.status in (404, 410):
            return None
        if answer.status != 200:
            raise Failed(Reason.ARCHIVE, f"http {answer.status}", retry=False)
        if answer.truncated == "length":
            raise Failed(Reason.ARCHIVE, f"a list over {self._limit / MEGABYTE:g} MB", retry=False)
        if answer.truncated:
            raise Failed(Reason.ARCHIVE, f"answer cut short: {answer.truncated}")
        try:
            body = inflate(answer.body, answer.header("Content-Encoding"), self._limit)
        except Unreadable as error:
            raise Failed(Reason.ARCHIVE, str(error), retry=False) from error
        return body.decode("utf-8", "replace")

    async def negotiate(self, address: str, near: datetime | None) -> Capture:
        """Return the headers a TimeGate answers with when it is asked for a moment."""
        when = (("Accept-Datetime", format_datetime(near, usegmt=True)),) if near else ()
        return await self.get(address, Ask(0, "*/*", "gzip", wants=lambda _: False, headers=when))

    async def replay(self, address: str) -> Capture:
        """Return what an archive replays, through its own redirects to a nearby capture."""
        return await self._follow(address, self._page)

    async def get(self, address: str, ask: Ask) -> Capture:
        """Return one answer; raise Refused, Failed, or TryLater when the archive wants a long rest."""
        host = host_of(address)
        rest = self._rests.setdefault(host, _Rest())
        trouble: FetchError = Failed(Reason.ARCHIVE, "never asked")
        for number in range(1, self._settings.tries + 1):
            async with self._gate.turn(host, self._settings.delay):
                await self._rested(rest)
                try:
                    answer = await self._once(address, ask, rest)
                except (Failed, TryLater) as error:
                    if isinstance(error, Failed) and not error.retry:
                        raise
                    trouble = error
                    self._back_off(rest, error)
                else:
                    rest.refusals = 0
                    return answer
            if not rest.heard and number == min(_KNOCKS, self._settings.tries):
                raise NoAnswer(Reason.ARCHIVE, f"{host} does not answer ({trouble})", retry=False)
        if isinstance(trouble, TryLater):
            raise self._later(trouble.reason, trouble.detail, rest)
        raise Failed(
            trouble.reason, f"{trouble.detail} ({self._settings.tries} tries)", retry=False
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._wire.close()

    async def _follow(self, address: str, ask: Ask) -> Capture:
        for _ in range(_REDIRECTS + 1):
            answer = await self.get(address, ask)
            target = onward(answer)
            if target is None:
                return answer
            address = target
        raise Failed(Reason.ARCHIVE, f"more than {_REDIRECTS} redirects", retry=False)

    async def _once(self, address: str, ask: Ask, rest: _Rest) -> Capture:
        try:
            answer = await self._wire.get(address, ask)
        except Failed as error:
            if not rest.heard:
                raise
            raise Failed(Reason.ARCHIVE, str(error), retry=error.retry) from error
        rest.heard = True
        if answer.status not in _IN_TROUBLE or is_archived(answer):
            return answer
        status = f"http {answer.status}"
        if answer.status in _ASKS_FOR_REST:
            raise TryLater(Reason.ARCHIVE, status, answer.retry_after())
        raise Failed(Reason.ARCHIVE, status)

    def _back_off(self, rest: _Rest, trouble: FetchError) -> None:
        """Let the archive rest twice as long after each failure in a row, or as long as it asks."""
        rest.refusals += 1
        wait = max(self._settings.delay, _LEAST_WAIT) * 2.0 ** min(rest.refusals, 20)
        asked = trouble.seconds if isinstance(trouble, TryLater) else 0.0
        seconds = min(max(wait, asked), self._settings.retry_after)
        rest.until = asyncio.get_running_loop().time() + seconds

    async def _rested(self, rest: _Rest) -> None:
        if rest.remaining() > _PATIENCE:
            raise self._later(Reason.ARCHIVE, "wants rest", rest)
        while (seconds := rest.remaining()) > 0:  # noqa: ASYNC110 - timers may fire early
            await asyncio.sleep(seconds)

    def _later(self, reason: Reason, detail: str, rest: _Rest) -> FetchError:
        if rest.refusals >= _GIVE_UP:
            return Failed(reason, f"{detail} ({rest.refusals} times in a row)", retry=False)
        return TryLater(reason, detail, max(rest.remaining(), self._settings.delay))
