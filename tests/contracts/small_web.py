"""Five URLs of one host, served in every way a port can be implemented."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import web

from tidings.archive.holdings import LocalHoldings
from tidings.archive.write.records import response_records
from tidings.model import Capture

Handler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

HOST = "news.example"
ROOT = f"http://{HOST}/"
FLOOD, STORM, MOVED, GONE, UNKNOWN = (
    ROOT + path for path in ("flood", "storm", "moved", "gone", "unknown")
)
NOON = datetime(2016, 3, 22, 12, tzinfo=UTC)
LOOPBACK = ("127.0.0.0/8",)
AGENT = "Tidings/0.1.0 (+https://example.org/contact)"


def capture(url: str, body: bytes = b"", status: int = 200, at: datetime = NOON) -> Capture:
    headers = [("Content-Type", "text/html; charset=utf-8")]
    if status == 301:
        headers.append(("Location", FLOOD))
    return Capture(url, at, status, tuple(headers), body, "Said")


CAPTURES = {
    each.url: each
    for each in (
        capture(FLOOD, b"<p>The river rose by four metres."),
        capture(STORM, b"<p>The storm took the roof of the school."),
        capture(MOVED, status=301),
        capture(GONE, b"<p>Gone.", status=404),
    )
}


def local_holdings(folder: Path, captures: Iterable[Capture]) -> LocalHoldings:
    """Write captures as a WARC file, index them and return the archive."""
    records = b"".join(response_records(each, {})[0] for each in captures)
    (folder / "web.warc.gz").write_bytes(records)
    holdings = LocalHoldings([folder], folder / "captures.index")
    holdings.update()
    return holdings


@asynccontextmanager
async def served(answer: Handler) -> AsyncIterator[int]:
    """Serve a handler on loopback and yield its port."""
    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield runner.addresses[0][1]
    await runner.cleanup()


def answering(captures: Mapping[str, Capture]) -> Handler:
    """Return a handler that answers with captures, and with 404 for any other path."""

    async def answer(request: web.BaseRequest) -> web.Response:
        found = captures.get(ROOT + request.path.removeprefix("/"))
        if found is None:
            return web.Response(status=404)
        return web.Response(status=found.status, headers=dict(found.headers), body=found.body)

    return answer
