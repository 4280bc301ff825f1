"""Two visits to a page are compared by sentence."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app

URL = "http://a.example/dam"


def test_the_texts_of_two_visits_are_compared(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "flood")
    shelf.save(StoredPage(URL, "The dam broke in the night. Two people died there."))
    shelf.save(StoredPage(URL, "The dam broke in the night. Nine people died there."))
    path = "/api/v1/collections/flood/pages/1/difference"
    with TestClient(
        make_app(ServerSettings(folders=[tmp_path])), base_url="http://127.0.0.1:8484"
    ) as client:
        answer = client.get(path, params={"from": 1, "to": 2}).json()
        assert client.get(path, params={"from": 1, "to": 9}).status_code == 404
        assert client.get(path, params={"from": 1}).status_code == 422
    assert [row["kind"] for row in answer["rows"]] == ["same", "changed"]
    assert {"text": "Nine", "changed": True} in answer["rows"][1]["after"]
    assert answer["counts"] == {"same": 1, "changed": 1}
