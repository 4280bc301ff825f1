"""The published specifications of event collections load as event files, and one is collected out of an archive."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.corpora import corpus
from tests.end_to_end.world import entries
from tidings.archive.write.records import response_records
from tidings.archive.write.warc import WarcArchive
from tidings.cli import main
from tidings.event.file import load
from tidings.model import Capture

TABLE = "specs/events.tsv"
STORY = (
    "Das Hochwasser an Elbe, Saale und Mulde ist die schwerste Flut seit 2002. In Bitterfeld und Deggendorf brachen "
    "Deiche, in Passau erreichte der Pegel der Donau 12,89 Meter. Zehntausende Helfer füllten Sandsäcke, die "
    "Bundeswehr brachte Einsatzkräfte nach Fischbeck, und für Magdeburg wurde Katastrophenalarm ausgelöst. "
)
MORE = (
    "Nach dem Hochwasser an der Elbe: Bei Fischbeck strömt Wasser durch den gebrochenen Deich. Die Bundeswehr legt "
    "Sandsäcke, der Pegel sinkt langsam. Einsatzkräfte und Helfer aus Bitterfeld, Passau und Deggendorf sagen, die "
    "Flut sei schwerer als 2002. Katastrophenalarm gilt auch an Saale, Mulde und Donau weiter. "
)
"""Texts about the flood of 2013, written for this test."""
LINKED = "http://archiv.example/2013/06/10/fischbeck"
SPORT = "<p>Der Stürmer traf zweimal, im Pokal folgt die Verlängerung. Die Fans sangen bis Mitternacht.</p>"


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """The event files, written by one command."""
    table = corpus(TABLE)
    assert main(["new", "--specifications", str(table), "--folder", str(tmp_path / "events")]) == 0
    return tmp_path / "events"


@pytest.mark.gate
def test_all_published_specifications_load(folders: Path) -> None:
    events = [load(path) for path in folders.glob("*/event.toml")]
    assert len(events) == 32
    assert all(each.event.references and each.event.when and each.seeds for each in events)


@pytest.mark.gate
def test_one_is_collected_out_of_an_archive_with_its_reference_as_a_file(folders: Path) -> None:
    flood = folders / "flood"
    settings = load(flood / "event.toml")
    early, late, other = settings.seeds[:3]
    archive = _archive(
        folders.parent / "old",
        [
            (early, datetime(2013, 6, 9, tzinfo=UTC), f"<p>{STORY}</p>"),
            (late, datetime(2019, 6, 9, tzinfo=UTC), f"<p>{STORY}</p><p>Ein Blick zurück.</p>"),
            (other, datetime(2013, 6, 9, tzinfo=UTC), SPORT),
            (LINKED, datetime(2013, 6, 12, tzinfo=UTC), f"<p>{MORE}</p>"),
        ],
    )
    (flood / "reference.html").write_text(
        f"<html lang=de><title>Hochwasser 2013</title><p>{STORY * 2}</p>"
        f"<p><a href='{LINKED}'>Der Deich von Fischbeck</a></p>",
        encoding="utf-8",
    )
    written = (flood / "event.toml").read_text(encoding="utf-8")
    (published,) = settings.event.references
    (flood / "event.toml").write_text(
        written.replace(published, "reference.html") + "\n[run]\nworkers = 0\n", encoding="utf-8"
    )
    command = ["extract", str(flood), "--from", str(archive), "--seeds-from-references", "--plain"]
    assert main(command) == 0
    kept = {entry.url for entry in entries(flood, "kept")}
    # The page of 2019 has the words but not the time: more than 60 half-lives of 30 days after the end.
    assert kept == {early, LINKED}
    rejected = {entry.url for entry in entries(flood, "rejected")}
    assert rejected == {late, other}
    missing = {entry.url for entry in entries(flood, "missing")}
    assert len(missing) == len(settings.seeds) - 3


def _archive(folder: Path, captures: Iterable[tuple[str, datetime, str]]) -> Path:
    folder.mkdir()
    warc = WarcArchive(folder, prefix="old", max_bytes=10**9, software="test", resume=("", 0))
    for url, moment, text in captures:
        body = f"<html lang=de><title>Seite</title><body>{text}".encode()
        headers = (("content-type", "text/html; charset=utf-8"),)
        warc.append(response_records(Capture(url, moment, 200, headers, body, "OK"), {})[0])
    warc.flush()
    warc.close()
    return folder
