"""The command line as a user meets it: what it prints, where, and with which exit code."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.hostile_world import address, hostile, links_to, write
from tests.end_to_end.world import entries
from tests.hostile.server import Answer, HostileServer
from tidings.__main__ import main as begin
from tidings.cli import main, parser
from tidings.collection.folder import locked
from tidings.collection.reading import Status, open_reader
from tidings.event.file import load
from tidings.model import State
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.state import SqliteState

COMMANDS = ("new", "crawl", "pause", "continue", "stop", "status", "why", "export", "demo")
SEED = address("/start")
KEPT = "http://s1.example/story/1"
TITLE = "=cmd|' /C calc'!A0"
STORIES = 5000
FIRST_STORIES = 400


def run(*arguments: str | Path) -> int:
    return main([str(argument) for argument in arguments])


def story(number: int, title: str = "Flood", more: str = "") -> bytes:
    text = f"Story {number}: the flood in Riverton rose and the flood water reached the town. " * 2
    link = f'<a href="{more}">more</a>' if more else ""
    return (
        f"<html><head><title>{title}</title></head><body><p>{text}</p>{link}</body></html>".encode()
    )


def story_url(number: int) -> str:
    return f"http://s{number % 10}.example/story/{number}"


def web(count: int) -> dict[str, bytes | Answer]:
    """Return a front page that links to stories on ten hosts."""
    links = [story_url(number) for number in range(1, count + 1)]
    pages: dict[str, bytes | Answer] = {"/start": links_to(*links, "http://s1.example/404")}
    pages |= {f"/story/{number}": story(number) for number in range(1, count + 1)}
    pages["/story/1"] = story(1, f"{TITLE} \x1b[31m[/red]")
    return pages


def large_web() -> dict[str, bytes | Answer]:
    """Return a web that takes a crawl with a delay of 0.2 s more than a minute."""
    pages = web(FIRST_STORIES)
    for number in range(1, STORIES + 1):
        further = number + FIRST_STORIES
        pages[f"/story/{number}"] = story(number, more=story_url(further))
    return pages


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small collection that has been crawled to its end."""
    folder = tmp_path_factory.mktemp("commands") / "collection"
    with hostile(web(6)) as server, contextlib.redirect_stdout(io.StringIO()) as out:
        code = run("crawl", write(folder, server.port, SEED), "--plain")
    assert code == 0
    assert "Finished: every link in scope has been visited. 7 pages kept of 8" in out.getvalue()
    return folder


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the error message, after checking that it is one line and nothing else was printed."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tidings: ")
    assert err.count("\n") == 1
    return err


# Help


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(command, "--help")
    assert ended.value.code == 0
    assert f"usage: tidings {command}" in capsys.readouterr().out


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = parser().format_help()
    assert all(f"\n    {command} " in text for command in COMMANDS)


# new


def test_new_writes_an_event_file_from_flags(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    flags = ["--seed", SEED, "--keyword", "flood", "--place", "Riverton", "--start", "2024-05-01"]
    assert run("new", "The [bold] flood", *flags) == 0
    settings = load(Path("the-bold-flood/event.toml"))
    assert settings.event.name == "The [bold] flood"
    assert "tidings crawl the-bold-flood" in capsys.readouterr().out


def test_new_learns_from_text_and_files(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    report.write_text("A flood in Brussels on 22 March 2016. The flood was high.", encoding="utf-8")
    for name, flags in {"text": ["--text", report.read_text()], "file": ["--reference", report]}.items():  # fmt: skip
        assert run("new", "x", "--seed", SEED, *flags, "--folder", tmp_path / name) == 0
        event = load(tmp_path / name / "event.toml").event
        assert "flood" in event.keywords
        assert "Brussels" in event.places


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--start", "yesterday"], "--start: found 'yesterday'; allowed: a day such as 2016-03-22"),
        (["--start", "2024-02-30"], "--start: found '2024-02-30'"),
        (["--end", "2024-02-01"], "--end: found a last day without a first one"),
        (["--also", "2024-02-01"], "--also: found a further period; allowed: with --start"),
        (["--start", "2024-02-01", "--also", "May"], 'when.also: found "May"'),
        (["--start", "2024-02-01", "--lead", "-1"], "when.lead: found -1"),
        (["--start", "2024-02-02", "--end", "2024-02-01"], "--end: found 2024-02-01"),
        (["--reference", "nowhere.txt"], "nowhere.txt: cannot be read as a reference"),
    ],
)
def test_new_says_what_it_cannot_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], flags: list[str], message: str
) -> None:
    assert run("new", "x", *flags, "--folder", tmp_path / "x") == 1
    assert message in one_line(capsys)


def test_new_knows_the_type_of_an_event_and_its_periods(tmp_path: Path) -> None:
    flags = [
        "--type",
        "election",
        "--cooldown",
        "10",
        "--start",
        "2013-09-22",
        "--also",
        "2013-10-06",
    ]
    flags += ["--keyword", "vote", "--seed", SEED]
    assert run("new", "Vote", *flags, "--folder", tmp_path / "vote") == 0
    assert 'type = "election"' in (tmp_path / "vote" / "event.toml").read_text(encoding="utf-8")
    when = load(tmp_path / "vote" / "event.toml").event.when
    assert when
    assert (when.lead.days, when.cooldown.days) == (90, 10)
    assert [start.day for start, _ in when.also] == [6]


def test_new_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "x", "--folder", tmp_path) == 0
    capsys.readouterr()
    assert run("new", "x", "--folder", tmp_path) == 1
    assert "exists already" in one_line(capsys)


# Errors


@pytest.mark.parametrize(
    "arguments",
    [
        ["crawl", "{}/nowhere"],
        ["crawl", "{}/nowhere.toml"],
        ["crawl", "{}/a-file"],
        ["pause", "{}/nowhere"],
        ["continue", "{}"],
        ["stop", "{}"],
        ["status", "{}/nowhere"],
        ["status", "{}"],
        ["why", "{}", "http://a.example/"],
        ["export", "{}/nowhere"],
        ["export", "{}"],
        ["new", "x", "--folder", "{}/a-file/below"],
    ],
)
def test_a_wrong_folder_is_one_line_and_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    (tmp_path / "a-file").write_text("not a folder")
    assert run(*(argument.format(tmp_path) for argument in arguments)) == 1
    assert str(tmp_path) in one_line(capsys)


def test_a_folder_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(self: Path, *arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", forbidden)
    assert run("new", "x", "--folder", tmp_path / "x") == 1
    assert "Permission denied" in one_line(capsys)


def test_an_export_that_cannot_be_written_is_one_line(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", collection, "--out", tmp_path / "nowhere" / "x.csv") == 1
    assert "No such file" in one_line(capsys)


def test_a_second_crawl_is_refused_before_anything_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, 1, SEED)
    with locked(folder):
        for arguments in (["crawl", folder], ["extract", folder, "--from", tmp_path]):
            assert run(*arguments) == 1
            assert f"`tidings stop {folder}` ends it" in one_line(capsys)
    assert not (folder / "indexes").exists()


def test_a_collection_that_never_began_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tidings.db").touch()
    assert run("status", tmp_path) == 1
    assert "never began" in one_line(capsys)


def test_a_damaged_collection_is_one_line(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytearray((collection / "tidings.db").read_bytes())
    content[4096:] = b"\xff" * len(content[4096:])
    (tmp_path / "tidings.db").write_bytes(content)
    for arguments in (["status", tmp_path], ["export", tmp_path, "--format", "urls"]):
        assert run(*arguments) == 1
        assert "malformed" in one_line(capsys)


# status, why, export


def test_status_counts_outcomes_and_sources(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("status", collection) == 0
    text = capsys.readouterr().out
    assert "finished: every link in scope has been visited" in text
    lines = [line.split() for line in text.splitlines()]
    assert ["kept", "score", "7"] in lines
    assert ["missing", "http", "404", "1"] in lines
    assert ["s1.example", "1", "0", "2", "0"] in lines


@pytest.mark.parametrize("command", [["status"], ["why"], ["export", "--format", "urls"]])
def test_a_collection_may_be_named_by_its_event_file(
    collection: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    more = [KEPT] if command == ["why"] else []
    assert run(*command, collection / "event.toml", *more) == 0
    assert KEPT.partition("/story")[0].removeprefix("http://") in capsys.readouterr().out


def test_status_says_that_the_folder_stands_before_its_option(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run("status", "--sources", collection)
    assert f"a folder stands first: tidings status {collection} --sources" in " ".join(
        capsys.readouterr().err.split()
    )


def test_why_tells_score_evidence_and_the_way_back_to_the_seed(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("why", collection, KEPT) == 0
    text = capsys.readouterr().out
    assert "kept\nfor it: it uses “flood” 4 times\nscore 1.00; pages with" in text
    assert "archived in riverton-flood-00000.warc.gz" in text
    found = text[text.index("how it was found:") :]
    assert "link “more about the flood”" in found
    assert f"on {SEED} (kept)" in found
    assert found.rstrip().splitlines()[-1].strip().startswith("seed")


def test_why_shows_how_a_score_adds_up_if_asked(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("why", collection, KEPT, "--figures") == 0
    text = capsys.readouterr().out
    assert "kept: score" in text
    assert "topic 1.00: flood (4x) 1.00" in text


def test_why_shows_words_of_a_page_without_obeying_them(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("why", collection, KEPT) == 0
    text = capsys.readouterr().out
    assert f"{TITLE} �[31m[/red]" in text
    assert "\x1b" not in text


def test_why_says_when_it_never_met_an_address(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("why", collection, "http://never.example/") == 1
    assert "http://never.example/: never met in this collection" in one_line(capsys)


@pytest.mark.parametrize("words", [("{collection}", "not an address"), ("{collection}",), ("",)])
def test_why_says_when_it_was_given_no_address(
    collection: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert run("why", *(word.format(collection=collection) for word in words)) == 1
    assert "allowed: the address of a page" in one_line(capsys)


@pytest.mark.parametrize("state", ["running: 5 pages under way", "paused: 7 links wait"])
def test_status_says_that_a_crawl_was_broken_off(
    collection: Path, capsys: pytest.CaptureFixture[str], state: str
) -> None:
    database = Database(collection / "tidings.db")
    kind, _, reason = state.partition(": ")
    crawl = SqliteState(database)
    before = crawl.load()
    try:
        crawl.update(state=kind, reason=reason)
        database.commit()
        assert run("status", collection) == 0
        assert f"broken off while {kind}" in " ".join(capsys.readouterr().out.split())
        with locked(collection):
            assert run("status", collection) == 0
        assert state in capsys.readouterr().out
    finally:
        crawl.update(state=before.state, reason=before.reason)
        database.commit()
        database.close()


def exported(capsys: pytest.CaptureFixture[str], collection: Path, format_: str, *more: str) -> str:
    assert run("export", collection, "--format", format_, *more) == 0
    return capsys.readouterr().out


def test_export_writes_tables_json_lines_and_addresses(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = list(csv.DictReader(io.StringIO(exported(capsys, collection, "csv"), newline="")))
    objects = [json.loads(x) for x in exported(capsys, collection, "jsonl").splitlines()]
    urls = exported(capsys, collection, "urls").splitlines()
    assert [row["url"] for row in table] == [item["url"] for item in objects] == urls
    assert len(urls) == len(set(urls)) == 8
    assert next(row for row in table if row["url"] == KEPT)["title"].startswith("'=cmd|")
    assert next(item for item in objects if item["url"] == KEPT)["title"].startswith("=cmd|")


def test_export_chooses_by_outcome_and_writes_files(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exported(capsys, collection, "urls", "--outcome", "missing") == "http://s1.example/404\n"
    assert exported(capsys, collection, "urls", "--outcome", "waiting") == ""
    assert run("export", collection, "--outcome", "kept", "--out", tmp_path / "x.csv") == 0
    with (tmp_path / "x.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 7


# A running crawl


@contextlib.contextmanager
def running(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a crawl as a user would and make sure that it ends."""
    command = [sys.executable, "-m", "tidings", "crawl", str(folder), "--plain"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for another process; there is no virtual time between processes."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def stories_asked(server: HostileServer) -> int:
    return sum(path.startswith("/story/") for path in server.paths())


def test_a_crawl_pauses_goes_on_and_stops_on_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hostile(large_web()) as server:
        folder = write(tmp_path, server.port, SEED, delay=0.2)
        with running(folder) as process:
            until(lambda: stories_asked(server) > 5)
            assert run("pause", folder) == 0
            until(lambda: _status(folder).state is State.PAUSED)
            capsys.readouterr()
            assert run("crawl", folder) == 1
            assert "another crawl is running" in one_line(capsys)
            until(lambda: _asks_nothing(server))  # what was under way may still be asked for
            asked = stories_asked(server)
            assert _asks_nothing(server)
            assert run("continue", folder) == 0
            until(lambda: stories_asked(server) > asked + 5)
            assert run("stop", folder) == 0
            out, err = process.communicate(timeout=60)
        assert process.returncode == 5, err
        assert "Stopped: asked to stop." in out
        assert _status(folder).state is State.STOPPED
        assert 10 < stories_asked(server) < STORIES


def _asks_nothing(server: HostileServer) -> bool:
    """Return whether nothing is asked for in three times the delay."""
    asked = stories_asked(server)
    time.sleep(0.6)
    return stories_asked(server) == asked


def _status(folder: Path) -> Status:
    with open_reader(folder) as collection:
        return collection.status()


def test_a_first_interrupt_finishes_what_is_under_way_and_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hostile(web(60)) as server:
        folder = write(
            tmp_path, server.port, SEED, delay=20, robots="ignore"
        )  # two minutes of work
        with running(folder) as process:
            until(lambda: stories_asked(server) > 5)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert process.returncode == 130, err
        assert "Stopped: interrupted." in out
        assert "the same command goes on" in out
        asked = stories_asked(server)
        assert len(entries(folder, "kept")) == asked + 1, "what was asked for was kept"
        write(folder, server.port, SEED)
        assert run("crawl", folder) == 0
        assert "(resuming)" in capsys.readouterr().out
    assert len(entries(folder, "kept")) == 61
    assert stories_asked(server) == 60, "no page was asked for twice"


def is_pending(pid: int, number: signal.Signals) -> bool:
    """Return whether a process has not heard a signal yet; a second one would then be the same."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    masks = [int(line.split()[1], 16) for line in lines if line.startswith(("SigPnd", "ShdPnd"))]
    return any(mask >> (number - 1) & 1 for mask in masks)


def test_a_second_interrupt_ends_at_once(tmp_path: Path) -> None:
    with hostile({"/start": links_to(address("/silent"))}) as server:
        folder = write(tmp_path, server.port, SEED, first_byte=300, total=300)
        with running(folder) as process:
            until(lambda: "/silent" in server.paths())
            process.send_signal(signal.SIGINT)
            time.sleep(0.5)
            assert process.poll() is None, "it waits for the silent server"
            until(lambda: not is_pending(process.pid, signal.SIGINT))
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "interrupted" in err


def test_a_polite_end_is_asked_for_by_the_system(tmp_path: Path) -> None:
    with hostile(large_web()) as server:
        folder = write(tmp_path, server.port, SEED, delay=0.2)
        with running(folder) as process:
            until(lambda: stories_asked(server) > 5)
            process.send_signal(signal.SIGTERM)
            out, _ = process.communicate(timeout=60)
    assert process.returncode == 5
    assert "Stopped: asked to stop." in out


def test_a_log_has_a_line_for_what_was_given_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dead, log = "http://nothing.test/", tmp_path / "x.log"
    with hostile(web(1)) as server:
        folder = write(tmp_path / "collection", server.port, SEED, dead, robots="ignore")
        assert run("--log", log, "crawl", folder, "--plain") == 0
    (line,) = log.read_text(encoding="utf-8").splitlines()
    assert f" INFO tidings.crawl: {dead}: given up, connect: " in line
    assert line.endswith(", 1 tries")


# Ends that are no errors


def test_an_interrupt_while_the_command_line_loads_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Loading:
        def __getattr__(self, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "tidings.cli", Loading())
    assert begin() == 130
    assert one_line(capsys) == "tidings: interrupted\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["crawl", "{}"], "tidings: interrupted; everything up to the last second is kept\n"),
        (["lab", "run", "generated"], "tidings: interrupted\n"),
        (["demo", "--folder", "{}"], "tidings: interrupted\n"),
    ],
)
def test_an_interrupt_promises_only_what_is_kept(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    for name in (
        "tidings.job.run",
        "tidings.lab.run.run",
        "tidings.commands.demo.GeneratedWeb",
    ):
        monkeypatch.setattr(name, interrupted)
    write(tmp_path, 1, SEED)
    assert run(*(argument.format(tmp_path) for argument in arguments)) == 130
    assert capsys.readouterr().err == message


def test_an_interrupted_crawl_ends_the_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tidings.job.run", interrupted)
    monkeypatch.setattr("tidings.lab.demo.served", lambda *_: contextlib.nullcontext(1))
    demo = ["demo", "--pages", "300", "--folder", tmp_path]
    assert run(*demo) == 130
    (folder,) = tmp_path.iterdir()
    assert "replacing" not in capsys.readouterr().out
    assert run(*demo) == 130
    assert f"replacing {folder}/" in capsys.readouterr().out


def test_a_demo_is_not_too_small(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("demo", "--pages", "20") == 1
    assert "--pages: found 20; allowed: from 300 to 1000000" in one_line(capsys)
