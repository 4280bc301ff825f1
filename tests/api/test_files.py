"""Exports, entity tags and compression."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tempfile
import zipfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage

C = "/api/v1/collections/flood"


def test_pages_are_exported_as_a_table(client: TestClient) -> None:
    answer = client.get(f"{C}/export", params={"format": "csv", "q": "dam"})
    assert answer.headers["content-type"].startswith("text/csv")
    assert 'filename="flood.csv"' in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert {row["url"] for row in rows} == {"http://a.example/dam", "http://b.example/flood"}


def test_pages_are_exported_as_lines_of_json(client: TestClient) -> None:
    answer = client.get(f"{C}/export", params={"format": "jsonl", "outcome": "any"})
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert len(lines) == 3
    assert lines[0]["text"]


def test_chosen_pages_are_exported_in_the_given_order(client: TestClient) -> None:
    answer = client.get(f"{C}/export", params={"format": "jsonl", "pages": "3,1,3,99"})
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["url"] for line in lines] == ["http://b.example/cup", "http://a.example/dam"]


@pytest.mark.parametrize("given", [{"pages": "1,x"}, {"pages": ","}, {"pages": "1", "q": "dam"}])
def test_pages_are_chosen_by_numbers_alone(client: TestClient, given: dict[str, str]) -> None:
    answer = client.get(f"{C}/export", params=given)
    assert answer.status_code == 400
    assert "pages: found" in answer.json()["detail"]


def test_a_collection_is_exported_whole(client: TestClient) -> None:
    answer = client.get(f"{C}/export", params={"format": "wacz"})
    with zipfile.ZipFile(io.BytesIO(answer.content)) as wacz:
        assert "datapackage.json" in wacz.namelist()


def test_some_pages_are_exported_to_replay(client: TestClient, home: Path) -> None:
    urls = ["http://a.example/1", "http://a.example/2"]
    bodies = (b"<title>One</title><p>The dam broke.", b"<title>Two</title><p>The cup final.")
    pages = [
        StoredPage(url, body=body, text=body.decode())
        for url, body in zip(urls, bodies, strict=True)
    ]
    Shelf(home / "two").save(*pages)
    for given in ({"pages": "1"}, {"q": "dam"}):
        answer = client.get("/api/v1/collections/two/export", params={"format": "wacz", **given})
        assert answer.status_code == 200, answer.text
        with zipfile.ZipFile(io.BytesIO(answer.content)) as wacz:
            _, *listed = map(json.loads, wacz.read("pages/pages.jsonl").splitlines())
            records = gzip.decompress(wacz.read("archive/selection.warc.gz"))
            index = gzip.decompress(wacz.read("indexes/index.cdx.gz")).decode()
        assert [page["url"] for page in listed] == urls[:1]
        assert urls[0] in index
        assert bodies[0] in records
        assert bodies[1] not in records


def test_pages_that_are_not_archived_cannot_be_replayed(client: TestClient) -> None:
    answer = client.get(f"{C}/export", params={"format": "wacz", "pages": "99"})
    assert "none of these pages is archived" in answer.json()["detail"]


def test_an_export_leaves_no_file(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "exports"))
    (tmp_path / "exports").mkdir()
    assert client.get(f"{C}/export").status_code == 200
    assert client.get(f"{C}/export", params={"format": "csv", "q": "title:"}).status_code == 400
    assert list((tmp_path / "exports").iterdir()) == []


def test_an_answer_that_is_known_is_not_sent_again(client: TestClient) -> None:
    first = client.get(f"{C}/pages")
    tag = first.headers["etag"]
    again = client.get(f"{C}/pages", headers={"If-None-Match": f'"other", {tag}'})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == tag
    client.post(f"{C}/judgements", json={"pages": [3], "verdict": "relevant"})
    assert client.get(f"{C}/pages", headers={"If-None-Match": tag}).status_code == 200


def test_answers_are_compressed_if_the_client_wants_it(client: TestClient) -> None:
    packed = client.get(f"{C}/pages", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    plain = client.get(f"{C}/pages", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == packed.json()
