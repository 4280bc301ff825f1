"""What a crawl gives to its workers; light, because the crawl itself reads no pages."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from tidings.model import Capture, EventModel, Link, Snapshot, Visit
from tidings.settings import Settings

if TYPE_CHECKING:
    from tidings.learn.page_model import PageModel

GARBAGE = 100_000
"""Allocations between two runs of the garbage collector: with the default of 700 it takes a sixth of the time,
although there is hardly any cyclic garbage."""
LENGTH = struct.Struct("!I")
"""The length that precedes each message."""

Load = Callable[[Snapshot], Capture]
"""Loads a snapshot from an archive; raises Failed."""
Pack = Callable[[Visit | Exception], bytes]
"""Turns an answer into the bytes that are sent."""


def packed(answer: Visit | Exception) -> bytes:
    """Return an answer as bytes for a crawl."""
    return pickle.dumps(answer, protocol=5)


class Setup(NamedTuple):
    """All that a worker needs to start."""

    settings: Settings
    model: EventModel
    learned: PageModel | None = None
    load: Load | None = None
    """Set in crawls that scan archives."""
    start: PageModel | None = None
    """The trained page model that the measure starts from."""
    pack: Pack = packed


class ReadingTask(NamedTuple):
    """One capture to process, or a snapshot that the worker loads itself."""

    link: Link
    source: Capture | Snapshot
    parts: tuple[Capture, ...] = ()
