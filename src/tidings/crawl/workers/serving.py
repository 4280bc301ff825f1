"""The worker's side: processes tasks one by one and sends the answers back, whatever a hostile page does."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import pickle
import resource
import signal
import socket
from dataclasses import replace
from datetime import UTC, datetime

from tidings.crawl.pipeline import Pipeline
from tidings.crawl.workers.tasks import GARBAGE, LENGTH, ReadingTask, Setup
from tidings.errors import Failed, TidingsError, Unreadable
from tidings.frontier.order import ORDERS
from tidings.frontier.seen import SeenCache, link_key
from tidings.learn.page_model import PageModel
from tidings.model import Candidate, Capture, Link, Reason, Visit
from tidings.relevance.starting import measure_of

READ_BYTES = 2 << 30
"""Bytes of memory of a worker process; a page that needs more is given up."""
_PR_SET_PDEATHSIG = 1
"""Linux: the signal that a process gets when its parent ends."""
_BLANK = Capture(
    "about:blank",
    datetime(2000, 1, 1, tzinfo=UTC),
    200,
    (("Content-Type", "text/html"),),
    b"<p>Any words about Paris in some language, so that names and models are there.</p>",
)


class Worker:
    """A pipeline that turns tasks into visits and never raises."""

    def __init__(self, setup: Setup) -> None:
        measure = measure_of(setup.model, setup.settings.relevance, setup.start)
        self._pipeline = Pipeline(setup.settings, setup.model, relevance=measure)
        self._load = setup.load
        if setup.learned:
            self._pipeline.adopt(setup.learned)

    def warm_up(self) -> None:
        """Process a short page, which loads the models that reading needs."""
        self.answer(ReadingTask(Link("about:blank"), _BLANK))

    def adopt(self, learned: PageModel) -> None:
        """Judge by this page model from now on."""
        self._pipeline.adopt(learned)

    def answer(self, task: ReadingTask) -> Visit | Exception:
        """Return the visit of a task, or an error; one strange page must not end a crawl."""
        try:
            return self._process(task)
        except Failed as error:
            return error
        except Exception as error:
            detail = f"{type(error).__name__}: {error}"
            return Unreadable(Reason.READING_FAILED, detail[:300].rstrip(": "))

    def _process(self, task: ReadingTask) -> Visit:
        if isinstance(task.source, Capture):
            return self._pipeline.process(task.link, task.source, task.parts)
        if self._load is None:
            raise TidingsError("this worker cannot load snapshots")
        capture = self._load(task.source)
        head = capture._replace(body=b"", record=b"")  # all that the crawl needs
        return replace(self._pipeline.process(task.link, capture, task.parts), head=head)


def serve(connection: socket.socket, setup: Setup) -> None:
    """Run a worker process until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_parent()
    _limit_memory()
    gc.set_threshold(GARBAGE)
    with contextlib.suppress(ConnectionError):  # the crawl was killed
        _answer_tasks(connection, setup)


def _answer_tasks(connection: socket.socket, setup: Setup) -> None:
    """Answer tasks until the connection closes."""
    worker = Worker(setup)
    keeps_scores = ORDERS[setup.settings.order.policy].keeps_scores
    sent = SentLinks() if keeps_scores else None
    stream = connection.makefile("rwb", buffering=1 << 18)
    stream.write(LENGTH.pack(0))
    stream.flush()
    while header := stream.read(LENGTH.size):
        message = pickle.loads(stream.read(*LENGTH.unpack(header)))
        if isinstance(message, PageModel):
            worker.adopt(message)
            sent = SentLinks() if sent else None  # the same links may have other scores now
            continue
        answer = worker.answer(message)
        if sent and isinstance(answer, Visit):
            answer = replace(answer, links=sent.news(answer.links))
        message = setup.pack(answer)
        stream.write(LENGTH.pack(len(message)))
        stream.write(message)
        stream.flush()


def _die_with_parent() -> None:
    """Let the system kill this process when the fork server ends, which ends with the crawl; on Linux only."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _limit_memory() -> None:
    """Limit the memory of this process; beyond it, Python raises a MemoryError."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    if most == resource.RLIM_INFINITY or most > READ_BYTES:
        resource.setrlimit(resource.RLIMIT_DATA, (READ_BYTES, most))


class SentLinks:
    """The links that a process has sent, so that a site's menu is not sent with every page.

    A link that is sent again changes nothing in the frontier, unless it has another depth, another bar or a higher
    score. Four of five links on a page change nothing.
    """

    def __init__(self) -> None:
        self._seen = SeenCache(slots_log2=17)

    def news(self, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """Return the candidates that may change something, and note them as sent."""
        is_news = self._seen.is_news
        return tuple([each for each in candidates if is_news(link_key(each), each.score)])
