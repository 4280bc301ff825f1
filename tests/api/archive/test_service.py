"""A collection as an archive service: CDX, Memento, captures as they were."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.api.archive.pages import GONE, HTML, MOVED, PACKED, PLAIN, archived
from tidings.api.app import ServerSettings, make_app
from tidings.archive.remote.link_header import parse_links

C = "/api/v1/collections/flood"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    home = tmp_path_factory.mktemp("home")
    archived(home / "flood")
    app = make_app(ServerSettings(folders=[home]))
    with TestClient(app, base_url="http://127.0.0.1:8484", follow_redirects=False) as client:
        yield client


def cdx(client: TestClient, **given: str) -> list[list[str]]:
    answer = client.get(f"{C}/cdx", params={"output": "json", **given})
    assert answer.status_code == 200, answer.text
    return list(json.loads(answer.text))


def test_captures_are_listed_as_a_table(client: TestClient) -> None:
    head, *rows = cdx(client, url=PLAIN)
    assert head == ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"]
    assert [row[1] for row in rows] == ["20240501120000", "20240502083000", "20240601000000"]
    assert rows[0][0] == "example,news)/plain"
    assert rows[0][2:5] == [PLAIN, "text/html", "200"]


def test_captures_are_listed_as_text(client: TestClient) -> None:
    answer = client.get(
        f"{C}/cdx", params={"url": "news.example/plain", "fl": "timestamp,original"}
    )
    assert answer.text.splitlines()[0] == f"20240501120000 {PLAIN}"
    lines = client.get(f"{C}/cdx", params={"url": PLAIN, "output": "cdxj"}).text.splitlines()
    assert lines[0].startswith("example,news)/plain 20240501120000 {")


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ({"url": PLAIN, "from": "20240502"}, 2),
        ({"url": PLAIN, "to": "20240502"}, 2),
        ({"url": PLAIN, "from": "2024", "to": "202405"}, 2),
        ({"url": PLAIN, "limit": "1"}, 1),
        ({"url": PLAIN, "collapse": "timestamp:6"}, 2),
        ({"url": "news.example/", "matchType": "prefix"}, 6),
        ({"url": "http://news.example/p*"}, 4),
        ({"url": "news.example", "matchType": "host"}, 6),
        ({"url": "example", "matchType": "domain"}, 7),
        ({"url": "*.example"}, 7),
        ({"url": "*.example", "filter": "statuscode:200"}, 5),
        ({"url": "*.example", "filter": "!statuscode:200"}, 2),
        ({"url": "*.example", "filter": "=status:404"}, 1),
        ({"url": "*.example", "filter": "original:.*news.*pack.*"}, 1),
        ({"url": "http://nowhere.example/"}, 0),
        ({"url": "http://nowhere.invalid/", "matchType": "host"}, 0),
    ],
)
def test_queries_choose(client: TestClient, given: dict[str, str], count: int) -> None:
    assert max(0, len(cdx(client, **given)) - 1) == count


def test_the_closest_come_first(client: TestClient) -> None:
    _, *rows = cdx(client, url=PLAIN, closest="20240503", sort="closest", gzip="false")
    assert [row[1] for row in rows] == ["20240502083000", "20240501120000", "20240601000000"]
    _, *rows = cdx(client, url=PLAIN, limit="-1")
    assert [row[1] for row in rows] == ["20240601000000"]


def test_a_long_list_goes_on_with_a_key(client: TestClient) -> None:
    *rows, empty, (key,) = cdx(client, url=PLAIN, limit="2", showResumeKey="true")
    assert (len(rows), empty) == (3, [])
    rest = cdx(client, url=PLAIN, limit="2", showResumeKey="true", resumeKey=key)
    assert [row[1] for row in rest[1:]] == ["20240601000000"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "url=",
        "url=x&matchType=fuzzy",
        "url=x&from=yesterday",
        "url=x&limit=many",
        "url=x&fl=secret",
        "url=x&filter=statuscode",
        "url=x&filter=original:(a%2B)%2B",
        "url=x&collapse=colour",
        "url=x&limit=99999999",
    ],
)
def test_a_wrong_query_is_a_problem(client: TestClient, query: str) -> None:
    answer = client.get(f"{C}/cdx?{query}")
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_time_map_lists_mementos(client: TestClient) -> None:
    answer = client.get(f"{C}/timemap/link/{PLAIN}")
    assert answer.headers["content-type"] == "application/link-format"
    links = list(parse_links(answer.text))
    assert sum("memento" in link.relations() for link in links) == 3
    assert links[0].target == PLAIN
    assert client.get(f"{C}/timemap/link/http://nowhere.example/").status_code == 404


@pytest.mark.parametrize(
    ("when", "stamp"),
    [
        ("Wed, 01 May 2024 00:00:00 GMT", "20240501120000"),
        ("Thu, 02 May 2024 09:00:00 GMT", "20240502083000"),
        ("", "20240601000000"),
    ],
)
def test_a_time_gate_leads_to_the_closest(client: TestClient, when: str, stamp: str) -> None:
    headers = {"Accept-Datetime": when} if when else {}
    answer = client.get(f"{C}/timegate/{PLAIN}", headers=headers)
    assert answer.status_code == 302
    assert answer.headers["location"].endswith(f"/memento/{stamp}id_/{PLAIN}")
    assert "accept-datetime" in answer.headers["vary"].lower()
    assert client.get(answer.headers["location"]).status_code == 200


def test_a_wrong_date_is_a_problem(client: TestClient) -> None:
    wrong = {"Accept-Datetime": "yesterday"}
    assert client.get(f"{C}/timegate/{PLAIN}", headers=wrong).status_code == 400


@pytest.mark.parametrize("form", ["memento/", ""])
def test_a_memento_is_the_capture_as_it_was(client: TestClient, form: str) -> None:
    headers = {"Accept-Encoding": "gzip"}
    answer = client.get(f"{C}/{form}20240501120000id_/{PACKED}", headers=headers)
    assert answer.content == HTML  # unpacked by the client
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["memento-datetime"] == "Wed, 01 May 2024 12:00:00 GMT"
    assert answer.headers["x-archive-orig-set-cookie"] == "a=1"


def test_another_moment_redirects_to_a_capture(client: TestClient) -> None:
    answer = client.get(f"{C}/20240503id_/{PLAIN}")
    assert answer.status_code == 302
    assert "20240502083000id_" in answer.headers["location"]


def test_archived_statuses_and_redirects_are_kept(client: TestClient) -> None:
    gone = client.get(f"{C}/20240501120000id_/{GONE}")
    assert (gone.status_code, gone.content) == (404, b"gone")
    assert "memento-datetime" in gone.headers
    moved = client.get(f"{C}/20240501120000id_/{MOVED}")
    assert moved.status_code == 302
    assert moved.headers["location"].endswith(f"/memento/20240501120000id_/{PLAIN}")


@pytest.mark.parametrize("use", ["document", "iframe", "script", "style", "image", "worker"])
def test_no_browser_shows_an_archived_page_on_our_origin(client: TestClient, use: str) -> None:
    headers = {"Sec-Fetch-Dest": use}
    answer = client.get(f"{C}/20240501120000id_/{PLAIN}", headers=headers)
    assert answer.status_code == 403
    assert b"alert" not in answer.content


def test_an_archived_page_is_harmless_in_old_browsers(client: TestClient) -> None:
    headers = client.get(f"{C}/20240501120000id_/{PACKED}").headers
    assert headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in headers
    assert "b" not in headers


@pytest.mark.parametrize("stamp", ["x", "2024", "99999999999999id_", "20240501120000mp_"])
def test_other_paths_are_unknown(client: TestClient, stamp: str) -> None:
    assert client.get(f"{C}/{stamp}/{PLAIN}").status_code == 404


def test_a_record_outside_the_collection_is_not_a_memento(tmp_path: Path) -> None:
    folder = archived(tmp_path / "flood")
    (tmp_path / "secret.warc.gz").write_bytes(next((folder / "archive").iterdir()).read_bytes())
    with sqlite3.connect(folder / "tidings.db") as database:
        database.execute("UPDATE visit SET file = '../../secret.warc.gz'")
    database.close()
    app = make_app(ServerSettings(folders=[tmp_path]))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        answer = client.get(f"{C}/20240501120000id_/{PLAIN}")
        assert answer.status_code == 503
        assert b"river" not in answer.content
