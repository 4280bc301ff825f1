"""Rewrites in a process of its own, so that a page that crashes or hangs a parser costs only itself."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import resource
import signal
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from tidings.archive.replay.names import Names
from tidings.errors import Unreadable
from tidings.model import Reason

SECONDS = 15.0
"""A page that takes longer is not shown; one of 10 MB takes about two."""
START_SECONDS = 60.0
"""A process that needs longer to start has failed."""
MEMORY = 2 << 30
"""Bytes of memory of the process."""

_CONTEXT = multiprocessing.get_context("forkserver")
_PRELOADED = ["tidings.archive.replay.html", "tidings.archive.replay.worker"]
"""Loaded once, so that a process that died is replaced quickly."""
_READY = b""


class Rewriting(NamedTuple):
    """Something to rewrite."""

    is_style: bool
    data: bytes
    """In UTF-8."""
    names: Names
    url: str


def rewrite(job: Rewriting) -> bytes:
    """Return a page or a style sheet rewritten."""
    # imported here: the server itself needs no parser
    from tidings.archive.replay.css import rewritten
    from tidings.archive.replay.html import rewritten_page

    if job.is_style:
        text = job.data.decode("utf-8", "replace")
        return rewritten(text, job.names, job.url).encode("utf-8", "replace")
    return rewritten_page(job.data, job.names, job.url)


class Rewriter:
    """One process that rewrites for a server, started when it is first needed and replaced when it dies."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    async def rewrite(self, job: Rewriting) -> bytes:
        """Return a page or a style sheet rewritten; raise Unreadable if that fails or takes too long."""
        return await asyncio.to_thread(self._rewrite, job)

    async def start(self) -> None:
        """Start the process now, so that the first page need not wait for it."""
        with contextlib.suppress(
            Unreadable, OSError, EOFError
        ):  # it is tried again when a page is shown
            await asyncio.to_thread(self._started)

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _started(self) -> None:
        with self._lock:
            self._connected()

    def _rewrite(self, job: Rewriting) -> bytes:
        with self._lock:
            try:
                connection = self._connected()
                connection.send(job)
                if not connection.poll(self._seconds):
                    self._end()
                    raise Unreadable(Reason.READING_TOO_SLOW, f"{self._seconds:g} s")
                answer = connection.recv()
            except (EOFError, OSError) as error:
                self._end()
                raise Unreadable(Reason.READING_CRASHED) from error
        if isinstance(answer, bytes):
            return answer
        raise Unreadable(Reason.READING_FAILED, str(answer))

    def _connected(self) -> Connection:
        if self._connection is None:
            _CONTEXT.set_forkserver_preload(_PRELOADED)
            ours, theirs = _CONTEXT.Pipe()
            self._process = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            self._connection = ours
            if not ours.poll(START_SECONDS) or ours.recv() != _READY:
                self._end()
                raise Unreadable(Reason.READING_CRASHED)
        return self._connection

    def _end(self) -> None:
        if self._connection:
            self._connection.close()
        if self._process:
            self._process.kill()
            self._process.join()
        self._connection = self._process = None


def _serve(connection: Connection) -> None:
    """ReplayAnswer until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    if most == resource.RLIM_INFINITY or most > MEMORY:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, most))
    with contextlib.suppress(EOFError, ConnectionError):
        connection.send(_READY)
        while True:
            connection.send(_answer(connection.recv()))


def _answer(job: Rewriting) -> bytes | str:
    try:
        return rewrite(job)
    except Exception as error:  # one strange page must not end the process
        return f"{type(error).__name__}: {error}"[:300]
