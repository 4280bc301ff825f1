"""A real OpenSearch server answers as every other index does."""

from __future__ import annotations

import itertools
import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tests.contracts.test_index import *  # noqa: F403  # the contract of every index
from tests.contracts.test_index import filled, page, pages
from tests.engines.search_server import opensearch
from tidings.api.app import ServerSettings, make_app
from tidings.cli import main
from tidings.errors import CollectionError, IndexDamaged
from tidings.index.memory import MemoryIndex
from tidings.index.opensearch.engine import OpenSearchIndex, remove_index
from tidings.model import Mark, SearchQuery
from tidings.ports import Index

_NAMES = map("test{}".format, itertools.count())


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    # a short path that another user may enter, unlike that of pytest
    with tempfile.TemporaryDirectory(prefix="tidings-node-") as name:
        Path(name).chmod(0o755)
        with opensearch(Path(name)) as url:
            yield url


@pytest.fixture
def index(server: str) -> Iterator[Index]:
    made = OpenSearchIndex(server, next(_NAMES))
    yield made
    made.close()


@pytest.fixture(scope="module")
def both(server: str) -> Iterator[tuple[Index, Index]]:
    other = OpenSearchIndex(server, next(_NAMES))
    yield filled(MemoryIndex()), filled(other)
    other.close()


def test_an_index_in_a_folder_is_opened_again(server: str) -> None:
    name = next(_NAMES)
    index = OpenSearchIndex(server, name)
    index.put(pages(1, 20))
    index.commit(Mark(7, 3))
    before = index.search(SearchQuery(outcomes=()))
    again = OpenSearchIndex(server, name)
    assert again.mark() == Mark(7, 3)
    assert again.search(SearchQuery(outcomes=())) == before
    with pytest.raises(IndexDamaged, match="another event"):
        OpenSearchIndex(server, name, "another purpose")


def test_others_search_the_old_index_until_it_is_rebuilt(server: str) -> None:
    name = next(_NAMES)
    writer, reader = OpenSearchIndex(server, name), OpenSearchIndex(server, name)
    writer.put([page(1), page(2)])
    writer.commit(Mark(1))
    for first in (3, 5):  # twice: the first leaves nothing behind
        writer.clear()
        writer.clear()
        writer.put(page(key) for key in range(first, first + 3))
        assert reader.search(SearchQuery()).count == (2 if first == 3 else 3)
        writer.commit(Mark(first))
        hits = reader.search(SearchQuery()).hits
        assert {hit.key for hit in hits} == set(range(first, first + 3))
    indices = reader._client.indices.get(index=f"{name}-*")
    assert len(indices) == 1


def test_only_its_own_indices_are_asked_for(server: str, caplog: pytest.LogCaptureFixture) -> None:
    """Else its user needs rights to all of them."""
    caplog.set_level(logging.INFO, logger="opensearch")
    name = next(_NAMES)
    for _ in range(2):
        index = OpenSearchIndex(server, name)
        index.clear()
        index.put(pages(1, 5))
        index.delete([1])
        index.commit(Mark(1))
        assert index.search(SearchQuery(outcomes=())).count == 4
    remove_index(server, name)
    asked = {record.args[1] for record in caplog.records if isinstance(record.args, tuple)}
    paths = {urlsplit(str(url)).path for url in asked}
    assert len(paths) > 5
    assert {path for path in paths if not path.startswith(f"/{name}")} == {"/_aliases"}


def test_a_server_that_does_not_answer_is_named() -> None:
    with pytest.raises(CollectionError, match="the search server cannot be used"):
        OpenSearchIndex("http://127.0.0.1:9", "nothing")


def test_a_collection_is_searched_on_the_server_by_commands_and_the_desk(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "dam"
    shelf = Shelf(folder)
    shelf.save(StoredPage("http://a.example/", "A dam broke."), StoredPage("http://b.example/"))
    name = next(_NAMES)
    event = f"""
name = "Dam"
seeds = ["http://a.example/"]
[what]
keywords = ["dam"]
[index]
url = "{server}"
name = "{name}"
"""
    (folder / "event.toml").write_text(event, encoding="utf-8")
    for options in ([], ["--rebuild"], []):
        assert main(["search", str(folder), "dam", *options]) == 0
        assert "1 page" in capsys.readouterr().out
    assert not [
        path for path in (folder / "indexes" / "search").iterdir() if path.name != "meta.json"
    ]
    shelf.save(StoredPage("http://c.example/", "Another dam broke."))
    assert main(["search", str(folder), "dam"]) == 0
    assert "2 pages" in capsys.readouterr().out
    (folder / "indexes" / "search" / "meta.json").unlink()  # as on another machine
    app = make_app(ServerSettings(folders=[tmp_path]))
    with TestClient(app, base_url="http://127.0.0.1:8484") as desk:
        (card,) = desk.get("/api/v1/collections").json()["items"]
        found = desk.get(f"/api/v1/collections/{card['name']}/search", params={"q": "dam"}).json()
    assert sorted(hit["url"] for hit in found["items"]) == [
        "http://a.example/",
        "http://c.example/",
    ]
