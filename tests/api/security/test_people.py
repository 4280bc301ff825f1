"""What somebody tries who may not use the server, or not everything of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.api.security.limits import RateLimit
from tidings.api.security.sessions import COOKIE, Sessions
from tidings.api.security.users import Role, Users
from tidings.desk.pages import add_desk
from tidings.errors import TidingsError

API = "/api/v1"
C = f"{API}/collections/flood"
PASSWORD = "correct horse battery"


@pytest.fixture
def users(home: Path) -> Users:
    return Users(home / "users.json")


@pytest.fixture
def server(home: Path, users: Users) -> Iterator[TestClient]:
    """Return a client of a server that people must log in to."""
    settings = ServerSettings(folders=[home], hosts=("desk.example",), users=home / "users.json")
    app = make_app(settings)
    add_desk(app)
    with TestClient(app, base_url="https://desk.example") as client:
        yield client


def test_nobody_reads_without_a_name(server: TestClient) -> None:
    document = make_app(server.app.state.settings).openapi()  # type: ignore[attr-defined]
    closed = 0
    for path, operations in document["paths"].items():
        if path in (f"{API}/me", f"{API}/login", f"{API}/logout"):
            continue
        for method in operations:
            answer = server.request(method.upper(), path.replace("{collection}", "flood"))
            assert answer.status_code == 401, (method, path)
            assert answer.headers["www-authenticate"] == "Bearer"
            closed += 1
    assert closed > 30
    assert server.get(f"{API}/openapi.json").status_code == 401
    assert server.get(f"{API}/me").json() == {
        "user": None,
        "role": None,
        "login": True,
        "collections": None,
    }
    assert server.get("/").status_code == 200


def test_a_session_is_a_cookie_that_scripts_cannot_read(server: TestClient, users: Users) -> None:
    users.add("ana", Role.ANALYST, PASSWORD)
    answer = server.post(f"{API}/login", json={"user": "ana", "password": PASSWORD})
    assert answer.json()["role"] == "analyst"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" in cookie
    assert server.get(f"{API}/collections").status_code == 200
    secret = server.cookies[COOKIE]
    server.post(f"{API}/logout")
    server.cookies.set(COOKIE, secret, domain="desk.example")  # stolen before
    assert server.get(f"{API}/collections").status_code == 401


def test_a_removed_user_is_out_at_once(server: TestClient, users: Users) -> None:
    users.add("ana", Role.OWNER, PASSWORD)
    server.post(f"{API}/login", json={"user": "ana", "password": PASSWORD})
    users.add("ana", Role.READER, PASSWORD)
    assert server.get(f"{API}/me").json()["role"] == "reader"
    users.remove("ana")
    assert server.get(f"{API}/collections").status_code == 401


def test_guessing_passwords_is_slow(server: TestClient, users: Users) -> None:
    users.add("ana", Role.READER, PASSWORD)
    given = {"user": "ana", "password": "wrong password"}
    statuses = [server.post(f"{API}/login", json=given).status_code for _ in range(7)]
    assert statuses == [401] * 5 + [429] * 2
    late = server.post(f"{API}/login", json={"user": "ana", "password": PASSWORD})
    assert late.status_code == 429
    assert int(late.headers["retry-after"]) > 0


def test_an_unknown_name_looks_like_a_wrong_password(server: TestClient, users: Users) -> None:
    users.add("ana", Role.READER, PASSWORD)
    answers = [
        server.post(f"{API}/login", json={"user": user, "password": "x"}) for user in ("ana", "bob")
    ]
    assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        (Role.READER, {"read"}),
        (Role.ANALYST, {"read", "judge", "steer", "seeds"}),
        (Role.OWNER, {"read", "judge", "steer", "seeds", "make", "event", "extract"}),
    ],
)
def test_a_role_may_do_its_part(
    server: TestClient, users: Users, role: Role, allowed: set[str]
) -> None:
    token = users.add_token("program", role, 1)
    ways = {
        "read": ("GET", f"{C}/pages", None),
        "judge": ("POST", f"{C}/judgements", {"pages": [1], "verdict": "not"}),
        "steer": ("POST", f"{C}/crawl", {"action": "pause"}),
        "seeds": ("POST", f"{C}/seeds", {"values": ["http://x.example/"]}),
        "make": ("POST", f"{API}/collections", {"event_file": ""}),
        "event": ("PUT", f"{C}/event", "name"),
        "extract": ("POST", f"{C}/extract", {"archives": ["none"]}),
    }
    headers = {"Authorization": f"Bearer {token}"}
    passed = {
        name
        for name, (method, path, body) in ways.items()
        if server.request(method, path, json=body, headers=headers).status_code not in (401, 403)
    }
    assert passed == allowed


def test_a_token_sees_its_collections_alone(server: TestClient, users: Users, home: Path) -> None:
    Shelf(home / "quake").save(StoredPage("http://a.example/"))
    token = users.add_token("program", Role.OWNER, 1, ("flood",))
    headers = {"Authorization": f"Bearer {token}"}
    assert server.get(f"{C}/pages", headers=headers).status_code == 200
    for path in ("/collections", "/search", "/collections/quake/pages", "/collections/flood2"):
        assert server.get(API + path, headers=headers).status_code == 403
    new = {"event_file": ""}
    assert server.post(f"{API}/collections", json=new, headers=headers).status_code == 403


def test_an_old_or_changed_token_is_refused(server: TestClient, users: Users, home: Path) -> None:
    token = users.add_token("program", Role.READER, 1)
    for wrong in (token[:-1], token + "x", token.upper(), "", "Bearer"):
        headers = {"Authorization": f"Bearer {wrong}"}
        assert server.get(f"{C}/pages", headers=headers).status_code == 401
    path = home / "users.json"
    document = json.loads(path.read_text())
    document["tokens"]["program"]["expires"] = "2020-01-01T00:00:00+00:00"
    path.write_text(json.dumps(document))
    headers = {"Authorization": f"Bearer {token}"}
    assert server.get(f"{C}/pages", headers=headers).status_code == 401


def test_secrets_are_kept_as_hashes_that_nobody_else_reads(users: Users, home: Path) -> None:
    users.add("ana", Role.READER, PASSWORD)
    token = users.add_token("program", Role.READER, 1)
    path = home / "users.json"
    content = path.read_text()
    assert PASSWORD not in content
    assert token not in content
    assert "argon2id" in content
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("name", "password"), [("../x", PASSWORD), ("Ana", PASSWORD), ("", PASSWORD), ("ana", "short")]
)
def test_a_poor_name_or_password_is_refused(users: Users, name: str, password: str) -> None:
    with pytest.raises(TidingsError):
        users.add(name, Role.READER, password)


def test_a_session_ends_when_it_is_not_used() -> None:
    now = 0.0
    sessions = Sessions(lambda: now)
    secret = sessions.begin("ana")
    now = 7 * 3600.0
    assert sessions.user(secret) == "ana"
    now += 9 * 3600.0
    assert sessions.user(secret) is None


def test_a_flood_of_requests_is_slowed(home: Path) -> None:
    app = make_app(ServerSettings(folders=[home], requests_per_second=1.0))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        answers = [client.get(f"{API}/me") for _ in range(6)]
    assert [each.status_code for each in answers] == [200] * 4 + [429] * 2
    assert answers[-1].headers["content-type"] == "application/problem+json"
    assert answers[-1].headers["retry-after"]


def test_a_limit_recovers_with_time() -> None:
    now = 0.0
    limit = RateLimit(0.5, 2, lambda: now)
    assert [limit.wait("a"), limit.wait("a"), limit.wait("b")] == [0, 0, 0]
    assert limit.wait("a") == 2.0
    now = 2.0
    assert limit.wait("a") == 0


def test_a_large_upload_is_refused(home: Path) -> None:
    app = make_app(ServerSettings(folders=[home], largest_body=1000))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        declared = client.post(f"{C}/judgements", content=b"x" * 1001)
        assert declared.status_code == 413
        pieces = (b"x" * 100 for _ in range(20))
        kind = {"Content-Type": "application/json"}
        assert client.post(f"{C}/judgements", content=pieces, headers=kind).status_code == 413
