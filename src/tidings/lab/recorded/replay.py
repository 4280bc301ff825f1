"""A fetcher that answers from a recorded web, after a latency and at a polite pace."""

from __future__ import annotations

import asyncio
from random import Random

from tidings.lab.recorded.recorded import RecordedWeb
from tidings.model import Fetched, Link
from tidings.ports import Clock
from tidings.urls import url_id

_MEAN_LATENCY = 0.2
"""Seconds until a recorded server answers; drawn for each URL and seed."""
_MIN_LATENCY = 0.02


class Replay:
    """Answer links from a recorded web, in virtual time.

    With ``arrivals`` a URL does not exist before its first capture and then answers with its newest one.
    """

    def __init__(
        self, web: RecordedWeb, clock: Clock, seed: int, *, delay: float, arrivals: bool = False
    ) -> None:
        self._web = web
        self._clock = clock
        self._seed = seed
        self._delay = delay
        self._arrivals = arrivals

    async def fetch(self, link: Link) -> Fetched:
        """Return the capture of a URL, nothing if it is not part of this web."""
        if self._delay:
            await asyncio.sleep(self._latency(link.url))
        reading = self._web.at(link.url, self._clock.now() if self._arrivals else None)
        return Fetched(reading.capture if reading else None)

    def delay(self, url: str) -> float:
        """Return the seconds between two requests to one host."""
        return self._delay

    async def close(self) -> None:
        """Do nothing: there are no connections."""

    def _latency(self, url: str) -> float:
        return _MIN_LATENCY + Random(url_id(url) ^ self._seed).expovariate(1 / _MEAN_LATENCY)
