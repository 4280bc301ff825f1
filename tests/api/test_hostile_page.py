"""A page written to do harm passes through every route and does none."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.model import Place

HARM = "=cmd|'/C calc'!A0 \x1b[31m\x07 \u202egnp.exe\u2066 <script>alert(1)</script> \x00 \r\nSet-Cookie: a=b"
TITLE = HARM + "A" * 1_000_000
URL = "http://evil.example/?q=%22%3E%3Cscript%3E&x=%0d%0aSet-Cookie:a"
C = "/api/v1/collections/flood"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    home = tmp_path_factory.mktemp("home")
    Shelf(home / "flood").save(
        StoredPage(
            URL,
            HARM + " the dam broke and 12 people died",
            TITLE,
            places=(Place("=1+1 \u202e", "MZ", -19.84, 34.84),),
            people=("@SUM(1)\x1b]0;x\x07",),
            type="+flood",
            body=b"<title>" + TITLE[:1000].encode("utf-8", "replace"),
            headers=(("Content-Type", "text/html"), ("X-Evil", "a\r\nb: c"), ("Set-Cookie", "a=b")),
            links=(URL,),
        )
    )
    app = make_app(ServerSettings(folders=[home], requests_per_second=1e6))
    with TestClient(app, base_url="http://127.0.0.1:8484", follow_redirects=False) as client:
        yield client


def _requests(client: TestClient) -> list[str]:
    """Return a request to every route that reads."""
    filled = {
        "{collection}": "flood",
        "{page}": "1",
        "{visit}": "1",
        "{judgement}": "1",
        "{stamp}": "20240501000000id_",
        "{url}": URL,
    }
    queries = {"/why": {"url": URL}, "/cdx": {"url": URL}, "/facets": {"facet": "host"}}
    paths = []
    for path, operations in client.get("/api/v1/openapi.json").json()["paths"].items():
        if "get" not in operations or path.endswith("/events"):
            continue
        query = next((query for end, query in queries.items() if path.endswith(end)), {})
        for name, value in filled.items():
            path = path.replace(name, value)
        paths.append(str(client.build_request("GET", path, params=query or None).url))
    return paths


def test_every_route_answers_without_harm(client: TestClient) -> None:
    paths = _requests(client)
    assert len(paths) > 30
    for path in paths:
        answer = client.get(path)
        assert answer.status_code < 500, path
        assert "set-cookie" not in answer.headers, path
        assert answer.headers["x-content-type-options"] == "nosniff"
        kind = answer.headers.get("content-type", "")
        policy = answer.headers["content-security-policy"]
        assert not kind.startswith("text/html") or policy.startswith("sandbox"), path
        if kind.startswith("application/json"):
            json.loads(answer.content)


@pytest.mark.parametrize(
    "path", ["/search?q=dam", "/pages", "/pages/1/visits", "/pages/1/graph", "/judgements/next"]
)
def test_lists_show_titles_that_fit(client: TestClient, path: str) -> None:
    answer = client.get(C + path)
    assert answer.status_code == 200
    assert len(answer.content) < 50_000


def test_the_page_itself_is_whole(client: TestClient) -> None:
    page = client.get(f"{C}/pages/1").json()
    assert len(page["title"]) > 1_000_000
    assert page["title"].startswith("=cmd|")


@pytest.mark.parametrize(
    "words", [HARM[:60], '"' * 50, "\u202e", "a" * 2000, "title:" * 100, "(" * 500]
)
def test_hostile_words_are_searched_or_refused(client: TestClient, words: str) -> None:
    text = words.encode("utf-8", "replace").decode()
    assert client.get(f"{C}/search", params={"q": text}).status_code in (200, 400, 422)


@pytest.mark.parametrize(
    "form", ["csv", "jsonl", "parquet", "geojson", "ris", "bibtex", "urls", "wacz"]
)
def test_every_export_is_harmless(client: TestClient, form: str) -> None:
    answer = client.get(f"{C}/export", params={"format": form})
    assert answer.status_code == 200, answer.text[:500]
    assert answer.headers["content-disposition"].startswith("attachment")
    assert "\n" not in answer.headers["content-disposition"]
    if form == "csv":
        csv.field_size_limit(10_000_000)
        (row,) = csv.DictReader(io.StringIO(answer.text))
        assert not [cell for cell in row.values() if cell[:1] in ("=", "+", "@", "\t")]


def test_a_hostile_name_of_a_collection_stays_a_name(client: TestClient, tmp_path: Path) -> None:
    event = 'name = "../../=cmd() \\u202e<script>"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["a"]'
    answer = client.post("/api/v1/collections", json={"event_file": event})
    assert answer.status_code in (201, 422)
    if answer.status_code == 201:
        assert "/" not in answer.json()["name"]
        assert "<" not in answer.json()["name"]
