"""Nothing lost, nothing twice: a crawl killed again and again ends where an undisturbed one ends."""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.archive.captures import stored_capture
from tests.end_to_end.world import crawl, crawl_to_the_end, entries, served, write_event
from tests.oracle import oracle
from tidings.archive.index.dialects import read_any_index
from tidings.collection.folder import database_path
from tidings.event.template import toml
from tidings.model import Pointer, Snapshot
from tidings.store.requisites.sqlite import SqliteRequisites
from tidings.store.sqlite.database import Database

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from fastwarc.warc import ArchiveIterator, WarcRecordType

KILLS = 9
LATER = 3
"""One crawl of this many is killed after a commit, so that there is progress; the others are killed earlier."""
LONGEST = 0.7
"""Seconds that pass at most between a request, or a commit, and the end."""
SETTINGS = {
    "fetch": "delay = 0.02",
    "budget": "pages = 100000",
    "archive": "warc_megabytes = 0.5",
    "order": "patience = 0",
}


def kill_at_random_moments(folder: Path, log: Path, rng: random.Random) -> int:
    """Start the crawl, let it work for a while and kill it, again and again; return how often it was still running."""
    caught = 0
    for number in range(1, KILLS + 1):
        asked = log.stat().st_size
        with crawl(folder) as process:
            wait_while(process, lambda asked=asked: log.stat().st_size == asked)
            if number % LATER == 0:
                before = last_commit(folder)
                wait_while(process, lambda before=before: last_commit(folder) == before)
            time.sleep(rng.uniform(0.0, LONGEST))
            caught += process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.wait()
    return caught


def wait_while(process: subprocess.Popen[str], holds: Callable[[], bool]) -> None:
    while process.poll() is None and holds():
        time.sleep(0.01)


def last_commit(folder: Path) -> int:
    return max(path.stat().st_mtime_ns for path in folder.glob("tidings.db*"))


def fates(folder: Path) -> dict[str, set[str]]:
    by_outcome: dict[str, set[str]] = {}
    for entry in entries(folder):
        # Which of two identical pages is the original depends on which comes first.
        outcome = "kept" if entry.outcome == "duplicate" else entry.outcome
        by_outcome.setdefault(outcome, set()).add(entry.url)
    return by_outcome


@pytest.mark.slow
@pytest.mark.oracle
def test_a_killed_crawl_ends_where_an_undisturbed_one_ends(tmp_path: Path) -> None:
    rng = random.Random(4)
    with served(tmp_path, seed=3, pages=1000) as world:
        target = world.web.events[0]
        settings = SETTINGS | {"scope": f"exclude = {toml(world.tedious())}"}
        undisturbed = write_event(tmp_path / "undisturbed", target, world.port, **settings)
        killed = write_event(tmp_path / "killed", target, world.port, **settings)
        crawl_to_the_end(undisturbed)
        caught = kill_at_random_moments(killed, world.log, rng)
        on_the_way = fates(killed)
        crawl_to_the_end(killed)
    assert caught >= KILLS * 0.8, "the crawl is too short to be killed so often"
    assert on_the_way["kept"], "it was always killed before it had done anything"
    expected, found = fates(undisturbed), fates(killed)
    assert len(parts(undisturbed)) > 20
    expected_needs, found_needs = needs(undisturbed), needs(killed)
    in_both = expected_needs.keys() & found_needs.keys()  # a copy needs nothing
    assert len(in_both) > 20
    assert {url: found_needs[url] for url in in_both} == {
        url: expected_needs[url] for url in in_both
    }
    assert len(expected["kept"]) > 30
    assert found["kept"] == expected["kept"]
    assert found["rejected"] == expected["rejected"]
    assert_archive_agrees(killed)
    assert_archive_agrees(undisturbed)


def parts(folder: Path) -> dict[str, tuple[str, int]]:
    """Return what the kept pages need, with file and place in the archive."""
    with contextlib.closing(Database(database_path(folder), read_only=True)) as database:
        rows = database.connection.execute("SELECT url, file, byte_offset FROM part").fetchall()
        assert len({row[0] for row in rows}) == len(rows), "a file was fetched twice"
        assert SqliteRequisites(database).completeness().share == 1.0
        return {url: (file, offset) for url, file, offset in rows}


def needs(folder: Path) -> dict[str, set[str]]:
    """Return what each kept page needs, which is archived."""
    archived = set(parts(folder))
    with contextlib.closing(Database(database_path(folder), read_only=True)) as database:
        requisites = SqliteRequisites(database)
        found = {page.url: set(requisites.needed(page.visit)) for page in requisites.pages()}
    assert set().union(*found.values()) == archived
    return found


def assert_archive_agrees(folder: Path) -> None:
    """Compare WARC files, index and database record by record."""
    archived = {entry.url: entry for entry in entries(folder) if entry.file}
    kept = [entry for entry in archived.values() if entry.outcome == "kept"]
    assert len({entry.digest for entry in kept}) == len(kept), "a page was kept twice"
    files = sorted((folder / "archive").glob("*.warc.gz"))
    assert len(files) > 1, "no rotation happened"
    records = [record for file in files for record in response_records(file)]
    pages = [(entry.url, entry.file, entry.offset) for entry in archived.values()]
    needed = [(url, *place) for url, place in parts(folder).items()]
    assert sorted(records) == sorted(pages + needed)
    for entry in kept[:20]:
        capture = stored_capture(
            folder / "archive", Pointer(entry.file, entry.offset, entry.length)
        )
        assert capture.url == entry.url
    index = list(read_any_index(folder / "indexes" / "index.cdxj"))
    assert all(isinstance(row, Snapshot) for row in index)
    assert len(index) == len(archived) + len(needed)
    for file in files:
        assert oracle("warcio", "check", str(file)).returncode == 0


def response_records(file: Path) -> list[tuple[str, str, int]]:
    kinds = WarcRecordType.response | WarcRecordType.revisit
    with file.open("rb") as stream:
        return [
            (record.headers["WARC-Target-URI"], file.name, record.stream_pos)
            for record in ArchiveIterator(stream, record_types=kinds, parse_http=False)
        ]
