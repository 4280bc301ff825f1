from __future__ import annotations

import json
from pathlib import Path

import pytest

from tidings.cli import main
from tidings.errors import StorageFull
from tidings.frontier.embedded import Frontier
from tidings.frontier.scope import ScopeRules
from tidings.model import Candidate, Channel, Link, Outcome, Reason, Verdict
from tidings.settings import Scope
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.links import SqliteLinks
from tidings.urls import url_id


def visit(folder: Path, *pages: tuple[str, bool], origin: str = "link") -> None:
    """Let a collection have judged some pages."""
    folder.mkdir(exist_ok=True)
    database = Database(folder / "tidings.db")
    frontier = Frontier(SqliteLinks(database), ScopeRules(Scope(), 0.0, 5))
    for host, kept in pages:
        url = f"http://{host}/{frontier.hosts.by_name[host].fetched if host in frontier.hosts.by_name else 0}-{origin}"
        frontier.add([Candidate(url_id(url), 0.5, Link(url, channel=Channel(origin)))], 0.0)
        waiting = frontier.pop(0.0)
        assert waiting
        frontier.host(url).fetched += 1
        frontier.finish(
            waiting, Verdict(Outcome.KEPT if kept else Outcome.REJECTED, Reason.SCORE, "0.5")
        )
        frontier.release(waiting, 0.0, 0.0)
    database.commit()
    database.close()


def test_a_collection_teaches_a_file_and_counts_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = tmp_path / "flood-1", tmp_path / "sources.json"
    visit(folder, ("a.example", True), ("a.example", True), ("b.example", False))
    assert main(["sources", "learn", str(folder), "--type", "flood", "--into", str(file)]) == 0
    assert (
        "2 hosts with 2 pages kept and 1 rejected count for flood now." in capsys.readouterr().out
    )
    visit(folder, ("a.example", True))
    assert main(["sources", "learn", str(folder), "--type", "flood", "--into", str(file)]) == 0
    assert "replacing its earlier counts" in capsys.readouterr().out
    visit(tmp_path / "flood-2", ("a.example", False), ("c.example", True))
    main(["sources", "learn", str(tmp_path / "flood-2"), "--type", "flood", "--into", str(file)])
    main(["sources", "learn", str(tmp_path / "flood-2"), "--type", "storm", "--into", str(file)])
    knowledge = json.loads(file.read_text(encoding="utf-8"))
    assert knowledge["flood"] == {
        "a.example": {"good": 3, "bad": 1},
        "b.example": {"good": 0, "bad": 1},
        "c.example": {"good": 1, "bad": 0},
    }
    assert knowledge["storm"]["c.example"] == {"good": 1, "bad": 0}
    capsys.readouterr()
    assert main(["sources", "show", str(file), "--type", "flood", "-n", "1"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["a.example", "3", "1"] in lines
    assert ["2", "more"] in lines


def test_beside_a_crawl_that_writes_nothing_is_told_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = tmp_path / "flood", tmp_path / "sources.json"
    visit(folder, ("a.example", True))
    learn = ["sources", "learn", str(folder), "--type", "flood", "--into", str(file)]
    monkeypatch.setattr("tidings.store.sqlite.database.BUSY_SECONDS", 0.1)
    crawl = Database(folder / "tidings.db")
    crawl.remember("told", "running")
    assert main(learn) == 1
    assert "was not changed" in " ".join(capsys.readouterr().err.split())
    assert not file.exists()
    crawl.close()
    assert main(learn) == main(learn) == 0
    assert json.loads(file.read_text(encoding="utf-8"))["flood"]["a.example"]["good"] == 1


@pytest.mark.parametrize("there", [False, True])
def test_a_note_that_cannot_be_kept_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    folder, file = tmp_path / "flood", tmp_path / "sources.json"
    visit(folder, ("a.example", True))
    learn = ["sources", "learn", str(folder), "--type", "flood", "--into", str(file)]
    if there:
        main(learn)
    before = file.read_text(encoding="utf-8") if there else None
    visit(folder, ("a.example", True))

    def full(_: Database) -> None:
        raise StorageFull("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(Database, "commit", full)
        assert main(learn) == 1
    assert (file.read_text(encoding="utf-8") if file.exists() else None) == before
    assert main(learn) == 0
    assert json.loads(file.read_text(encoding="utf-8"))["flood"]["a.example"]["good"] == 2


def test_a_file_that_was_removed_is_told_everything_again(tmp_path: Path) -> None:
    folder, file = tmp_path / "flood", tmp_path / "sources.json"
    visit(folder, ("a.example", True))
    for _ in range(2):
        main(["sources", "learn", str(folder), "--type", "flood", "--into", str(file)])
        assert json.loads(file.read_text(encoding="utf-8"))["flood"]["a.example"]["good"] == 1
        file.unlink()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("learn", "{missing}", "--type", "flood", "--into", "{new}"), "no such collection"),
        (("learn", "{folder}", "--type", " ", "--into", "{new}"), "--type: found nothing"),
        (("learn", "{folder}", "--type", "flood", "--into", "{broken}"), "cannot read it as a file of"),
        (("show", "{missing}"), "cannot read it as a file of sources"),
        (("show", "{good}", "--type", "war"), "--type: found war; allowed: flood"),
        (("show", "{good}", "-n", "0"), "-n: found 0; allowed: 1 or more"),
    ],
)  # fmt: skip
def test_bad_input_is_reported(
    words: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    visit(tmp_path / "flood", ("a.example", True))
    (tmp_path / "broken.json").write_text("[", encoding="utf-8")
    (tmp_path / "good.json").write_text('{"flood": {}}', encoding="utf-8")
    names = {name: str(tmp_path / name) for name in ("missing", "new")} | {
        "folder": str(tmp_path / "flood"),
        "broken": str(tmp_path / "broken.json"),
        "good": str(tmp_path / "good.json"),
    }
    assert main(["sources", *(word.format(**names) for word in words)]) == 1
    error = capsys.readouterr().err
    assert message in " ".join(error.split())
    assert "Traceback" not in error


def test_status_tells_what_each_host_brought_by_each_channel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    visit(tmp_path, ("a.example", True), ("a.example", True), origin="feed")
    visit(tmp_path, ("a.example", False), ("b.example", False), origin="link")
    assert main(["status", str(tmp_path), "--sources"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    (feed,) = [line for line in lines if line[:2] == ["a.example", "feed"]]
    (link,) = [line for line in lines if line[:2] == ["a.example", "link"]]
    assert feed[2:4] + feed[5:] == ["2", "2", "50.0%", "0"]
    assert link[2:4] + link[5:] == ["1", "0", "25.0%", "0"]
    assert float(feed[4]) > 0.8 > 0.5 > float(link[4])
    assert main(["status", str(tmp_path), "--sources", "0"]) == 1
    assert "--sources: found 0; allowed: 1 or more" in capsys.readouterr().err
