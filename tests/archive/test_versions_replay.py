"""A page that changed five times: five records or revisits in the WARC file, and pywb shows every version."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path

from tests.crawl.test_returning import DAY, FRONT, STORY, World, flood, steps
from tests.oracle import oracle, pywb
from tidings.collection.collection import open_collection
from tidings.lab.bench.clock import EPOCH
from tidings.settings import RecrawlSettings
from tidings.store.sqlite.store import SqliteStore

TEXTS = [f"On day {day} the water stood at mark {day} of the old bridge." for day in range(6)]


def test_pywb_shows_all_versions_and_unchanged_visits(tmp_path: Path) -> None:
    with open_collection(tmp_path, prefix="x", warc_megabytes=1) as collection:
        assert isinstance(collection.store, SqliteStore)
        world = World(
            {FRONT: lambda _: flood("Front.", STORY), STORY: steps(*TEXTS)},
            RecrawlSettings(most_days=0.5, least_minutes=60),
            archive=collection.archive,
            database=collection.store.database,
        )
        world.run(0.0, "due", until=6 * DAY)
        visits = world.visits(STORY)
    lines = (tmp_path / "indexes" / "index.cdxj").read_text(encoding="utf-8").splitlines()
    stamps = [line.split()[1] for line in lines if f'"{STORY}"' in line]
    assert len(stamps) == len(visits) >= 10
    warcs = [str(path) for path in sorted((tmp_path / "archive").glob("*.warc.gz"))]
    assert oracle("warcio", "check", *warcs).returncode == 0
    with pywb(tmp_path) as base:
        for stamp in stamps:
            with urllib.request.urlopen(f"{base}/{stamp}id_/{STORY}", timeout=60) as answer:
                shown = answer.read().decode()
                assert answer.status == 200
            day = int(stamp[6:8]) - EPOCH.day
            assert re.search(r"mark \d", shown), stamp
            assert TEXTS[day] in shown, stamp
