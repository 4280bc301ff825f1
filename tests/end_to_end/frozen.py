"""Writes down what a crawl does, as digests: fetch order and times, archived records, index, reports.

python -m tests.end_to_end.frozen    prints the digests; `frozen.json` holds those that must not change
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from tests.end_to_end.simulation import order, simulate
from tidings.archive.write.warc import WarcArchive
from tidings.collection.collection import Collection, index
from tidings.collection.folder import database_path
from tidings.lab.bench.clock import VirtualClock
from tidings.lab.bench.strategies import parse, settings_for
from tidings.lab.bench.task_webs import task_of
from tidings.lab.serving.in_process import InProcessWeb
from tidings.lab.web.web import GeneratedWeb
from tidings.ports import Store
from tidings.settings import RunSettings
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

STRATEGIES = (
    "event",
    "breadth-first",
    "event:policy=PFS-2,sources=thompson",
    "auto",
    "ct-f:sources=bandit",
    "link-model",
)
WEBS = (7, 11)
FROZEN = Path(__file__).with_name("frozen.json")


def orders(seed: int, make_store: Callable[[], Store | None] = lambda: None) -> dict[str, str]:
    """Return a digest of every request and its time, by strategy; the store is SQLite if none is made."""
    web = GeneratedWeb(seed, 400)
    requests = {spec: order(web, 0, spec, make_store()) for spec in STRATEGIES}
    return {
        f"{spec} on web {seed}": digest(f"{at:.6f} {url}" for at, url in each)
        for spec, each in requests.items()
    }


def archived(folder: Path) -> dict[str, str]:
    """Return digests of what a crawl with a fixed clock leaves in its folder."""
    web = GeneratedWeb(7, 400)
    (strategy,) = parse("event").values()
    settings = settings_for(task_of(web.events[0]), strategy, pages=150)
    settings = replace(settings, run=RunSettings(workers=0))
    clock = VirtualClock()
    database = Database(database_path(folder))
    archive = WarcArchive(folder / "archive", prefix="frozen", max_bytes=10**9, software="frozen")
    collection = Collection(SqliteStore(database), archive)
    clock.run(simulate(settings, clock, InProcessWeb(web, clock), collection))
    records = list(_records(folder / "archive" / "frozen-00000.warc.gz"))
    cdxj = index(folder).read_text(encoding="utf-8").splitlines()
    return {
        "records": digest(each for each in records if "WARC-Type: metadata" not in each),
        "metadata": digest(each for each in records if "WARC-Type: metadata" in each),
        "cdxj": digest(map(_without_place, cdxj)),
    }


def _records(path: Path) -> Iterable[str]:
    """Yield the records after the first, which tells when the file was made; compression may differ by machine."""
    content = gzip.GzipFile(fileobj=io.BytesIO(path.read_bytes())).read()
    for part in content.split(b"WARC/1.1\r\n")[2:]:
        yield part.decode("latin-1")


def _without_place(line: str) -> str:
    surt, moment, fields = line.split(" ", 2)
    known = {k: v for k, v in json.loads(fields).items() if k not in ("offset", "length")}
    return f"{surt} {moment} {json.dumps(known)}"


def digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = {**orders(WEBS[0]), **orders(WEBS[1]), **archived(Path(folder))}
    sys.stdout.write(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
