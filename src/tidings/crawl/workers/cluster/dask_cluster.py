"""The one place that knows Dask: runs functions on its workers, and outlives its scheduler."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tidings.errors import TidingsError, in_short

_LOG = logging.getLogger("tidings.crawl")
PATIENCE = 120.0
"""Seconds that a scheduler may be gone."""
_CONNECT_SECONDS = 30.0
_AHEAD_PER_THREAD = 3
_CALM = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.worker.memory.monitor-interval": "1s",
}
"""Of our own cluster: Dask looks at itself up to a hundred times a second, and nobody looks at what it sees."""
Client = Any
Future = Any
"""Of Dask, which is imported when it is used; its types are not complete."""


class WorkerDied(TidingsError):
    """A task that several workers in turn did not survive."""


class DaskCluster:
    """A cluster of Dask: processes on this computer, or a scheduler somewhere."""

    def __init__(self, name: str, processes: int) -> None:
        """Prepare to use the cluster at an address; ``local`` is one of some processes on this computer."""
        self._name, self._processes = name, processes
        self._client: Client | None = None
        self._connecting = asyncio.Lock()
        self.threads = 1
        """Tasks that the cluster does at once."""

    async def start(self) -> None:
        """Connect; raise TidingsError if that is not possible."""
        try:
            self._client = await asyncio.to_thread(self._connect)
            self.threads = await asyncio.to_thread(self._count_threads)
        except (OSError, ValueError) as error:
            raise TidingsError(f"--cluster {self._name}: {error}") from error

    async def run(self, function: Callable[[Any], object], argument: object) -> None:
        """Call a function on a worker and wait for its end; ask again if the scheduler was lost.

        Raise WorkerDied if workers did not survive it, and what the function raised.
        """
        while True:
            client = await self._connected()
            future = client.submit(function, argument, pure=False)
            try:
                await _end_of(future)
            except asyncio.CancelledError:
                with contextlib.suppress(Exception):
                    future.cancel()
                raise
            if future.status == "finished":
                return
            if future.status == "error":
                raise await asyncio.to_thread(_error_of, future)
            _LOG.warning("%s: a task was lost, it is given out again", self._name)

    def map(
        self, function: Callable[[bytes, bytes], bytes], common: bytes, items: Iterable[bytes]
    ) -> Iterator[bytes]:
        """Call a function for each item, with what is common to all; yield the results in the order of the items.

        Some items are worked on in advance. Raise TidingsError if the cluster cannot be reached or is lost.
        """
        try:
            client = self._connect()
        except (OSError, ValueError) as error:
            raise TidingsError(f"--cluster {self._name}: {error}") from error
        try:
            yield from self._mapped(client, function, common, items)
        finally:
            _leave(client)

    def _mapped(
        self,
        client: Client,
        function: Callable[[bytes, bytes], bytes],
        common: bytes,
        items: Iterable[bytes],
    ) -> Iterator[bytes]:
        sent = client.scatter(common, hash=False)
        most = _AHEAD_PER_THREAD * max(1, sum(map(int, client.nthreads().values())))
        waiting: deque[Future] = deque()
        for item in items:
            waiting.append(client.submit(function, sent, item, pure=False))
            if len(waiting) > most:
                yield self._result(waiting.popleft())
        while waiting:
            yield self._result(waiting.popleft())

    def _result(self, future: Future) -> bytes:
        try:
            result: bytes = future.result()
        except TidingsError:
            raise
        except (
            Exception
        ) as error:  # the scheduler is gone, workers died, or Tidings is missing there
            raise TidingsError(f"--cluster {self._name}: {in_short(error)}") from error
        return result

    async def close(self) -> None:
        """Leave the cluster, and end it if it is our own."""
        if self._client:
            await asyncio.to_thread(_leave, self._client)

    async def _connected(self) -> Client:
        """Return a client whose scheduler answers; raise TidingsError if none comes back in time."""
        until = time.monotonic() + PATIENCE
        async with self._connecting:
            while not self._client or self._client.status != "running":
                if time.monotonic() > until:
                    raise TidingsError(
                        f"--cluster {self._name}: the scheduler is gone. Start one, then run the command "
                        "again: parts that were read are not read again."
                    )
                if self._client and self._client.status in ("connecting", "newly-created"):
                    await asyncio.sleep(0.1)
                    continue
                with contextlib.suppress(OSError):
                    self._client = await asyncio.to_thread(self._connect)
            return self._client

    def _connect(self) -> Client:
        distributed = _distributed()
        if self._name != "local":
            return distributed.Client(self._name, timeout=_CONNECT_SECONDS, set_as_default=False)
        import dask

        # Ctrl-C is for this process, which then ends the others.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            with dask.config.set(_CALM):
                cluster = distributed.LocalCluster(
                    n_workers=self._processes,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,
                    silence_logs=logging.ERROR,
                )
            return distributed.Client(cluster, set_as_default=False)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _count_threads(self) -> int:
        assert self._client
        return max(1, sum(map(int, self._client.nthreads().values())))


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise TidingsError(
            "--cluster needs another package: pip install 'tidings[cluster]'"
        ) from error
    return distributed


async def _end_of(future: Future) -> None:
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def notify(_: Future) -> None:  # in a thread of Dask
        with contextlib.suppress(RuntimeError):  # our loop has ended
            loop.call_soon_threadsafe(ended.set)

    future.add_done_callback(notify)
    await ended.wait()


def _error_of(future: Future) -> BaseException:
    error = future.exception()
    if isinstance(error, _distributed().KilledWorker):
        return WorkerDied(str(error))
    return error or TidingsError("a task failed without an error")


def _leave(client: Client) -> None:
    cluster = client.cluster
    with contextlib.suppress(OSError, TimeoutError):
        client.close(timeout=5)
        if cluster:
            cluster.close(timeout=30)
