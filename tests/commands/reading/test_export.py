"""The command ``export``: filters, orders and formats."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.cli import main
from tidings.model import Outcome, Place

BEIRA = Place("Beira", "MZ", -19.8, 34.8)
PAGES = (
    StoredPage("http://a.gov/1", "The dam broke.", "One", score=0.6, places=(BEIRA,), type="flood/rain"),
    StoredPage("http://b.example/2", "Dam repaired.", "Two", score=0.9, published=datetime(2024, 3, 5, tzinfo=UTC)),
    StoredPage("http://c.example/3", "Der Damm hielt.", "Drei", language="de", score=0.7),
    StoredPage("http://d.example/4", "Nothing.", "Four", score=0.1, outcome=Outcome.REJECTED),
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Shelf(tmp_path / "c").save(*PAGES)
    return tmp_path / "c"


def _titles(capsys: pytest.CaptureFixture[str], folder: Path, *options: str) -> list[str]:
    assert main(["export", str(folder), *options]) == 0
    return [
        row["title"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out, newline=""))
    ]


@pytest.mark.parametrize(
    ("options", "titles"),
    [
        ([], ["One", "Two", "Drei", "Four"]),
        (["--sort", "score"], ["Two", "Drei", "One"]),
        (["--sort", "score", "--outcome", "any"], ["Two", "Drei", "One", "Four"]),
        (["--country", "MZ"], ["One"]),
        (["--type", "flood/rain"], ["One"]),
        (["--source-type", "government"], ["One"]),
        (["--host", "b.example"], ["Two"]),
        (["--language", "de"], ["Drei"]),
        (["--since", "2024-03-01", "--until", "2024-03-31"], ["Two"]),
        (["--min-score", "0.8"], ["Two"]),
        (["--query", "dam", "--sort", "score"], ["Two", "One"]),
        (["--query", "dam", "--country", "FR"], []),
        (["--outcome", "rejected"], ["Four"]),
        (["--outcome", "rejected", "--out", "-"], ["Four"]),
    ],
)
def test_filters_and_orders(folder, capsys, options, titles):
    assert _titles(capsys, folder, *options) == titles


def test_citations_and_maps_hold_kept_pages(folder, tmp_path):
    assert main(["export", str(folder), "--format", "ris", "-o", str(tmp_path / "x.ris")]) == 0
    assert (tmp_path / "x.ris").read_text().count("TY  - ") == 3
    assert main(["export", str(folder), "--format", "geojson", "-o", str(tmp_path / "x.json")]) == 0
    features = json.loads((tmp_path / "x.json").read_text())["features"]
    assert [bool(feature["geometry"]) for feature in features] == [True, False, False]
    assert features[0]["geometry"]["coordinates"] == [[34.8, -19.8]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "wacz"], "needs --out FILE"),
        (
            ["--format", "wacz", "-o", "x.wacz", "--country", "ZZ"],
            "none of these pages is archived",
        ),
        (["--since", "yesterday"], "since: found 'yesterday'"),
        (["--min-score", "2"], "minimum score: found 2"),
        (["--country", "MZ", "--outcome", "waiting"], "outcome: found 'waiting'"),
    ],
)
def test_mistakes_are_explained(folder, capsys, options, message):
    assert main(["export", str(folder), *options]) == 1
    assert message in " ".join(capsys.readouterr().err.split())


def test_a_failed_export_leaves_no_file(folder, tmp_path):
    out = tmp_path / "x.csv"
    assert main(["export", str(folder), "--query", '"open', "--since", "?", "-o", str(out)]) == 1
    assert not out.exists()
