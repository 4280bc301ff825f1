"""Virtual time: an event loop that jumps to its next timer instead of waiting."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar, TypeVarTuple

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""Default start of virtual time."""


class VirtualClock:
    """A clock that advances only when the event loop would otherwise wait."""

    def __init__(self, start: datetime = EPOCH) -> None:
        self._start = start
        self.seconds = 0.0
        self.busy: Callable[[], bool] = lambda: False
        """Whether work outside the loop is under way; time stands still meanwhile."""
        self.threads = 0
        """Calls that run in threads; time stands still for them too."""

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

    def run_in_executor(
        self,
        executor: Executor | None,
        func: Callable[[*Arguments], Result],
        *args: *Arguments,
    ) -> asyncio.Future[Result]:
        """Run a call in a thread, with time standing still until its answer is here."""
        future = super().run_in_executor(executor, func, *args)
        self._clock.threads += 1
        future.add_done_callback(self._thread_ended)
        return future

    def _thread_ended(self, _future: asyncio.Future[Any]) -> None:
        self._clock.threads -= 1


class _JumpingSelector(selectors.DefaultSelector):
    """Wait for real events only while work outside the loop is under way, else advance the clock."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(0)
        if events or timeout == 0:
            return events
        if timeout is None or self._clock.threads or self._clock.busy():
            return super().select(1.0)
        self._clock.seconds += timeout
        return []
