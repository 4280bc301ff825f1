"""Shows the progress of a crawl to programs: one JSON object a line."""

from __future__ import annotations

import json

from rich.console import Console

from tidings.crawl.progress import Progress

_SECONDS = 1.0
"""Seconds between two objects, unless the state changes."""


class JsonLines:
    """Prints an object every second, and whenever the state of the crawl changes."""

    interval = 0.25

    def __init__(self, console: Console) -> None:
        self._console = console
        self._last: tuple[str, float] | None = None

    def __enter__(self) -> JsonLines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def show(self, progress: Progress) -> None:
        """Print the crawl at one moment, unless nothing has changed and the last line is recent."""
        state = progress.state.value
        if self._last and state == self._last[0] and progress.seconds - self._last[1] < _SECONDS:
            return
        self._last = state, progress.seconds
        self._console.out(json.dumps(as_object(progress)), highlight=False)


def as_object(progress: Progress) -> dict[str, object]:
    """Return the progress of a crawl under the names that ``docs/commands.md`` lists."""
    passed, captures = progress.captures or (None, None)
    return {
        "state": progress.state.value,
        "reason": progress.reason,
        "seconds": round(progress.seconds, 1),
        "pages": progress.totals.pages,
        "kept": progress.totals.kept,
        "bytes": progress.totals.size,
        "pages_per_second": round(progress.rate, 2),
        "harvest": round(progress.harvest, 4),
        "recent_harvest": round(progress.recent, 4),
        "waiting": progress.waiting,
        "under_way": progress.in_flight,
        "hosts_ready": progress.ready,
        "hosts_resting": progress.resting,
        "seconds_left": progress.seconds_left,
        "captures": captures,
        "captures_passed": passed,
    }
