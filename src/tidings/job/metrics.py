"""Writes the figures of a running crawl to a file, for the text file collector of Prometheus' node exporter."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path

from tidings.collection.summary.metrics import (
    HOSTS,
    RUNNING,
    SECONDS,
    UNDER_WAY,
    WAITING,
    Sample,
    exposition,
    of_state,
    of_totals,
)
from tidings.crawl.progress import Progress
from tidings.disk.writing import replace_file

EVERY = 5.0
"""Seconds between two writes."""
_LOG = logging.getLogger(__name__)


class MetricsFile:
    """A file with the figures of one crawl; Prometheus sees by its age whether the crawl lives."""

    def __init__(self, path: Path, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._labels = {"collection": name}
        self._clock = clock
        self._written = float("-inf")

    def note(self, progress: Progress) -> None:
        """Write the figures, unless that was done a moment ago."""
        if self._clock() >= self._written + EVERY:
            self._written = self._clock()
            self._write(progress, running=True)

    def end(self, progress: Progress) -> None:
        """Write the last figures."""
        self._write(progress, running=False)

    def _write(self, progress: Progress, *, running: bool) -> None:
        labels = self._labels
        samples = [
            *of_totals(labels, progress.totals),
            Sample(SECONDS, labels, progress.seconds),
            Sample(RUNNING, labels, running),
            Sample(WAITING, labels, progress.waiting),
            Sample(UNDER_WAY, labels, progress.in_flight),
            Sample(HOSTS, {**labels, "state": "ready"}, progress.ready),
            Sample(HOSTS, {**labels, "state": "resting"}, progress.resting),
            *of_state(labels, progress.state),
        ]
        try:
            draft = self._path.with_name(f"{self._path.name}.{os.getpid()}.new")
            draft.write_text(exposition(samples), encoding="utf-8")
            replace_file(draft, self._path, sync=False)  # after a power failure it is old anyway
        except OSError as error:  # nobody can watch the crawl then, but it goes on
            _LOG.warning("%s: cannot be written: %s", self._path, error.strerror)
