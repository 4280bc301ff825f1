"""A page that changed five times: five records or revisits in the WARC file, and pywb shows every version."""

from __future__ import annotations

import itertools
import json
import re
import urllib.request
from datetime import timedelta
from pathlib import Path

from tests.crawl.test_returning import DAY, FRONT, STORY, World, flood, steps
from tests.oracle import oracle, pywb
from tidings.collection.collection import open_collection
from tidings.collection.pages.notices import changes
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


def test_five_versions_are_five_records_and_equal_bytes_cost_one_revisit(tmp_path: Path) -> None:
    with open_collection(tmp_path, prefix="x", warc_megabytes=1) as collection:
        assert isinstance(collection.store, SqliteStore)
        world = World(
            {FRONT: lambda _: flood("Front.", STORY), STORY: steps(*TEXTS[:5])},
            plain=True,  # its server never says that nothing has changed
            archive=collection.archive,
            database=collection.store.database,
        )
        world.run(0.0)
        for day in range(1, 6):  # on the last day it says the same as the day before
            world.run(day * DAY + 60, "all")
        visits = world.visits(STORY)
    assert [visit.outcome for visit in visits] == ["kept"] * 5 + ["unchanged"]
    texts = [visit.content.text for visit in visits[:5]]
    for number, (before, after) in enumerate(itertools.pairwise(texts)):
        change = changes(before, after)
        assert [each.strip() for each in change.added] == [TEXTS[number + 1]]
        assert [each.strip() for each in change.removed] == [TEXTS[number]]
    assert _records(tmp_path) == ["response"] * 5 + ["revisit"]
    with pywb(tmp_path) as base:
        for day in range(6):
            moment = EPOCH + timedelta(days=day, seconds=60 if day else 0)
            url = f"{base}/{moment:%Y%m%d%H%M%S}id_/{STORY}"
            with urllib.request.urlopen(url, timeout=60) as answer:
                assert TEXTS[min(day, 4)] in answer.read().decode()


def _records(folder: Path) -> list[str]:
    """Return the kinds of the records of the story's answers, as warcio lists them."""
    warcs = [str(path) for path in sorted((folder / "archive").glob("*.warc.gz"))]
    listed = oracle("warcio", "index", "-f", "warc-type,warc-target-uri", *warcs).stdout
    records = [json.loads(line) for line in listed.splitlines()]
    kinds = [each["warc-type"] for each in records if each.get("warc-target-uri") == STORY]
    return [kind for kind in kinds if kind in ("response", "revisit")]
