"""A web to practise on: a generated news web on loopback, with an event file for each of its events."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from tidings.collection.folder import slug
from tidings.errors import TidingsError
from tidings.lab import demo
from tidings.lab.serving.server import WebServer
from tidings.lab.web.web import GeneratedWeb

PORT = 8700
"""Where the web is served unless another port is given; the tutorials name it."""
_LATENCY = 0.2
"""Times as slow as the hosts of the lab, so that a crawl ends while the user watches."""
_BUDGET = 0.3
"""Share of the web that the event files allow a crawl to fetch."""


def write_events(folder: Path, web: GeneratedWeb, port: int) -> Sequence[Path]:
    """Write an event file for each event of the web; those that exist are left as they are."""
    paths = []
    for target in web.events:
        home = folder / slug(target.event.name)
        if not (home / "event.toml").exists():
            demo.write_event(home, target, port, round(_BUDGET * len(web.pages)))
        paths.append(home)
    return paths


def serve(web: GeneratedWeb, port: int, ready: Callable[[int], None]) -> None:
    """Serve the web until Ctrl-C or a termination signal; ``ready`` gets the port once it listens."""
    try:
        asyncio.run(_serve(web, port, ready))
    except (OSError, OverflowError) as error:
        raise TidingsError(f"--port: {port} cannot be used ({error}); choose another") from None


async def _serve(web: GeneratedWeb, port: int, ready: Callable[[int], None]) -> None:
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
    async with WebServer(web, port=port, latency=_LATENCY) as server:
        ready(server.port)
        await ended.wait()
