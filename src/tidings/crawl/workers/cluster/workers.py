"""Workers that take the answers of a scan from the files of its parts, and have the other parts read by a cluster."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tidings import __version__
from tidings.crawl.workers.cluster.dask_cluster import DaskCluster, WorkerDied
from tidings.crawl.workers.cluster.files import NOT_SEEN, PATIENCE, PartFiles, answer_of, name_of
from tidings.crawl.workers.cluster.reading import PartOrder, read_part
from tidings.crawl.workers.tasks import Setup
from tidings.errors import TidingsError, in_short
from tidings.model import Capture, Link, ScanPart, Snapshot, Visit
from tidings.ports import TeachableWorkers
from tidings.settings import Budget, RunSettings
from tidings.sources.scan import place_of

if TYPE_CHECKING:
    from tidings.learn.page_model import PageModel

_LOG = logging.getLogger("tidings.crawl")
_AHEAD = 64
"""Parts that are given out in advance, at least; more workers may join."""
_AHEAD_PER_THREAD = 3

Answers = dict[int, bytes]


class PartWorkers:
    """Answers from the files of parts; whatever is in none of them is read by the processes of this computer."""

    def __init__(
        self,
        pool: TeachableWorkers[PageModel],
        files: PartFiles,
        setup: Setup,
        model: bytes,
        cluster: DaskCluster | None = None,
    ) -> None:
        """Take answers from files; ``model`` stands for the models. Without a cluster no files are made."""
        self._pool, self._files, self._cluster = pool, files, cluster
        self._model = model
        self._reading: dict[int, tuple[str, asyncio.Task[Answers]]] = {}
        """The names of parts that were begun, by the places of their first captures."""
        self._places: dict[int, asyncio.Task[Answers]] = {}
        self._answering: set[asyncio.Task[Visit]] = set()
        self.ahead = max(_AHEAD, _AHEAD_PER_THREAD * cluster.threads) if cluster else 0
        self._setup, self._setup_name, self._key = setup, "", ""
        self._pack()

    def begin(self, part: ScanPart, wanted: Sequence[Snapshot]) -> None:
        """Begin to read the wanted captures of a part, or its file if there is one."""
        name = name_of(part, self._key)
        if not wanted or not (self._cluster or self._files.has(name)):
            return
        order = PartOrder(str(self._files.folder), name, self._setup_name, tuple(wanted))
        task = asyncio.create_task(self._read(part, order))
        task.add_done_callback(_retrieve)
        self._reading[place_of(part.snapshots[0])] = name, task
        self._places.update(dict.fromkeys(map(place_of, wanted), task))

    def end(self, part: ScanPart) -> None:
        """Forget a part."""
        places = list(map(place_of, part.snapshots))
        for place in places:
            self._places.pop(place, None)
        if begun := self._reading.pop(places[0], None):
            self._files.end(begun[0])

    def submit(
        self, link: Link, source: Capture | Snapshot, parts: Sequence[Capture] = ()
    ) -> asyncio.Future[Visit]:
        """Return the answer to a capture once its part is read."""
        reading = self._places.get(place_of(source)) if isinstance(source, Snapshot) else None
        if reading is None or isinstance(source, Capture):
            return self._pool.submit(link, source, parts)
        if (known := _known(reading, place_of(source))) is not None:
            return known
        task = asyncio.create_task(self._answer(reading, link, source))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        task.add_done_callback(_retrieve)
        return task

    @property
    def outstanding(self) -> int:
        """Count the captures submitted and not yet processed."""
        return self._pool.outstanding + len(self._answering)

    def adopt(self, learned: PageModel) -> None:
        """Judge by this page model every part that is begun from now on."""
        self._pool.adopt(learned)
        self._setup = self._setup._replace(learned=learned)
        self._pack()

    async def close(self) -> None:
        """Give up what is under way; the files of parts stay."""
        tasks = [*(task for _, task in self._reading.values()), *self._answering]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _pack(self) -> None:
        """Prepare the set-up for travelling, and a key that changes with all that changes an answer."""
        if self._cluster:
            self._setup_name = self._files.write_setup(pickle.dumps(self._setup, protocol=5))
        settings = replace(self._setup.settings, budget=Budget(), run=RunSettings())
        revision = self._setup.learned.revision if self._setup.learned else 0
        given = repr((__version__, settings, revision)).encode("utf-8", "surrogatepass")
        self._key = sha256(given + self._model).hexdigest()

    async def _read(self, part: ScanPart, order: PartOrder) -> Answers:
        """Return the answers of a part; none if its readers died, so that each capture is read here."""
        if not self._files.has(order.name):
            assert self._cluster
            try:
                # As bytes: Dask looks at every value of a tuple.
                await self._cluster.run(read_part, pickle.dumps(order, protocol=5))
            except WorkerDied as error:
                _LOG.warning("%s, so its captures are read here", error)
                return {}
            self._files.note(order.name, part)
        return await self._answers(order.name)

    async def _answers(self, name: str) -> Answers:
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                return await asyncio.to_thread(self._files.read, name)
            except FileNotFoundError as error:
                if asyncio.get_running_loop().time() > until:
                    raise TidingsError(
                        f"{self._files.folder}: a worker wrote a file that is {NOT_SEEN}"
                    ) from error
                await asyncio.sleep(0.2)

    async def _answer(
        self, reading: asyncio.Task[Answers], link: Link, snapshot: Snapshot
    ) -> Visit:
        try:
            data = (await asyncio.shield(reading)).get(place_of(snapshot))
        except TidingsError:
            raise
        except Exception as error:  # Tidings is missing there, or another version
            raise TidingsError(f"a worker of the cluster failed: {in_short(error)}") from error
        if data is None:
            return await self._pool.submit(link, snapshot)
        answer = answer_of(data)
        if isinstance(answer, Visit):
            return answer
        raise answer


def _known(reading: asyncio.Task[Answers], place: int) -> asyncio.Future[Visit] | None:
    """Return the answer to a capture whose part was read, without a task; None if there may be none."""
    if not reading.done() or reading.cancelled() or reading.exception():
        return None
    data = reading.result().get(place)
    answer = answer_of(data) if data else None
    if not isinstance(answer, Visit):
        return None
    future: asyncio.Future[Visit] = asyncio.get_running_loop().create_future()
    future.set_result(answer)
    return future


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Look at the error of a task, so that nobody is warned of it if the crawl ends before."""
    if not task.cancelled():
        task.exception()


@contextlib.asynccontextmanager
async def reading_parts(
    pool: TeachableWorkers[PageModel], setup: Setup, files: PartFiles, model: bytes, cluster: str
) -> AsyncIterator[PartWorkers]:
    """Take the answers of a scan from its parts; have the missing ones read by a cluster, unless it is ``none``."""
    dask = None
    if cluster != "none":
        dask = DaskCluster(cluster, max(1, setup.settings.run.workers))
        await dask.start()
    workers = PartWorkers(pool, files, setup, model, dask)
    try:
        yield workers
    finally:
        await workers.close()
        if dask:
            await dask.close()
