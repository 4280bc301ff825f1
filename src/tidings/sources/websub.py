"""WebSub: hubs call when a feed has news, so that it is asked at once and not when it is due.

What a hub sends is not believed as content: the feed itself is fetched, as politely as always.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from tidings.errors import FetchError
from tidings.model import Channel, Link
from tidings.ports import Clock
from tidings.urls import normalise
from tidings.web.callback import Call, Reply, called_back
from tidings.web.listening import Ear

_LOG = logging.getLogger("tidings.streams")
_LEASE = 10 * 86_400
"""Seconds that we ask a hub to call for; it may choose another time."""
_SHORTEST = 300.0
"""Seconds before a subscription is renewed, at least."""
_AGAIN = 3_600.0
"""Seconds after which a hub that failed is asked again."""
_HEAD = 100_000
"""Bytes of a feed in which its hub is looked for."""
_LINK = re.compile(rb"<(?:[a-z0-9]{1,10}:)?link\b[^>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"\b(rel|href)\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)
_HEADER = re.compile(r"<([^>]+)>\s*;[^,]*?\brel=\"?([^\";,]+)")
_HASHES = ("sha1", "sha256", "sha384", "sha512")


class FeedHub(NamedTuple):
    """Where to subscribe to a feed."""

    hub: str
    topic: str
    """The address of the feed, as the hub knows it."""


@dataclass(slots=True)
class _Subscription:
    feed: str
    hub: FeedHub
    secret: str
    renew_at: float


class WebSub:
    """A source that never ends: a link to a feed each time its hub calls."""

    def __init__(
        self,
        feeds: Iterable[str],
        callback: str,
        listen: str,
        ear: Ear,
        clock: Clock,
    ) -> None:
        """Subscribe with a public ``callback`` address; calls come in at ``listen``, a host and a port."""
        self._feeds = tuple(feeds)
        self._callback = callback.rstrip("/")
        self._listen = listen
        self._ear = ear
        self._clock = clock
        self._subscriptions: dict[str, _Subscription] = {}
        self._calls: asyncio.Queue[str] = asyncio.Queue(1_000)
        self.port = 0
        """Where it listens, once it does."""

    async def __aiter__(self) -> AsyncIterator[Link]:
        """Yield a link for each call that is signed as agreed."""
        try:
            async with called_back(self._listen, self._answer) as self.port, _beside(self._renew):
                while True:
                    feed = await self._calls.get()
                    yield Link(feed, channel=Channel.LISTING, found_at=self._now())
        finally:
            await self._ear.close()

    def _now(self) -> float:
        return self._clock.now().timestamp()

    async def _renew(self) -> None:
        """Subscribe to each feed, and again before the lease ends."""
        pending = dict.fromkeys(self._feeds, 0.0)
        while pending:
            now = self._now()
            for feed, at in pending.items():
                if at <= now:
                    pending[feed] = now + await self._subscribe(feed)
            renewals = {each.feed: each.renew_at for each in self._subscriptions.values()}
            pending = {feed: max(at, renewals.get(feed, 0.0)) for feed, at in pending.items()}
            await asyncio.sleep(max(min(pending.values()) - self._now(), 1.0))

    async def _subscribe(self, feed: str) -> float:
        """Ask the hub of a feed to call; return the seconds after which to ask again."""
        try:
            found = hub_of(*await self._ear.answer(feed), feed)
            if found is None:
                return _LEASE  # this feed has no hub: it is asked when it is due
            old = [token for token, each in self._subscriptions.items() if each.feed == feed]
            token, secret = secrets.token_urlsafe(18), secrets.token_hex(20)
            self._subscriptions[token] = _Subscription(feed, found, secret, self._now() + _AGAIN)
            form = {
                "hub.mode": "subscribe",
                "hub.topic": found.topic,
                "hub.callback": f"{self._callback}/{token}",
                "hub.secret": secret,
                "hub.lease_seconds": str(_LEASE),
            }
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            await self._ear.post(found.hub, headers, urlencode(form).encode())
            for each in old[
                :-1
            ]:  # the hub may call at the last one until it has verified the new one
                del self._subscriptions[each]
        except FetchError as error:
            _LOG.info("%s: no subscription, %s", feed, error)
        return _AGAIN

    async def _answer(self, call: Call) -> Reply:
        subscription = self._subscriptions.get(call.path)
        if subscription is None:
            return Reply(404)
        if call.method == "GET":
            return self._verified(subscription, call)
        if call.method != "POST":
            return Reply(405)
        if _is_signed(call, subscription.secret) and not self._calls.full():
            self._calls.put_nowait(subscription.feed)
        return Reply(202)  # also without a signature, so that nobody can guess

    def _verified(self, subscription: _Subscription, call: Call) -> Reply:
        """Agree to what we have asked for; a hub may also say that it will not call."""
        mode, topic = call.query.get("hub.mode", ""), call.query.get("hub.topic", "")
        if mode == "denied":
            _LOG.info("%s: its hub will not call", subscription.feed)
            return Reply(200)
        if mode != "subscribe" or topic != subscription.hub.topic:
            return Reply(404)
        asked = call.query.get("hub.lease_seconds", "")
        lease = float(asked) if asked.isascii() and asked.isdigit() else float(_LEASE)
        subscription.renew_at = self._now() + max(min(lease, _LEASE * 10.0) / 2, _SHORTEST)
        _LOG.info("%s: its hub will call", subscription.feed)
        return Reply(200, call.query.get("hub.challenge", ""))


class _beside:  # noqa: N801 - used like a function
    """Runs a task while a block runs."""

    def __init__(self, work: Callable[[], Awaitable[None]]) -> None:
        self._work = work

    async def __aenter__(self) -> None:
        self._task = asyncio.ensure_future(self._work())

    async def __aexit__(self, *error: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


def hub_of(headers: dict[str, list[str]], body: bytes, feed: str) -> FeedHub | None:
    """Return where to subscribe to a feed: as its headers say, or the feed itself; None if it has no hub."""
    links = [
        (kind, address)
        for value in headers.get("link", ())
        for address, kinds in _HEADER.findall(value)
        for kind in kinds.lower().split()
    ]
    links += _in_json(body) if body.lstrip()[:1] == b"{" else _in_xml(body)
    found = dict(reversed(links))
    hub = normalise(found.get("hub", ""), feed) if found.get("hub") else None
    if hub is None:
        return None
    return FeedHub(hub, found.get("self") or feed)


def _in_xml(body: bytes) -> list[tuple[str, str]]:
    links = []
    for tag in _LINK.findall(body[:_HEAD]):
        fields = {
            name.lower(): value.decode("utf-8", "replace")
            for name, value in _ATTRIBUTE.findall(tag)
        }
        if b"rel" in fields and b"href" in fields:
            links.append((fields[b"rel"].lower(), fields[b"href"].replace("&amp;", "&")))
    return links


def _in_json(body: bytes) -> list[tuple[str, str]]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return []
    hubs = data.get("hubs") if isinstance(data, dict) else None
    links = [
        ("hub", str(hub["url"]))
        for hub in (hubs if isinstance(hubs, list) else ())
        if isinstance(hub, dict) and str(hub.get("type", "")).lower() == "websub" and hub.get("url")
    ]
    own = data.get("feed_url") if isinstance(data, dict) else None
    return [*links[:1], *([("self", own)] if isinstance(own, str) else [])]


def _is_signed(call: Call, secret: str) -> bool:
    method, _, given = call.headers.get("X-Hub-Signature", "").partition("=")
    if method.lower() not in _HASHES:
        return False
    expected = hmac.new(secret.encode(), call.body, method.lower()).hexdigest()
    return hmac.compare_digest(expected, given.strip().lower())
