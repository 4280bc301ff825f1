"""What somebody tries who wants files outside the served folders."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.collection.folder import database_path
from tidings.errors import CollectionError

API = "/api/v1/collections"
SECRET = "the secret of the house"


@pytest.fixture
def outside(home: Path) -> Path:
    """Return a collection beside the served folder."""
    folder = home.parent / "outside"
    Shelf(folder).save(StoredPage("http://a.example/", SECRET))
    (folder / "secret.txt").write_text(SECRET, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "name",
    [
        "..",
        "%2e%2e",
        "..%2foutside",
        "%2e%2e%2foutside",
        "../outside",
        ".",
        "%00",
        "flood%2f..",
        "~",
    ],
)
def test_a_name_that_leads_out_is_unknown(client: TestClient, outside: Path, name: str) -> None:
    for path in (f"{API}/{name}", f"{API}/{name}/search", f"{API}/{name}/event"):
        answer = client.get(path)
        assert SECRET not in answer.text
        assert "outside" not in answer.text or answer.status_code == 404


def test_a_symbolic_link_out_is_no_collection(
    client: TestClient, home: Path, outside: Path
) -> None:
    (home / "linked").symlink_to(outside)
    assert client.get(f"{API}/linked").status_code == 404
    assert client.get(API).json()["total"] == 1


@pytest.mark.parametrize("name", ["event.toml", "tidings.db"])
def test_a_linked_file_is_not_read(
    client: TestClient, home: Path, outside: Path, name: str
) -> None:
    (home / "new").mkdir()
    (home / "new" / name).symlink_to(outside / name)
    for path in (f"{API}/new", f"{API}/new/event", f"{API}/new/search?q=secret"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert SECRET not in answer.text


def test_a_linked_database_beside_an_own_event_file_is_not_read(
    client: TestClient, home: Path, outside: Path
) -> None:
    (home / "new").mkdir()
    (home / "new" / "event.toml").write_text('name = "x"', encoding="utf-8")
    (home / "new" / "tidings.db").symlink_to(database_path(outside))
    for path in ("pages", "search?q=secret", "pages/1", "status", "export", "judgements", "hosts"):
        answer = client.get(f"{API}/new/{path}")
        assert answer.status_code == 404, path
        assert SECRET not in answer.text


@pytest.mark.parametrize(
    "name", ["judgements.db", "archive", "indexes", "models", "logs", "control"]
)
def test_nothing_is_read_or_written_through_a_link(
    client: TestClient, home: Path, outside: Path, name: str
) -> None:
    (home / "new").mkdir()
    (home / "new" / "event.toml").write_text('name = "x"', encoding="utf-8")
    assert client.get(f"{API}/new").status_code == 200
    (home / "new" / name).symlink_to(outside)
    assert client.get(f"{API}/new").status_code == 404
    assert client.post(f"{API}/new/crawl", json={"action": "start"}).status_code == 404


@pytest.mark.parametrize("file", ["../../../outside/secret.txt", "/etc/passwd", "linked.txt"])
def test_a_record_outside_the_collection_is_not_sent(
    client: TestClient, home: Path, outside: Path, file: str
) -> None:
    (home / "flood" / "archive").mkdir(exist_ok=True)
    (home / "flood" / "archive" / "linked.txt").symlink_to(outside / "secret.txt")
    with sqlite3.connect(database_path(home / "flood")) as database:
        database.execute("UPDATE visit SET file = ?, byte_offset = 0, length = 20", (file,))
    database.close()
    answer = client.get(f"{API}/flood/visits/1/record")
    assert answer.status_code == 404
    assert SECRET[:10] not in answer.text


@pytest.mark.parametrize(
    "line",
    [
        'references = ["/etc/hostname.txt", "{outside}/secret.txt"]',
        'references = ["../outside/secret.txt"]',
    ],
)
def test_an_event_file_may_not_name_foreign_files(
    client: TestClient, home: Path, outside: Path, line: str
) -> None:
    text = 'name = "x"\nseeds = ["http://a.example/"]\n[what]\n' + line.format(outside=outside)
    assert client.post(API, json={"event_file": text}).status_code == 422
    put = client.put(f"{API}/flood/event", content=text, headers={"Content-Type": "text/plain"})
    assert put.status_code == 422
    assert not (home / "x").exists()


@pytest.mark.parametrize(
    "section",
    [
        "[types]\nmodel = '{outside}/secret.txt'",
        "[order]\nstart_model = '{outside}/secret.txt'",
        "[order]\npriors = '../outside/secret.txt'",
        "[archive]\nfallback = ['{outside}']",
    ],
)
def test_no_setting_may_name_a_foreign_file(
    client: TestClient, outside: Path, section: str
) -> None:
    text = 'name = "x"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["a"]\n'
    text += section.format(outside=outside)
    assert client.post(API, json={"event_file": text}).status_code == 422


def test_a_draft_may_not_read_files(client: TestClient, outside: Path) -> None:
    draft = {"name": "x", "references": [str(outside / "secret.txt")]}
    assert client.post(API, json={"draft": draft}).status_code == 422


@pytest.mark.parametrize("name", ["{outside}", "../outside", "/etc"])
def test_only_served_archives_are_extracted(client: TestClient, outside: Path, name: str) -> None:
    given = {"archives": [name.format(outside=outside)], "scan": True}
    assert client.post(f"{API}/flood/extract", json=given).status_code == 404


@pytest.mark.parametrize("folder", ["..", "../outside", "/tmp/x", "a/b", "con\x00"])
def test_a_new_collection_stays_at_home(client: TestClient, home: Path, folder: str) -> None:
    text = 'name = "x"\nseeds = ["http://a.example/"]\n[what]\nkeywords = ["a"]\n'
    answer = client.post(API, json={"event_file": text, "folder": folder})
    assert answer.status_code in (201, 409, 422)
    assert {path.parent for path in home.iterdir()} == {home}
    assert all("/" not in each["name"] for each in client.get(API).json()["items"])


@pytest.mark.parametrize(
    "path", ["/..%2f..%2fpages.py", "/../pages.py", "/%2e%2e/pages.py", "/static/../../__init__.py"]
)
def test_the_desk_serves_its_own_files_alone(client: TestClient, path: str) -> None:
    assert "import" not in client.get(path).text.split("<", maxsplit=1)[0]
    assert client.get(path).status_code in (200, 404)


def test_a_missing_folder_cannot_be_served(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="no such folder"):
        make_app(ServerSettings(folders=[tmp_path / "none"]))
