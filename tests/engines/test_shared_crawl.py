"""Three crawls share a collection in PostgreSQL: nothing is lost or archived twice, and every host gets its rest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest

from tests.end_to_end.test_kill import fates, response_records
from tests.end_to_end.world import World, crawl, crawl_to_the_end, served, write_event
from tests.engines.postgres_server import Server, postgres
from tidings.cli import main
from tidings.collection.folder import read_store
from tidings.event.template import toml
from tidings.model import Query
from tidings.store.entries import Entry

CRAWLS, KILLS = 3, 2
DELAY = 0.2
SLACK = 0.01
"""Seconds by which the clocks of two processes may differ in the log."""
PATIENCE = 300.0
LEASE = 30
_READ = ("kept", "rejected")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with postgres() as server:
        yield server


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with served(tmp_path_factory.mktemp("web"), seed=3, pages=120) as world:
        yield world


def settings(world: World, **more: str) -> dict[str, str]:
    return {
        "fetch": f"delay = {DELAY}",
        "budget": "pages = 100000",
        "scope": f"exclude = {toml(world.tedious())}",
        "order": "patience = 0",
        "run": "workers = 0",
        "archive": 'requisites = "all"',
        **more,
    }


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.05)


def pages(server: Server, name: str) -> int:
    with psycopg.connect(server.url, autocommit=True) as connection:
        known = connection.execute("SELECT to_regclass(%s)", (f"{name}.worker",)).fetchone()
        if not known or known[0] is None:
            return 0
        row = connection.execute(f"SELECT coalesce(sum(pages), 0) FROM {name}.worker").fetchone()
        return int(row[0]) if row else 0


def all_entries(folder: Path) -> list[Entry]:
    store = read_store(folder)
    try:
        return list(store.ledger.entries(Query()))
    finally:
        store.close()


def test_killed_crawls_that_share_a_collection_end_where_a_single_one_ends(
    tmp_path: Path, server: Server, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    target = world.web.events[0]
    alone = write_event(tmp_path / "alone", target, world.port, **settings(world))
    crawl_to_the_end(alone)
    asked_before = len(world.requests())
    store = f'url = {toml(server.url)}\nname = "killed"\nlease = {LEASE}\npartitions = 3'
    shared = write_event(tmp_path / "shared", target, world.port, **settings(world, store=store))
    running = [crawl(shared) for _ in range(CRAWLS)]
    try:
        for kill in range(KILLS):
            reached = pages(server, "killed")
            wait_until(lambda reached=reached: pages(server, "killed") > reached + 5)
            victim = running[kill % CRAWLS]
            victim.kill()
            victim.communicate()
            if kill == 0:
                server.stop("immediate")
                server.start()
            running[kill % CRAWLS] = crawl(shared)
        said = [process.communicate(timeout=PATIENCE)[0] for process in running]
    finally:
        for process in running:
            process.kill()
    assert all(process.returncode == 0 for process in running), said
    assert_same_pages(alone, shared)
    assert_parts_fetched_once(shared)
    assert_archived_once(shared)
    assert_polite(world, asked_before)
    capsys.readouterr()
    assert main(["status", str(shared), "--json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert status["state"] == "finished"


def test_crawls_on_several_computers_are_polite_to_an_address(
    tmp_path: Path, server: Server, world: World
) -> None:
    asked_before = len(world.requests())
    running = []
    for name in ("first", "second"):
        own = tmp_path / name / "own"  # turns at hosts are shared by the crawls of one computer
        own.mkdir(parents=True, mode=0o700)
        given = settings(world, budget="pages = 8", archive='requisites = "none"')
        given["fetch"] += '\nrobots = "ignore"\npoliteness = "address"'
        store = f'url = {toml(server.url)}\nname = "by_address"\nworker = "{name}"\nhosts = 2'
        folder = tmp_path / name
        write_event(folder, world.web.events[0], world.port, **given, store=store)
        command = [sys.executable, "-m", "tidings", "crawl", str(folder), "--plain"]
        env = {**os.environ, "XDG_RUNTIME_DIR": str(own), "TMPDIR": str(own)}
        running.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, env=env))
    try:
        assert {process.wait(PATIENCE) for process in running} <= {0, 4}
    finally:
        for process in running:
            process.kill()
    asked = world.requests()[asked_before:]
    assert len({entry.host for entry in asked}) > 2
    times = sorted(entry.time for entry in asked)
    assert min(later - sooner for sooner, later in pairwise(times)) >= DELAY - SLACK


def test_crawls_that_share_a_budget_use_all_of_it_and_no_more(
    tmp_path: Path, server: Server, world: World
) -> None:
    most, kept = 40, 4
    given = settings(world, budget=f"pages = {most}", archive='requisites = "none"')
    given["fetch"] = "delay = 0"
    for name, budget in (("pages", f"pages = {most}"), ("kept", f"pages = 1000\nkept = {kept}")):
        given |= {"budget": budget, "store": f'url = {toml(server.url)}\nname = "budget_{name}"'}
        folder = write_event(tmp_path / name, world.web.events[0], world.port, **given)
        running = [crawl(folder) for _ in range(4)]
        try:
            said = [process.communicate(timeout=PATIENCE)[0] for process in running]
        finally:
            for process in running:
                process.kill()
        assert {process.returncode for process in running} <= {0, 4}, "\n".join(said)
        found = Counter(entry.outcome for entry in all_entries(folder))
        if name == "pages":
            assert pages(server, "budget_pages") == most
        else:
            assert found["kept"] == kept


def test_commands_make_one_pass_together_and_a_killed_one_loses_nothing(
    tmp_path: Path, server: Server, world: World
) -> None:
    given = settings(world, archive='requisites = "none"')
    given["scope"] += "\ndepth = 1"
    store = f'url = {toml(server.url)}\nname = "passes"\nlease = 10'
    folder = write_event(tmp_path / "passes", world.web.events[0], world.port, **given, store=store)
    crawl_to_the_end(folder)
    before = Counter(entry.url for entry in all_entries(folder) if entry.outcome in _READ)
    asked_before, reached = len(world.requests()), pages(server, "passes")
    running = [crawl(folder, "recrawl", "--from", "all") for _ in range(2)]
    try:
        wait_until(lambda: pages(server, "passes") > reached + 1 or running[0].poll() is not None)
        running[0].kill()
        said = running[1].communicate(timeout=PATIENCE)[0]
    finally:
        for process in running:
            process.kill()
            process.communicate()
    assert running[1].returncode in (0, 4), said
    with closing(read_store(folder)) as store_:
        entries = list(store_.ledger.entries(Query(all_visits=True)))
    visits = Counter(entry.url for entry in entries)
    assert {url: visits[url] for url in before} == dict.fromkeys(before, 2)
    assert_polite(world, asked_before)


def assert_same_pages(alone: Path, shared: Path) -> None:
    expected = fates(alone)
    assert len(expected["kept"]) > 3
    found = {entry.url: entry for entry in all_entries(shared)}
    for outcome in ("kept", "rejected"):
        urls = {url for url, entry in found.items() if fate(entry) == outcome}
        missing = [found.get(url, f"{url} was never found") for url in expected[outcome] - urls]
        assert not missing, f"{outcome} by a single crawl"
        assert not [found[url] for url in urls - expected[outcome]], (
            f"only shared crawls: {outcome}"
        )
    assert not [entry for entry in found.values() if entry.outcome == "waiting"]


def fate(entry: Entry) -> str:
    return "kept" if entry.outcome == "duplicate" else entry.outcome


def assert_parts_fetched_once(shared: Path) -> None:
    """Which of two equal pages is kept, and so needs its files, depends on which comes first."""
    urls = [url for url, *_ in all_parts(shared)]
    assert len(set(urls)) == len(urls)
    with closing(read_store(shared)) as store:
        assert not store.requisites.completeness().waiting


def all_parts(folder: Path) -> list[tuple[str, str, int]]:
    with closing(read_store(folder)) as store:
        pages = {
            (entry.file, entry.offset) for entry in store.ledger.entries(Query(all_visits=True))
        }
        archived = [
            (row.url, row.pointer.file, row.pointer.offset) for row in store.visits.archived()
        ]
        return [row for row in archived if row[1:] not in pages]


def assert_archived_once(shared: Path) -> None:
    archived = [entry for entry in all_entries(shared) if entry.file]
    files = sorted((shared / "archive").glob("*.warc.gz"))
    assert len({file.name.rpartition("-")[0] for file in files}) > 1, "only one crawl archived"
    records = [record for file in files for record in response_records(file)]
    pages = [(entry.url, entry.file, entry.offset) for entry in archived]
    assert sorted(records) == sorted(pages + all_parts(shared))
    twice = [url for url, count in Counter(url for url, *_ in records).items() if count > 1]
    assert not twice


def assert_polite(world: World, since: int) -> None:
    by_host: dict[str, list[float]] = {}
    for request in world.requests()[since:]:
        by_host.setdefault(request.host, []).append(request.time)
    for host, times in by_host.items():
        gaps = [later - earlier for earlier, later in pairwise(sorted(times))]
        assert min(gaps, default=DELAY) >= DELAY - SLACK, (host, min(gaps))
