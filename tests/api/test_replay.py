"""The API says where an archived page can be seen, and the replay server shows it there."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from starlette.testclient import TestClient

from tests.archive.captures import capture
from tests.collection.archived_pages import archive
from tidings.api.app import ServerSettings, make_app
from tidings.api.replaying import make_replay
from tidings.api.served import ServedFolders

REPLAY = "http://127.0.0.1:8485"


def test_an_archived_page_is_shown_on_another_origin(tmp_path: Path) -> None:
    archive(tmp_path / "flood", [capture("http://news.example/a?b=c")])
    replay = make_replay(ServedFolders([tmp_path]), 8484)
    settings = ServerSettings(folders=[tmp_path], replay_origin=REPLAY, replay_token=replay.token)
    with TestClient(make_app(settings), base_url="http://127.0.0.1:8484") as client:
        answer = client.get("/api/v1/collections/flood/pages/1/replay")
        assert answer.json()["captured"].startswith("2026-11-15T12:00:00")
        assert REPLAY in answer.headers["content-security-policy"]
        assert client.get("/api/v1/collections/flood/pages/1/replay?visit=9").status_code == 404
    url = urlsplit(answer.json()["url"])
    assert f"{url.scheme}://{url.netloc}" == REPLAY
    with TestClient(replay, base_url=REPLAY) as shown:
        page = shown.get(f"{url.path}?{url.query}")
        assert "The river Ahr rose" in page.text
        assert "frame-ancestors http://127.0.0.1:8484" in page.headers["content-security-policy"]
        assert shown.get(url.path.replace("/flood/", "/other/")).status_code == 404


def test_a_server_without_replay_says_so(client: TestClient) -> None:
    assert client.get("/api/v1/collections/flood/pages/1/replay").status_code == 404
