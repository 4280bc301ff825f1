"""Events cut out of existing archives: the same pages as on the live web, the same bytes as in the archive."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
from collections.abc import Iterator
from datetime import datetime, timedelta
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.end_to_end.hostile_world import run_python
from tests.end_to_end.world import World, crawl_to_the_end, entries, ledger, served, write_event
from tests.oracle import oracle
from tidings.archive.write.records import response_records
from tidings.archive.write.warc import WarcArchive
from tidings.cli import main
from tidings.collection.prepare import prepare
from tidings.errors import TidingsError
from tidings.job import Extraction, run
from tidings.lab.bench.clock import EPOCH
from tidings.model import Capture, Query

SETTINGS = {"run": "workers = 0", "budget": "pages = 5000"}


def archived(folder: Path, captures: Iterator[Capture]) -> Path:
    archive = WarcArchive(folder, prefix="old", max_bytes=10**9, software="test", resume=("", 0))
    for capture in captures:
        archive.append(response_records(capture, {})[0])
    archive.flush()
    archive.close()
    return folder


def captures(world: World, live: Path) -> Iterator[Capture]:
    """Yield everything a crawl was answered."""
    for entry in entries(live):
        if entry.captured_at:
            answer = world.web.answer(entry.url, EPOCH)
            reason = HTTPStatus(answer.status).phrase
            yield Capture(entry.url, EPOCH, answer.status, answer.headers, answer.body, reason)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with served(tmp_path_factory.mktemp("served"), seed=4, pages=300, latency=0.0) as world:
        yield world


@pytest.fixture(scope="module")
def live(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a collection from a crawl of the served web to its end."""
    folder = tmp_path_factory.mktemp("live")
    tedious = ", ".join(f'"{name}"' for name in world.tedious())
    fetch = 'delay = 0.0\nrobots = "ignore"'
    event(folder, world, fetch=fetch, scope=f"exclude = [{tedious}]")
    crawl_to_the_end(folder)
    return folder


@pytest.fixture(scope="module")
def archive(world: World, live: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return archived(tmp_path_factory.mktemp("archive"), captures(world, live))


@pytest.fixture(scope="module")
def extracted(world: World, archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a collection that followed links through the archive to the end."""
    folder = event(tmp_path_factory.mktemp("extracted"), world)
    extract(folder, archive)
    return folder


@pytest.fixture(scope="module")
def scanned(world: World, archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a collection that looked at every capture of the archive."""
    folder = event(tmp_path_factory.mktemp("scanned"), world)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["extract", str(folder), "--from", str(archive), "--plain", "--scan"]) == 0
    assert "Finished: every capture in scope has been looked at." in out.getvalue()
    return folder


def event(folder: Path, world: World, **sections: str) -> Path:
    return write_event(folder, world.web.events[0], world.port, **{**SETTINGS, **sections})


def extract(folder: Path, *archives: Path, scan: bool = False) -> None:
    names = tuple(map(str, archives))
    run(prepare(folder), lambda _: None, extraction=Extraction(names, scan))


def collected(folder: Path) -> set[str]:
    """Return the pages about the event; which of two equal ones is the copy depends on the order."""
    return {entry.url for outcome in ("kept", "duplicate") for entry in entries(folder, outcome)}


def test_the_archive_gives_what_the_live_web_gives(world, live, extracted) -> None:
    kept = collected(live)
    assert len(kept & set(world.web.events[0].relevant)) > 7
    assert collected(extracted) == kept


def test_kept_records_are_the_archived_ones_byte_for_byte(archive, extracted) -> None:
    (source,) = archive.glob("*.warc.gz")
    old = source.read_bytes()
    kept = entries(extracted, "kept")
    assert kept
    for entry in kept:
        new = (extracted / "archive" / entry.file).read_bytes()[entry.offset :][: entry.length]
        offset = int(entry.provenance.rpartition(":")[2])
        assert entry.provenance.startswith(source.name)
        assert old[offset:].startswith(new)
        assert entry.captured_at == EPOCH


def test_a_scan_finds_the_same_and_what_no_link_leads_to(extracted, scanned) -> None:
    assert collected(scanned) >= collected(extracted)
    assert {entry.channel for entry in entries(scanned)} == {"scan"}


def test_a_scan_goes_on_where_it_stopped(world, archive, scanned, tmp_path) -> None:
    parts = event(tmp_path / "parts", world, budget="pages = 100")
    extract(parts, archive, scan=True)
    assert len(entries(parts)) == 100
    extract(event(tmp_path / "parts", world), archive, scan=True)
    assert collected(parts) == collected(scanned)
    assert len(entries(parts)) == len(entries(scanned))


KILLED = """
import os, signal, sys
from tidings.cli import main
from tidings.collection.prepare import prepare
from tidings.crawl import loop
from tidings.crawl.pipeline import Pipeline

pages, loop.COMMIT_PAGES, process = int(sys.argv.pop(1)), 20, Pipeline.process

def fatal(*arguments):
    global pages
    pages -= 1
    if pages < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return process(*arguments)

Pipeline.process = fatal
sys.exit(main())
"""
"""Runs a command that kills itself in the middle of its work, after a number of pages."""


@pytest.mark.slow
@pytest.mark.oracle
def test_a_killed_scan_ends_where_an_undisturbed_one_ends(
    world, archive, scanned, tmp_path
) -> None:
    killed = event(tmp_path / "killed", world)
    for pages in (5, 64, 101):
        command = ["extract", str(killed), "--from", str(archive), "--scan", "--plain"]
        result = run_python("-c", KILLED, str(pages), *command)
        assert result.returncode == -signal.SIGKILL, result.stderr
    assert 20 < len(entries(killed)) < len(entries(scanned))
    extract(killed, archive, scan=True)
    assert collected(killed) == collected(scanned)
    assert len(entries(killed)) == len(entries(scanned))
    for file in (killed / "archive").glob("*.warc.gz"):
        assert oracle("warcio", "check", str(file)).returncode == 0


def test_what_is_wanted_and_not_there_is_listed_best_first(world, live, tmp_path, capsys) -> None:
    seeds = world.web.events[0].seeds
    some = (each for each in captures(world, live) if each.url in seeds)
    folder = event(tmp_path / "poor", world)
    extract(folder, archived(tmp_path / "small", some))
    missing = [entry for entry in entries(folder, "missing") if entry.reason == "no capture"]
    assert missing
    assert main(["export", str(folder), "--outcome", "missing", "--by-priority"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    best = max(missing, key=lambda entry: entry.priority)
    assert lines[0].startswith((best.url, f'"{best.url}'))
    assert len(lines) == len(missing)


def page(url: str, at: datetime, text: str, status: int = 200) -> Capture:
    body = (
        f"<html><title>Flood</title><body><article><p>{text}</p></article></body></html>".encode()
    )
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Capture(url, at, status, headers, body, "OK")


def about(world: World) -> str:
    """Return a text that nobody could take for anything but the event's."""
    event = world.web.events[0].event
    where, what = ", ".join(event.places), " and ".join(event.keywords)
    return f"In {where} there was {what}. People in {where} spoke of the {what} for days. "


def day_of(world: World) -> datetime:
    when = world.web.events[0].event.when
    assert when
    return when.start + timedelta(hours=12)


def test_a_dead_page_comes_from_the_archive_and_the_ledger_says_so(world, tmp_path) -> None:
    host = next(host for host in world.web.hosts if host not in world.tedious())
    dead = f"http://{host}/gone-for-good"
    old = day_of(world)
    archived(tmp_path / "old", iter([page(dead, old, about(world) * 3)]))
    folder = event(
        tmp_path / "live", world, fetch='delay = 0.0\nrobots = "ignore"',
        scope='sites = ["nowhere.example"]', archive='fallback = ["../old"]', budget="pages = 3",
    )  # fmt: skip
    text = (folder / "event.toml").read_text(encoding="utf-8")
    lines = [
        f'seeds = ["{dead}"]' if line.startswith("seeds") else line for line in text.splitlines()
    ]
    text = "\n".join(lines).replace("nowhere.example", host)
    (folder / "event.toml").write_text(text, encoding="utf-8")
    crawl_to_the_end(folder)
    (entry,) = [entry for entry in entries(folder) if entry.url == dead]
    assert entry.outcome == "kept"
    assert entry.captured_at == old
    assert entry.provenance.startswith("old-")


def test_several_versions_of_a_page_are_taken(world, tmp_path) -> None:
    url = world.web.events[0].seeds[0]
    day, text = day_of(world), about(world)
    versions = [page(url, day + timedelta(hours=n), f"{text} {n} " * (n + 2)) for n in range(3)]
    old = archived(tmp_path / "old", iter(versions))
    folder = event(tmp_path / "two", world, archive="versions = 2", scope="depth = 0")
    extract(folder, old)
    with ledger(folder) as book:
        taken = [each for each in book.entries(Query(all_visits=True)) if each.url == url]
    assert len(taken) == 2
    assert {entry.channel for entry in taken} == {"seed", "version"}
    assert len({entry.captured_at for entry in taken}) == 2
    assert all(entry.file for entry in taken)
    index = (folder / "indexes" / "index.cdxj").read_text().splitlines()
    assert len(index) == 2


def test_a_full_site_does_not_hold_up_a_scan_and_its_record_is_kept(
    world, archive, tmp_path
) -> None:
    folder = event(tmp_path / "full", world, scope="pages_per_site = 3")
    extract(folder, archive, scan=True)
    with ledger(folder) as book:
        sources = book.hosts()
    assert max(source.fetched for source in sources) == 3
    assert sum(source.good for source in sources) == len(entries(folder, "kept"))
    assert any("pages per site" in source.closed for source in sources)


def test_what_one_archive_lacks_is_looked_for_in_the_next(world, live, archive, tmp_path) -> None:
    seeds = world.web.events[0].seeds
    some = (each for each in captures(world, live) if each.url in seeds)
    folder = event(tmp_path / "twice", world)
    extract(folder, archived(tmp_path / "small", some))
    extract(folder, archive)
    assert collected(folder) == collected(live)


def test_a_snapshot_that_cannot_be_read_gives_way_to_the_next(world, tmp_path) -> None:
    url = world.web.events[0].seeds[0]
    day, text = day_of(world), about(world)
    old = archived(
        tmp_path / "old", iter([page(url, day, text * 2), page(url, day + timedelta(1), text * 3)])
    )
    (path,) = old.glob("*.gz")
    folder = event(tmp_path / "one", world, scope="depth = 0")
    run(prepare(folder), lambda _: None, extraction=Extraction((str(old),)))
    (entry,) = [entry for entry in entries(folder) if entry.url == url]
    damaged = bytearray(path.read_bytes())
    begin = int(entry.provenance.rpartition(":")[2])
    damaged[begin + 60 : begin + 90] = bytes(30)
    stamp = path.stat()
    path.write_bytes(damaged)
    os.utime(
        path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns)
    )  # damage that the index does not know of
    again = event(tmp_path / "again", world, scope="depth = 0")
    shutil.copytree(folder / "indexes", again / "indexes")
    extract(again, old)
    (entry,) = [entry for entry in entries(again) if entry.url == url]
    assert entry.captured_at == day + timedelta(1)


@pytest.mark.parametrize("name", ["nothing-here", "empty"])
def test_what_is_no_archive_is_told(world, tmp_path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(TidingsError, match=name):
        extract(event(tmp_path / "event", world), tmp_path / name)


def test_a_service_cannot_be_scanned(world, tmp_path, capsys) -> None:
    folder = event(tmp_path / "event", world)
    assert main(["extract", str(folder), "--from", "https://archive.example/x", "--scan"]) == 1
    assert "--scan" in capsys.readouterr().err


def test_damaged_archives_are_told(world, archive, tmp_path, capsys) -> None:
    (source,) = archive.glob("*.warc.gz")
    cut, page = tmp_path / "cut.warc.gz", tmp_path / "page.html"
    cut.write_bytes(source.read_bytes()[:-20])
    page.write_text("<p>no archive")
    folder = event(tmp_path / "event", world, budget="pages = 5")
    for scan in ([], ["--scan"]):
        main(["extract", str(folder), "--from", str(cut), str(page), "--plain", *scan])
        lines = capsys.readouterr().out.splitlines()
        assert "page.html: no captures (not a WARC or ARC record)" in lines
        (told,) = [line for line in lines if line.startswith("cut.warc.gz: 1 damaged place, ")]
        assert told.endswith(": the file ends within a compressed record")


def test_archives_without_a_seed_are_told(world, tmp_path, capsys) -> None:
    old = archived(
        tmp_path / "old", iter([page("http://other.example/", day_of(world), about(world))])
    )
    folder = event(tmp_path / "event", world)
    hint = "none of the seeds is in these archives. --scan looks at everything they hold."
    assert main(["extract", str(folder), "--from", str(old), "--plain"]) == 3
    assert hint in capsys.readouterr().out
    main(["extract", str(folder), "--from", str(old), "--plain", "--scan"])
    assert hint not in capsys.readouterr().out
