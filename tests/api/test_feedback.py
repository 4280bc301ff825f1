"""Judging over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.collection.folder import change_stamp

C = "/api/v1/collections/flood"


def test_judgements_are_made_listed_and_withdrawn(client: TestClient) -> None:
    made = client.post(f"{C}/judgements", json={"pages": [3], "verdict": "relevant"})
    assert made.status_code == 201
    assert made.json()["applied"] is True
    assert made.json()["kept"] == 1
    listed = client.get(f"{C}/judgements").json()["items"]
    assert [(each["page"], each["verdict"]) for each in listed] == [(3, "relevant")]
    hit = client.get(f"{C}/search", params={"outcome": "any", "judged": "relevant"}).json()
    assert [each["id"] for each in hit["items"]] == [3]
    assert hit["items"][0]["judged"] == "relevant"
    back = client.delete(f"{C}/judgements/{listed[0]['id']}")
    assert back.json()["rejected"] == 1
    assert client.get(f"{C}/judgements").json()["items"] == []
    assert client.delete(f"{C}/judgements/{listed[0]['id']}").status_code == 404


def test_revisions_say_what_they_changed(client: TestClient) -> None:
    client.post(f"{C}/judgements", json={"pages": [3], "verdict": "relevant"})
    revisions = client.get(f"{C}/models").json()["items"]
    assert [(each["number"], each["kept"]) for each in revisions] == [(1, 1)]
    assert revisions[0]["quality"] == 0.0  # the measure alone would have rejected it
    sides = client.get(f"{C}/models/changes", params={"before": 0, "after": 1}).json()["items"]
    assert [(each["page"], each["kept"]) for each in sides] == [(3, True)]
    assert client.get(f"{C}/models/changes", params={"before": 0, "after": 9}).status_code == 404


def test_pages_to_judge_are_suggested(client: TestClient) -> None:
    items = client.get(f"{C}/judgements/next", params={"limit": 2}).json()["items"]
    assert len(items) == 2
    assert all(each["lead"] for each in items)


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"pages": [99], "verdict": "relevant"}, 404),
        ({"pages": [], "verdict": "relevant"}, 422),
        ({"pages": [1], "verdict": "maybe"}, 422),
        ({"pages": [1], "verdict": "not", "type": "picnic"}, 400),
        ({"pages": [1], "verdict": "not", "surprise": 1}, 422),
    ],
)
def test_a_wrong_judgement_is_a_problem(
    client: TestClient, given: dict[str, object], status: int
) -> None:
    answer = client.post(f"{C}/judgements", json=given)
    assert answer.status_code == status
    assert client.get(f"{C}/judgements").json()["items"] == []


def test_fields_and_tags_are_noted(client: TestClient, home: Path) -> None:
    event = home / "flood" / "event.toml"
    event.write_text(event.read_text() + '[fields]\nseverity = ["low", "high"]\n', encoding="utf-8")
    assert client.get(f"{C}/fields").json()["items"][0]["choices"] == ["low", "high"]
    noted = client.put(f"{C}/pages/1/fields", json={"values": {"severity": "high"}})
    assert noted.json()["fields"] == {"severity": "high"}
    client.put(f"{C}/pages/1/tags", json={"tags": ["dam", "dam"]})
    page = client.get(f"{C}/pages/1").json()
    assert (page["tags"], page["fields"]) == (["dam"], {"severity": "high"})
    found = client.get(f"{C}/search", params={"field": "severity=high"}).json()["items"]
    assert [(hit["id"], hit["tags"]) for hit in found] == [(1, ["dam"])]
    wrong = client.put(f"{C}/pages/1/fields", json={"values": {"severity": "huge"}})
    assert wrong.status_code == 422
    assert client.put(f"{C}/pages/1/tags", json={"tags": [""]}).status_code == 422


def test_suggestions_follow_judgements_and_the_event_file(client: TestClient, home: Path) -> None:
    def asked() -> set[int]:
        return {each["page"] for each in client.get(f"{C}/judgements/next").json()["items"]}

    before = asked()
    assert asked() == before
    page = min(before)
    client.post(f"{C}/judgements", json={"pages": [page], "verdict": "not"})
    assert page not in asked()
    stamp = change_stamp(home / "flood")
    event = home / "flood" / "event.toml"
    event.write_text(event.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert change_stamp(home / "flood") != stamp


def test_figures_are_counted_again_once_a_collection_has_changed(
    client: TestClient, home: Path
) -> None:
    assert client.get(C).json()["counts"]["kept"] == 2
    assert client.get(f"{C}/status").json()["counts"]["kept"] == 2
    Shelf(home / "flood").save(StoredPage("http://c.example/new"))
    assert client.get(C).json()["counts"]["kept"] == 3
    assert client.get(f"{C}/status").json()["counts"]["kept"] == 3
