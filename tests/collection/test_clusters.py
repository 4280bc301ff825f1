"""Clusters are a facet of search, follow the growth of a collection, and are listed with their best pages."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.collection.reading import open_reader
from tidings.collection.search.clusters import clusters_path, load_clusters

FLOOD = "flood levee river embankment sandbags downpour"
RAIL = "train carriage derailed signal passengers locomotive"


def stored(first: int, count: int) -> list[StoredPage]:
    return [
        StoredPage(f"http://{n}.example/", f"Report {n}. {RAIL if n % 2 else FLOOD}.", "Report")
        for n in range(first, first + count)
    ]


def counted(folder: Path) -> dict[str, int]:
    with open_reader(folder) as reader:
        answer = reader.search("", facets=["cluster"], limit=0)
        return {each.value: each.pages for each in answer.facets["cluster"]}


def test_every_kept_page_is_in_a_cluster_that_can_be_searched(tmp_path: Path) -> None:
    folder = tmp_path / "flood"
    Shelf(folder).save(*stored(0, 20))
    clusters = counted(folder)
    assert sum(clusters.values()) == 20
    with open_reader(folder) as reader:
        for name, pages in clusters.items():
            found = reader.search("", cluster=name).hits
            assert len(found) == pages
            assert len({hit.entry.content.text.split(". ")[1] for hit in found}) == 1


def test_clusters_are_made_again_when_the_collection_has_grown_by_a_fifth(tmp_path: Path) -> None:
    folder = tmp_path / "flood"
    shelf = Shelf(folder)
    shelf.save(*stored(0, 20))
    counted(folder)
    first = clusters_path(folder).read_bytes()
    shelf.save(*stored(20, 2))
    assert sum(counted(folder).values()) == 22
    assert clusters_path(folder).read_bytes() == first
    shelf.save(*stored(22, 4))
    assert sum(counted(folder).values()) == 26
    model = load_clusters(folder)
    assert model
    assert model.pages == 26
    assert set(counted(folder)) <= {each.name for each in model.clusters}


def test_damaged_clusters_are_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "flood"
    shelf = Shelf(folder)
    shelf.save(*stored(0, 20))
    counted(folder)
    clusters_path(folder).write_text("{", encoding="utf-8")
    shelf.save(*stored(20, 1))
    assert sum(counted(folder).values()) == 21


def test_the_route_lists_them(tmp_path: Path) -> None:
    Shelf(tmp_path / "flood").save(*stored(0, 20))
    app = make_app(ServerSettings(folders=[tmp_path]))
    with TestClient(app, base_url="http://127.0.0.1:8484") as client:
        items = client.get("/api/v1/collections/flood/clusters").json()["items"]
        assert sum(each["pages"] for each in items) == 20
        assert all(each["examples"] and each["words"] for each in items)
        name = items[0]["name"]
        found = client.get("/api/v1/collections/flood/search", params={"cluster": name}).json()
    assert found["total"] == items[0]["pages"]
