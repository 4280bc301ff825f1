"""A fetcher for the generated web without sockets: robots.txt and delays as on the live web, in the loop's time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import urlsplit

from tidings.errors import Failed, Refused
from tidings.lab.web.web import Answer
from tidings.model import Capture, Channel, Fetched, Link, Reason
from tidings.ports import Clock
from tidings.read.types import readable
from tidings.settings import FetchSettings
from tidings.urls import host_of
from tidings.web.addresses import why_refused
from tidings.web.politeness import Gate
from tidings.web.robots import Robots

_MAX_DELAY = 60.0
_NONE: Mapping[str, str] = {}
_IP = "192.0.2.1"
"""IP address of all captures, from the range reserved for documentation."""


class Servers(Protocol):
    """A generated web."""

    hosts: tuple[str, ...]

    def answer(self, url: str, now: datetime) -> Answer:
        """Return the answer to a request at a moment."""


class InProcessWeb:
    """Answer links from a generated web; ``log`` holds the loop's time and the URL of every request."""

    def __init__(
        self, web: Servers, clock: Clock, *, delay: float = 1.0, obey_robots: bool = True
    ) -> None:
        self._web = web
        self._clock = clock
        self._settings = FetchSettings(delay=delay)
        self._obey_robots = obey_robots
        self._hosts = frozenset(web.hosts)
        self._gate = Gate(longest=max(delay, _MAX_DELAY))
        self._robots = Robots(self._get, _MAX_DELAY, clock)
        self.log: list[tuple[float, str]] = []
        self.unchanged: set[int] = set()
        """Places in the log of requests that were answered with *not modified*."""

    async def fetch(self, link: Link) -> Fetched:
        """Return the one capture of a link; raise Refused, Failed or TryLater."""
        if self._obey_robots:
            await self._robots.admit(link.url)
        part = link.channel is Channel.REQUISITE
        capture = await self._get(link.url, dict(link.validators), part=part)
        return Fetched(capture if part else _without_unwanted_body(capture))

    def delay(self, url: str) -> float:
        """Return the seconds between two requests to the host of a URL."""
        return max(self._settings.delay, self._robots.crawl_delay(url))

    async def close(self) -> None:
        """Do nothing: there are no connections."""

    async def _get(
        self, url: str, validators: Mapping[str, str] = _NONE, *, part: bool = False
    ) -> Capture:
        host = urlsplit(url).hostname or ""
        _refuse_forbidden_ip(host)
        if host not in self._hosts:
            raise Failed(Reason.DNS, "name not found", retry=False)
        delay = self.delay(url)
        pause = self._settings.pause(delay)
        async with self._gate.turn(host_of(url), pause if part else delay, pause, part=part):
            return await self._ask(url, validators)

    async def _ask(self, url: str, validators: Mapping[str, str]) -> Capture:
        captured_at = self._clock.now()
        self.log.append((asyncio.get_running_loop().time(), url))
        answer = self._web.answer(url, captured_at)
        etag = dict(answer.headers).get("ETag")
        if etag and answer.status == HTTPStatus.OK and validators.get("If-None-Match") == etag:
            self.unchanged.add(len(self.log) - 1)
            answer = answer._replace(status=HTTPStatus.NOT_MODIFIED, body=b"")
        await asyncio.sleep(answer.latency)
        if answer.status == 0:
            raise Failed(Reason.CONNECT, "reset")
        return Capture(
            url=url,
            captured_at=captured_at,
            status=answer.status,
            headers=answer.headers,
            body=answer.body,
            reason=HTTPStatus(answer.status).phrase,
            request_headers=(("Host", host_of(url)),),
            ip=_IP,
        )


def _refuse_forbidden_ip(host: str) -> None:
    """Refuse a host written as a forbidden IP address; other IP addresses are unreachable."""
    try:
        ip = str(ip_address(host.strip("[]")))
    except ValueError:
        return
    why = why_refused(ip)
    if why:
        raise Refused(Reason.IP_ADDRESS, str(why))
    raise Failed(Reason.CONNECT, "unreachable")


def _without_unwanted_body(capture: Capture) -> Capture:
    """Drop a body that cannot be a page, as the live fetcher does."""
    if readable(capture.header("Content-Type")):
        return capture
    return capture._replace(body=b"", truncated="length")
