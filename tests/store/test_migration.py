"""A database of the format before is brought up to date, all of it or nothing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store import format3
from tidings.disk import locking
from tidings.errors import CollectionBusy, CollectionError
from tidings.model import Reason
from tidings.store.sqlite import database as opening
from tidings.store.sqlite.database import VERSION, Database
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.state import CrawlState, SqliteState
from tidings.store.sqlite.visits import SqliteVisits

REOPENED = "http://www.varrick-post.example/"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return format3.unpack(tmp_path)


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "crawled" / "tidings.db"


def content(path: Path) -> list[str]:
    """Return all that a database holds, whatever its format."""
    with sqlite3.connect(path) as connection:
        dump = [f"{connection.execute('PRAGMA user_version').fetchone()}", *connection.iterdump()]
    connection.close()
    return dump


def columns(database: Database) -> dict[str, set[tuple[object, ...]]]:
    """Return name, type and rules of all columns, and the indexes."""
    read = database.connection.execute
    names = [name for (name,) in read("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    tables = {name: {row[1:] for row in read(f"PRAGMA table_info({name})")} for name in names}
    indexes = read("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql <> ''")
    return {**tables, "indexes": {row for row in indexes if "link_siblings" not in row[0]}}


@pytest.mark.parametrize("name", format3.NAMES)
@pytest.mark.parametrize("read_only", [False, True])
def test_opening_brings_a_database_up_to_date(folder: Path, name: str, read_only: bool) -> None:
    old = Database(folder / name / "tidings.db", read_only=read_only)
    assert old.connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert columns(old) == columns(Database(None))
    assert old.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    old.close()


def test_the_state_of_the_crawl_becomes_one_row(path: Path) -> None:
    database = Database(path)
    state = SqliteState(database).load()
    assert (state.state, state.reason) == ("out of budget", "30 pages fetched")
    assert state.seconds > 1
    assert (state.asked, state.robots, state.page_model) == ("the live web", "obey", 2)
    assert state.warc_file == "protest-tbilisi-2021-00000.warc.gz"
    assert state.warc_length == (path.parent / "archive" / state.warc_file).stat().st_size
    assert "lessons" in state.link_model
    assert database.connection.execute("SELECT * FROM fact").fetchall() == []


def test_a_collection_that_was_never_crawled_has_no_state(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM fact")
    connection.close()
    assert SqliteState(Database(path)).load() == CrawlState()


def test_facts_about_users_files_stay(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO fact VALUES ('told flood /home/me/sources.json', '{}')")
    connection.close()
    assert Database(path).fact("told flood /home/me/sources.json") == "{}"


def test_reasons_become_codes(path: Path) -> None:
    database = Database(path)
    codes = {code for (code,) in database.connection.execute("SELECT DISTINCT reason FROM link")}
    assert codes == {
        "", "score", "to", "nearly the same text as", "robots.txt", "nofollow", "links per page",
        "address too long", "pages per site", "to be fetched again",
    }  # fmt: skip
    barred = database.connection.execute("SELECT barred, count(*) FROM link GROUP BY barred")
    assert dict(barred.fetchall()).keys() == {"", "nofollow", "links per page", "address too long"}
    channels = database.connection.execute("SELECT DISTINCT channel FROM link")
    assert {channel for (channel,) in channels} == {"seed", "link", "redirect"}


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("score 0.612, threshold 0.4, version 3", Reason.SCORE),
        ("link score 0.05 under 0.10", Reason.LINK_SCORE),
        ("language: de", Reason.LANGUAGE),
        ("to http://a.example/", Reason.REDIRECT),
        ("to be fetched again: score 0.9, threshold 0.4, version 1", Reason.AGAIN),
        ("same bytes as http://a.example/", Reason.SAME_BYTES),
        ("same page as http://a.example/", Reason.SAME_PAGE),
        ("nearly the same text as http://a.example/", Reason.SAME_TEXT),
        ("http 404", Reason.HTTP),
        ("http 503, 3 tries", Reason.HTTP),
        ("redirect to nowhere", Reason.REDIRECT_NOWHERE),
        ("redirect to itself", Reason.REDIRECT_TO_ITSELF),
        ("more than 10 redirects", Reason.REDIRECTS),
        ("depth 21 over 20", Reason.DEPTH),
        ("not HTML: application/pdf", Reason.NOT_HTML),
        ("binary data served as text/html: PNG", Reason.BINARY),
        ("larger than 10 MB", Reason.TOO_LARGE),
        ("answer cut short: time", Reason.CUT_SHORT),
        ("reading took over 30 s", Reason.READING_TOO_SLOW),
        ("reading crashed", Reason.READING_CRASHED),
        ("dns: name not found", Reason.DNS),
        ("connect: refused, 3 tries", Reason.CONNECT),
        ("timeout: no answer for 20 s", Reason.TIMEOUT),
        ("host gave up: connect: refused", Reason.HOST_GAVE_UP),
        ("robots.txt", Reason.ROBOTS),
        ("robots.txt: crawl-delay 90 s is over max_delay", Reason.ROBOTS),
        ("robots.txt unreachable: connect: refused", Reason.ROBOTS_UNREACHABLE),
        ("address: 10.1.2.3 is private", Reason.IP_ADDRESS),
        ("address too long", Reason.URL_TOO_LONG),
        ("scope: site not listed", Reason.SCOPE),
        ("trap: 'a' again and again", Reason.TRAP),
        ("pages per site: 9 fetched", Reason.PAGES_PER_SITE),
        ("no capture", Reason.NO_CAPTURE),
        ("archive: more than 5 redirects", Reason.ARCHIVE),
        ("no payload: a revisit without its original", Reason.NO_PAYLOAD),
        ("entering failed: ValueError: odd", Reason.ENTERING_FAILED),
        ("something nobody has said before", Reason.OTHER),
    ],
)
def test_a_sentence_of_before_has_its_code_and_reads_the_same(sentence: str, code: Reason) -> None:
    reason, detail = Reason.parse(sentence)
    assert reason is code
    assert reason.sentence(detail) == sentence


def test_further_versions_of_a_url_become_visits_to_one_link(folder: Path) -> None:
    database = Database(folder / "extracted" / "tidings.db")
    rows = database.connection.execute(
        "SELECT outcome FROM visit WHERE link = (SELECT seq FROM link WHERE url LIKE '%/stub.html')"
    )
    assert rows.fetchall() == [("rejected",), ("kept",)]
    links = database.connection.execute("SELECT count(*), count(DISTINCT url) FROM link").fetchone()
    assert links[0] == links[1]
    assert SqliteVisits(database).totals()[:2] == (9, 5)


def test_names_become_content_of_their_visit(path: Path) -> None:
    database = Database(path)
    contents = [entry.content for entry in SqliteLedger(database).entries() if entry.who]
    organisations = {name.name for content in contents for name in content.organisations}
    people = {name.name for content in contents for name in content.people}
    assert "Red Cross" in organisations
    assert "Jonas Doyle" in people
    assert not organisations & people


def test_a_page_to_be_fetched_again_keeps_the_outcome_of_its_visit(path: Path) -> None:
    database = Database(path)
    entry = SqliteLedger(database).entry(REOPENED)
    assert entry
    assert (entry.outcome, entry.code) == ("waiting", Reason.AGAIN)
    query = "SELECT outcome, reason FROM visit WHERE seq = ?"
    assert database.connection.execute(query, (entry.visit,)).fetchone() == ("rejected", "score")


def test_a_failure_that_was_tried_again_keeps_the_outcome_of_its_visit(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE page SET status = 503, score = NULL WHERE link = 1")
        connection.execute("UPDATE link SET phase = 0, outcome = '', reason = '' WHERE seq = 1")
    connection.close()
    rows = Database(path).connection.execute(
        "SELECT outcome, reason, detail FROM visit WHERE seq = 1"
    )
    assert rows.fetchone() == ("failed", "http", "503")


# What may go wrong


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(path)
    for read_only in (False, True):
        with monkeypatch.context() as patch:
            patch.setattr("tidings.store.sqlite.migration.pack", lambda _: 1 / 0)
            with pytest.raises(
                CollectionError, match=r"tidings\.db: written by an older .* unchanged"
            ):
                Database(path, read_only=read_only)
        assert content(path) == before
    Database(path, read_only=True).close()
    assert content(path) != before


def test_a_process_killed_during_the_upgrade_leaves_the_file_as_it_was(path: Path) -> None:
    before = content(path)
    script = (
        "import os, sys; from pathlib import Path; from tidings.store.sqlite import database, migration;"
        "migration.pack = lambda _: os._exit(9);"
        "database.Database(Path(sys.argv[1]))"
    )
    killed = subprocess.run([sys.executable, "-c", script, path], check=False)
    assert killed.returncode == 9
    assert content(path) == before
    Database(path).close()


def test_a_damaged_database_is_named(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    for read_only in (True, False):
        with pytest.raises(CollectionError, match=r"tidings\.db: .*malformed"):
            Database(path, read_only=read_only)
    path.write_bytes(whole[:20_000] + bytes(20_000) + whole[40_000:])
    with pytest.raises(CollectionError, match=r"tidings\.db: .*malformed"):
        Database(path)


def test_an_explanation_that_is_no_json_is_named(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE page SET explained = '{' WHERE link = 1")
    connection.close()
    with pytest.raises(CollectionError, match=r"older Tidings.*unchanged.*malformed JSON"):
        Database(path)


def test_a_folder_that_cannot_be_written_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(path)
    opened = opening._open
    monkeypatch.setattr(opening, "_open", lambda path, _: opened(path, True))
    for read_only in (True, False):
        with pytest.raises(CollectionError, match=r"older Tidings.*unchanged.*readonly"):
            Database(path, read_only=read_only)
    assert content(path) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_folder_is_named(path: Path) -> None:
    path.parent.chmod(0o555)
    try:
        with pytest.raises(CollectionError, match=r"older Tidings.*unchanged"):
            Database(path, read_only=True)
    finally:
        path.parent.chmod(0o755)


def test_a_reader_does_not_upgrade_while_the_older_tidings_crawls(path: Path) -> None:
    before = content(path)
    busy = RuntimeError("two of us")
    with (
        locking.locked(path.with_name(".lock"), busy),
        pytest.raises(CollectionBusy, match=r"older Tidings is crawling"),
    ):
        Database(path, read_only=True)
    assert content(path) == before
