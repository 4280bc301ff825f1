"""What a hostile web page in the user's own browser tries: other names for this server, and forged requests."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from starlette.testclient import TestClient

C = "/api/v1/collections/flood"
JUDGE = {"pages": [1], "verdict": "not"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8484", "127.0.0.1.evil.example", "", "localhost@evil"]
)
def test_a_rebound_name_reads_nothing(client: TestClient, host: str) -> None:
    answer = client.get("/api/v1/collections", headers={"Host": host})
    assert answer.status_code == 421
    assert "flood" not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1:8484", "localhost", "LOCALHOST:1", "[::1]:8484"])
def test_own_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/api/v1/collections", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},  # another program on this computer
        {"Origin": "http://127.0.0.1:8484.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1:8484"},
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
def test_a_forged_request_changes_nothing(
    client: TestClient, headers: dict[str, str], method: str
) -> None:
    paths = {
        "POST": f"{C}/judgements",
        "DELETE": f"{C}/judgements/1",
        "PUT": f"{C}/event",
        "PATCH": f"{C}/crawl",
    }
    answer = client.request(method, paths[method], json=JUDGE, headers=headers)
    assert answer.status_code == 403
    assert client.get(f"{C}/judgements").json()["items"] == []


def test_a_form_of_another_page_is_refused(client: TestClient) -> None:
    headers = {"Content-Type": "text/plain", "Origin": "http://evil.example"}
    forged = '{"pages": [1], "verdict": "not"}'
    assert client.post(f"{C}/judgements", content=forged, headers=headers).status_code == 403


def test_our_own_page_and_programs_may_change_things(client: TestClient) -> None:
    own = {"Origin": "http://127.0.0.1:8484", "Sec-Fetch-Site": "same-origin"}
    assert client.post(f"{C}/judgements", json=JUDGE, headers=own).status_code == 201
    assert client.post(f"{C}/judgements", json=JUDGE).status_code == 201


def _readable_paths(client: TestClient) -> list[str]:
    """Return every path that can be read, for the collection of the test."""
    document = client.get("/api/v1/openapi.json").json()
    filled = {"{collection}": "flood", "{page}": "1", "{visit}": "1", "{judgement}": "1"}
    paths = []
    for path, operations in document["paths"].items():
        if "get" in operations and not path.endswith("/events"):
            for name, value in filled.items():
                path = path.replace(name, value)
            paths.append(path)
    return paths


def _contents(folder: Path) -> dict[str, str]:
    derived = ("indexes", "-wal", "-shm", ".lock")
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part in str(path) for part in derived)
    }


def test_reading_changes_nothing(client: TestClient, home: Path) -> None:
    client.post(f"{C}/judgements", json=JUDGE)
    before = _contents(home)
    paths = _readable_paths(client)
    assert len(paths) > 20
    for path in paths:
        assert client.get(path).status_code < 500, path
        assert client.get(path + "?url=http://a.example/&q=dam&action=stop").status_code < 500
    assert _contents(home) == before


def test_no_answer_may_be_framed_or_guessed_at(client: TestClient) -> None:
    for path in _readable_paths(client):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy or policy.startswith("sandbox"), path
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers
