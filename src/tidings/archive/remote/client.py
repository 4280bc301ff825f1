"""Sends requests to archives on the network, one at a time each, with retries; it knows no list format."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime

from tidings.archive.remote.replay import is_archived, onward
from tidings.errors import Failed, FetchError, TryLater, Unreadable
from tidings.model import Capture, Reason
from tidings.ports import Clock
from tidings.read.body import inflate
from tidings.read.types import readable
from tidings.settings import FetchSettings
from tidings.urls import host_of
from tidings.web.politeness import Gate
from tidings.web.turns import shared_turns
from tidings.web.wire import MEGABYTE, Ask, Wire

MIN_WAIT = 0.25
"""Seconds that back-off starts from; it doubles with each failure in a row."""

_MAX_REDIRECTS = 5
_MAX_PAUSE = 60.0
"""Seconds a request waits for an archive that asks for a pause; longer pauses raise TryLater."""
_MAX_FAILURES = 12
"""Failures in a row after which an archive counts as gone; with back-off that is over an hour."""
_FIRST_TRIES = 2
"""Tries of an archive that never answered: its URL may be wrong."""
_ASKS_FOR_REST = (429, 503)
_IN_TROUBLE = (*_ASKS_FOR_REST, 500, 502, 504)


class NoAnswer(Failed):
    """No archive ever answered at that URL."""


@dataclass(slots=True)
class _Pause:
    """When an archive may be asked again, its failures in a row, and whether it ever answered."""

    until: float = 0.0
    failures: int = 0
    answered: bool = False

    def remaining(self) -> float:
        return max(self.until - asyncio.get_running_loop().time(), 0.0)


class Client:
    """Fetches from archives within limits, with a delay between requests and back-off after failures."""

    def __init__(
        self, settings: FetchSettings, user_agent: str, clock: Clock, min_wait: float = MIN_WAIT
    ) -> None:
        self._settings = settings
        self._min_wait = max(settings.delay, min_wait)
        self._limit = int(settings.page_megabytes * MEGABYTE)
        self._wire = Wire(settings, user_agent, clock)
        self._gate = Gate(settings.delay, shared_turns())
        self._pauses: dict[str, _Pause] = {}
        self._list = Ask(self._limit, "*/*", "gzip", wants=lambda _: True)
        self._page = Ask(self._limit, "*/*", "gzip, deflate, br, zstd", wants=readable)

    async def text(self, url: str) -> str | None:
        """Return the text of a list, None if there is none; raise Refused, Failed or TryLater."""
        answer = await self._follow(url, self._list)
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

    async def negotiate(self, url: str, near: datetime | None) -> Capture:
        """Return the answer of a TimeGate for a moment, without its body."""
        when = (("Accept-Datetime", format_datetime(near, usegmt=True)),) if near else ()
        return await self.get(url, Ask(0, "*/*", "gzip", wants=lambda _: False, headers=when))

    async def replay(self, url: str) -> Capture:
        """Return a replayed page, following the archive's own redirects to a nearby snapshot."""
        return await self._follow(url, self._page)

    async def get(self, url: str, ask: Ask) -> Capture:
        """Return one answer; raise Refused, Failed, or TryLater if the archive asks for a long pause."""
        host = host_of(url)
        pause = self._pauses.setdefault(host, _Pause())
        trouble: FetchError = Failed(Reason.ARCHIVE, "never asked")
        for number in range(1, self._settings.tries + 1):
            async with self._gate.turn(self._wire.server_of(url), self._settings.delay):
                await self._wait(pause)
                try:
                    answer = await self._once(url, ask, pause)
                except (Failed, TryLater) as error:
                    if isinstance(error, Failed) and not error.retry:
                        raise
                    trouble = error
                    self._back_off(pause, error)
                else:
                    pause.failures = 0
                    return answer
            if not pause.answered and number == min(_FIRST_TRIES, self._settings.tries):
                raise NoAnswer(Reason.ARCHIVE, f"{host} does not answer ({trouble})", retry=False)
        if isinstance(trouble, TryLater):
            raise self._later(trouble.reason, trouble.detail, pause)
        raise Failed(
            trouble.reason, f"{trouble.detail} ({self._settings.tries} tries)", retry=False
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._wire.close()
        await self._gate.close()

    async def _follow(self, url: str, ask: Ask) -> Capture:
        for _ in range(_MAX_REDIRECTS + 1):
            answer = await self.get(url, ask)
            target = onward(answer)
            if target is None:
                return answer
            url = target
        raise Failed(Reason.ARCHIVE, f"more than {_MAX_REDIRECTS} redirects", retry=False)

    async def _once(self, url: str, ask: Ask, pause: _Pause) -> Capture:
        try:
            answer = await self._wire.get(url, ask)
        except Failed as error:
            if not pause.answered:
                raise
            raise Failed(Reason.ARCHIVE, str(error), retry=error.retry) from error
        pause.answered = True
        if answer.status not in _IN_TROUBLE or is_archived(answer):
            return answer
        status = f"http {answer.status}"
        if answer.status in _ASKS_FOR_REST:
            raise TryLater(Reason.ARCHIVE, status, answer.retry_after())
        raise Failed(Reason.ARCHIVE, status)

    def _back_off(self, pause: _Pause, trouble: FetchError) -> None:
        """Pause twice as long after each failure in a row, or as long as the archive asks."""
        pause.failures += 1
        wait = self._min_wait * 2.0 ** min(pause.failures, 20)
        asked = trouble.seconds if isinstance(trouble, TryLater) else 0.0
        seconds = min(max(wait, asked), self._settings.retry_after)
        pause.until = asyncio.get_running_loop().time() + seconds

    async def _wait(self, pause: _Pause) -> None:
        if pause.remaining() > _MAX_PAUSE:
            raise self._later(Reason.ARCHIVE, "wants rest", pause)
        while (seconds := pause.remaining()) > 0:  # noqa: ASYNC110 - timers may fire early
            await asyncio.sleep(seconds)

    def _later(self, reason: Reason, detail: str, pause: _Pause) -> FetchError:
        if pause.failures >= _MAX_FAILURES:
            return Failed(reason, f"{detail} ({pause.failures} times in a row)", retry=False)
        return TryLater(reason, detail, max(pause.remaining(), self._settings.delay))
