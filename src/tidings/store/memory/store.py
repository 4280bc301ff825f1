"""A store in plain Python objects, for tests and for crawls that are only measured; nothing is durable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tidings.model import CrawlState, Outcome, Phase, ReasonCount
from tidings.store.again.memory import MemoryTracked
from tidings.store.memory.links import MemoryLinks
from tidings.store.memory.pages import MemoryStories, MemoryVisits, MemoryWords
from tidings.store.memory.tables import LinkRow, Tables
from tidings.store.reasons import count_reasons
from tidings.store.requisites.memory import MemoryRequisites


class MemoryState:
    """``CrawlStates`` in a value and a dictionary; the port describes its methods."""

    def __init__(self) -> None:
        self._state = CrawlState()
        self._cursors: dict[str, str] = {}
        self._runs: set[float] = set()
        self._facts: dict[str, str] = {}

    def load(self) -> CrawlState:
        return self._state

    def update(self, **fields: Any) -> None:
        self._state = replace(self._state, **fields)

    def cursor(self, source: str) -> str:
        return self._cursors.get(source, "")

    def move_cursor(self, source: str, cursor: str) -> None:
        self._cursors[source] = cursor

    def note(self, name: str, value: str) -> None:
        self._facts[name] = value

    def noted(self, name: str) -> str:
        return self._facts.get(name, "")

    def begin_run(self, at: float) -> None:
        self._runs.add(at)

    def runs(self) -> list[float]:
        return sorted(self._runs)


class MemoryLedger:
    """``Ledger`` over links and visits; the port describes its methods."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def followed(self, most: int) -> list[str]:
        urls = [row.link.url for row in self._tables.links if row.phase is not Phase.PASSED_OVER]
        return urls[-most:]

    def visited(self, most: int) -> list[tuple[str, float]]:
        visits = sorted(self._tables.visits, key=lambda row: (row.at, row.seq))
        return [
            (row.link.link.url, row.visit.score.value if row.visit.score else 0.0)
            for row in visits[-most:]
        ]

    def tried(self) -> Iterator[tuple[str, str, bool]]:
        sides = (Outcome.KEPT, Outcome.REJECTED)
        judged = [row for row in self._tables.links if row.outcome in sides]
        for row in sorted(judged, key=lambda row: (self._visited_at(row), row.seq)):
            host = self._tables.hosts[row.host - 1].name
            yield host, str(row.link.channel), row.outcome == Outcome.KEPT

    def _visited_at(self, row: LinkRow) -> float:
        return self._tables.visits[row.visit - 1].at if row.visit else row.found_at

    def reasons(self) -> list[ReasonCount]:
        links = Counter(
            (row.phase is Phase.WAITING, row.outcome, str(row.reason), row.detail)
            for row in self._tables.links
        )
        snapshots = Counter(
            (False, *row.visit.verdict)
            for row in self._tables.visits
            if row.visit.provenance and not row.is_current
        )
        groups = (*sorted(links.items()), *sorted(snapshots.items()))
        return count_reasons((*key, count) for key, count in groups)


class MemoryStore:
    """A ``Store`` in memory. There is no earlier state to go back to: ``rollback`` changes nothing."""

    def __init__(self) -> None:
        tables = Tables()
        self.links = MemoryLinks(tables)
        self.visits = MemoryVisits(tables)
        self.requisites = MemoryRequisites(tables)
        self.stories = MemoryStories(tables)
        self.words = MemoryWords(tables)
        self.tracked = MemoryTracked(tables, self.links)
        self.state = MemoryState()
        self.ledger = MemoryLedger(tables)

    def commit(self) -> None:
        pass

    def rollback(self) -> None:
        pass

    def close(self) -> None:
        pass
