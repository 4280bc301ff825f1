"""Watches from outside which crawl holds which host, and for how long it should not."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Any, Self

import psycopg

from tidings.store.postgres.office import BETTER

LOOK = 0.5
"""Seconds between two looks; what is measured may be longer by so much."""
_HOSTS = """
SELECT name, worker, lease, top, lease_until > clock_timestamp() FROM {schema}.host
"""


class LeaseWatch:
    """Looks at the leases twice a second, in a thread of its own."""

    def __init__(self, url: str, schema: str) -> None:
        self._url = url
        self._query = _HOSTS.format(schema=schema).encode()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._deaths: dict[str, tuple[float, set[tuple[str, int]]]] = {}
        """When a crawl was killed, and which leases it had then and still has."""
        self._held: dict[str, set[tuple[str, int]]] = {}
        self._poor_since: dict[tuple[str, int], float] = {}
        self._longest_dead = self._longest_poor = 0.0
        self._looks = self._given_back = self._most_free = 0
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        self._thread.join()

    def killed(self, worker: str) -> None:
        """Note that a crawl was killed just now."""
        with self._lock:
            self._deaths[worker] = time.monotonic(), set(self._held.get(worker, ()))

    def figures(self, lease: float, most: int) -> list[tuple[str, float, float, bool]]:
        """Return what was seen."""
        return [
            ("looks at the leases", float(self._looks), 1.0, False),
            ("longest a dead crawl kept a host, seconds", self._longest_dead, lease + 2 * LOOK, True),
            ("hosts that were free at once", float(self._most_free), 1.0, False),
            ("hosts given back for better ones", float(self._given_back), 1.0, False),
            ("longest a poor host was held, seconds", self._longest_poor, most + lease, True),
        ]  # fmt: skip

    def _watch(self) -> None:
        connection: psycopg.Connection[Any] | None = None
        while not self._done.wait(LOOK):
            try:
                connection = connection or psycopg.connect(self._url, autocommit=True)
                self._look(connection.execute(self._query).fetchall())
            except psycopg.Error:  # it restarts, or has no tables yet
                if connection:
                    connection.close()
                connection = None
        if connection:
            connection.close()

    def _look(self, rows: list[tuple[str, str, int, float | None, bool]]) -> None:
        now = time.monotonic()
        held: dict[str, set[tuple[str, int]]] = {}
        for name, worker, lease, _, valid in rows:
            if worker and valid:
                held.setdefault(worker, set()).add((name, lease))
        free = [top for *_, top, valid in rows if top is not None and not valid]
        alive_hosts = sorted(
            (top, name, lease)
            for name, worker, lease, top, valid in rows
            if worker and valid and worker not in self._deaths and top is not None
        )
        # Only as many can be exchanged as better ones are free.
        pairs = zip(alive_hosts, sorted(free, reverse=True), strict=False)
        poor = {(name, lease) for (top, name, lease), better in pairs if top + BETTER < better}
        with self._lock:
            self._looks += 1
            self._most_free = max(self._most_free, len(free))
            for worker, (killed, leases) in list(self._deaths.items()):
                leases &= held.get(worker, set())
                if leases:
                    self._longest_dead = max(self._longest_dead, now - killed)
                elif worker in held or now - killed > 60:
                    del self._deaths[worker]
            alive = set().union(*held.values()) if held else set()
            self._given_back += sum(key not in alive for key in self._poor_since)
            self._poor_since = {key: self._poor_since.get(key, now) for key in poor}
            for since in self._poor_since.values():
                self._longest_poor = max(self._longest_poor, now - since)
            self._held = held
