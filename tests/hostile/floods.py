"""A million host names in a frontier: what they take in memory, and how long a crawl takes to resume."""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from pathlib import Path

from tests.fuzz.attack import memory
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Link
from tidings.settings import Scope
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore
from tidings.urls import url_id

NAMES = 1_000_000
PER_PAGE = 100


def run(seconds: float, options: argparse.Namespace) -> list[tuple[str, float, float, bool]]:
    """Fill a frontier with names, close it and open it again."""
    rules = ScopeRules(Scope(), 0.0, 10)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "links.db"
        store = SqliteStore(Database(path))
        frontier = Frontier(store.links, rules)
        before = 0
        for page in range(NAMES // PER_PAGE):
            frontier._registry.begin_page()
            urls = [f"http://h{page}-{number}.example/" for number in range(PER_PAGE)]
            frontier.add([Candidate(url_id(u), 0.5, Link(u, depth=1)) for u in urls], 0.0)
            if page % 50 == 0:
                store.commit()
            if page == 10:  # tables and caches are there
                gc.collect()
                before = memory("VmRSS")
        store.commit()
        gc.collect()
        taken = (memory("VmRSS") - before) / NAMES
        waiting = frontier.waiting
        store.close()
        del frontier
        begin = time.process_time()
        store = SqliteStore(Database(path))
        again = Frontier(store.links, rules)
        resumed = time.process_time() - begin
        store.close()
        lost = float(waiting - again.waiting)
    return [
        ("bytes of memory for each of a million host names", taken, 200.0, True),
        ("seconds of processor time to resume with them", resumed, 3.0, True),
        ("links lost by resuming", lost, 0.0, True),
        ("links that wait", float(waiting), float(NAMES), False),
    ]
