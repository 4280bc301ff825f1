"""Keeps summaries while their collections do not change, since many look at them."""

from __future__ import annotations

import time
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from tidings.collection.folder import EVENT_FILE
from tidings.collection.reading import CollectionReader
from tidings.collection.summary.summary import CollectionSummary, summarise

_MOST_SUMMARIES = 64
_SECONDS = 60.0
"""How old the summary of a collection may be that a crawl is changing."""


class _Kept(NamedTuple):
    summary: CollectionSummary
    state: tuple[int, int]
    made_at: float


class KeptSummaries:
    """The last summaries of some collections; any thread may use it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Path, int], _Kept] = OrderedDict()
        self._lock = Lock()

    def summary(self, reader: CollectionReader, count: int) -> CollectionSummary:
        """Return the summary of a collection, made again if it has changed for some time."""
        key, state = (reader.folder, count), _state(reader)
        with self._lock:
            kept = self._kept.get(key)
        if kept and (kept.state == state or time.monotonic() - kept.made_at < _SECONDS):
            return kept.summary
        made = _Kept(summarise(reader, count), state, time.monotonic())
        with self._lock:
            self._kept[key] = made
            self._kept.move_to_end(key)
            while len(self._kept) > _MOST_SUMMARIES:
                self._kept.popitem(last=False)
        return made.summary


def _state(reader: CollectionReader) -> tuple[int, int]:
    """Return what changes with the pages of a collection and with its event file."""
    path = reader.folder / EVENT_FILE
    return reader.last_change(), path.stat().st_mtime_ns if path.exists() else 0
