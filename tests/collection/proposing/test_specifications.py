"""Event files from a table of published specifications."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tidings.cli import main
from tidings.collection.proposing.specifications import read_specifications
from tidings.errors import EventFileError
from tidings.event.file import load

HEADER = "code\tfrom\tuntil\tlead\tcooldown\tdescription\treference_documents\tseeds\tkeywords_first_40\n"
FLOOD = (
    "flood\t2013-05-01\t2013-06-30\tP14D\tP1M\tHochwasser \u201e2013\u201c\thttps://de.example/w/Flut\t"
    "http://a.example/ not-an-address http://a.example/ http://b.example/x\tElbe; Saale ; Elbe; \n"
)
VOTE = "vote\t2013-09-22\t2013-09-22\tP0D\tP1Y\tWahl\thttps://de.example/w/Wahl\t\t\n"


def table(folder: Path, *lines: str) -> Path:
    path = folder / "events.tsv"
    path.write_text(HEADER + "".join(lines), encoding="utf-8")
    return path


def test_a_table_becomes_event_files_by_one_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "events"
    path = table(tmp_path, FLOOD, VOTE)
    command = ["new", "--specifications", str(path), "--folder", str(folder)]
    assert main([*command, "--contact", "me@archive.example"]) == 0
    assert "2 event files" in capsys.readouterr().out
    flood = load(folder / "flood" / "event.toml")
    assert flood.event.name == "Hochwasser \u201e2013\u201c"
    assert flood.seeds == ("http://a.example/", "http://b.example/x")
    assert flood.event.references == ("https://de.example/w/Flut",)
    assert list(flood.event.keywords) == ["Elbe", "Saale"]
    assert flood.event.when is not None
    assert flood.event.when.start == datetime(2013, 5, 1, tzinfo=UTC)
    assert flood.event.when.lead == timedelta(days=14)
    assert flood.event.when.cooldown == timedelta(days=30)
    vote = load(folder / "vote" / "event.toml", needs_seeds=False)
    assert vote.event.when is not None
    assert (vote.event.when.lead, vote.event.when.cooldown) == (timedelta(0), timedelta(days=365))
    assert flood.fetch.contact == vote.fetch.contact == "me@archive.example"
    assert main(command) == 1
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (FLOOD.replace("P14D", "two weeks"), "line 2: lead: found 'two weeks'"),
        (FLOOD.replace("P14D", "P"), "line 2: lead: found 'P'"),
        (FLOOD.replace("2013-05-01", "May"), "line 2: from: found 'May'"),
        (FLOOD.replace("2013-05-01", "2014-05-01"), "line 2: until: found 2013-06-30"),
        ("", "found no column code"),
    ],
)
def test_a_wrong_table_is_refused(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(EventFileError, match=problem):
        read_specifications(table(tmp_path, line))


def test_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EventFileError, match="cannot be read as a table"):
        read_specifications(tmp_path / "none.tsv")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EventFileError, match="cannot be read as a table"):
        read_specifications(tmp_path / "binary")
