"""What both sides of the reading benchmark are: a process that reads slices of pages when it is asked to.

A line on standard input names a task and a slice, a line on standard output gives the seconds of CPU it took.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple


class WrittenPage(NamedTuple):
    """A page as it came from its server, in terms both sides know."""

    url: str
    captured_at: datetime
    headers: tuple[tuple[str, str], ...]
    body: bytes


Task = Callable[[list[WrittenPage]], float]
"""Reads some pages and returns the seconds of CPU it took."""


def serve(tasks: Mapping[str, Task], path: str) -> None:
    """Do what standard input asks for until it ends; ``path`` holds pickled slices of pages."""
    slices = [
        [WrittenPage(*page) for page in each] for each in pickle.loads(Path(path).read_bytes())
    ]
    for line in sys.stdin:
        name, number = line.split()
        print(tasks[name](slices[int(number)]), flush=True)


def timed(work: Callable[[Any], object], pages: Iterable[Any]) -> float:
    """Return the seconds of CPU that some work on each page took."""
    begun = time.process_time()
    for page in pages:
        work(page)
    return time.process_time() - begun
