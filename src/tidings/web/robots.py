"""What sites ask of robots (RFC 9309): fetched once a day per origin, obeyed, and remembered."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from protego import Protego

from tidings.errors import Failed, FetchError, Refused, TryLater
from tidings.model import REDIRECTS, Capture, Reason
from tidings.ports import Clock
from tidings.urls import origin_of, redirect_target
from tidings.web.politeness import ROBOT

MAX_BYTES = 500 * 1024
MAX_REDIRECTS = 5

_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_FRESH = timedelta(days=1)
_FIRST_WAIT = 30.0
_LONGEST_WAIT = 3600.0
_TRIES = 3
_MOST_ORIGINS = 10_000
"""Parsed rules are large (some kB each); the origin asked longest ago is forgotten, and asked again."""

_AGENT = re.compile(
    r"\s*(?:user-agent|useragent|user agent)\s*[:\s]\s*(\*(?=\s*(?:#|$))|[a-z_-]*)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What one robots.txt says to us."""

    rules: Protego
    crawl_delay: float = 0.0

    def allowed(self, url: str) -> bool:
        """Say whether we may ask for this address."""
        return self.rules.can_fetch(url, ROBOT)


def parse(body: bytes) -> RobotsRules:
    """Read a robots.txt; nothing in it is an error, and only its first 500 KiB count."""
    if len(body) > MAX_BYTES:
        body = body[:MAX_BYTES]
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    return _parsed(body)


@lru_cache(maxsize=64)  # the many hosts of one service say the same
def _parsed(body: bytes) -> RobotsRules:
    lines = body.decode("utf-8-sig", "replace").splitlines()
    rules = Protego.parse("\n".join(map(_for_us, lines)))
    return RobotsRules(rules, rules.crawl_delay(ROBOT) or 0.0)


def _for_us(line: str) -> str:
    """Give all foreign robots one name.

    Protego keeps every rule once per named robot: thousands of names before thousands of rules would
    fill the memory. It also takes the group of "tid" for ours.
    """
    match = _AGENT.match(line)
    if not match:
        return line
    name = match[1].lower()
    return f"User-agent: {name if name in (ROBOT, '*') else 'another'}"


ALLOW_ALL = parse(b"")


@dataclass(slots=True)
class _Origin:
    """What is known about one origin's rules, and when to ask again."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    rules: RobotsRules | None = None
    ask_at: datetime = _LONG_AGO
    failures: int = 0
    failure: FetchError | None = None


class Robots:
    """The rules of all origins; every request for them goes through ``get``."""

    def __init__(
        self, get: Callable[[str], Awaitable[Capture]], max_delay: float, clock: Clock
    ) -> None:
        self._get = get
        self._max_delay = max_delay
        self._clock = clock
        self._origins: OrderedDict[str, _Origin] = OrderedDict()

    def crawl_delay(self, url: str) -> float:
        """Return the seconds an address's site wants between requests, 0 if it has not said."""
        known = self._origins.get(origin_of(url))
        return known.rules.crawl_delay if known and known.rules else 0.0

    async def admit(self, url: str) -> None:
        """Return if the address may be asked for; raise Refused, Failed or TryLater if not."""
        rules = await self._rules(origin_of(url))
        if not rules.allowed(url):
            raise Refused(Reason.ROBOTS)
        if rules.crawl_delay > self._max_delay:
            raise Refused(Reason.ROBOTS, f"crawl-delay {rules.crawl_delay:g} s is over max_delay")

    async def _rules(self, origin: str) -> RobotsRules:
        known = self._remember(origin)
        async with known.lock:
            if self._clock.now() >= known.ask_at:
                await self._ask(origin, known)
        if known.rules is not None:
            return known.rules
        raise self._unreachable(known)

    def _remember(self, origin: str) -> _Origin:
        known = self._origins.setdefault(origin, _Origin())
        self._origins.move_to_end(origin)
        if len(self._origins) > _MOST_ORIGINS:
            self._origins.popitem(last=False)
        return known

    async def _ask(self, origin: str, known: _Origin) -> None:
        """Fetch the rules; if that fails keep the old ones and note when to try again."""
        try:
            known.rules = await self._fetch(f"{origin}/robots.txt")
            known.failure, known.failures = None, 0
            known.ask_at = self._clock.now() + _FRESH
        except FetchError as error:
            known.failure = error
            known.failures += 1
            known.ask_at = self._clock.now() + timedelta(seconds=_wait(error, known.failures))

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

    def _unreachable(self, known: _Origin) -> FetchError:
        """Return the error for an origin without rules; made anew, as raising changes an error."""
        failure = known.failure
        if isinstance(failure, Refused):
            return Refused(failure.reason, failure.detail)
        cause = failure.detail if failure and failure.reason is Reason.ROBOTS else str(failure)
        if isinstance(failure, Failed) and not failure.retry:
            return Failed(Reason.ROBOTS, cause, retry=False)
        if known.failures >= _TRIES:
            return Refused(Reason.ROBOTS_UNREACHABLE, cause)
        seconds = (known.ask_at - self._clock.now()).total_seconds()
        return TryLater(Reason.ROBOTS, cause, max(seconds, 0.0))


def _wait(error: FetchError, failures: int) -> float:
    """Return how long a failure is believed, in seconds."""
    if isinstance(error, Refused) or (isinstance(error, Failed) and not error.retry):
        return _LONGEST_WAIT
    asked = error.seconds if isinstance(error, TryLater) else 0.0
    return min(max(_FIRST_WAIT * 2.0 ** min(failures - 1, 20), asked), _LONGEST_WAIT)


def _plain(capture: Capture) -> bytes:
    """Return the body without its gzip coding, no more than counts; we ask for no other coding."""
    coding = capture.header("Content-Encoding").strip().lower()
    if coding in ("", "identity"):
        return capture.body
    if coding not in ("gzip", "x-gzip"):
        raise Failed(Reason.ROBOTS, "unasked content-encoding", retry=False)
    try:
        return zlib.decompressobj(31).decompress(capture.body, MAX_BYTES + 1)
    except zlib.error:
        raise Failed(Reason.ROBOTS, "broken gzip", retry=False) from None
