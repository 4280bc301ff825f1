"""Bad input from files, servers and disks: each ends in a clear error or a recorded reason, and the crawl goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvloop

from tests.archive.captures import stored_capture
from tests.end_to_end.hostile_world import (
    GOOD,
    STORY,
    address,
    hostile,
    links_to,
    run_python,
    write,
)
from tests.end_to_end.test_kill import response_records
from tests.end_to_end.world import entries
from tests.hostile.server import HTML, Answer, page, redirect
from tidings import job
from tidings.cli import main
from tidings.collection.collection import open_collection
from tidings.collection.prepare import prepare
from tidings.crawl.pipeline import Pipeline
from tidings.crawl.progress import Progress
from tidings.crawl.workers import processes as workers
from tidings.errors import CollectionError, EventFileError, StorageFull
from tidings.model import Capture, Link, Pointer, State, Visit
from tidings.store.entries import Entry
from tidings.store.sqlite.database import VERSION, Database

# A safety net: whatever the code under test does, no connection leaves this machine.


class Leash:
    """Lets sockets of this process connect only to addresses that begin so, in whatever event loop."""

    allowed = ""

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.connect" and isinstance(arguments[1], tuple):
            assert arguments[1][0].startswith(self.allowed), f"tried to connect to {arguments[1]}"


LEASH = Leash()
sys.addaudithook(LEASH)


@pytest.fixture(autouse=True, scope="module")
def only_loopback() -> Iterator[None]:
    LEASH.allowed = "127."
    yield
    LEASH.allowed = ""


def test_the_safety_net_holds_in_the_loop_of_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LEASH, "allowed", "127.0.0.1")

    async def connect(address: str) -> None:
        with socket.socket() as connection:
            connection.setblocking(False)
            await asyncio.get_running_loop().sock_connect(connection, (address, 9))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        with pytest.raises(AssertionError, match=r"tried to connect to .*127\.0\.0\.2"):
            runner.run(connect("127.0.0.2"))
        with pytest.raises(ConnectionRefusedError):
            runner.run(connect("127.0.0.1"))


def crawled(folder: Path) -> Progress:
    return job.run(prepare(folder), lambda progress: None)


def by_url(folder: Path) -> dict[str, Entry]:
    return {entry.url: entry for entry in entries(folder)}


def cli_on_a_small_disk(size: int, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command where no file may grow beyond ``size`` bytes."""
    script = f"""
import resource, sys
from tidings.cli import main
from tidings.read.words.language import detect
detect("tämä purkaa oman tiedostonsa ennen kuin levy on täynnä")
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
sys.exit(main())
"""
    return run_python("-c", script, *map(str, arguments))


# Event files


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "empty file"),
        ("# nothing but a comment\n", "empty file"),
        ("name = 'x", "not TOML"),
        ("\x00\x01\x02", "not TOML"),
        ("name = 'x'\nseeds = ['http://a.example/']\n[wat]\nkeywords = ['x']\n", "unknown key"),
        ("name = 'x'\nseeds = 'a'\n[what]\nkeywords = ['y']\n", "seeds: found"),
        ("name = 'x'\nseeds = ['ftp://a/']\n[what]\nkeywords = ['y']\n", "http:// or https://"),
    ],
)
def test_a_wrong_event_file_is_refused_before_anything_is_made(
    tmp_path: Path, content: str, told: str
) -> None:
    (tmp_path / "flood.toml").write_text(content, encoding="utf-8")
    with pytest.raises(EventFileError, match=told):
        prepare(tmp_path / "flood.toml")
    assert [path.name for path in tmp_path.iterdir()] == ["flood.toml"]


def test_a_wrong_event_file_is_one_clear_message_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "event.toml").write_text("name = 'x'\nsedes = []\n", encoding="utf-8")
    assert main(["crawl", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert "sedes: found an unknown key; did you mean seeds" in error
    assert "Traceback" not in error


# Hostile pages


@dataclass(frozen=True)
class Aftermath:
    """What a crawl of every hostile page left behind."""

    ending: Progress
    found: dict[str, Entry]
    folder: Path
    forbidden_accepts: int

    def fate(self, path: str) -> tuple[str, str]:
        """Return outcome and reason of a path, each of which has a host of its own."""
        entry = self.found[address(path)]
        return entry.outcome, entry.reason


FATES = {
    "/binary": ("unread", "binary data served as text/html"),
    "/image": ("unread", "not HTML: image/png"),
    "/pdf": (
        "unread",
        "document: not a usable PDF (Failed to load document (PDFium: Data format error).)",
    ),
    "/50mb": ("unread", "larger than 10 MB"),
    "/endless-page": ("unread", "larger than 10 MB"),
    "/bomb": ("unread", "larger than 30 MB after decompression"),
    "/empty": ("unread", "empty"),
    "/many-headers": ("failed", "header flood: too many lines"),
    "/huge-header": ("failed", "header flood: a line is too long"),
    "/endless-header": ("failed", "header flood"),
    "/byte-a-second": ("failed", "answer cut short: time"),
    "/header-byte-a-second": ("failed", "timeout: no answer within 10 s"),
    "/silent": ("failed", "timeout: no answer within 10 s"),
    "/headers-then-silent": ("failed", "timeout: no body within 10 s"),
    "/redirect-file": ("failed", "redirect to nowhere"),
    "/redirect-nowhere": ("failed", "redirect to nowhere"),
    "/redirect-metadata": ("redirected", "to http://169.254.169.254/latest/meta-data/"),
    "/nested": ("unread", "shows hardly any text"),
    "/close": ("failed", "connect: closed without an answer"),
    "/reset": ("failed", "connect: "),
    "/half": ("failed", "answer cut short: disconnect"),
    "/half-header": ("failed", "protocol: "),
    "/bad-chunk": ("failed", "answer cut short: "),
    "/no-headers": ("failed", "protocol: "),
    "/garbage": ("failed", "protocol: "),
    "/two-lengths": ("failed", "protocol: "),
    "/429": ("failed", "http 429"),
    "/204": ("failed", "http 204"),
    "/404": ("missing", "http 404"),
    "/500": ("failed", "http 500"),
}

CYRILLIC = f"<html><body><p>flood наводнение {STORY}</p></body></html>"
CHARSETS = {
    "/wrong-charset": page(CYRILLIC.encode("windows-1251"), HTML),
    "/mixed-charset": page(CYRILLIC.encode() + CYRILLIC.encode("windows-1251"), HTML),
    "/unknown-charset": page(GOOD.encode(), "Content-Type: text/html; charset=klingon"),
    "/utf-16": page(GOOD.encode("utf-16"), "Content-Type: text/html"),
}


@pytest.fixture(scope="module")
def aftermath(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aftermath]:
    """Crawl one page that links to every hostile one, and to good ones in between."""
    folder = tmp_path_factory.mktemp("hostile") / "collection"
    with contextlib.ExitStack() as stack:
        inside = stack.enter_context(counting_accepts("127.0.0.2"))
        paths = [*FATES, *CHARSETS, "/redirect/0", "/redirect-inside", "/many-links", "/long-link"]
        paths += ["/control-links", "/good/1"]
        pages: dict[str, bytes | Answer] = {
            "/start": links_to(
                *map(address, paths),
                "http://inside.test/secret",
                f"http://127.0.0.2:{inside.port}/literal",
                address("/good/2"),
            ),
            "/redirect-inside": redirect(f"http://127.0.0.2:{inside.port}/"),
            "/good/1": links_to(address("/good/3")),
            "/good/2": GOOD.replace("Monday", "Tuesday").encode(),
            "/good/3": GOOD.replace("Monday", "Friday").encode(),
            **CHARSETS,
        }
        server = stack.enter_context(hostile(pages))
        detour = f"inside.test 127.0.0.2:{inside.port}"
        # all hosts are asked at once, and a busy machine must not be slower than a silent server
        patience = {"first_byte": 10, "total": 15}
        write(folder, server.port, address("/start"), workers=1, detour=detour, **patience)
        ending = crawled(folder)
        yield Aftermath(ending, by_url(folder), folder, inside.accepts)


@dataclass
class Listener:
    port: int
    accepts: int = 0


@contextlib.contextmanager
def counting_accepts(host: str) -> Iterator[Listener]:
    """Listen where nobody may connect to, and count who does."""
    with socket.create_server((host, 0)) as server:
        server.settimeout(0.2)
        listener, over = Listener(server.getsockname()[1]), threading.Event()

        def count() -> None:
            while not over.is_set():
                with contextlib.suppress(TimeoutError):
                    server.accept()[0].close()
                    listener.accepts += 1

        thread = threading.Thread(target=count)
        thread.start()
        try:
            yield listener
        finally:
            over.set()
            thread.join()


def test_the_forbidden_address_would_count_a_connection() -> None:
    with counting_accepts("127.0.0.2") as listener:
        socket.create_connection(("127.0.0.2", listener.port), timeout=60).close()
    assert listener.accepts == 1


def test_a_hostile_web_ends_no_crawl(aftermath: Aftermath) -> None:
    assert aftermath.ending.state is State.FINISHED, aftermath.ending.reason
    assert {entry.outcome for entry in aftermath.found.values()} >= {"kept", "unread", "failed"}
    for entry in aftermath.found.values():
        assert entry.outcome not in ("", "waiting"), entry.url
        assert entry.reason, entry.url


def test_good_pages_are_collected_from_between_the_hostile_ones(aftermath: Aftermath) -> None:
    for path in ("/start", "/good/1", "/good/2", "/good/3"):
        assert aftermath.fate(path)[0] == "kept", path


@pytest.mark.parametrize("path", FATES)
def test_a_hostile_page_has_its_reason(aftermath: Aftermath, path: str) -> None:
    outcome, reason = aftermath.fate(path)
    assert outcome == FATES[path][0]
    assert FATES[path][1] in reason


@pytest.mark.parametrize("path", CHARSETS)
def test_a_page_in_a_wrong_charset_is_still_judged_and_kept(
    aftermath: Aftermath, path: str
) -> None:
    assert aftermath.fate(path)[0] == "kept"
    entry = aftermath.found[address(path)]
    assert entry.score
    assert entry.score.value > 0.05


def test_endless_redirects_end_at_the_limit(aftermath: Aftermath) -> None:
    first = address("/redirect/0")
    chain = [first.replace("/redirect/0", f"/redirect/{hop}") for hop in range(8)]
    fates = [aftermath.found[url].outcome for url in chain if url in aftermath.found]
    assert fates == ["redirected"] * 6 + ["refused"]
    assert aftermath.found[chain[6]].reason == "more than 5 redirects"


def test_forbidden_addresses_are_never_connected_to(aftermath: Aftermath) -> None:
    reasons = {
        entry.url: (entry.outcome, entry.reason)
        for entry in aftermath.found.values()
        if entry.reason.startswith("address: ")
    }
    assert reasons.pop("http://169.254.169.254/latest/meta-data/") == (
        "refused",
        "address: 169.254.169.254 is link-local",
    )
    loopback = ("refused", "address: 127.0.0.2 is loopback")
    assert reasons.pop("http://inside.test/secret") == loopback
    assert set(reasons.values()) == {loopback}
    assert len(reasons) == 2, "the literal address and the target of the redirect"
    assert aftermath.forbidden_accepts == 0


def test_the_links_of_a_page_with_a_hundred_thousand_are_noted(aftermath: Aftermath) -> None:
    reasons = [entry.reason for url, entry in aftermath.found.items() if "/many/" in url]
    assert len(reasons) >= 20_000
    assert len(reasons) - reasons.count("links per page") == 500


def test_an_address_of_twenty_kilobytes_is_noted_as_too_long(aftermath: Aftermath) -> None:
    (entry,) = [e for e in aftermath.found.values() if e.anchor == "long"]
    assert entry.parent == address("/long-link")
    assert (entry.outcome, entry.reason) == ("refused", "address too long")
    assert len(entry.url) <= 2083


def test_links_with_control_characters_lead_where_a_browser_would_go(
    aftermath: Aftermath,
) -> None:
    found = {url for url, e in aftermath.found.items() if e.parent == address("/control-links")}
    assert "http://control-links.example/ok" in found
    assert all(url.isascii() and url.isprintable() for url in found)


def test_what_a_hostile_crawl_archived_can_be_read_back(aftermath: Aftermath) -> None:
    archived = [entry for entry in aftermath.found.values() if entry.file]
    assert len(archived) > 10
    for entry in archived:
        pointer = Pointer(entry.file, entry.offset, entry.length)
        assert stored_capture(aftermath.folder / "archive", pointer).url == entry.url


# Seeds that lead nowhere


def test_a_crawl_without_a_reachable_seed_is_starved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hostile({}) as server:
        seeds = [address("/silent"), "http://127.0.0.1:9/"]
        folder = write(tmp_path, server.port, *seeds, robots="ignore", first_byte=0.3)
        ending = crawled(folder)
        status = main(["crawl", str(folder)])
    assert ending.state is State.STARVED
    assert ending.reason.startswith("no page could be fetched: failed, ")
    assert status == 3
    assert "No page could be fetched" in capsys.readouterr().out


def test_a_crawl_that_reached_nothing_begins_again_when_the_network_is_back(tmp_path: Path) -> None:
    with hostile({"/start": GOOD.encode()}) as server:
        folder = write(tmp_path, server.port, address("/start"), robots="ignore")
        path = folder / "event.toml"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(str(server.port), "9"), encoding="utf-8")
        before = crawled(folder)
        path.write_text(text, encoding="utf-8")
        after = crawled(folder)
    assert (before.state, before.totals.kept) == (State.STARVED, 0)
    assert (after.state, after.totals.kept) == (State.FINISHED, 1)


def test_a_crawl_whose_seeds_are_all_disallowed_is_starved(tmp_path: Path) -> None:
    with hostile({"/start": GOOD.encode()}, robots="User-agent: *\nDisallow: /") as server:
        folder = write(tmp_path, server.port, address("/start"), address("/good/1"))
        ending = crawled(folder)
        assert set(server.paths()) == {"/robots.txt"}
    assert ending.state is State.STARVED
    assert ending.reason == "no page could be fetched: refused, robots.txt"
    assert {(e.outcome, e.reason) for e in entries(folder)} == {("refused", "robots.txt")}


# Full disks


def many_pages(count: int) -> dict[str, bytes | Answer]:
    """Return pages that compress badly, so that an archive fills."""
    stories = {
        f"/story/{number}": f"<html><body><p>{STORY} {os.urandom(3000).hex()}</p></body></html>"
        for number in range(count)
    }
    links = links_to(*(f"http://s{n % 10}.example{path}" for n, path in enumerate(stories)))
    return {"/start": links} | {path: text.encode() for path, text in stories.items()}


def assert_consistent(folder: Path, kept: int) -> None:
    found = [entry for entry in entries(folder) if entry.file]
    files = sorted((folder / "archive").glob("*.warc.gz"))
    records = sorted(record for file in files for record in response_records(file))
    assert records == sorted((entry.url, entry.file, entry.offset) for entry in found)
    assert len(entries(folder, "kept")) == kept


def test_a_full_disk_ends_the_crawl_in_good_order_and_space_lets_it_go_on(tmp_path: Path) -> None:
    with hostile(many_pages(60)) as server:
        folder = write(tmp_path, server.port, address("/start"), first_byte=60, total=90)
        full = cli_on_a_small_disk(60_000, "crawl", folder)
        assert full.returncode == 1, full.stdout
        assert "Traceback" not in full.stderr
        assert "cannot write" in full.stderr or "refused a write" in full.stderr
        assert main(["crawl", str(folder)]) == 0
    assert_consistent(folder, kept=61)


def _small_database(path: Path, *, read_only: bool = False) -> Database:
    database = Database(path, read_only=read_only)
    database.connection.execute("PRAGMA max_page_count = 12")
    return database


def test_a_full_database_ends_the_crawl_in_good_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hostile(many_pages(60)) as server:
        folder = write(tmp_path, server.port, address("/start"), first_byte=60, total=90)
        with monkeypatch.context() as patch:
            patch.setattr("tidings.collection.collection.Database", _small_database)
            with pytest.raises(StorageFull, match="free some space"):
                crawled(folder)
        crawled(folder)
    assert_consistent(folder, kept=61)


# Folders


def test_a_folder_that_is_no_collection_is_named(tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(CollectionError, match=r"no collection here.*`tidings new` makes one"):
            prepare(target)


def test_a_collection_of_a_newer_version_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, 9, address("/start"))
    connection = sqlite3.connect(folder / "tidings.db")
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    for command in ("crawl", "status"):
        assert main([command, str(folder)]) == 1
        error = capsys.readouterr().err
        assert "written by a newer Tidings" in error
        assert "Traceback" not in error


def test_a_damaged_database_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, 9, address("/start"))
    (folder / "tidings.db").write_bytes(b"not a database " * 1000)
    assert main(["crawl", str(folder)]) == 1
    assert "not a usable collection database" in capsys.readouterr().err


def test_a_second_crawl_in_the_same_folder_is_kept_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, 9, address("/start"))
    with open_collection(folder, prefix="riverton-flood", warc_megabytes=1.0):
        assert main(["crawl", str(folder)]) == 1
    assert "another crawl is running in this folder" in capsys.readouterr().err


# Workers


SERVE = workers.serve


def _serve_fragile(connection: socket.socket, *setup: object) -> None:
    """Live the life of a worker that some pages crash and others hang."""
    process = Pipeline.process

    def fragile(self: Pipeline, link: Link, capture: Capture, parts: Any = ()) -> Visit:
        if link.url.endswith("/crash"):
            os.kill(os.getpid(), signal.SIGKILL)
        if link.url.endswith("/hang"):
            time.sleep(60)
        return process(self, link, capture, parts)

    Pipeline.process = fragile  # type: ignore[method-assign]
    SERVE(connection, *setup)


def test_a_page_that_kills_or_hangs_its_worker_is_lost_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "STALL_SECONDS", 3.0)
    monkeypatch.setattr(workers, "serve", _serve_fragile)
    stories = [f"http://s{n}.example/ok/{n}" for n in range(20)]
    bad = ["http://bad.example/ok/crash", "http://hang.example/ok/hang"]
    pages = {"/start": links_to(*stories[:10], *bad, *stories[10:])}
    pages |= {f"/ok/{n}": f"<p>{STORY} {n}</p>".encode() for n in range(20)}
    with hostile(pages) as server:
        folder = write(tmp_path, server.port, address("/start"), workers=2)
        ending = crawled(folder)
    found = by_url(folder)
    assert ending.state is State.FINISHED
    assert (found[bad[0]].outcome, found[bad[0]].reason) == ("unread", "reading crashed")
    assert (found[bad[1]].outcome, found[bad[1]].reason) == ("unread", "reading took over 3 s")
    assert {found[url].outcome for url in stories} == {"kept"}
