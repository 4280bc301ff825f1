"""Runs the replay server beside another one, in a thread of its own and on a port of its own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from tidings.archive.replay.app import ReplayApp
from tidings.errors import TidingsError

_BACKLOG = 128
_SECONDS_TO_END = 5.0


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port, on any free one if that is taken; raise TidingsError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (port, 0):
        try:
            return socket.create_server((host, number), family=family, backlog=_BACKLOG)
        except OSError as error:
            failure = error
    raise TidingsError(f"{host}: archived pages cannot be served there ({failure})")


def origin_of_socket(listener: socket.socket, host: str, scheme: str = "http") -> str:
    """Return the origin under which a browser finds a server."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}:{listener.getsockname()[1]}"


@contextmanager
def served(
    app: ReplayApp, listener: socket.socket, certificate: tuple[Path, Path] | None = None
) -> Iterator[None]:
    """Serve archived pages on a socket until the block ends, by https with a certificate and its key."""
    certified, key = map(str, certificate) if certificate else (None, None)
    config = uvicorn.Config(
        app,
        log_level="warning",
        server_header=False,
        lifespan="on",
        ssl_certfile=certified,
        ssl_keyfile=key,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [listener]}, name="replay", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(_SECONDS_TO_END)
        listener.close()
