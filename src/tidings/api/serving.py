"""Runs the server until it is stopped."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import NamedTuple

import uvicorn
from fastapi import FastAPI

from tidings.api.views.collections import read_tables

DEFAULT_PORT = 8484
_SECONDS_TO_END = 3
"""Seconds that open connections, such as those of listeners, get when the server ends."""


class Certificate(NamedTuple):
    """What https needs."""

    certificate: Path
    key: Path


def run(app: FastAPI, host: str, port: int, certificate: Certificate | None = None) -> None:
    """Serve an app until the process is interrupted."""
    Thread(target=read_tables, name="tables", daemon=True).start()
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_SECONDS_TO_END,
        ssl_certfile=str(certificate.certificate) if certificate else None,
        ssl_keyfile=str(certificate.key) if certificate else None,
    )
