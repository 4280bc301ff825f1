"""A served generated web and a collection that crawls it, for tests that look from outside."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tidings.cli import main
from tidings.collection.folder import database_path
from tidings.commands.crawling.crawl import EXIT_CODES
from tidings.event.template import toml
from tidings.lab.bench.clock import EPOCH
from tidings.lab.serving.server import RequestLogEntry, read_log
from tidings.lab.web.linking import FAULTS
from tidings.lab.web.targets import LabEvent
from tidings.lab.web.web import GeneratedWeb
from tidings.model import Query, State
from tidings.store.entries import Entry
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.ledger import SqliteLedger


@dataclass(frozen=True)
class World:
    """One generated web, served in a process of its own."""

    web: GeneratedWeb
    port: int
    log: Path

    def tedious(self) -> tuple[str, ...]:
        """Return hosts with long crawl delays, unreadable robots.txt or failures, and endless calendars."""
        tedious = ["127.0.0.1", *FAULTS]
        tedious += [f"http://{host}/calendar" for host in self.web.hosts]
        for host in self.web.hosts:
            answer = self.web.answer(f"http://{host}/robots.txt", EPOCH)
            if answer.status not in (200, 404) or b"crawl-delay" in answer.body.lower():
                tedious.append(host)
        return tuple(tedious)

    def requests(self) -> list[RequestLogEntry]:
        """Return what the servers saw so far."""
        return read_log(self.log)


@contextlib.contextmanager
def served(folder: Path, seed: int, pages: int, latency: float = 0.02) -> Iterator[World]:
    """Serve a generated web until the block ends."""
    log = folder / "requests.log"
    log.touch()
    options = [
        "--seed",
        str(seed),
        "--pages",
        str(pages),
        "--port",
        "0",
        "--log",
        str(log),
        "--latency",
        str(latency),
    ]
    command = [sys.executable, "-m", "tidings.lab.serving.server", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield World(GeneratedWeb(seed, pages), int(process.stdout.readline()), log)
        finally:
            process.terminate()


def write_event(folder: Path, target: LabEvent, port: int, **sections: str) -> Path:
    """Write an event file for an event of the served web; sections hold further lines of TOML."""
    folder.mkdir(parents=True, exist_ok=True)
    when = target.event.when
    assert when
    fetch = f'contact = "test@tidings.example"\nallow = ["127.0.0.0/8"]\nconnect = ["*.example 127.0.0.1:{port}"]\n'
    sections = {**sections, "fetch": fetch + sections.get("fetch", "")}
    sections.setdefault("archive", 'requisites = "none"')  # most tests count pages
    text = f"""
name = {toml(target.event.name)}
seeds = {toml(target.seeds)}
[what]
keywords = {toml(tuple(target.event.keywords))}
[where]
places = {toml(tuple(target.event.places))}
[when]
start = {when.start:%Y-%m-%d}
end = {when.end:%Y-%m-%d}
"""
    text += "".join(f"[{name}]\n{lines}\n" for name, lines in sections.items())
    (folder / "event.toml").write_text(text, encoding="utf-8")
    return folder


def crawl(folder: Path, name: str = "crawl", *more: str) -> subprocess.Popen[str]:
    """Start a crawl in a process of its own, as a user would."""
    command = [sys.executable, "-m", "tidings", name, str(folder), "--plain", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def crawl_to_the_end(folder: Path) -> str:
    """Crawl in this process, which has read its tables already, and return the output."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = main(["crawl", str(folder), "--plain"])
    assert status in (0, EXIT_CODES[State.OUT_OF_BUDGET]), out.getvalue()
    return out.getvalue()


@contextlib.contextmanager
def ledger(folder: Path) -> Iterator[SqliteLedger]:
    """Open the ledger of a collection."""
    database = Database(database_path(folder), read_only=True)
    try:
        yield SqliteLedger(database)
    finally:
        database.close()


def entries(folder: Path, outcome: str = "") -> list[Entry]:
    """Return the entries of a collection, of all outcomes or one."""
    with ledger(folder) as book:
        return list(book.entries(Query(outcome=outcome)))
