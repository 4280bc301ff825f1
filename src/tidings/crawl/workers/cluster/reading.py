"""The side of a cluster's worker: reads the captures of a part in a process of its own and writes the answers."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tidings.crawl.pushed import of_capture
from tidings.crawl.workers.cluster.files import Answer, PartFiles
from tidings.crawl.workers.processes import ProcessWorkers
from tidings.errors import Failed, Unreadable
from tidings.model import Snapshot, Visit


class PartOrder(NamedTuple):
    """What a cluster's worker is asked to do."""

    folder: str
    name: str
    key: str
    """Names the set-up."""
    setup: bytes
    snapshots: tuple[Snapshot, ...]


def read_part(order: PartOrder) -> None:
    """Read the captures of a part and write the answers, unless that was done."""
    files = PartFiles(Path(order.folder))
    if files.has(order.name):
        return
    reader = _take_reader(order)
    answers = reader.read(order.snapshots)
    files.write(order.name, zip(order.snapshots, answers, strict=True))
    _IDLE.append(reader)


class _PartReader:
    """Has captures read by a process that a hostile page may crash, exactly as in a crawl."""

    def __init__(self, key: str, setup: bytes) -> None:
        self.key = key
        # Dask starts its workers as daemons, which may not have children.
        multiprocessing.current_process().daemon = False
        self._loop = asyncio.new_event_loop()
        self._workers = ProcessWorkers(pickle.loads(setup), 1)
        self._loop.run_until_complete(self._workers.start())

    def read(self, snapshots: Sequence[Snapshot]) -> list[Answer]:
        return self._loop.run_until_complete(self._read(snapshots))

    async def _read(self, snapshots: Sequence[Snapshot]) -> list[Answer]:
        futures = [self._workers.submit(of_capture(each).link, each) for each in snapshots]
        return [await _answer(future) for future in futures]

    def close(self) -> None:
        self._loop.run_until_complete(self._workers.close())
        self._loop.close()


async def _answer(future: asyncio.Future[Visit]) -> Answer:
    try:
        return await future
    except (Failed, Unreadable) as error:
        return error


_IDLE: list[_PartReader] = []
"""Readers of this process that have nothing to do: starting one takes a second."""


def _take_reader(order: PartOrder) -> _PartReader:
    while _IDLE:
        reader = _IDLE.pop()
        if reader.key == order.key:
            return reader
        reader.close()
    return _PartReader(order.key, order.setup)
