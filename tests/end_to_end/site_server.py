"""Serves small sites on loopback that tests write themselves, and writes event files for them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Protocol, TypeVar


class Site(Protocol):
    """What some hosts answer, and what they were asked."""

    asked: Counter[str]
    port: int

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """Return status, media type and body of a path."""


SiteT = TypeVar("SiteT", bound=Site)


@contextmanager
def serving(site: SiteT) -> Iterator[SiteT]:
    """Serve a site on loopback until the block ends; scripts of other hosts may read it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path if self.path.startswith("/") else "/" + self.path.split("/", 3)[3]
            site.asked[f"http://{self.headers['Host'].partition(':')[0]}{path}"] += 1
            status, kind, body = site.answer(path)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            if self.headers["Origin"]:
                self.send_header("Access-Control-Allow-Origin", self.headers["Origin"])
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def write_flood(folder: Path, port: int, seed: str, fetch: str = "", more: str = "") -> Path:
    """Write an event file for a flood in Ipswich that stays on the host of its seed, with further lines of TOML."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "event.toml").write_text(
        f"""
name = "Flood in Ipswich"
seeds = ["{seed}"]
[what]
keywords = ["flood", "river", "bridge"]
[where]
places = ["Ipswich"]
[when]
start = 2026-03-01
end = 2026-03-05
[scope]
sites = ["{seed.split("/")[2]}"]
[relevance]
threshold = 0.1
[fetch]
contact = "test@tidings.example"
delay = 0
tries = 1
allow = ["127.0.0.0/8"]
connect = ["*.example 127.0.0.1:{port}"]
{fetch}
[run]
workers = 0
{more}
""",
        encoding="utf-8",
    )
    return folder
