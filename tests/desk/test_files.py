"""The files of the desk: complete, as vendored, small, and served with what browsers need."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tidings.api.app import ServerSettings, make_app
from tidings.desk.pages import STATIC, add_desk, page, version

VENDOR = STATIC / "vendor"
OWN = sorted(
    path
    for path in STATIC.rglob("*")
    if path.suffix in (".js", ".css", ".html") and VENDOR not in path.parents
)
MODULES = [path for path in OWN if path.suffix == ".js"]
MOST_BYTES = 1_000_000
"""All files of the desk without the map."""
LONG_FILE = 400


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(ServerSettings(folders=[tmp_path]))
    add_desk(app)
    with TestClient(app, base_url="http://127.0.0.1:8484") as client:
        yield client


def test_vendored_files_are_those_of_the_list() -> None:
    packages = json.loads((VENDOR / "VENDOR.json").read_text(encoding="utf-8"))
    listed = {each["file"]: each["sha256"] for package in packages for each in package["files"]}
    listed |= {package["licence_file"]: package["licence_sha256"] for package in packages}
    files = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != "VENDOR.json"
    }
    assert files == listed


def test_the_desk_is_small() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file() and path.parent.name != "world"]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(STATIC)))
def test_every_import_leads_to_a_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"(?:from |import\()\"(\.[^\"]+)\"", text):
        assert (path.parent / target).resolve().is_file(), target


def test_every_file_named_by_the_page_exists() -> None:
    for target in re.findall(r"(?:href|src)=\"/static/v-[0-9a-f]+/([^\"]+)", page()):
        assert (STATIC / target).is_file(), target
    for path in STATIC.glob("style/*.css"):
        for target in re.findall(r"url\(([^\")]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).is_file(), target


def test_nothing_sets_markup_from_text_or_breaks_the_policy() -> None:
    """Text of crawled pages may only ever become text nodes."""
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|\beval\(|new Function"
    )
    for path in OWN:
        assert not forbidden.search(path.read_text(encoding="utf-8")), path
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script>|<style|\bstyle=|\bon\w+=", page)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(STATIC)))
def test_modules_are_short_and_say_what_they_are_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("// ")
    assert text.count("\n") <= LONG_FILE


@pytest.mark.parametrize("path", ["/", "/c/flood/search?q=dam", "/new"])
def test_every_address_is_the_page(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "desk.js" in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_files_have_the_type_that_browsers_need(client: TestClient) -> None:
    assert "javascript" in client.get("/static/desk.js").headers["content-type"]
    assert client.get("/static/desk.js").headers["cache-control"] == "no-cache"
    assert "immutable" in client.get(f"/static/{version()}/desk.js").headers["cache-control"]
    assert client.get("/static/none.js").status_code == 404
    assert client.get("/api/v1/none").status_code == 404


def test_a_changed_file_changes_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.desk.pages.STATIC", tmp_path)
    (tmp_path / "desk.js").write_text("// one", encoding="utf-8")
    before = version()
    assert version() == before
    (tmp_path / "desk.js").write_text("// another", encoding="utf-8")
    assert version() != before
