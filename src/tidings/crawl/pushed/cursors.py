"""How far each source has been read; it knows neither links nor captures."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tidings.ports import Countable, CrawlStates, Listening, Resumable, Source


class Position(NamedTuple):
    """A position in a source."""

    source: str
    cursor: str


class Cursors:
    """The positions up to which sources have been taken in, saved with what they brought.

    A capture at a worker would be lost after a crash, so it holds back the position of its source until it is
    entered. Captures are entered in the order in which they were taken.
    """

    def __init__(self, states: CrawlStates) -> None:
        self._states = states
        self._under_way: Counter[str] = Counter()
        self._moved: dict[str, str] = {}
        self._resumable: dict[Source, Resumable] = {}
        """Noted once per source, as protocols are slow to compare."""
        self._running: list[Listening] = []
        self._counted: list[Countable] = []

    def resume(self, source: Source) -> None:
        """Let a source go on where an earlier run stopped, if it can."""
        if isinstance(source, Countable):
            self._counted.append(source)
        if isinstance(source, Resumable):
            self._resumable[source] = source
            source.resume(self._states.cursor(source.name))
            if isinstance(source, Listening):
                self._running.append(source)

    def captures(self) -> tuple[int, int] | None:
        """Return how many captures the sources have passed, of how many; None if no source counts them."""
        if not any(source.total for source in self._counted):
            return None
        return sum(each.passed for each in self._counted), sum(each.total for each in self._counted)

    def passed(self, source: Source) -> None:
        """Note that the last item of a source is entered, or not wanted."""
        resumable = self._resumable.get(source)
        if resumable and not self._under_way[resumable.name]:
            self._moved[resumable.name] = resumable.cursor

    def begin(self, source: Source) -> Position | None:
        """Return the position behind a capture that is under way, to be given to ``end``."""
        resumable = self._resumable.get(source)
        if resumable is None:
            return None
        self._under_way[resumable.name] += 1
        return Position(resumable.name, resumable.cursor)

    def end(self, position: Position | None) -> None:
        """Note that a capture is entered."""
        if position:
            self._under_way[position.source] -= 1
            self._moved[position.source] = position.cursor

    def save(self) -> None:
        """Save all positions, also those of sources that brought nothing wanted; the caller commits."""
        for source in self._running:
            if not self._under_way[source.name] and source.cursor:
                self._moved[source.name] = source.cursor
        for name, cursor in self._moved.items():
            self._states.move_cursor(name, cursor)
        self._moved.clear()
