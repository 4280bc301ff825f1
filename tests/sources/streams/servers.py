"""Local servers that speak the protocols of social services, and break off as real ones do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from tidings.read.posts.bluesky import COLLECTION

START = 1_709_633_000_000_000
"""Microseconds of the first event."""


def bluesky_event(number: int, **record: Any) -> dict[str, Any]:
    """Return one event of Jetstream, a millisecond after the one before."""
    said = {
        "$type": COLLECTION,
        "text": f"Flood in Harwick, report {number}",
        "langs": ["en"],
        "createdAt": "2024-03-05T10:03:20.000Z",
        "facets": [
            {
                "features": [
                    {
                        "$type": "app.bsky.richtext.facet#link",
                        "uri": f"http://news.example/{number}",
                    }
                ]
            }
        ],
        **record,
    }
    commit = {
        "rev": f"r{number}",
        "operation": "create",
        "collection": COLLECTION,
        "rkey": f"k{number}",
    }
    return {
        "did": f"did:plc:a{number % 7}",
        "time_us": START + number * 1000,
        "kind": "commit",
        "commit": {**commit, "record": said, "cid": "bafy"},
    }


def status(number: int) -> dict[str, Any]:
    """Return one post of Mastodon, whose ids count up."""
    return {
        "id": str(112_000_000_000_000_000 + number),
        "uri": f"https://social.example/users/ann/statuses/{number}",
        "url": f"https://social.example/@ann/{number}",
        "created_at": "2024-03-05T10:05:00.000Z",
        "language": "en",
        "content": f'<p>Flood <a href="http://news.example/m{number}">report {number}</a></p>',
        "account": {
            "id": "1",
            "acct": "ann",
            "username": "ann",
            "url": "https://social.example/@ann",
        },
        "tags": [],
    }


def tweet(number: int) -> dict[str, Any]:
    """Return one line of the filtered stream of X."""
    data = {
        "id": str(number + 1),
        "text": f"Flood report {number}",
        "author_id": "7",
        "created_at": "2024-03-05T10:00:00.000Z",
        "entities": {
            "urls": [{"url": "https://t.co/x", "expanded_url": f"http://news.example/x{number}"}]
        },
    }
    return {"data": data, "includes": {"users": [{"id": "7", "username": "ann"}]}}


class Service:
    """All services on one port; what has happened grows, and connections are cut after a while."""

    def __init__(self, total: int, cut_after: int = 0) -> None:
        self.total = total
        self.cut_after = cut_after
        """Messages after which a connection breaks in the middle of one; 0: never."""
        self.connections: list[dict[str, str]] = []
        self.cuts = 0
        self.rules: list[dict[str, Any]] = [{"id": "old", "value": "(old)", "tag": "tidings"}]
        self.sent = 0
        """Tweets sent so far, of which the service can repeat some."""
        self.asked = asyncio.Event()
        self.refuse = 0
        """Status of the next answers, 0 for none."""
        self.root = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Service]:
        app = web.Application()
        app.router.add_get("/subscribe", self.jetstream)
        app.router.add_get("/xrpc/network.bsky.jetstream.subscribeEvents", self.jetstream)
        app.router.add_get("/api/v1/streaming/public", self.mastodon)
        app.router.add_get("/api/v1/timelines/public", self.timeline)
        app.router.add_get("/api/v1/instance", self.instance)
        app.router.add_get("/api/v2/instance", self.instance)
        app.router.add_get("/api/v1/streaming/health", self.health)
        app.router.add_get("/2/tweets/search/stream", self.x)
        app.router.add_route("*", "/2/tweets/search/stream/rules", self.x_rules)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.root = f"127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self
        finally:
            await runner.cleanup()

    def _open(self, request: web.Request) -> None:
        self.connections.append(dict(request.query))
        self.asked.set()
        if self.refuse:
            raise _status(self.refuse)

    def _is_cut(self, sent: int) -> bool:
        cut = bool(self.cut_after) and sent >= self.cut_after and self.cuts < 10
        self.cuts += cut
        return cut

    async def jetstream(self, request: web.Request) -> web.StreamResponse:
        self._open(request)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        second = "xrpc" in request.path
        cursor = int(request.query.get("cursor", 0))
        first = max(0, cursor - 1 if second else (cursor - START) // 1000)
        for sent, number in enumerate(range(first, self.total)):
            if self._is_cut(sent):
                text = json.dumps(self._frame(number, second)).encode()
                assert request.transport
                # the head of a frame that promises more than comes
                request.transport.write(
                    b"\x81\x7e" + len(text).to_bytes(2, "big") + text[: len(text) // 2]
                )
                await asyncio.sleep(0.01)
                request.transport.abort()
                return socket
            await socket.send_str(json.dumps(self._frame(number, second)))
        await socket.receive()
        return socket

    def _frame(self, number: int, second: bool) -> dict[str, Any]:
        event = bluesky_event(number)
        if not second:
            return event
        kind = "network.bsky.jetstream.subscribeEvents#commit"
        return {
            "payload": {"$type": kind, "did": event["did"], "seq": number + 1, **event["commit"]}
        }

    async def mastodon(self, request: web.Request) -> web.StreamResponse:
        assert request.headers["Authorization"] == "Bearer secret"
        self._open(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(b":)\n\n")
        for sent in range(10**9):
            if self.sent >= self.total:
                break
            body = json.dumps(status(self.sent))
            self.sent += 1
            if self._is_cut(sent):
                await response.write(f"event: update\ndata: {body[:50]}".encode())
                await asyncio.sleep(0.01)
                assert request.transport
                request.transport.abort()
                return response
            await response.write(f"event: update\ndata: {body}\n\n".encode())
        while request.transport and not request.transport.is_closing():
            await response.write(b":thump\n\n")
            await asyncio.sleep(0.05)
        return response

    async def timeline(self, request: web.Request) -> web.Response:
        after = int(request.query.get("min_id", 0)) - 112_000_000_000_000_000
        limit = int(request.query["limit"])
        numbers = range(max(after + 1, 0), self.sent)[:limit]
        return web.json_response([status(number) for number in reversed(numbers)])

    async def instance(self, request: web.Request) -> web.Response:
        url = f"http://{self.root}"
        urls = {"streaming_api": url, "streaming": url}
        about = {"uri": url, "version": "4.3.0", "urls": urls, "configuration": {"urls": urls}}
        return web.json_response({**about, "title": "t", "domain": self.root, "rules": []})

    async def health(self, request: web.Request) -> web.Response:
        return web.Response(text="OK")

    async def x(self, request: web.Request) -> web.StreamResponse:
        assert request.headers["Authorization"] == "Bearer secret"
        self._open(request)
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        if "backfill_minutes" in request.query:
            self.sent = max(0, self.sent - 20)  # all of the last minute again
        await response.write(b"\r\n")
        for sent in range(10**9):
            if self.sent >= self.total:
                break
            body = json.dumps(tweet(self.sent)).encode()
            self.sent += 1
            if self._is_cut(sent):
                await response.write(body[: len(body) // 2])
                await asyncio.sleep(0.01)
                assert request.transport
                request.transport.abort()
                return response
            await response.write(body + b"\r\n")
        while request.transport and not request.transport.is_closing():
            await response.write(b"\r\n")
            await asyncio.sleep(0.05)
        return response

    async def x_rules(self, request: web.Request) -> web.Response:
        if request.method == "POST":
            change = await request.json()
            gone = set(change.get("delete", {}).get("ids", ()))
            self.rules = [rule for rule in self.rules if rule["id"] not in gone]
            self.rules += [{**rule, "id": f"n{n}"} for n, rule in enumerate(change.get("add", ()))]
        return web.json_response({"data": self.rules})


def _status(code: int) -> web.HTTPException:
    if code == 401:
        return web.HTTPUnauthorized()
    return web.HTTPTooManyRequests(headers={"Retry-After": "1"})
