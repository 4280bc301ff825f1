"""Judgements and corrections of a shared collection: they count on every computer, and for all its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from tests.commands.test_judge import EVENT, SmallWeb, entry, judge, output, url
from tests.engines.postgres_server import Server
from tests.engines.shared_worker import Hire
from tidings.cli import main
from tidings.collection.folder import database_path, judgements_path
from tidings.errors import CollectionBusy
from tidings.feedback.revisions import Revisions, counting_judgements
from tidings.job import running
from tidings.store.postgres import database
from tidings.store.postgres.pointer import shared_store
from tidings.store.postgres.whole.judgements import PostgresJudgements
from tidings.store.postgres.whole.store import WholeStore
from tidings.store.sqlite.judgements import SqliteJudgements

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def judgements(server: Server) -> Iterator[PostgresJudgements]:
    with closing(PostgresJudgements(server.url, f"judged_{uuid4().hex}")) as store:
        yield store


@pytest.fixture
def folders(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two folders, as on two computers, that share a collection."""
    monkeypatch.setattr(running, "fetcher_of", lambda *_: SmallWeb())
    store = f'\n[store]\nurl = "{server.url}"\nname = "shared_{uuid4().hex}"\n'
    folders = tmp_path / "one", tmp_path / "other"
    for folder in folders:
        folder.mkdir()
        text = f'{EVENT}{store}worker = "{folder.name}"\n'
        (folder / "event.toml").write_text(text, encoding="utf-8")
        assert main(["crawl", str(folder), "--plain"]) == 0
    return folders


def test_judgements_are_stored_in_order_all_or_none(judgements: PostgresJudgements) -> None:
    numbers = judgements.record([("http://a/", True, ""), ("http://b/", False, "flood")], NOW)
    judgements.add_revision("first", numbers, b"model", {"kept": 3}, NOW)

    def fail() -> None:
        with judgements.alone():
            judgements.record([("http://c/", True, "")], NOW)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert [(each.url, each.relevant, each.type) for each in judgements.judgements()] == [
        ("http://a/", True, ""),
        ("http://b/", False, "flood"),
    ]
    revision = judgements.revision(judgements.newest())
    assert revision
    assert (revision.model, revision.judgements, revision.figures) == (
        b"model",
        tuple(numbers),
        {"kept": 3},
    )
    assert revision.made_at == NOW


def test_judgements_move_with_their_numbers(judgements: PostgresJudgements) -> None:
    file = SqliteJudgements(None)
    file.record([(f"http://{n}/", True, "") for n in range(3)], NOW)
    file.add_revision("first", [1, 3], b"model", {}, NOW)
    judgements.copy_from(file)
    assert judgements.record([("http://new/", False, "")], NOW) == [4]
    assert judgements.add_revision("second", [1, 4], b"model", {}, NOW) == 2
    back = SqliteJudgements(None)
    back.copy_from(judgements)
    assert back.judgements() == judgements.judgements()
    assert back.revisions() == judgements.revisions()


def test_after_a_break_judgements_are_read_again(
    judgements: PostgresJudgements, server: Server
) -> None:
    assert judgements.newest() == 0
    server.stop("immediate")
    with pytest.raises(CollectionBusy):
        judgements.newest()
    server.start()
    assert judgements.newest() == 0


def test_all_pages_are_left_alone_while_a_crawl_is_at_work(
    hire: Hire, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl = hire("crawl")
    (name,) = crawl.store.there.raw.execute("SELECT current_schema()").fetchone()
    with pytest.raises(CollectionBusy, match="crawls are at work"):
        WholeStore(server.url, name)
    crawl.store.close()
    monkeypatch.setattr(database, "TIMEOUT", 1)
    with closing(WholeStore(server.url, name)), pytest.raises(CollectionBusy, match="judged again"):
        hire("another")
    hire("a third")


def test_a_judgement_on_one_computer_counts_on_the_other(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = folders
    assert entry(other, "match-3").outcome == "kept"
    with closing(Revisions(other)) as crawl:
        assert crawl.newest(0) is None
        assert judge(one, url("flood-0"), url("flood-1"), "relevant", url("match-0"), "not") == 0
        assert "Made version 1: 13 pages judged again" in output(capsys)
        model = crawl.newest(0)
        assert model
        assert model.revision == 1
    assert entry(other, "match-2").outcome == "rejected"
    assert len(counting_judgements(other)) == 3
    assert not judgements_path(one).exists()


def test_the_last_crawl_judges_all_pages_by_what_was_judged_meanwhile(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = folders
    shared = shared_store(database_path(one))
    assert shared
    with closing(database.PostgresDatabase(*shared)) as crawl:
        crawl.raw.execute("SELECT pg_advisory_lock_shared(hashtext(current_schema()), 1)")
        assert judge(one, url("match-0"), "not") == 0
        assert "the running crawl will use it" in output(capsys)
        assert main(["crawl", str(other), "--plain"]) == 0
        assert entry(other, "match-2").outcome == "kept"
    assert main(["crawl", str(other), "--plain"]) == 0
    assert entry(one, "match-2").outcome == "rejected"


def test_a_corrected_event_file_judges_all_pages_again(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = folders
    path = one / "event.toml"
    path.write_text(path.read_text().replace('"flood"]', '"goals"]').replace("0.5 ", "0.2 "))
    capsys.readouterr()
    assert main(["crawl", str(one), "--plain"]) == 0
    assert "The event file was changed: 13 pages judged again" in output(capsys)
    assert entry(other, "flood-2").outcome == "rejected"
    assert entry(other, "match-2").outcome == "kept"


def test_judgements_move_into_a_database_and_back(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "fetcher_of", lambda *_: SmallWeb())
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    assert main(["crawl", str(tmp_path), "--plain"]) == 0
    assert judge(tmp_path, url("match-0"), "not") == 0
    before = counting_judgements(tmp_path)
    assert main(["move", str(tmp_path), server.url, "--name", "judged"]) == 0
    assert counting_judgements(tmp_path) == before
    assert judge(tmp_path, url("flood-0"), "relevant") == 0
    assert len(after := counting_judgements(tmp_path)) == 2
    assert main(["move", str(tmp_path), "file"]) == 0
    assert counting_judgements(tmp_path) == after
    assert judge(tmp_path, "--undo") == 0
    assert counting_judgements(tmp_path) == before
