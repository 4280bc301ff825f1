"""Local servers that speak the protocols of social services, and break off as real ones do."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import cbor2
import numpy
import zstandard
from aiohttp import web

from tidings.read.posts.bluesky import COLLECTION

START = 1_709_633_000_000_000
"""Microseconds of the first event."""
SEGMENT, BLOCK = 20, 5
"""Events of a segment and of a block of the archive."""


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


def archived_block(segment: int, place: int) -> bytes:
    """Return a block of the archive of Jetstream: posts, and likes and an unreadable record between them."""
    first = segment * SEGMENT + place * BLOCK
    rows = []
    for number in range(first, first + BLOCK):
        event = bluesky_event(number)
        commit = event["commit"]
        record = {**commit["record"], "reply": cbor2.CBORTag(42, b"\0\1q\x12")}
        texts = [COLLECTION, event["did"], commit["rkey"], commit["rev"]]
        rows.append((number + 1, event["time_us"], 1, *map(str.encode, texts), cbor2.dumps(record)))
    rows.append((first + BLOCK, 0, 1, b"app.bsky.feed.like", b"did:plc:x", b"k", b"r", b"\xff"))
    rows.append((first + BLOCK, 2**60, 1, COLLECTION.encode(), b"did:plc:x", b"k", b"r", b"\xff"))
    columns = list(zip(*rows, strict=True))
    data = len(rows).to_bytes(4, "little")
    for form, column in (
        ("Q", columns[0]),
        ("q", columns[1]),
        ("q", columns[1]),
        ("B", columns[2]),
    ):
        data += struct.pack(f"<{len(rows)}{form}", *column)
    for form, column in zip("BHBBI", columns[3:], strict=True):
        data += struct.pack(f"<{len(rows)}{form}", *map(len, column))
    return zstandard.compress(data + b"".join(text for column in columns[3:] for text in column))


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


@asynccontextmanager
async def serving(app: web.Application) -> AsyncIterator[str]:
    """Serve an application on loopback and yield its host and port."""
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def submission(number: int) -> dict[str, Any]:
    """Return one post of Reddit, whose names count up in base 36."""
    return {
        "name": f"t3_{numpy.base_repr(number + 1, 36).lower()}",
        "subreddit": "news",
        "permalink": f"/r/news/comments/{number}/",
        "title": f"Flood report {number}",
        "selftext": "",
        "is_self": False,
        "url": f"http://news.example/r{number}",
        "author_fullname": "t2_ann",
        "created_utc": 1_709_633_000.0,
    }


class Service:
    """All services on one port; what has happened grows, and connections are cut after a while."""

    def __init__(self, total: int, cut_after: int = 0) -> None:
        self.total = total
        self.cut_after = cut_after
        """Messages after which a connection breaks in the middle of one; 0: never."""
        self.connections: list[dict[str, str]] = []
        self.cuts = 0
        self.rules: list[dict[str, Any]] = [{"id": "old", "value": "(old)", "tag": "tidings"}]
        self.added: asyncio.Queue[list[str]] = asyncio.Queue()
        """Rules, each time that some were added."""
        self.sent = 0
        """Tweets sent so far, of which the service can repeat some."""
        self.asked = asyncio.Event()
        self.refuse = 0
        """Status of the next answers, 0 for none."""
        self.root = ""
        self.sealed = 0
        """Events in the archive, whose oldest ones the live stream refuses to replay; 0: there is no archive."""
        self.downloads = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Service]:
        app = web.Application()
        app.router.add_get("/subscribe", self.jetstream)
        app.router.add_get("/xrpc/network.bsky.jetstream.subscribeEvents", self.jetstream)
        for path in ("public", "hashtag", "tag/flood"):
            app.router.add_get(f"/api/v1/streaming/{path}", self.mastodon)
            app.router.add_get(f"/api/v1/timelines/{path}", self.timeline)
        app.router.add_get("/api/v1/instance", self.instance)
        app.router.add_get("/api/v2/instance", self.instance)
        method = "/xrpc/network.bsky.jetstream."
        app.router.add_post(f"{method}planSnapshot", self.plan)
        app.router.add_get(f"{method}getSegment", self.segment)
        app.router.add_get(f"{method}getBlock", self.block)
        app.router.add_get("/api/v1/streaming/health", self.health)
        app.router.add_get("/2/tweets/search/stream", self.x)
        app.router.add_post("/api/v1/access_token", self.reddit_token)
        app.router.add_get("/search", self.reddit)
        app.router.add_route("*", "/2/tweets/search/stream/rules", self.x_rules)
        async with serving(app) as self.root:
            yield self

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
        second = "xrpc" in request.path
        cursor = int(request.query.get("cursor", 0))
        if second and 0 < cursor < self.sealed:
            raise web.HTTPBadRequest(text='{"error": "CursorTooOld"}')
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        is_number = second and cursor < 10**15
        first = max(0, cursor - 1 if is_number else (cursor - START) // 1000)
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

    async def plan(self, request: web.Request) -> web.Response:
        """Plan two segments in each answer: the first in blocks, the second as a whole."""
        if not self.sealed:
            raise web.HTTPUnauthorized
        after = (await request.json())["afterSeq"]
        numbers = range(after // SEGMENT, -(-self.sealed // SEGMENT))[:2]
        units = [
            {
                "name": f"seg_{number}.jss",
                "minSeq": number * SEGMENT + 1,
                "maxSeq": min((number + 1) * SEGMENT, self.sealed),
                "mode": "segment" if number % 2 else "blocks",
                "blocks": [{"first": 0, "last": SEGMENT // BLOCK - 1}],
            }
            for number in numbers
        ]
        through = units[-1]["maxSeq"] if units else self.sealed
        return web.json_response(
            {"segments": units, "plannedThroughSeq": through, "sealedTipSeq": self.sealed}
        )

    async def segment(self, request: web.Request) -> web.StreamResponse:
        number = int(request.query["name"][4:-4])
        blocks = [archived_block(number, place) for place in range(SEGMENT // BLOCK)]
        first = START + number * SEGMENT * 1000
        head = struct.pack(
            "<4sQHIIIQQqq",
            b"jss0",
            1,
            1,
            len(blocks),
            SEGMENT,
            7,
            0,
            0,
            first,
            first + SEGMENT * 1000,
        )
        body = head.ljust(256, b"\0")
        if "Range" in request.headers:
            return web.Response(body=body, status=206)
        body += b"".join(len(block).to_bytes(8, "little") + block for block in blocks) + b"footer"
        return await self._download(request, body)

    async def block(self, request: web.Request) -> web.StreamResponse:
        number, place = int(request.query["segment"][4:-4]), int(request.query["blockIndex"])
        return await self._download(request, archived_block(number, place))

    async def _download(self, request: web.Request, body: bytes) -> web.StreamResponse:
        self.downloads += 1
        if not self._is_cut(self.cut_after if self.downloads % 2 else 0):
            return web.Response(body=body)
        response = web.StreamResponse(headers={"Content-Length": str(len(body))})
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
        assert request.transport
        request.transport.abort()
        return response

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

    async def reddit_token(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"].startswith("Basic ")
        return web.json_response({"access_token": "secret"})

    async def reddit(self, request: web.Request) -> web.StreamResponse:
        """Answer with the newest posts after a name; ten more are written before each question."""
        assert request.headers["Authorization"] == "Bearer secret"
        self._open(request)
        self.sent = min(self.sent + 10, self.total)
        after = int(request.query.get("before", "t3_0").removeprefix("t3_"), 36)
        numbers = range(after, self.sent)[-int(request.query["limit"]) :]
        children = [{"kind": "t3", "data": submission(number)} for number in reversed(numbers)]
        body = json.dumps({"kind": "Listing", "data": {"children": children}}).encode()
        if not self._is_cut(self.cut_after if len(self.connections) % 2 else 0):
            return web.Response(body=body, content_type="application/json")
        response = web.StreamResponse(headers={"Content-Length": str(len(body))})
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
        assert request.transport
        request.transport.abort()
        return response

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
            self.added.put_nowait([rule["value"] for rule in self.rules])
        return web.json_response({"data": self.rules})


def _status(code: int) -> web.HTTPException:
    if code == 401:
        return web.HTTPUnauthorized()
    return web.HTTPTooManyRequests(headers={"Retry-After": "1"})
