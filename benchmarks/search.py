"""Search in generated pages of real length: indexing, queries with all facets, size and memory, beside SQLite FTS5.

Each engine is measured in a process of its own: ``python -m benchmarks.search ENGINE PAGES FOLDER``. While queries are
put to tantivy, another process adds pages to the index, as if a crawl went on.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

from benchmarks.floors import Floor
from benchmarks.newswire import Newswire
from tidings.collection.search.documents import JudgedPages, indexed_page
from tidings.errors import IndexDamaged
from tidings.index.fields import FACETS, values
from tidings.index.tantivy import TantivyIndex
from tidings.model import Content, IndexedPage, Mark, Mention, Named, Place, ReadPage, SearchQuery
from tidings.store.content import pack

PAGES = 100_000
QUERIES = 200
FTS_QUERIES = 20
"""Queries put to SQLite, which needs seconds for some."""
WRITTEN = 100
"""Pages that are added in a second while queries are put."""
BATCH = 500
COMMIT = 25_000
_SINCE = 1_640_995_200
_DAYS = 700
_COUNTRIES = ("MZ", "DE", "FR", "ES", "ZA", "US", "BR", "IN", "JP", "AU")


def run() -> Sequence[Floor]:
    """Measure, print and return the floors."""
    print(f"search: {PAGES:,} pages", flush=True)
    ours, theirs = (_measured(engine, PAGES) for engine in ("tantivy", "fts5"))
    for name, figures in (("tantivy", ours), ("FTS5", theirs)):
        print(
            f"  {name}: {figures['rate']:,.0f} pages a second of CPU ({figures['wall']:,.0f} of wall time), "
            f"query with facets {figures['median']:.1f} ms of CPU, p95 {figures['p95']:.1f} ms of CPU, "
            f"{figures['p95_wall']:.1f} ms of wall time, "
            f"{figures['size']:.2f} of the text, peak memory {figures['memory']:.0f} MB",
            flush=True,
        )
    # Floors are on CPU time: the time of the clock depends on what else the machine does, and one query or one
    # document uses one core, so that on a quiet machine the two are nearly the same. Both are printed.
    return (
        Floor("search: indexing", ours["rate"], 1_500.0, "/s"),
        Floor("search: query with all facets, p95", ours["p95"], 100.0, " ms", at_most=True),
        Floor("search: index : text", ours["size"], 0.6, "", at_most=True),
        Floor("search: peak memory", ours["memory"], 500.0, " MB", at_most=True),
    )


def _measured(engine: str, pages: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="tidings-bench-") as folder:
        command = [sys.executable, "-m", "benchmarks.search", engine, str(pages), folder]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def measure(engine: str, pages: int, folder: Path) -> dict[str, float]:
    """Return pages per second, milliseconds of queries, the size of the index by that of the text, and memory."""
    build, finish, ask = (_tantivy if engine == "tantivy" else _fts5)(folder)
    cpu = wall = 0.0
    text = 0
    for first in range(0, pages, BATCH):
        rows = [_row(number) for number in range(first, min(first + BATCH, pages))]
        text += sum(len(indexed_page(row, None, JudgedPages()).text.encode()) for row in rows)
        begun, ticks = time.perf_counter(), time.process_time()
        last = first + BATCH >= pages
        build(
            [indexed_page(row, None, JudgedPages()) for row in rows],
            last or (first + BATCH) % COMMIT == 0,
        )
        wall += time.perf_counter() - begun
        cpu += time.process_time() - ticks
    ticks = time.process_time()
    finish()
    cpu += time.process_time() - ticks
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    with _writing(folder, pages) if engine == "tantivy" else nullcontext():
        times = [_timed(ask, words) for words in _queries(engine)]
    cpu_times, wall_times = (sorted(each) for each in zip(*times, strict=True))
    return {
        "pages": pages,
        "rate": pages / cpu,
        "wall": pages / wall,
        "median": statistics.median(cpu_times),
        "p95": cpu_times[int(0.95 * (len(times) - 1))],
        "p95_wall": wall_times[int(0.95 * (len(times) - 1))],
        "size": size / text,
        "memory": _peak(),
    }


Build = Callable[[Sequence[IndexedPage], bool], object]
Finish = Callable[[], object]
Ask = Callable[[str], object]


def _tantivy(folder: Path) -> tuple[Build, Finish, Ask]:
    index = TantivyIndex(folder)
    opened, written = index, 0

    def build(batch: Sequence[IndexedPage], commits: bool) -> None:
        index.put(batch)
        if commits:
            index.commit(Mark(batch[-1].key))

    def ask(words: str) -> None:
        nonlocal opened, written
        if written != (now := (folder / "meta.json").stat().st_mtime_ns):
            opened, written = TantivyIndex(folder), now
        opened.search(SearchQuery(words=words, outcomes=(), facets=FACETS))

    return build, index.close, ask


def _fts5(folder: Path) -> tuple[Build, Finish, Ask]:
    """Return the same in SQLite: a contentless table of words, and one row for each value of a facet."""
    connection = sqlite3.connect(folder / "fts.db", isolation_level=None)
    connection.executescript(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "CREATE VIRTUAL TABLE page USING fts5(title, body, content='', tokenize='porter unicode61');"
        "CREATE TABLE facet (number INTEGER, name TEXT, value TEXT, PRIMARY KEY (number, name, value)) WITHOUT ROWID;"
    )
    connection.execute("BEGIN")

    def build(batch: Sequence[IndexedPage], commits: bool) -> None:
        rows = [(page.key, page.title, page.text) for page in batch]
        connection.executemany("INSERT INTO page (rowid, title, body) VALUES (?, ?, ?)", rows)
        facets = [
            (p.key, name, value) for p in batch for name in FACETS for value in values(p, name)
        ]
        connection.executemany("INSERT INTO facet VALUES (?, ?, ?)", facets)
        if commits:
            connection.execute("COMMIT")
            connection.execute("BEGIN")

    def ask(words: str) -> None:
        best = "SELECT rowid FROM page WHERE page MATCH ? ORDER BY rank LIMIT 20"
        connection.execute(best, (words,)).fetchall()
        counts = (
            "SELECT name, value, count(*) FROM facet JOIN page ON page.rowid = facet.number "
            "WHERE page MATCH ? GROUP BY name, value"
        )
        connection.execute(counts, (words,)).fetchall()

    return build, connection.commit, ask


@contextmanager
def _writing(folder: Path, pages: int) -> Iterator[None]:
    """Let another process add pages and commit them, at most once a second, as a crawl does."""
    command = [sys.executable, "-m", "benchmarks.search", "write", str(pages), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout
            process.stdout.readline()  # it has begun
            yield
        finally:
            process.kill()


def write(pages: int, folder: Path) -> None:
    """Add pages to an index until the process is killed."""
    while True:
        try:
            index = TantivyIndex(folder)
            index.commit(index.mark())
            break
        except IndexDamaged:  # the process that made it still has the lock
            time.sleep(0.05)
    print("writing", flush=True)
    for first in count(pages, WRITTEN):
        begun = time.perf_counter()
        rows = (_row(number) for number in range(first, first + WRITTEN))
        index.put(indexed_page(row, None, JudgedPages()) for row in rows)
        index.commit(Mark(first + WRITTEN))
        time.sleep(max(0.0, 1.0 - (time.perf_counter() - begun)))


def _timed(ask: Ask, words: str) -> tuple[float, float]:
    """Return the milliseconds of this process and of the clock."""
    begun, ticks = time.perf_counter(), time.process_time()
    ask(words)
    return (time.process_time() - ticks) * 1_000, (time.perf_counter() - begun) * 1_000


def _queries(engine: str) -> Iterator[str]:
    """Yield one or two words of a page each: some rare, some on nearly every page."""
    rng = Random(7)
    for _ in range(QUERIES if engine == "tantivy" else FTS_QUERIES):
        text = _newswire().page(rng.randrange(1_000)).text.replace(".", " ").replace(",", " ")
        words = [word for word in text.split() if word.isascii() and word.isalpha()]
        yield " ".join(f'"{word.lower()}"' for word in rng.sample(words, rng.randint(1, 2)))


def _row(number: int) -> ReadPage:
    rng = Random(number)
    text = _newswire().page(number).text + " " + _newswire().page(number + 1_000_000).text
    country = rng.choice(_COUNTRIES)
    place = Place(
        f"Town {rng.randrange(300)}", country, rng.uniform(-60, 60), rng.uniform(-180, 180)
    )
    people = [Named(f"Person {int(rng.paretovariate(0.5)) % 20_000}", 1) for _ in range(3)]
    groups = (Named(f"Group {rng.randrange(500)}", 1),)
    content = Content(text, (Mention(place, 1),), tuple(people), groups)
    moment = float(_SINCE + 86_400 * rng.randrange(_DAYS))
    return ReadPage(
        number + 1, number, f"https://www.site{rng.randrange(400)}.example/{number}", "link", text[:60],
        "en", moment, moment, rng.random(), rng.choice(("flood/rain", "storm", "")),
        rng.choice(("kept", "rejected")), number + 1, pack(content),
    )  # fmt: skip


@cache
def _newswire() -> Newswire:
    return Newswire(1)


def _peak() -> float:
    """Return the megabytes this process had at most."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1_000


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(int(sys.argv[2]), Path(sys.argv[3]))
    else:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))))
