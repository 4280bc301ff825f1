"""Pages that come back, in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext

from tidings.model import Outcome, Pass, Phase, Totals, Tracked, Visit
from tidings.store.memory.links import MemoryLinks
from tidings.store.memory.tables import Tables
from tidings.urls import url_id


class MemoryTracked:
    """``TrackedPages`` in a dictionary; the port describes its methods."""

    def __init__(self, tables: Tables, links: MemoryLinks) -> None:
        self._tables, self._links = tables, links
        self._pages: dict[int, Tracked] = {}

    def load(self, link: int) -> Tracked | None:
        return self._pages.get(link)

    def save(self, page: Tracked) -> None:
        self._pages[page.link] = page

    def activate(self) -> None:
        for page in self._pages.values():
            row = self._tables.links[page.link - 1]
            if page.every and row.due_at is None and row.phase is Phase.DONE:
                self._links.schedule(page.link, page.due_at)

    def replan(self, factor: float, least: float, most: float) -> None:
        for link, page in self._pages.items():
            if page.every:
                due_at = page.visited_at + min(max(page.every * factor, least), most)
                self._pages[link] = page._replace(due_at=due_at)
                if self._tables.links[link - 1].due_at is not None:
                    self._links.schedule(link, due_at)

    def visits_per_second(self) -> float:
        return sum(1.0 / page.every for page in self._pages.values() if page.every)

    def schedule_all(self, due_at: float) -> int:
        read = [row for row in self._tables.links if row.phase is Phase.DONE]
        read = [row for row in read if row.outcome in (Outcome.KEPT, Outcome.REJECTED)]
        for row in read:
            self._links.schedule(row.seq, due_at)
        return len(read)

    def kept(self, since: float = 0.0) -> Iterator[tuple[int, float | None]]:
        for row in self._tables.links:
            visit = self._tables.visits[row.visit - 1].visit if row.visit else None
            if not visit or visit.captured_at.timestamp() < since:
                continue
            if visit.verdict.outcome is Outcome.KEPT:
                published = visit.published
                yield row.id, published.moment.timestamp() if published else None

    def edges(self) -> Iterator[tuple[int, bytes]]:
        for seq, visit in self._last_read().items():
            yield seq, visit.edges

    def lists(self, since: float) -> Iterator[tuple[int, bytes]]:
        for seq, visit in self._last_read().items():
            if visit.captured_at.timestamp() >= since and not visit.published:
                yield seq, visit.edges

    def _last_read(self) -> dict[int, Visit]:
        """Return the last reading of each link that has edges, also one whose text is that of the current visit."""
        rows = self._tables.visits
        last = {row.seq: rows[row.visit - 1] for row in self._tables.links if row.visit}
        for row in rows:
            again = row.visit.verdict.outcome is Outcome.UNCHANGED and row.visit.score
            if again and row.seq > last[row.link.seq].seq:
                last[row.link.seq] = row
        return {seq: row.visit for seq, row in last.items() if row.visit.edges}

    def known(self, ids: Iterable[int]) -> list[int]:
        return [row.seq for row in map(self._tables.by_id.get, ids) if row]

    def found_on(self, link: int, change: Callable[[int, bool], None]) -> None:
        parent = self._tables.links[link - 1].link.parent
        above = self._tables.by_id.get(url_id(parent)) if parent else None
        if above and above.visit:
            change(above.seq, above.phase is Phase.DONE)

    def join(self, what: str, now: float, before: Totals) -> Pass:
        return Pass(now, before)

    def planning(self, fact: str) -> AbstractContextManager[bool]:
        return nullcontext(True)
