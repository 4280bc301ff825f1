"""Reading collections over HTTP: cards, status, search, pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.api.models.search import MapParameters, SearchParameters
from tidings.collection.collection import open_collection
from tidings.collection.search.asking import Filters
from tidings.model import Need, Outcome, Reason, Requisite, Use, Verdict

C = "/api/v1/collections/flood"


def test_a_card_shows_a_collection_in_short(client: TestClient) -> None:
    answer = client.get("/api/v1/collections").json()
    assert answer["total"] == 1
    card = answer["items"][0]
    assert card["name"] == "flood"
    assert card["title"] == "Flood"
    assert card["counts"] == {"kept": 2, "rejected": 1, "pages": 3, "waiting": 0, "hosts": 0}
    assert card["harvest"] == [[1, 1], [2, 2], [3, 2]]
    assert card["size_bytes"] > 0
    assert card["newest"] == "2024-05-01T00:00:00Z"
    assert card["event"]["keywords"] == ["flood"]


def test_a_collection_before_its_first_crawl(client: TestClient, home: Path) -> None:
    (home / "new").mkdir()
    (home / "new" / "event.toml").write_text('name = "New"', encoding="utf-8")
    card = client.get("/api/v1/collections/new").json()
    assert card["state"]["state"] == ""
    assert "found nothing" in card["event"]["problem"] or "seeds" in card["event"]["problem"]
    assert client.get("/api/v1/collections/new/status").json()["outcomes"] == []
    assert client.get("/api/v1/collections/new/search").status_code == 404


def test_the_status_counts_outcomes(client: TestClient) -> None:
    status = client.get(f"{C}/status").json()
    assert {(each["outcome"], each["count"]) for each in status["outcomes"]} == {
        ("kept", 2),
        ("rejected", 1),
    }


def test_a_search_finds_and_counts(client: TestClient) -> None:
    answer = client.get(f"{C}/search", params={"q": "dam", "facet": ["host", "country"]}).json()
    assert [hit["title"] for hit in answer["items"]] == ["Dam breaks", "Flood in town"]
    first = answer["items"][0]
    start, end = first["snippet"]["highlights"][0]
    assert first["snippet"]["text"][start:end] == "dam"
    assert first["published"]["when"] == "2024-05-01T00:00:00Z"
    assert first["places"][0]["name"] == "Beira"
    assert answer["facets"]["country"] == [{"value": "MZ", "pages": 2}]


def test_every_filter_of_the_search_is_a_parameter() -> None:
    renamed = {"fold_stories", "facets", "offset"}
    parameters = {*SearchParameters.model_fields, *MapParameters.model_fields}
    assert set(Filters.__annotations__) - renamed <= parameters


def test_a_search_goes_on_with_a_cursor(client: TestClient) -> None:
    first = client.get(f"{C}/search", params={"q": "dam", "limit": 1}).json()
    second = client.get(
        f"{C}/search", params={"q": "dam", "limit": 1, "cursor": first["next"]}
    ).json()
    assert first["items"][0]["id"] != second["items"][0]["id"]
    assert second["next"] is None


def test_a_filter_may_be_repeated(client: TestClient) -> None:
    params = [("host", "a.example"), ("host", "b.example"), ("outcome", "any")]
    assert client.get(f"{C}/search", params=params).json()["total"] == 3


def test_all_collections_are_searched_at_once(client: TestClient) -> None:
    answer = client.get("/api/v1/search", params={"q": "flood"}).json()
    assert [hit["collection"] for hit in answer["items"]] == ["flood"]


@pytest.mark.parametrize(
    ("path", "mistake"),
    [
        ("/search?sort=worst", "sort"),
        ("/search?nonsense=1", "nonsense"),
        ("/search?since=yesterday", "since"),
        ("/search?q=title:", "title"),
        ("/search?cursor=%21%21", "cursor"),
        ("/search?box=1,2", "box"),
        ("/facets", "facet"),
        ("/facets?facet=colour", "colour"),
    ],
)
def test_a_mistake_is_a_problem_that_names_it(client: TestClient, path: str, mistake: str) -> None:
    answer = client.get(C + path)
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert mistake in answer.json()["detail"]


def test_facets_timeline_and_map(client: TestClient) -> None:
    facets = client.get(f"{C}/facets", params={"facet": "host"}).json()
    assert {each["value"] for each in facets["facets"]["host"]} == {"a.example", "b.example"}
    timeline = client.get(f"{C}/timeline").json()
    assert [(each["start"], each["pages"]) for each in timeline["items"]] == [
        ("2024-05-01", 1),
        ("2024-05-03", 1),
    ]
    cells = client.get(f"{C}/map").json()["items"]
    assert [(round(each["lat"], 2), each["pages"]) for each in cells] == [(-19.84, 2)]
    assert cells[0]["places"] == ["Beira, MZ"]


def test_the_ledger_is_listed_in_parts(client: TestClient) -> None:
    seen, cursor = [], None
    for _ in range(5):
        params = {"limit": 2, **({"cursor": cursor} if cursor else {})}
        answer = client.get(f"{C}/pages", params=params).json()
        seen += [each["url"] for each in answer["items"]]
        cursor = answer["next"]
        if not cursor:
            break
    assert len(seen) == len(set(seen)) == answer["total"] == 3


def test_a_page_shows_everything(client: TestClient) -> None:
    page = client.get(f"{C}/pages/1").json()
    assert page["url"] == "http://a.example/dam"
    assert page["text"].startswith("The dam")
    assert page["people"] == [{"name": "Ana Silva", "times": 1, "spans": []}]
    assert page["why"]["threshold"] == 0.4
    assert [visit["current"] for visit in page["visits"]] == [True]
    assert client.get(f"{C}/pages/1/visits").json()["total"] == 1


def test_the_completeness_of_pages_and_the_phase_of_the_event_are_shown(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "flood")
    (visit,) = shelf.save(
        StoredPage("http://a.example/1", "The dam broke.", body=b"<p>The dam broke.")
    )
    with (tmp_path / "flood" / "event.toml").open("a", encoding="utf-8") as file:
        file.write("[when]\nstart = 2024-05-01\nend = 2024-05-02\ncooldown = 36500\n")
    with open_collection(tmp_path / "flood", prefix="x", warc_megabytes=1) as collection:
        host = next(iter(collection.links.hosts())).id
        collection.store.requisites.note_page(visit)
        for name, outcome in (("a.css", Outcome.KEPT), ("b.png", Outcome.FAILED), ("c.png", None)):
            need = Requisite(f"http://a.example/{name}", Use.IMAGE)
            seq = collection.store.requisites.add(need, host, Need(visit, 0, 1))
            if outcome:
                collection.store.requisites.finish(seq, Verdict(outcome, Reason.HTTP, "404"))
    with TestClient(
        make_app(ServerSettings(folders=[tmp_path])), base_url="http://127.0.0.1:8484"
    ) as client:
        card, page = client.get(C).json(), client.get(f"{C}/pages/1").json()
    figures = {"seen": 3, "captured": 1, "waiting": 1, "missing": 1, "share": 1 / 3}
    assert card["completeness"] == figures
    assert page["completeness"] == figures
    assert card["phase"] == "cool-down"


def test_similar_pages_share_keywords(client: TestClient) -> None:
    answer = client.get(f"{C}/pages/1/similar").json()
    assert [hit["id"] for hit in answer["items"]] == [2]


def test_why_explains_any_url(client: TestClient) -> None:
    answer = client.get(f"{C}/why", params={"url": "http://b.example/cup"}).json()
    assert answer["page"]["outcome"] == "rejected"
    missing = client.get(f"{C}/why", params={"url": "http://never.example/"})
    assert missing.status_code == 404


@pytest.mark.parametrize("path", ["/api/v1/collections/none", f"{C}/pages/99", "/api/v1/none"])
def test_what_is_not_there_is_a_problem(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_desk_is_served_under_a_strict_policy(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
