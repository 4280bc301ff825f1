"""A server that really listens, in a thread of the test."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import requests
import uvicorn
from fastapi import FastAPI

PATIENCE = 60.0
"""Seconds to wait for anything."""


@contextlib.contextmanager
def running(app: FastAPI) -> Iterator[str]:
    """Serve an app on a free port of loopback until the block ends; yield its URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        deadline = time.monotonic() + PATIENCE
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.01)
        assert server.started
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()


class Heard(NamedTuple):
    """A server-sent event."""

    id: str
    name: str
    data: Any


def heard(url: str, last: str = "") -> Iterator[Heard]:
    """Yield the events of a stream as they come in; fail if nothing comes for a long time."""
    headers = {"Last-Event-ID": last} if last else {}
    with requests.get(url, headers=headers, stream=True, timeout=PATIENCE) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        fields: dict[str, str] = {}
        for line in answer.iter_lines(chunk_size=1, decode_unicode=True):
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif "data" in fields:
                yield Heard(fields["id"], fields["event"], json.loads(fields["data"]))
                fields = {}
