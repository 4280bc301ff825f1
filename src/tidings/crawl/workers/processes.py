"""Workers as processes: a page whose process dies or stops is read once more, and lost only the second time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import pickle
import signal
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, TypeVar

from tidings.crawl.workers.tasks import LENGTH, ReadingTask, Setup
from tidings.errors import TidingsError, Unreadable
from tidings.model import Capture, Link, Reason, Snapshot, Visit

if TYPE_CHECKING:
    from tidings.learn.page_model import PageModel

_LOG = logging.getLogger("tidings.crawl")

READ_SECONDS = 30.0
"""CPU seconds of a worker after which a capture is given up; a page of 10 MB takes well under one."""
STALL_SECONDS = 300.0
"""Seconds after which a worker that does not answer is replaced, although it does not work: it may be stopped."""
READINGS = 2
"""Times a capture is read if its worker does not survive; the kernel may have killed it for another's memory."""
STARTS = 5
"""Times a worker is started before the crawl ends."""
PAUSES = (0.0, 0.2, 1.0, 3.0)
"""Seconds before a further start: a fork server that was killed closes its socket some time before it is gone."""
START_SECONDS = 60.0
"""A worker that needs longer to start has failed."""
BUFFER = 1 << 20
"""Bytes of the socket buffer: some pages, so that neither side waits for the other."""

Unpack = Callable[[bytes], Any]
_NO_START = "a worker process could not start; try `workers = 0`"
_Answer = TypeVar("_Answer")
_CONTEXT = multiprocessing.get_context("forkserver")


_LEFT_TO_PARENT = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
"""Signals that a terminal or a service may send to all processes of a crawl at once."""


@contextlib.contextmanager
def signals_blocked() -> Iterator[None]:
    """Block signals in child processes started here; the parent handles them and ends its children."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _LEFT_TO_PARENT)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def warm_up() -> None:
    """Start the fork server and let it load the modules that workers need."""
    _CONTEXT.set_forkserver_preload(
        ["tidings.crawl.workers.serving", "tidings.crawl.workers.preload"]
    )
    resource_tracker.ensure_running()  # must come first: starting it unblocks signals
    with signals_blocked():
        ensure_running()


def serve(connection: socket.socket, setup: Setup) -> None:
    """Run a worker, in a process that has loaded the readers of pages; the crawl itself has not."""
    from tidings.crawl.workers import serving

    serving.serve(connection, setup)


def ask(function: Callable[..., _Answer], *arguments: object) -> _Answer:
    """Call a function in a process that shares the tables of the workers, so that this one need not load them."""
    for left in reversed(range(STARTS)):
        try:
            warm_up()
            return _answer(function, arguments)
        except (OSError, EOFError) as error:  # it was killed
            if not left:
                raise TidingsError(_NO_START) from error
            time.sleep(PAUSES[-left])
    raise AssertionError


def _answer(function: Callable[..., _Answer], arguments: Sequence[object]) -> _Answer:
    """Call a function in a process; without a pool, whose semaphores a child may miss if this process ends."""
    here, there = _CONTEXT.Pipe(duplex=False)
    with signals_blocked(), here:
        process = _CONTEXT.Process(target=_send_answer, args=(there, function, arguments))
        process.start()
        there.close()
        try:
            answer: _Answer | Exception = here.recv()
        finally:
            process.join()
    if isinstance(answer, Exception):
        raise answer
    return answer


def _send_answer(
    there: Connection, function: Callable[..., object], arguments: Sequence[object]
) -> None:
    try:
        answer = function(*arguments)
    except Exception as error:
        answer = error
    with contextlib.suppress(OSError):  # the process that asked has ended
        there.send(answer)


@dataclass(slots=True)
class _Job:
    message: bytes
    future: asyncio.Future[Visit]
    readings: int = 0
    """Workers that did not survive it."""


class ProcessWorkers:
    """Processes captures in several processes; a page whose process does not survive is read once more."""

    def __init__(self, setup: Setup, count: int, unpack: Unpack = pickle.loads) -> None:
        """Start ``count`` processes; ``unpack`` turns what they send into answers."""
        self._setup = setup
        self._count = count
        self._unpack = unpack
        self._workers: list[_Worker] = []

    async def start(self) -> None:
        """Start the processes and wait until they can work."""
        self._workers = [_Worker(self._setup, self._unpack) for _ in range(self._count)]
        try:
            await asyncio.gather(*(worker.start() for worker in self._workers))
        except TidingsError as error:
            if _is_cancelled():  # Ctrl-C, not a failure of the workers
                raise asyncio.CancelledError from error
            raise

    @property
    def outstanding(self) -> int:
        """Count the captures submitted and not yet processed."""
        return sum(len(worker.jobs) for worker in self._workers)

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> asyncio.Future[Visit]:
        """Give a capture to the least busy process."""
        future: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
        message = pickle.dumps(ReadingTask(link, source, tuple(parts)), protocol=5)
        min(self._workers, key=lambda worker: len(worker.jobs)).give(_Job(message, future))
        return future

    def adopt(self, learned: PageModel) -> None:
        """Judge every capture submitted from now on by this page model, in every process."""
        for worker in self._workers:
            worker.adopt(learned)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.stop() for worker in self._workers))


class _Worker:
    """One process and its queue of jobs, answered in order; a process that dies is replaced."""

    def __init__(self, setup: Setup, unpack: Unpack) -> None:
        self._setup = setup
        self._unpack = unpack
        self.jobs: deque[_Job] = deque()
        self._process: BaseProcess | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._listener: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._since = self._cpu_since = 0.0
        """When the job at the head of the queue was begun, in seconds of the loop and of the process."""
        self._late = 0.0
        """Seconds that the job took when the process was killed for it, 0 if it was not."""
        self._broken: TidingsError | None = None
        """Why no process can be started any more."""

    async def start(self) -> None:
        """Start the process and wait until it is ready; if it ends before, try again."""
        for left in reversed(range(STARTS)):
            try:
                await self._start()
                return
            except TidingsError:
                if not left or _is_cancelled():
                    raise
                _LOG.warning("a worker did not start; trying again")
                await asyncio.sleep(PAUSES[-left])

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        warm_up()
        setup = self._setup
        process = _CONTEXT.Process(target=serve, args=(theirs, setup), daemon=True)
        try:
            process.start()
        except (OSError, EOFError) as error:  # the fork server is gone, or cannot fork
            ours.close()
            raise TidingsError(_NO_START) from error
        finally:
            theirs.close()
        self._process = process
        reader, writer = await asyncio.open_connection(sock=ours, limit=BUFFER)
        try:
            async with asyncio.timeout(START_SECONDS):
                await reader.readexactly(LENGTH.size)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError) as error:
            writer.close()
            raise TidingsError(_NO_START) from error
        except asyncio.CancelledError:
            writer.close()  # else the process would wait for jobs forever
            raise
        self._writer = writer  # only now, so that jobs queued meanwhile are sent once, below
        if self._setup is not setup:  # it was taught while it started
            self._write(pickle.dumps(self._setup.learned, protocol=5))
        for job in self.jobs:
            self._send(job)
        self._listener = asyncio.create_task(self._listen(reader))

    def give(self, job: _Job) -> None:
        """Queue one more job."""
        if self._broken:
            _resolve(job.future, self._broken)
            return
        self.jobs.append(job)
        self._send(job)
        if len(self.jobs) == 1:
            self._watch()

    def adopt(self, learned: PageModel) -> None:
        """Teach the process and its replacements; captures already queued are judged by the old model."""
        self._setup = self._setup._replace(learned=learned)
        self._write(pickle.dumps(learned, protocol=5))

    def _send(self, job: _Job) -> None:
        self._write(job.message)

    def _write(self, message: bytes) -> None:
        if self._writer and not self._writer.is_closing():
            self._writer.writelines((LENGTH.pack(len(message)), message))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(Exception):  # the connection ended, or the answer is broken
            while True:
                (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
                answer = self._unpack(await reader.readexactly(length))
                _resolve(self.jobs.popleft().future, answer)
                self._watch()
        await self._replace()

    def _watch(self) -> None:
        """Start the time limit of the job at the head of the queue, if a process is running."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        if self.jobs and self._writer:
            loop = asyncio.get_running_loop()
            self._since, self._cpu_since = loop.time(), _cpu_seconds(self._process)
            self._alarm = loop.call_later(min(READ_SECONDS, STALL_SECONDS), self._check)

    def _check(self) -> None:
        """Kill the process if its job has taken too much CPU time, or too long."""
        loop = asyncio.get_running_loop()
        cpu_left = READ_SECONDS - (_cpu_seconds(self._process) - self._cpu_since)
        left = STALL_SECONDS - (loop.time() - self._since)
        if cpu_left > 0 and left > 0:
            self._alarm = loop.call_later(min(cpu_left, left), self._check)
            return
        self._late = READ_SECONDS if cpu_left <= 0 else STALL_SECONDS
        if self.jobs and cpu_left <= 0:
            self.jobs[0].readings = READINGS  # it would take as long again
        if self._process:
            self._process.kill()

    async def _replace(self) -> None:
        late = Unreadable(Reason.READING_TOO_SLOW, f"{self._late:g} s")
        failure = late if self._late else Unreadable(Reason.READING_CRASHED)
        self._late = 0.0
        _LOG.warning("a worker is replaced: %s", failure)
        if self._writer:
            self._writer.close()
        self._writer = None
        self._watch()
        if self._process:
            self._process.kill()
        if self.jobs:
            self.jobs[0].readings += 1
            if self.jobs[0].readings >= READINGS:
                _resolve(self.jobs.popleft().future, failure)
        try:
            await self.start()
        except TidingsError as error:
            self._broken = error
            while self.jobs:
                _resolve(self.jobs.popleft().future, error)
        self._watch()

    async def stop(self) -> None:
        """End the process."""
        if self._alarm:
            self._alarm.cancel()
        if self._listener:
            self._listener.cancel()
        if self._writer:
            self._writer.close()
        if self._process:
            await asyncio.to_thread(self._process.join, 5)
            self._process.kill()


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return bool(task and task.cancelling())


def _cpu_seconds(process: BaseProcess | None) -> float:
    """Return the CPU time of a process, 0 where the system does not say."""
    if process is None or process.pid is None:
        return 0.0
    try:
        return time.clock_gettime(~process.pid << 3 | 2)  # Linux: the clock of a process
    except OSError:
        return 0.0


def _resolve(future: asyncio.Future[Visit], answer: Visit | Exception) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
        future.exception()  # a crawl that ends for another one need not ask for this one
    else:
        future.set_result(answer)
