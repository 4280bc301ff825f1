"""A crawled collection leaves as one file that the reference program accepts, and can be read from again."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.archive.captures import stored_capture
from tests.end_to_end.world import crawl_to_the_end, entries, served, write_event
from tests.oracle import oracle
from tidings.archive.wacz import warc_members
from tidings.cli import main
from tidings.model import Pointer


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export")
    with served(folder, seed=2, pages=200) as world:
        settings = {"fetch": "delay = 0.02", "budget": "pages = 60"}
        path = write_event(folder / "collection", world.web.events[0], world.port, **settings)
        crawl_to_the_end(path)
    return path


@pytest.mark.oracle
def test_a_collection_is_exported_whole(collection: Path, tmp_path: Path) -> None:
    out = tmp_path / "flood.wacz"
    assert main(["export", str(collection), "--format", "wacz", "-o", str(out)]) == 0
    result = oracle("wacz", "validate", "-f", out)
    assert result.returncode == 0, result.stdout + result.stderr
    kept = entries(collection, "kept")
    assert kept
    with ZipFile(out) as package:
        assert package.read("tidings/event.toml") == (collection / "event.toml").read_bytes()
        scores = [json.loads(line) for line in package.read("tidings/scores.jsonl").splitlines()]
        _, *pages = map(json.loads, package.read("pages/pages.jsonl").splitlines())
    assert {page["url"]: page["score"] for page in pages} == {
        entry.url: round(entry.score.value, 4) for entry in kept if entry.score
    }
    assert {line["outcome"] for line in scores} >= {"kept", "rejected"}
    warc_members(out, tmp_path / "again")
    for entry in kept:
        pointer = Pointer(entry.file, entry.offset, entry.length)
        assert stored_capture(tmp_path / "again", pointer) == stored_capture(
            collection / "archive", pointer
        )


@pytest.mark.oracle
def test_chosen_pages_are_exported_alone(collection: Path, tmp_path: Path) -> None:
    out = tmp_path / "some.wacz"
    command = ["export", str(collection), "--format", "wacz", "-o", str(out)]
    assert main([*command, "--min-score", "0.8"]) == 0
    result = oracle("wacz", "validate", "-f", out)
    assert result.returncode == 0, result.stdout + result.stderr
    kept = entries(collection, "kept")
    wanted = {each.url for each in kept if each.score and each.score.value >= 0.8}
    assert 0 < len(wanted) < len(kept)
    with ZipFile(out) as package:
        _, *pages = map(json.loads, package.read("pages/pages.jsonl").splitlines())
    assert {page["url"] for page in pages} == wanted
    (warc,) = warc_members(out, tmp_path / "again")
    assert warc.stat().st_size < sum(
        each.stat().st_size for each in (collection / "archive").iterdir()
    )


def test_a_wacz_file_needs_a_name(collection: Path, tmp_path: Path) -> None:
    command = ["export", str(collection), "--format", "wacz"]
    assert main(command) == 1
    assert main([*command, "-o", str(tmp_path / "nowhere" / "x.wacz")]) == 1
    assert list(tmp_path.iterdir()) == []
