"""Virtual time: an event loop that jumps to its next timer instead of waiting."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

Result = TypeVar("Result")

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""Default start of virtual time."""


class VirtualClock:
    """A clock that advances only when the event loop would otherwise wait."""

    def __init__(self, start: datetime = EPOCH) -> None:
        self._start = start
        self.seconds = 0.0
        self.busy: Callable[[], bool] = lambda: False
        """Whether work outside the loop is under way; time stands still meanwhile."""

    def now(self) -> datetime:
        """Return the simulated time."""
        return self._start + timedelta(seconds=self.seconds)

    def run(self, main: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine to its end in virtual time."""
        with asyncio.Runner(loop_factory=lambda: _VirtualLoop(self)) as runner:
            return runner.run(main)


class _VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        super().__init__(_JumpingSelector(clock))

    def time(self) -> float:
        return self._clock.seconds


class _JumpingSelector(selectors.DefaultSelector):
    """Wait for real events only while work outside the loop is under way, else advance the clock."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(0)
        if events or timeout == 0:
            return events
        if timeout is None or self._clock.busy():
            return super().select(1.0)
        self._clock.seconds += timeout
        return []
