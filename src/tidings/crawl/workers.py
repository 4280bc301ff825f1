"""Runs the pipeline: inline, or in processes that a hostile page may crash or hang without harm."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import pickle
import resource
import signal
import socket
import struct
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from multiprocessing import resource_tracker
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from typing import NamedTuple, Protocol

from tidings.crawl.pipeline import Pipeline
from tidings.errors import TidingsError, Unreadable
from tidings.frontier.order import ORDERS
from tidings.frontier.seen import SeenCache, link_key
from tidings.learn.page_model import PageModel
from tidings.model import Candidate, Capture, EventModel, Link, Reason, Visit
from tidings.settings import Settings

READ_SECONDS = 30.0
"""A capture that keeps a worker busy for longer is given up; a page of 10 MB takes well under one."""

READ_BYTES = 2 << 30
"""Memory of a worker process; a page that needs more is given up."""

START_SECONDS = 60.0
GARBAGE = 100_000
"""Objects made between two looks for cyclic garbage: there is hardly any, and the usual 700 cost a sixth of the time."""

BUFFER = 1 << 20
"""Bytes that may wait between the processes: some pages, so that neither side waits for the other."""

_LENGTH = struct.Struct("!I")
_NO_START = "a worker process could not start; try `workers = 0`"
_CONTEXT = multiprocessing.get_context("forkserver")

_BLANK = Capture(
    "about:blank",
    datetime(2000, 1, 1, tzinfo=UTC),
    200,
    (("Content-Type", "text/html"),),
    b"<p>Any words about Paris in some language, so that names and models are there.</p>",
)


class Workers(Protocol):
    """Turns captures into judgements, in any order."""

    def submit(self, link: Link, capture: Capture) -> asyncio.Future[Visit]:
        """Begin to process a capture; the future may raise ``Unreadable``."""

    @property
    def outstanding(self) -> int:
        """Count the captures begun and not yet answered."""

    async def close(self) -> None:
        """End all processes."""


class Pupils(Workers, Protocol):
    """Workers that can be taught while they work."""

    def adopt(self, learned: PageModel) -> None:
        """Judge every capture submitted from now on by this page model."""


class InlineWorkers:
    """Processes captures at once, in this process."""

    outstanding = 0

    def __init__(
        self, settings: Settings, model: EventModel, learned: PageModel | None = None
    ) -> None:
        self._pipeline = _pipeline(settings, model, learned)
        _guarded(self._pipeline.process, Link("about:blank"), _BLANK)  # loads what reading needs

    def submit(self, link: Link, capture: Capture) -> asyncio.Future[Visit]:
        """Process a capture now."""
        future: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
        _resolve(future, _guarded(self._pipeline.process, link, capture))
        return future

    def adopt(self, learned: PageModel) -> None:
        """Judge by this page model from now on."""
        self._pipeline.adopt(learned)

    async def close(self) -> None:
        """Do nothing."""


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Let processes begun here not hear a Ctrl-C, which a terminal sends to all: who began them decides."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def warm_up() -> None:
    """Begin to load what workers need, if that was not begun: in a process of its own, from which they are forked."""
    _CONTEXT.set_forkserver_preload(["tidings.crawl.pipeline", "tidings.read.preload"])
    resource_tracker.ensure_running()  # first, as its start ends the deafness
    with deaf():
        ensure_running()


class _Job(NamedTuple):
    message: bytes
    future: asyncio.Future[Visit]


class ProcessWorkers:
    """Processes captures in several processes; a crash or a hang costs only the page that caused it."""

    def __init__(
        self,
        settings: Settings,
        model: EventModel,
        count: int,
        learned: PageModel | None = None,
    ) -> None:
        self._setup = (settings, model, learned)
        self._count = count
        self._workers: list[_Worker] = []

    async def start(self) -> None:
        """Start the processes and wait until they can work."""
        self._workers = [_Worker(self._setup) for _ in range(self._count)]
        try:
            await asyncio.gather(*(worker.start() for worker in self._workers))
        except TidingsError as error:
            task = asyncio.current_task()
            if task and task.cancelling():  # a Ctrl-C is not the fault of the workers
                raise asyncio.CancelledError from error
            raise

    @property
    def outstanding(self) -> int:
        """Count the captures begun and not yet answered."""
        return sum(len(worker.jobs) for worker in self._workers)

    def submit(self, link: Link, capture: Capture) -> asyncio.Future[Visit]:
        """Give a capture to the least busy process."""
        future: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
        message = pickle.dumps((link, capture), protocol=5)
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
    """One process and the jobs it was given, answered in order; replaced by a new process when it dies."""

    def __init__(self, setup: tuple[Settings, EventModel, PageModel | None]) -> None:
        self._setup = setup
        self.jobs: deque[_Job] = deque()
        self._process: BaseProcess | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._listener: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._late = False
        self._broken: TidingsError | None = None

    async def start(self) -> None:
        """Start the process and wait for its greeting."""
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        warm_up()
        setup = self._setup
        process = _CONTEXT.Process(target=_serve, args=(theirs, *setup), daemon=True)
        try:
            process.start()
        except (
            OSError,
            EOFError,
        ) as error:  # what workers are forked from has gone, or cannot fork
            ours.close()
            raise TidingsError(_NO_START) from error
        finally:
            theirs.close()
        self._process = process
        reader, writer = await asyncio.open_connection(sock=ours, limit=BUFFER)
        try:
            async with asyncio.timeout(START_SECONDS):
                await reader.readexactly(_LENGTH.size)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError) as error:
            writer.close()
            raise TidingsError(_NO_START) from error
        except asyncio.CancelledError:
            writer.close()  # else it would wait for jobs
            raise
        self._writer = writer  # only now: jobs given meanwhile are sent once, here
        if self._setup is not setup:  # it was taught while it started
            self._write(pickle.dumps(self._setup[-1], protocol=5))
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
        """Teach the process, and whatever takes its place; captures given before are judged as before."""
        self._setup = (*self._setup[:2], learned)
        self._write(pickle.dumps(learned, protocol=5))

    def _send(self, job: _Job) -> None:
        self._write(job.message)

    def _write(self, message: bytes) -> None:
        if self._writer and not self._writer.is_closing():
            self._writer.writelines((_LENGTH.pack(len(message)), message))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(Exception):  # a connection that ends, an answer that is none
            while True:
                (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
                answer = pickle.loads(await reader.readexactly(length))
                _resolve(self.jobs.popleft().future, answer)
                self._watch()
        await self._replace()

    def _watch(self) -> None:
        """Give the job at the head its time from now on; while there is no process, let it wait."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        if self.jobs and self._writer:
            self._alarm = asyncio.get_running_loop().call_later(READ_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self._late = True
        if self._process:
            self._process.kill()

    async def _replace(self) -> None:
        late = Unreadable(Reason.READING_TOO_SLOW, f"{READ_SECONDS:g} s")
        failure = late if self._late else Unreadable(Reason.READING_CRASHED)
        self._late = False
        if self._writer:
            self._writer.close()
        self._writer = None
        self._watch()
        if self._process:
            self._process.kill()
        if self.jobs:
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


@contextlib.asynccontextmanager
async def started(
    settings: Settings, model: EventModel, learned: PageModel | None = None
) -> AsyncIterator[Pupils]:
    """Start the workers a crawl asks for and end them with it."""
    if settings.run.workers == 0:
        yield InlineWorkers(settings, model, learned)
        return
    workers = ProcessWorkers(settings, model, settings.run.workers, learned)
    try:
        await workers.start()
        yield workers
    finally:
        await workers.close()


def _resolve(future: asyncio.Future[Visit], answer: Visit | Exception) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _pipeline(settings: Settings, model: EventModel, learned: PageModel | None) -> Pipeline:
    pipeline = Pipeline(settings, model)
    if learned:
        pipeline.adopt(learned)
    return pipeline


def _serve(
    connection: socket.socket, settings: Settings, model: EventModel, learned: PageModel | None
) -> None:
    """Live as a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory()
    gc.set_threshold(GARBAGE)
    with contextlib.suppress(ConnectionError):  # the other side was killed
        _answer_jobs(connection, settings, _pipeline(settings, model, learned))


def _answer_jobs(connection: socket.socket, settings: Settings, pipeline: Pipeline) -> None:
    """Answer jobs until the other side goes away."""
    told = _Told() if ORDERS[settings.order.policy].keeps_scores else None
    stream = connection.makefile("rwb", buffering=1 << 18)
    stream.write(_LENGTH.pack(0))
    stream.flush()
    while header := stream.read(_LENGTH.size):
        message = pickle.loads(stream.read(*_LENGTH.unpack(header)))
        if isinstance(message, PageModel):
            pipeline.adopt(message)
            told = _Told() if told else None  # its pages give their links other scores now
            continue
        answer = _guarded(pipeline.process, *message)
        if told and isinstance(answer, Visit):
            answer = replace(answer, links=told.news(answer.links))
        message = pickle.dumps(answer, protocol=5)
        stream.write(_LENGTH.pack(len(message)))
        stream.write(message)
        stream.flush()


def _limit_memory() -> None:
    """Let the system refuse what is too much, which Python tells as a MemoryError."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    if most == resource.RLIM_INFINITY or most > READ_BYTES:
        resource.setrlimit(resource.RLIMIT_DATA, (READ_BYTES, most))


class _Told:
    """The links a process has told of, so that the menus of a site are not sent along with every page.

    A link changes nothing in the frontier when it comes again from as deep, with the same bar and no
    higher score; four of five links on a page do.
    """

    def __init__(self) -> None:
        self._seen = SeenCache(slots_log2=17)

    def news(self, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """Return the candidates that may change something, and take them as told."""
        is_news = self._seen.is_news
        return tuple(each for each in candidates if is_news(link_key(each), each.score))


def _guarded(
    process: Callable[[Link, Capture], Visit], link: Link, capture: Capture
) -> Visit | Exception:
    """Turn any failure of the pipeline into a reason; one odd page must not end a crawl."""
    try:
        return process(link, capture)
    except Exception as error:
        detail = f"{type(error).__name__}: {error}"
        return Unreadable(Reason.READING_FAILED, detail[:300].rstrip(": "))
