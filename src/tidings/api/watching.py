"""Answers for programs that watch the server: whether it lives, whether it can work, and its figures."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tidings.api.served import Readers, ServedFolders
from tidings.collection.folder import database_path
from tidings.collection.shared.crawls import crawls_of
from tidings.collection.summary.metrics import (
    MEDIA_TYPE,
    READABLE,
    Sample,
    exposition,
    samples_of,
)
from tidings.errors import TidingsError


def add_watching(app: FastAPI) -> None:
    """Add ``/health``, ``/health/live``, ``/health/ready`` and ``/metrics``."""
    served: ServedFolders = app.state.served
    readers: Readers = app.state.readers

    async def live(request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def ready(request: Request) -> Response:
        problems = await run_in_threadpool(troubles, served, readers)
        status = "ok" if not problems else "not ready"
        # Which collections there are is not for everybody who may ask.
        return JSONResponse(
            {"status": status, "unreadable": len(problems)}, 503 if problems else 200
        )

    async def metrics(request: Request) -> Response:
        text = await run_in_threadpool(lambda: exposition(_samples(served, readers)))
        return PlainTextResponse(text, media_type=MEDIA_TYPE)

    answers = {
        "/health": ready,
        "/health/live": live,
        "/health/ready": ready,
        "/metrics": metrics,
    }
    for path, answer in answers.items():
        app.add_route(path, answer, methods=["GET"], include_in_schema=False)


def troubles(served: ServedFolders, readers: Readers) -> list[str]:
    """Return why the served folders, and collections that have pages, cannot be read; empty if they can."""
    found = [f"{root}: no such folder" for root in served.roots if not root.is_dir()]
    for folder in _begun(served):
        try:
            with readers.reader(folder) as reader:
                reader.status(counted=False)
        except TidingsError as error:
            found.append(str(error))
    return found


def _begun(served: ServedFolders) -> list[Path]:
    return [each for each in served.collections().values() if database_path(each).exists()]


def _samples(served: ServedFolders, readers: Readers) -> list[Sample]:
    samples = []
    for folder in _begun(served):
        try:
            with readers.reader(folder) as reader:
                totals, waiting = reader.totals()
                status = reader.status(counted=False)
            samples += samples_of(folder.name, totals, waiting, status, crawls_of(folder))
        except TidingsError:
            samples.append(Sample(READABLE, {"collection": folder.name}, 0))
    return samples
