"""Robots.txt rules (RFC 9309): fetched once a day per origin, cached and obeyed."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import islice

from protego import Protego

from tidings.errors import Failed, FetchError, Refused, TryLater
from tidings.model import REDIRECTS, Capture, Reason
from tidings.ports import Clock
from tidings.urls import origin_of, redirect_target
from tidings.web.politeness import ROBOT

MAX_BYTES = 500 * 1024
"""Bytes of a robots.txt that are read: the minimum that RFC 9309 demands."""
MAX_REDIRECTS = 5
MAX_ORIGINS = 10_000
"""Origins in the cache, the least recently used are dropped: parsed rules take some kB each."""

_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_FRESH = timedelta(days=1)
_FIRST_WAIT = 30.0
"""Seconds until an unreachable robots.txt is tried again; doubled with each failure."""
_LONGEST_WAIT = 3600.0
_TRIES = 3
"""Failures in a row after which a site without rules is refused."""

_MOST_SITEMAPS = 20
"""Sitemaps of one site that are followed."""
_AGENT = re.compile(
    r"\s*(?:user-agent|useragent|user agent)\s*[:\s]\s*(\*(?=\s*(?:#|$))|[a-z_-]*)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """The rules of one robots.txt for our robot."""

    rules: Protego
    crawl_delay: float = 0.0
    sitemaps: tuple[str, ...] = ()

    def allowed(self, url: str) -> bool:
        """Return whether we may fetch a URL."""
        return self.rules.can_fetch(url, ROBOT)


def parse(body: bytes) -> RobotsRules:
    """Parse the first 500 KiB of a robots.txt; lines that are not rules are ignored."""
    if len(body) > MAX_BYTES:
        body = body[:MAX_BYTES]
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    return _parsed(body)


@lru_cache(maxsize=64)  # the many hosts of one service share their rules
def _parsed(body: bytes) -> RobotsRules:
    lines = body.decode("utf-8-sig", "replace").splitlines()
    rules = Protego.parse("\n".join(map(_for_us, lines)))
    sitemaps = tuple(islice(dict.fromkeys(rules.sitemaps), _MOST_SITEMAPS))
    return RobotsRules(rules, rules.crawl_delay(ROBOT) or 0.0, sitemaps)


def _for_us(line: str) -> str:
    """Return a line with all foreign robots renamed to one.

    Protego stores every rule once per named robot, so thousands of names before thousands of rules would fill
    the memory. It also takes a group for "tid" as ours.
    """
    match = _AGENT.match(line)
    if not match:
        return line
    name = match[1].lower()
    return f"User-agent: {name if name in (ROBOT, '*') else 'another'}"


ALLOW_ALL = parse(b"")


@dataclass(slots=True)
class _Origin:
    """The cached rules of one origin, and when to fetch them again."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    rules: RobotsRules | None = None
    ask_at: datetime = _LONG_AGO
    failures: int = 0
    failure: FetchError | None = None


class Robots:
    """The rules of all origins, fetched through ``get``."""

    def __init__(
        self,
        get: Callable[[str], Awaitable[Capture]],
        max_delay: float,
        clock: Clock,
        max_origins: int = MAX_ORIGINS,
    ) -> None:
        self._get = get
        self._max_delay = max_delay
        self._clock = clock
        self._max_origins = max_origins
        self._origins: OrderedDict[str, _Origin] = OrderedDict()

    def crawl_delay(self, url: str) -> float:
        """Return the Crawl-delay of a URL's site in seconds, 0 if unknown."""
        site = self._origins.get(origin_of(url))
        return site.rules.crawl_delay if site and site.rules else 0.0

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps that a URL's site names, none if its rules are unknown."""
        site = self._origins.get(origin_of(url))
        return site.rules.sitemaps if site and site.rules else ()

    async def admit(self, url: str) -> None:
        """Return if a URL may be fetched, else raise Refused, Failed or TryLater."""
        rules = await self._rules(origin_of(url))
        if not rules.allowed(url):
            raise Refused(Reason.ROBOTS)
        if rules.crawl_delay > self._max_delay:
            raise Refused(Reason.ROBOTS, f"crawl-delay {rules.crawl_delay:g} s is over max_delay")

    async def _rules(self, origin: str) -> RobotsRules:
        site = self._remember(origin)
        async with site.lock:
            if self._clock.now() >= site.ask_at:
                await self._ask(origin, site)
        if site.rules is not None:
            return site.rules
        raise self._unreachable(site)

    def _remember(self, origin: str) -> _Origin:
        site = self._origins.setdefault(origin, _Origin())
        self._origins.move_to_end(origin)
        if len(self._origins) > self._max_origins:
            self._origins.popitem(last=False)
        return site

    async def _ask(self, origin: str, site: _Origin) -> None:
        """Fetch the rules; on failure keep the old ones and note when to retry."""
        try:
            site.rules = await self._fetch(f"{origin}/robots.txt")
            site.failure, site.failures = None, 0
            site.ask_at = self._clock.now() + _FRESH
        except FetchError as error:
            if error.reason is Reason.HELD_ELSEWHERE:  # not the fault of the site
                raise
            site.failure = error
            site.failures += 1
            site.ask_at = self._clock.now() + timedelta(seconds=_wait(error, site.failures))

    async def _fetch(self, url: str) -> RobotsRules:
        for _ in range(MAX_REDIRECTS + 1):
            capture = await self._get(url)
            if capture.status == 429 or capture.status >= 500:
                raise TryLater(Reason.ROBOTS, str(capture.status), capture.retry_after())
            if capture.status in REDIRECTS:
                target = redirect_target(capture.header("Location"), url)
                if target is None:
                    return ALLOW_ALL
                url = target
            elif 200 <= capture.status < 300:
                return parse(_plain(capture))
            else:
                return ALLOW_ALL
        return ALLOW_ALL

    def _unreachable(self, site: _Origin) -> FetchError:
        """Return a new error for an origin without rules: raising an old one again would add to its traceback."""
        failure = site.failure
        if isinstance(failure, Refused):
            return Refused(failure.reason, failure.detail)
        cause = failure.detail if failure and failure.reason is Reason.ROBOTS else str(failure)
        if isinstance(failure, Failed) and not failure.retry:
            return Failed(Reason.ROBOTS, cause, retry=False)
        if site.failures >= _TRIES:
            return Refused(Reason.ROBOTS_UNREACHABLE, cause)
        seconds = (site.ask_at - self._clock.now()).total_seconds()
        slow = failure is not None and failure.reason is Reason.TIMEOUT
        return TryLater(Reason.ROBOTS, cause, max(seconds, 0.0), slow=slow)


def _wait(error: FetchError, failures: int) -> float:
    """Return the seconds until a retry after a failure."""
    if isinstance(error, Refused) or (isinstance(error, Failed) and not error.retry):
        return _LONGEST_WAIT
    asked = error.seconds if isinstance(error, TryLater) else 0.0
    return min(max(_FIRST_WAIT * 2.0 ** min(failures - 1, 20), asked), _LONGEST_WAIT)


def _plain(capture: Capture) -> bytes:
    """Return the decoded body up to the limit; gzip is the only coding we accept."""
    coding = capture.header("Content-Encoding").strip().lower()
    if coding in ("", "identity"):
        return capture.body
    if coding not in ("gzip", "x-gzip"):
        raise Failed(Reason.ROBOTS, "unasked content-encoding", retry=False)
    try:
        return zlib.decompressobj(31).decompress(capture.body, MAX_BYTES + 1)
    except zlib.error:
        raise Failed(Reason.ROBOTS, "broken gzip", retry=False) from None
