"""``tidings judge`` and ``tidings tune`` on a small collection: what they print, what they write, what they refuse."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.cli import main
from tidings.collection.folder import locked
from tidings.collection.reading import CollectionReader
from tidings.event.file import load
from tidings.feedback.session import JudgingSession
from tidings.job import running
from tidings.model import Capture, Fetched, Link
from tidings.store.entries import Entry
from tidings.store.sqlite.database import Database

NOW = datetime(2024, 5, 1, tzinfo=UTC)
EVENT = """\
name = "Flood"
seeds = ["http://a.example/"]

[what]
keywords = ["flood"]

[relevance]
measure = "topic"  # words alone
threshold = 0.5    # to begin with

[fetch]
contact = "test@tidings.example"
delay = 0

[run]
workers = 0
"""
FLOODS = ["The flood rose in the night near the river", "Water and a flood, the river burst"]
MATCHES = ["A flood of goals at the match of the season", "The team won by a flood of goals"]


class SmallWeb:
    """Answers as a fetcher does, from a dict of pages."""

    def __init__(self) -> None:
        texts = {f"/flood-{n}": f"{text} in town {n}" for n, text in enumerate(FLOODS * 3)}
        texts |= {f"/match-{n}": f"{text} in town {n}" for n, text in enumerate(MATCHES * 3)}
        links = "".join(f'<p><a href="{path}">{path}</a></p>' for path in texts)
        self._pages = {path: f"<title>{path[1:]}</title><p>{text}" for path, text in texts.items()}
        self._pages["/"] = f"<title>Front</title><p>All of it</p>{links}"

    async def fetch(self, link: Link) -> Fetched:
        path = "/" + link.url.partition("example/")[2]
        body = self._pages[path].encode()
        return Fetched(Capture(link.url, NOW, 200, (("Content-Type", "text/html"),), body))

    def delay(self, url: str) -> float:
        return 0.0

    async def close(self) -> None:
        """Do nothing."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(running, "fetcher_of", lambda *_: SmallWeb())
    (tmp_path / "event.toml").write_text(EVENT)
    assert main(["crawl", str(tmp_path), "--plain"]) == 0
    return tmp_path


def url(name: str) -> str:
    return f"http://a.example/{name}"


def entry(folder: Path, name: str) -> Entry:
    with CollectionReader(folder) as reader:
        found = reader.entry(url(name))
    assert found
    return found


def output(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    return " ".join((captured.out + captured.err).split())


def judge(folder: Path, *arguments: str) -> int:
    return main(["judge", str(folder), *arguments])


def test_judgements_act_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry(folder, "match-3").outcome == "kept"
    assert judge(folder, url("flood-0"), url("flood-1"), "relevant", url("match-0"), "not") == 0
    assert "Made version 1: 13 pages judged again" in output(capsys)
    assert entry(folder, "match-2").outcome == "rejected"
    assert entry(folder, "flood-2").outcome == "kept"
    assert entry(folder, "match-2").reason.endswith("version 1")
    assert main(["why", str(folder), url("match-2")]) == 0
    assert "judgements" in output(capsys)


def test_all_that_was_said_can_be_seen_compared_and_taken_back(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(folder, url("match-0"), "not")
    judge(folder, url("flood-0"), "flood/rain")
    output(capsys)
    assert judge(folder) == 0
    shown = output(capsys)
    assert f"not {url('match-0')}" in shown
    assert f"relevant, flood/rain {url('flood-0')}" in shown
    assert judge(folder, "--versions") == 0
    assert f"relevant: {url('flood-0')}" in output(capsys)
    assert judge(folder, "--compare", "0", "2") == 0
    assert f"now rejected 1.00 -> 0.00 {url('match-0')} match-0" in output(capsys)
    assert judge(folder, "--undo") == 0
    assert "Made version 3" in output(capsys)
    assert judge(folder, "--revert", "0") == 0
    assert entry(folder, "match-0").outcome == "kept"


def test_pages_are_offered_for_judging(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert judge(folder, "--next", "2") == 0
    shown = output(capsys)
    assert shown.count("http://a.example/") == 2
    assert "for it: it uses “flood” once score 1.00; pages with 0.5 or more are kept" in shown
    assert "“The flood rose in the night near the river in town" in shown


def test_the_folder_may_be_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert main(["judge"]) == 0
    assert "No page has been judged yet" in output(capsys)
    assert main(["judge", "--versions"]) == 0
    assert "There is no version yet" in output(capsys)
    assert main(["judge", url("match-0"), "not"]) == 0
    assert "Made version 1" in output(capsys)
    assert main(["judge", "--undo"]) == 0


def test_answers_count_though_the_last_question_was_broken_off(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["r", "n"])

    def answer(*_: object) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("rich.console.Console.input", answer)
    monkeypatch.setattr("rich.console.Console.is_terminal", True)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert judge(folder, "--next", "5") == 0
    with JudgingSession(folder).open() as feedback:
        assert [one.relevant for one in feedback.judgements()] == [True, False]


def test_a_running_crawl_is_left_to_do_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with locked(folder):
        assert judge(folder, url("match-0"), "not") == 0
    assert "the running crawl will use it" in output(capsys)
    assert entry(folder, "match-0").outcome == "kept"
    assert main(["crawl", str(folder), "--plain"]) == 0
    assert entry(folder, "match-0").outcome == entry(folder, "match-2").outcome == "rejected"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["http://a.example/flood-0", "perhaps"], "found 'perhaps'; allowed after addresses"),
        (["http://a.example/flood-0"], "found no word after"),
        (["relevant"], "without an address"),
        (["http://a.example/nowhere", "not"], "cannot be judged"),
        (["ftp://a.example/", "not"], "allowed: a web address"),
        (["http://a.example/flood-0", "not", "--undo"], "allowed: one of them"),
        (["http://a.example/flood-0", "not", "--revert", "0"], "allowed: one of them"),
        (["--undo"], "no judgement to take back"),
        (["--revert", "7"], "no version 7"),
        (["--compare", "0", "7"], "no version 7"),
        (["--next", "0"], "--next: found 0"),
    ],
)
def test_what_cannot_be_done_is_said(
    folder: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge(folder, *arguments) == 1
    assert message in output(capsys)


def test_a_folder_without_a_collection_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge(tmp_path, "--versions") == 1
    assert "no collection here" in output(capsys)


def test_a_broken_file_of_judgements_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "judgements.db").write_bytes(b"no database at all, but long enough" * 100)
    assert judge(folder, "--versions") == 1
    assert "judgements.db: not a usable file of judgements" in output(capsys)


def test_tune_weighs_and_writes_and_leaves_comments_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"{kind}-{n}" for kind in ("flood", "match") for n in range(5)]
    rows = [f"{url(name)},{'relevant' if 'flood' in name else 'not'}" for name in names]
    labels = folder / "labels.csv"
    labels.write_text("url,label\n" + "\n".join(rows))
    assert main(["tune", str(folder), "--labels", str(labels), "--dry-run"]) == 0
    assert (folder / "event.toml").read_text() == EVENT
    assert "10 labelled pages, 5 of them relevant" in output(capsys)
    assert main(["tune", str(folder), "--labels", str(labels)]) == 0
    text = (folder / "event.toml").read_text()
    assert "# to begin with" in text
    threshold = load(folder / "event.toml").relevance.threshold
    assert text.replace(f"threshold = {threshold:g} ", "threshold = 0.5 ") == EVENT


def test_tune_learns_the_weights_of_the_event_measure_from_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = tmp_path / "flood.toml"
    event.write_text(
        EVENT.replace('measure = "topic"', 'measure = "event"')
        + '\n[where]\nplaces = ["Ghent"]\n\n[when]\nstart = 2016-03-22\n'
    )
    labels = tmp_path / "labels.jsonl"
    lines = []
    for n in range(5):
        lines.append(
            f'{{"label": "relevant", "text": "The flood in Ghent, {n}", "published": "2016-03-23"}}'
        )
        lines.append(
            f'{{"label": "not", "text": "The flood in Paris, {n}", "published": "2016-03-23"}}'
        )
    labels.write_text("\n".join(lines))
    assert main(["tune", str(event), "--labels", str(labels)]) == 0
    shown = output(capsys)
    found = load(event).relevance
    assert found.weight_place == pytest.approx(1 / (1 + 2 * 2 / 3), abs=0.01)
    assert (
        found.weight_topic
        == found.weight_date
        == pytest.approx(found.weight_place * 2 / 3, abs=0.01)
    )
    assert "place alone" in shown
    assert "together, tuned" in shown


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ("url,label\nhttp://a.example/flood-0,perhaps\n", "line 2: found label 'perhaps'"),
        ("url,label\nhttp://a.example/nowhere,not\n", "was not read in this collection"),
        (
            "url,label\nhttp://a.example/flood-0,not\n",
            "found 0 relevant and 1 other labelled pages",
        ),
        ("text,label,published\nsome words,not,soon\n", "found 'soon' under published"),
    ],
)
def test_labels_that_cannot_be_used_are_reported(
    folder: Path, labels: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "labels.csv").write_text(labels)
    assert main(["tune", str(folder), "--labels", str(folder / "labels.csv")]) == 1
    assert message in output(capsys)


def test_a_damaged_file_of_labels_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = folder / "labels.csv.gz"
    labels.write_bytes(gzip.compress(b"url,label\n" * 99)[:10] + b"\xff" * 99)
    assert main(["tune", str(folder), "--labels", str(labels)]) == 1
    assert "cannot be read" in output(capsys)


def test_a_copy_that_is_judged_is_told_as_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Database(folder / "tidings.db")
    database.write(
        "UPDATE link SET outcome = 'duplicate', reason = 'nearly the same text as', detail = 'x' WHERE url LIKE '%match-1'"
    )
    database.commit()
    database.close()
    assert judge(folder, "http://a.example/match-1", "relevant") == 0
    assert "is a copy (nearly the same text as x) and stays one" in output(capsys)
    assert judge(folder, "http://a.example/match-2", "relevant") == 0
    assert "is a copy" not in output(capsys)
