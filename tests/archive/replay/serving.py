"""An archive in memory behind the replay server, asked without a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.archive.captures import NOON, capture
from tidings.archive.digests import payload_digest
from tidings.archive.replay.app import ReplayApp
from tidings.errors import Failed
from tidings.model import Capture, Pointer, Reason, Snapshot

TOKEN = "secret"
STAMP = f"{NOON:%Y%m%d%H%M%S}"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


def page(
    url: str, body: str | bytes, kind: str = "text/html; charset=utf-8", **changes: object
) -> Capture:
    """Return a capture of any media type."""
    data = body.encode() if isinstance(body, str) else body
    return capture(url, data, headers=(("Content-Type", kind),))._replace(**changes)  # type: ignore[arg-type]


class MemoryHoldings:
    """``Holdings`` over a list of captures."""

    def __init__(self, captures: Sequence[Capture]) -> None:
        self._captures = captures

    async def snapshots(self, url: str) -> list[Snapshot]:
        return [
            Snapshot(
                each.url, each.captured_at, each.header("Content-Type"), each.status,
                payload_digest(each.body), Pointer("memory", number, 0),
            )
            for number, each in enumerate(self._captures)
            if each.url == url
        ]  # fmt: skip

    async def load(self, snapshot: Snapshot) -> Capture:
        capture = self._captures[snapshot.pointer.offset]
        if capture.truncated == "lost":
            raise Failed(Reason.ARCHIVE, "lost", retry=False)
        return capture

    async def close(self) -> None:
        """Nothing is open."""


class Response(NamedTuple):
    """What a browser would get."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Asking:
    """Asks a replay server that holds some captures as the collection ``flood``."""

    def __init__(self, captures: Sequence[Capture]) -> None:
        holdings = MemoryHoldings(captures)
        self.replay = ReplayApp(
            lambda name: holdings if name == "flood" else None,
            ancestors="http://127.0.0.1:8400",
            token=TOKEN,
        )

    async def get(self, path: str, *, method: str = "GET", **headers: str) -> Response:
        """Ask for a path with its query."""
        plain, _, query = path.partition("?")
        given = {
            "host": "127.0.0.1:8401",
            **{name.replace("_", "-"): each for name, each in headers.items()},
        }
        scope = {
            "type": "http", "method": method, "scheme": "http", "path": plain, "raw_path": plain.encode(),
            "query_string": query.encode(), "headers": [(key.encode(), value.encode()) for key, value in given.items()],
        }  # fmt: skip
        sent: list[dict[str, object]] = []

        async def send(message: object) -> None:
            sent.append(message)  # type: ignore[arg-type]

        await self.replay(scope, None, send)  # type: ignore[arg-type]
        start, body = sent
        pairs = {name.decode(): value.decode() for name, value in start["headers"]}  # type: ignore[attr-defined]
        return Response(start["status"], pairs, body["body"])  # type: ignore[arg-type]

    async def show(self, url: str, kind: str = "", stamp: str = STAMP, **headers: str) -> Response:
        """Ask for a URL of the archive."""
        return await self.get(f"/{TOKEN}/flood/{stamp}{kind}/{url}", **headers)
