"""The wizard's side of the API: presets, a proposal, and how it would judge samples at once."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.proposing.test_proposing import PAGE, TEXT, WEB
from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.model import Outcome

BASE = "/api/v1"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[TestClient]:
    """Serve a folder without collections; the web has one page."""
    app = make_app(ServerSettings(folders=[tmp_path]))
    app.state.open_web = WEB
    with TestClient(app, base_url="http://127.0.0.1:8484") as client:
        yield client


def test_presets_are_listed(empty: TestClient) -> None:
    items = {each["type"]: each for each in empty.get(f"{BASE}/presets").json()["items"]}
    assert (items["election"]["lead"], items["election"]["cooldown"]) == (90, 21)
    assert (items["leak"]["lead"], items["leak"]["cooldown"]) == (0, 730)


def test_a_proposal_can_be_previewed_and_made(empty: TestClient) -> None:
    request = {
        "text": TEXT,
        "references": [
            {"url": "http://news.example/idai"},
            {"html": PAGE},
            {"text": "The cyclone Idai hit Beira."},
        ],
        "seeds": ["http://seed.example/"],
        "type": "storm",
        "contact": "me@example.org",
    }
    made = empty.post(f"{BASE}/proposals", json=request).json()
    assert made["warnings"] == []
    beira = next(each for each in made["places"] if each["name"] == "Beira")
    assert beira["lat"] == pytest.approx(-19.8, abs=0.2)
    assert (made["start"], made["lead"], made["cooldown"]) == ("2019-03-15", 3, 90)
    assert {"http://seed.example/", "http://news.example/idai"} <= set(made["seeds"])
    judged = empty.post(f"{BASE}/proposals/preview", json={"event_file": made["event_file"]}).json()
    assert judged["warnings"] == []
    assert len(judged["items"]) == 4
    best = judged["items"][0]
    assert best["kept"]
    assert best["score"] >= judged["threshold"]
    assert set(best["parts"]) == {"topic", "place", "date"}
    assert "score" in best["explanation"]
    saved = empty.post(f"{BASE}/collections", json={"event_file": made["event_file"]})
    assert saved.status_code == 201, saved.text


def test_pages_of_other_collections_are_samples(tmp_path: Path) -> None:
    Shelf(tmp_path / "flood").save(
        StoredPage("http://a.example/dam", "The dam above the town broke in the night."),
        StoredPage("http://b.example/cup", "The cup final was a draw.", outcome=Outcome.REJECTED),
    )
    file = 'name = "Dam"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["dam", "town"]\n'
    with TestClient(
        make_app(ServerSettings(folders=[tmp_path])), base_url="http://127.0.0.1:8484"
    ) as client:
        judged = client.post(f"{BASE}/proposals/preview", json={"event_file": file}).json()
    scores = {each["url"]: each["score"] for each in judged["items"]}
    assert scores["http://a.example/dam"] > scores["http://b.example/cup"]


def test_private_addresses_are_refused_and_nobody_is_asked(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.2)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/secret"
        request = {"references": [{"url": url}], "contact": "me@example.org"}
        with TestClient(
            make_app(ServerSettings(folders=[tmp_path])), base_url="http://127.0.0.1:8484"
        ) as client:
            answer = client.post(f"{BASE}/proposals", json=request).json()
        with pytest.raises(TimeoutError):
            listener.accept()
    assert any(url in warning for warning in answer["warnings"])
    assert answer["keywords"] == []


def test_without_a_contact_nothing_is_fetched(empty: TestClient) -> None:
    request = {"references": [{"url": "http://news.example/idai"}]}
    answer = empty.post(f"{BASE}/proposals", json=request).json()
    assert "contact" in answer["warnings"][0]
    assert answer["seeds"] == ["http://news.example/idai"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("proposals", {}, 400),
        ("proposals", {"unknown": 1}, 422),
        ("proposals", {"text": "x" * 300_000}, 422),
        ("proposals/preview", {"event_file": "name ="}, 422),
        ("proposals/preview", {"event_file": 'name = "x"'}, 422),
        ("proposals/preview", {}, 422),
    ],
)
def test_mistakes_are_problems(
    empty: TestClient, path: str, body: dict[str, object], status: int
) -> None:
    answer = empty.post(f"{BASE}/{path}", json=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


POSTS = """\
{"id_str": "1", "created_at": "Fri Mar 15 08:00:00 +0000 2019", "text": "Idai floods Beira", \
"entities": {"urls": [{"expanded_url": "http://news.example/idai-floods"}]}}
{"id_str": "2", "created_at": "Fri Mar 15 09:00:00 +0000 2019", "text": "My lunch", \
"entities": {"urls": [{"expanded_url": "http://food.example/lunch"}]}}
"""
RESULTS = """\
<title>cyclone idai - Google Search</title>
<a href="/url?q=http://paper.example/idai-dead&sa=U">Idai: the dead</a>
<a href="https://www.google.com/preferences">Settings</a>
"""


def test_seeds_are_found_in_posts_saved_results_and_pasted_text(empty: TestClient) -> None:
    files = [
        {"name": "posts.jsonl", "content": POSTS},
        {"name": "../results.html", "content": RESULTS.replace('"/url', '"https://www.google.com/url')},
        {"name": "pasted", "content": "Idai hits Beira\nhttp://other.example/idai\n"},
    ]  # fmt: skip
    answer = empty.post(
        f"{BASE}/proposals/seeds", json={"files": files, "keywords": ["idai"]}
    ).json()
    assert {each["url"] for each in answer["items"]} == {
        "http://news.example/idai-floods", "http://paper.example/idai-dead", "http://other.example/idai",
    }  # fmt: skip
    assert answer["by_keywords"]
    assert answer["links"] == 4


def test_without_a_link_about_the_event_all_links_are_seeds(empty: TestClient) -> None:
    files = [{"name": "posts.jsonl", "content": POSTS}]
    answer = empty.post(f"{BASE}/proposals/seeds", json={"files": files, "keywords": ["volcano"]})
    assert len(answer.json()["items"]) == 2
    assert not answer.json()["by_keywords"]


def test_a_file_that_holds_no_posts_gives_no_seeds(empty: TestClient) -> None:
    files = [{"name": "posts.json", "content": "{" * 1000}, {"name": "x.csv", "content": "\x00,"}]
    answer = empty.post(f"{BASE}/proposals/seeds", json={"files": files})
    assert answer.status_code == 200
    assert answer.json()["items"] == []


def test_samples_are_read_from_given_addresses(empty: TestClient) -> None:
    request = {"urls": ["http://news.example/idai"], "contact": "me@example.org"}
    assert empty.post(f"{BASE}/proposals/samples", json=request).json() == {
        "read": 1,
        "warnings": [],
    }
    assert empty.post(f"{BASE}/proposals/samples", json=request).json()["read"] == 0
    without = {"urls": ["http://other.example/"]}
    assert "contact" in empty.post(f"{BASE}/proposals/samples", json=without).json()["warnings"][0]
