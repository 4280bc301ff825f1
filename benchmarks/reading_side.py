"""One side of the reading benchmark: a process that reads slices of pages on request.

A line on standard input names a task and a slice. The answer on standard output is the seconds of CPU.
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
    """A page as its server sent it, in types that both sides have."""

    url: str
    captured_at: datetime
    headers: tuple[tuple[str, str], ...]
    body: bytes


Task = Callable[[list[WrittenPage]], float]
"""Read pages and return the seconds of CPU."""


def serve(tasks: Mapping[str, Task], path: str) -> None:
    """Run the tasks named on standard input until it ends; ``path`` holds pickled slices of pages."""
    slices = [
        [WrittenPage(*page) for page in each] for each in pickle.loads(Path(path).read_bytes())
    ]
    for line in sys.stdin:
        name, number = line.split()
        print(tasks[name](slices[int(number)]), flush=True)


def timed(work: Callable[[Any], object], pages: Iterable[Any]) -> float:
    """Return the seconds of CPU for the work on all pages."""
    begun = time.process_time()
    for page in pages:
        work(page)
    return time.process_time() - begun
