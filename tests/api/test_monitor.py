"""Watching a collection over HTTP: hosts, harvest, log, graph, records."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from starlette.testclient import TestClient

from tidings.lab.bench.clock import EPOCH
from tidings.model import PageKind, Tracked
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.store import SqliteStore

C = "/api/v1/collections/flood"


def test_hosts_are_listed_in_parts(client: TestClient) -> None:
    first = client.get(f"{C}/hosts", params={"limit": 1}).json()
    second = client.get(f"{C}/hosts", params={"limit": 1, "cursor": first["next"]}).json()
    hosts = [each["host"] for each in first["items"] + second["items"]]
    assert sorted(hosts) == ["a.example", "b.example"]
    assert second["next"] is None


def test_hosts_have_a_state(client: TestClient, home: Path) -> None:
    with closing(sqlite3.connect(home / "flood" / "tidings.db")) as database, database:
        add = "INSERT INTO host (id, name, fetched, next_at, failures, closed, reason) VALUES (?, ?, ?, ?, ?, ?, ?)"
        link = (
            "INSERT INTO link (id, host, phase, score, depth, hops, parent, found_at, url, anchor, context, channel, "
            "outcome, reason) VALUES (?, ?, ?, 0, 0, 0, 0, 0, ?, '', '', 'link', ?, ?)"
        )
        for number, (name, *figures) in enumerate(
            (
                ("ready.example", 1, 0.0, 0, "", ""),
                ("resting.example", 1, 1e11, 0, "", ""),
                ("silent.example", 1, 0.0, 2, "", ""),
                ("gone.example", 1, 0.0, 0, "failed", "connect"),
                ("robots.example", 0, 0.0, 0, "", ""),
                ("full.example", 9, 0.0, 0, "refused", "pages per site"),
            ),
            90,
        ):
            database.execute(add, (number, name, *figures))
            waits = name.startswith(("re", "si"))
            why = ("refused", "robots.txt") if name.startswith("ro") else ("", "")
            database.execute(link, (number, number, 0 if waits else 2, f"http://{name}/", *why))
    answer = client.get(f"{C}/hosts").json()
    states = {each["host"].partition(".")[0]: each["state"] for each in answer["items"]}
    assert states == {
        "a": "unasked", "b": "unasked", "ready": "ready", "resting": "resting", "silent": "silent", "gone": "silent",
        "robots": "refused", "full": "done",
    }  # fmt: skip
    counted = {"ready": 1, "resting": 1, "silent": 2, "refused": 1}
    assert {name: answer["states"].get(name) for name in counted} == counted
    refused = client.get(f"{C}/hosts", params={"state": "refused"}).json()["items"]
    assert [each["host"] for each in refused] == ["robots.example"]
    (resting,) = client.get(f"{C}/hosts", params={"state": "resting"}).json()["items"]
    assert resting["rests_until"]
    assert client.get(f"{C}/hosts", params={"state": "tired"}).status_code == 422


def test_the_harvest_is_a_curve(client: TestClient) -> None:
    curve = client.get(f"{C}/harvest", params={"points": 2}).json()["items"]
    assert curve == [{"pages": 2, "kept": 2}, {"pages": 3, "kept": 2}]


def test_the_log_goes_on_where_it_was_left(client: TestClient, home: Path) -> None:
    assert client.get(f"{C}/log").json()["items"] == []
    log = home / "flood" / "logs" / "crawl.log"
    log.parent.mkdir()
    log.write_text("one\ntwo\nthr", encoding="utf-8")
    first = client.get(f"{C}/log").json()
    assert [each["text"] for each in first["items"]] == ["one", "two"]
    log.write_text("one\ntwo\nthree\n", encoding="utf-8")
    second = client.get(f"{C}/log", params={"cursor": first["next"]}).json()
    assert [each["text"] for each in second["items"]] == ["three"]


def test_the_graph_has_links_in_and_out(client: TestClient) -> None:
    graph = client.get(f"{C}/pages/3/graph").json()
    assert {node["id"] for node in graph["nodes"]} == {1, 3}
    assert graph["edges"] == [{"source": 1, "target": 3}]
    wide = client.get(f"{C}/pages/3/graph", params={"hops": 2}).json()
    assert {(each["source"], each["target"]) for each in wide["edges"]} == {(1, 3), (1, 2), (2, 1)}
    small = client.get(f"{C}/pages/3/graph", params={"hops": 2, "limit": 2}).json()
    assert small["cut"] is True
    assert len(small["nodes"]) == 2


def test_a_record_is_sent_as_it_was_archived(client: TestClient) -> None:
    visit = client.get(f"{C}/pages/1").json()["visits"][0]["id"]
    record = client.get(f"{C}/visits/{visit}/record")
    assert record.headers["content-type"] == "application/warc"
    assert record.headers["content-security-policy"].startswith("sandbox")
    assert b"WARC-Target-URI: http://a.example/dam" in gzip.decompress(record.content)
    text = client.get(f"{C}/visits/{visit}/text")
    assert text.text.startswith("The dam above the town")
    assert text.headers["content-type"].startswith("text/plain")


def test_a_page_without_a_record_has_none(client: TestClient) -> None:
    visit = client.get(f"{C}/pages/2").json()["visits"][0]["id"]
    assert client.get(f"{C}/visits/{visit}/record").status_code == 404
    assert client.get(f"{C}/visits/99/record").status_code == 404


def test_nothing_is_missing_without_an_archive(client: TestClient) -> None:
    assert client.get(f"{C}/missing").json() == {"items": [], "next": None, "total": 0}


def test_lab_runs_beside_the_collections_are_listed(client: TestClient, home: Path) -> None:
    curve = {"visited": [10, 20, 20], "found": [5, 8, 8], "accumulated": [], "hours": []}
    document = {
        "title": "Orders",
        "command": "tidings lab run",
        "strategies": {"auto": {}, "plain": {}},
        "means": {"auto": {"harvest": {"mean": 0.4}}},
        "crawls": [{"strategy": "auto", "curve": curve}, {"strategy": "auto", "curve": curve}],
    }
    (home / "lab" / "one").mkdir(parents=True)
    (home / "lab" / "one" / "report.json").write_text(json.dumps(document), encoding="utf-8")
    (home / "lab" / "report.json").write_text("[1, 2", encoding="utf-8")
    (run,) = client.get("/api/v1/lab/runs").json()["items"]
    assert (run["name"], run["title"]) == ("lab/one", "Orders")
    auto, plain = run["strategies"]
    assert auto["curve"] == [[10.0, 0.5], [20.0, 0.4]]
    assert auto["harvest"] == 0.4
    assert (plain["curve"], plain["harvest"]) == ([], None)


def test_freshness_is_shown_in_hours(client: TestClient) -> None:
    shown = client.get(f"{C}/status").json()["freshness"]
    # the two dated pages of this shelf were visited the day before the mean of their dates
    assert shown == {"pages": 2, "hours": -24.0, "kept_hours": -24.0}
    assert client.get(C).json()["freshness"] == shown


def test_alarms_and_pages_that_are_due_are_listed(client: TestClient) -> None:
    assert client.get(f"{C}/alarms").json()["items"] == []
    assert client.get(f"{C}/due").json()["items"] == []


def test_a_page_says_when_it_comes_back(client: TestClient, home: Path) -> None:
    assert client.get(f"{C}/pages/1").json()["comes_back"] is None
    database = Database(home / "flood" / "tidings.db")
    store = SqliteStore(database)
    store.tracked.save(Tracked(1, PageKind.LIVE, every=7200.0, history="60 60+ 60"))
    store.links.schedule(1, EPOCH.timestamp())
    store.commit()
    database.close()
    (due,) = client.get(f"{C}/due").json()["items"]
    assert due["rhythm"] == {"kind": "live blog", "every_hours": 2.0, "visits": 3, "changed": 1}
    assert client.get(f"{C}/pages/1").json()["comes_back"] == due
    assert (due["page"], due["url"]) == (1, "http://a.example/dam")


def test_what_is_new_is_shown_since_a_moment(client: TestClient) -> None:
    news = client.get(f"{C}/news", params={"since": "2020-01-01", "limit": 1}).json()
    assert news["new_count"] == 2
    (page,) = news["new"]
    assert page["url"] == "http://a.example/dam"
    assert (news["changed"], news["lost"]) == ([], [])
    assert client.get(f"{C}/news", params={"since": "soon"}).status_code == 400


def test_hubs_and_the_phase_of_the_event_are_shown(client: TestClient) -> None:
    (hub,) = client.get(f"{C}/hubs", params={"limit": 1}).json()["items"]
    assert hub["pages"] >= 1
    assert client.get(f"{C}/status").json()["phase"] == "during"  # it has no days


def test_other_programs_can_subscribe_to_a_collection(client: TestClient) -> None:
    answer = client.get(f"{C}/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert answer.text.startswith("<?xml")
