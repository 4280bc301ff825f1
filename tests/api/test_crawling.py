"""Making collections and steering crawls over HTTP, without a crawl."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tidings.collection.folder import CONTROL_FILE, locked
from tidings.sources.streams.changes import read_changes, write_followed

API = "/api/v1/collections"
C = f"{API}/flood"
EVENT = """\
# a quake
name = "Quake 2024"
seeds = ["http://a.example/"]  # one
[what]
keywords = ["quake"]
"""


def test_a_collection_is_made_from_an_event_file(client: TestClient, home: Path) -> None:
    made = client.post(API, json={"event_file": EVENT})
    assert made.status_code == 201
    assert made.headers["location"] == "collections/quake-2024"
    assert made.json()["event"]["problem"] == ""
    assert (home / "quake-2024" / "event.toml").read_text(encoding="utf-8") == EVENT
    again = client.post(API, json={"event_file": EVENT})
    assert again.status_code == 409
    other = client.post(API, json={"event_file": EVENT, "folder": "other"})
    assert other.json()["name"] == "other"


def test_a_collection_is_made_from_a_draft(client: TestClient, home: Path) -> None:
    draft = {"name": "Storm", "keywords": ["storm"], "seeds": ["http://a.example/"]}
    made = client.post(API, json={"draft": draft})
    assert made.status_code == 201, made.text
    assert tomllib.loads((home / "storm" / "event.toml").read_text())["name"] == "Storm"


def test_every_mistake_of_an_event_file_is_named(client: TestClient, home: Path) -> None:
    answer = client.post(API, json={"event_file": 'name = "x"\nseeds = ["ftp://x"]\n[whut]\na=1'})
    assert answer.status_code == 422
    assert len(answer.json()["errors"]) >= 3
    assert any(error.startswith("seeds: found") for error in answer.json()["errors"])
    assert str(home) not in answer.text
    assert [path.name for path in home.iterdir()] == ["flood"]


@pytest.mark.parametrize("given", [{}, {"event_file": EVENT, "draft": {"name": "x"}}])
def test_a_collection_needs_one_description(client: TestClient, given: dict[str, object]) -> None:
    assert client.post(API, json=given).status_code == 422


def test_the_event_file_is_read_and_replaced(client: TestClient, home: Path) -> None:
    read = client.get(f"{C}/event")
    assert read.headers["content-type"].startswith("text/plain")
    tag = read.headers["etag"]
    changed = read.text.replace('"Flood"', '"Great flood"')
    kind = {"Content-Type": "text/plain"}
    stale = client.put(f"{C}/event", content=changed, headers={**kind, "If-Match": '"old"'})
    assert stale.status_code == 412
    fresh = client.put(f"{C}/event", content=changed, headers={**kind, "If-Match": tag})
    assert fresh.json()["title"] == "Great flood"
    broken = client.put(f"{C}/event", content="name = 3", headers=kind)
    assert broken.status_code == 422
    assert client.get(f"{C}/event").text == changed
    assert sorted(path.name for path in (home / "flood").glob("*event*")) == ["event.toml"]


def test_seeds_and_keywords_are_added(client: TestClient, home: Path) -> None:
    seeds = client.post(f"{C}/seeds", json={"values": ["HTTP://B.example", "http://a.example/"]})
    assert seeds.status_code == 201
    assert seeds.json() == {"added": ["http://b.example/"], "running": False}
    assert client.post(f"{C}/keywords", json={"values": ["dam"]}).json()["added"] == ["dam"]
    document = tomllib.loads((home / "flood" / "event.toml").read_text(encoding="utf-8"))
    assert document["seeds"] == ["http://a.example/", "http://b.example/"]
    assert document["what"]["keywords"] == ["flood", "dam"]


@pytest.mark.parametrize(
    ("path", "values"),
    [("seeds", ["file:///etc/passwd"]), ("keywords", ["!!!"]), ("keywords", []), ("seeds", [""])],
)
def test_what_a_crawl_would_refuse_is_not_added(
    client: TestClient, home: Path, path: str, values: list[str]
) -> None:
    before = (home / "flood" / "event.toml").read_bytes()
    assert client.post(f"{C}/{path}", json={"values": values}).status_code == 422
    assert (home / "flood" / "event.toml").read_bytes() == before


def test_queries_are_shown_removed_and_rejected(client: TestClient, home: Path) -> None:
    shown = client.get(f"{C}/queries").json()
    assert shown["words"]
    assert shown["listening"] is False
    write_followed(home / "flood", ["tag:dam"])
    assert client.get(f"{C}/queries").json()["followed"] == ["tag:dam"]
    assert client.delete(f"{C}/queries", params={"query": ["colour:red"]}).status_code == 422
    word = f"word:{shown['words'][0]}"
    assert client.delete(f"{C}/queries", params={"query": [word, "tag:rumour"]}).status_code == 204
    assert shown["words"][0] not in client.get(f"{C}/queries").json()["words"]
    kept = json.loads((home / "flood" / "queries.json").read_text("utf-8"))
    assert kept == {"add": [], "remove": [word, "tag:rumour"]}
    assert client.delete(f"{C}/queries").status_code == 422


def test_queries_are_added(client: TestClient, home: Path) -> None:
    made = client.post(f"{C}/queries", json={"values": ["tag:flood2024"]})
    assert made.json() == {"added": ["tag:flood2024"], "running": False}
    assert client.post(f"{C}/queries", json={"values": ["tag:flood2024"]}).json()["added"] == []
    assert client.post(f"{C}/queries", json={"values": ["colour:red"]}).status_code == 422
    assert read_changes(home / "flood") == (["tag:flood2024"], [])


def test_the_budget_is_changed(client: TestClient) -> None:
    assert client.patch(f"{C}/crawl", json={"pages": 50}).json()["pages"] == 50
    assert client.get(C).json()["budget"]["pages"] == 50
    assert client.patch(f"{C}/crawl", json={"pages": 0}).status_code == 422
    assert client.patch(f"{C}/crawl", json={}).status_code == 400


def test_orders_go_to_a_running_crawl(client: TestClient, home: Path) -> None:
    folder = home / "flood"
    assert client.post(f"{C}/crawl", json={"action": "pause"}).status_code == 409
    with locked(folder):  # as a crawl does
        control = folder / CONTROL_FILE
        assert client.post(f"{C}/crawl", json={"action": "pause"}).json()["running"] is True
        assert control.read_text() == "pause\n"
        client.post(f"{C}/seeds", json={"values": ["http://c.example/"]})
        assert control.read_text() == "pause\n"  # taken when it resumes
        client.post(f"{C}/crawl", json={"action": "resume"})
        assert control.read_text() == "reload\n"
        client.post(f"{C}/crawl", json={"action": "stop"})
        assert control.read_text() == "stop\n"
        assert client.post(f"{C}/crawl", json={"action": "start"}).status_code == 409


def test_a_crawl_that_cannot_begin_says_why(client: TestClient) -> None:
    answer = client.post(f"{C}/crawl", json={"action": "start"})
    assert answer.status_code == 422
    assert "fetch.contact" in answer.json()["detail"]
