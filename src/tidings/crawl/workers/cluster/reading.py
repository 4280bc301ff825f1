"""The side of a cluster's worker: reads the captures of a part in a process of its own and writes the answers."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tidings.crawl.pushed import of_capture
from tidings.crawl.workers.cluster.files import PartFiles, packed
from tidings.crawl.workers.processes import ProcessWorkers
from tidings.crawl.workers.tasks import Setup
from tidings.errors import Failed, Unreadable
from tidings.model import Snapshot


class PartOrder(NamedTuple):
    """What a cluster's worker is asked to do."""

    folder: str
    name: str
    setup: str
    """Names the file of the set-up."""
    snapshots: tuple[Snapshot, ...]


def read_part(given: bytes) -> None:
    """Read the captures of a part and write the answers, unless that was done; ``given`` is a pickled order."""
    order: PartOrder = pickle.loads(given)
    files = PartFiles(Path(order.folder))
    if files.has(order.name):
        return
    reader = _take_reader(files, order.setup)
    answers = reader.read(order.snapshots)
    files.write(order.name, zip(order.snapshots, answers, strict=True))
    _IDLE.append(reader)


class _PartReader:
    """Has captures read by a process that a hostile page may crash, exactly as in a crawl."""

    def __init__(self, name: str, setup: Setup) -> None:
        self.name = name
        # Dask starts its workers as daemons, which may not have children.
        multiprocessing.current_process().daemon = False
        self._loop = asyncio.new_event_loop()
        # Answers go into the file as they come.
        self._workers = ProcessWorkers(setup._replace(pack=packed), 1, unpack=bytes)
        self._loop.run_until_complete(self._workers.start())

    def read(self, snapshots: Sequence[Snapshot]) -> list[bytes]:
        return self._loop.run_until_complete(self._read(snapshots))

    async def _read(self, snapshots: Sequence[Snapshot]) -> list[bytes]:
        futures = [self._workers.submit(of_capture(each).link, each) for each in snapshots]
        return [await _answer(future) for future in futures]

    def close(self) -> None:
        self._loop.run_until_complete(self._workers.close())
        self._loop.close()


async def _answer(future: asyncio.Future[Any]) -> bytes:
    try:
        answer: bytes = await future
    except (Failed, Unreadable) as error:  # the reader did not survive it
        return packed(error)
    return answer


_IDLE: list[_PartReader] = []
"""Readers of this process that have nothing to do: starting one takes a second."""


def _take_reader(files: PartFiles, name: str) -> _PartReader:
    while _IDLE:
        reader = _IDLE.pop()
        if reader.name == name:
            return reader
        reader.close()
    return _PartReader(name, pickle.loads(files.read_setup(name)))
