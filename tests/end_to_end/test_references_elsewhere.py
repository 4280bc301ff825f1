"""An archive and the references of its event are different things: references come from files or from the web."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.end_to_end.world import entries
from tidings.archive.write.records import response_records
from tidings.archive.write.warc import WarcArchive
from tidings.cli import main
from tidings.model import Capture

NOW = datetime(2016, 3, 25, tzinfo=UTC)
STORY = (
    "The Lys burst its banks in Ghent on 22 March 2016 and drowned the cellars of the Patershol. Mayor Ilse "
    "Verhaegen said that 340 people slept in the Vooruit hall. The pumps of Tolhuis lock failed at 4 a.m. "
)
PAGES = {
    "/first": f"<p>{STORY * 2}</p><p><a href='/second'>More about the flood in Ghent</a></p>",
    "/second": "<p>Lock keeper Bram Quintelier saw the pumps of the Tolhuis lock stop on 22 March 2016. An hour later the "
    "Lys stood in the Patershol, and Mayor Ilse Verhaegen opened the Vooruit hall in Ghent to 340 people.</p>",
    "/sport": "<p>The striker scored twice, and the cup final goes to extra time. Fans sang until midnight.</p>",
}
REFERENCE = (
    f"<html lang=en><title>Flood</title><p>{STORY * 3}</p>"
    "<p><a href='http://old.example/first'>A report</a> <a href='http://old.example/sport'>Sport</a></p>"
)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    warc = WarcArchive(folder, prefix="old", max_bytes=10**9, software="test", resume=("", 0))
    for path, text in PAGES.items():
        body = f"<html lang=en><title>{path}</title><body>{text}".encode()
        headers = (("content-type", "text/html; charset=utf-8"),)
        capture = Capture(f"http://old.example{path}", NOW, 200, headers, body, "OK")
        warc.append(response_records(capture, {})[0])
    warc.flush()
    warc.close()
    return folder


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = self.path == "/reference"
        self.send_response(200 if found else 404)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(REFERENCE.encode() if found else b"")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), _Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join(60)
    server.server_close()


def event(folder: Path, reference: str, *, port: int = 0, contact: str = "", kept: int = 0) -> Path:
    folder.mkdir()
    (folder / "event.toml").write_text(
        f"""name = "Flood"
[what]
references = ["{reference}"]
[when]
start = 2016-03-22
[where]
places = ["Ghent"]
[budget]
kept = {kept}
[fetch]
contact = "{contact}"
connect = ["*.example 127.0.0.1:{port or 1}"]
allow = ["127.0.0.0/8"]
delay = 0
[run]
workers = 0
"""
    )
    return folder


def extract(folder: Path, archive: Path) -> int:
    return main(
        ["extract", str(folder), "--from", str(archive), "--plain", "--seeds-from-references"]
    )


def kept(folder: Path) -> set[str]:
    return {entry.url for entry in entries(folder, "kept")}


BOTH = {"http://old.example/first", "http://old.example/second"}


def test_a_reference_may_be_a_file_whose_links_are_the_seeds(archive: Path, tmp_path: Path) -> None:
    folder = event(tmp_path / "flood", "reference.html")
    (folder / "reference.html").write_text(REFERENCE)
    assert extract(folder, archive) == 0
    assert kept(folder) == BOTH
    assert [entry.url for entry in entries(folder, "rejected")] == ["http://old.example/sport"]


def test_a_reference_may_be_on_the_web(archive: Path, port: int, tmp_path: Path) -> None:
    url = "http://now.example/reference"
    folder = event(tmp_path / "flood", url, port=port, contact="mail@archive.example")
    assert extract(folder, archive) == 0
    assert kept(folder) == BOTH


def test_the_web_needs_a_contact(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = event(tmp_path / "flood", "http://now.example/reference")
    assert extract(folder, archive) == 1
    assert "what.references: some are in no archive" in capsys.readouterr().err
    assert not kept(folder)


def test_a_budget_of_kept_pages_ends_an_extraction(archive: Path, tmp_path: Path) -> None:
    folder = event(tmp_path / "flood", "reference.html", kept=1)
    (folder / "reference.html").write_text(REFERENCE)
    assert extract(folder, archive) == 4
    assert len(kept(folder)) == 1
