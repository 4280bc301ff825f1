"""Live events: what happens is heard, and what was missed is heard after a break."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path

import pytest
import requests
from starlette.testclient import TestClient

from tests.api.running import PATIENCE, heard, running
from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.api.live import events as live
from tidings.api.live.events import HeardUpTo, Seats, position_of
from tidings.api.live.logs import end_of_log

C = "/api/v1/collections/flood"


def test_events_are_heard_and_resumed(home: Path) -> None:
    with running(make_app(ServerSettings(folders=[home]))) as url:
        events = heard(f"{url}{C}/events")
        first = next(events)
        assert first.name == "status"
        assert first.data["counts"]["kept"] == 2
        shelf = Shelf(home / "flood")
        shelf.save(StoredPage("http://c.example/4", title="Four"))
        page = next(event for event in events if event.name == "page")
        assert page.data["title"] == "Four"
        events.close()  # type: ignore[attr-defined]
        shelf.save(StoredPage("http://c.example/5", title="Five"))
        log = home / "flood" / "logs" / "crawl.log"
        log.parent.mkdir()
        log.write_text("a line\n", encoding="utf-8")
        resumed = heard(f"{url}{C}/events", last=page.id)
        missed = {event.name: event for event in islice(resumed, 3)}
        assert missed["page"].data["title"] == "Five"
        assert missed["log"].data["text"] == "a line"
        assert missed["status"].data["counts"]["kept"] == 4
        judge(url)
        assert next(event for event in resumed if event.name == "judgement").data == {"revision": 1}
        resumed.close()  # type: ignore[attr-defined]


def test_a_new_listener_hears_of_judgements_made_before_it_came(home: Path) -> None:
    with running(make_app(ServerSettings(folders=[home]))) as url:
        judge(url)
        events = heard(f"{url}{C}/events")
        first = {event.name: event for event in islice(events, 2)}
        assert first["judgement"].data == {"revision": 1}
        events.close()  # type: ignore[attr-defined]


def test_a_look_that_fails_ends_no_stream(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    def stumble(path: Path) -> int:
        looks.append(1)
        if len(looks) == 2:
            raise RuntimeError("whatever a collection in motion raises")
        return end_of_log(path)

    monkeypatch.setattr(live, "end_of_log", stumble)
    with running(make_app(ServerSettings(folders=[home]))) as url:
        events = heard(f"{url}{C}/events")
        next(events)
        Shelf(home / "flood").save(StoredPage("http://c.example/4", title="Four"))
        page = next(event for event in events if event.name == "page")
        assert page.data["title"] == "Four"
        assert len(looks) > 2
        events.close()  # type: ignore[attr-defined]


def test_seats_are_limited_and_given_back(home: Path) -> None:
    app = make_app(ServerSettings(folders=[home]))
    app.state.seats = Seats(1)
    with running(app) as url:
        events = heard(f"{url}{C}/events")
        next(events)
        assert requests.get(f"{url}{C}/events", timeout=60).status_code == 503
        events.close()  # type: ignore[attr-defined]
        deadline = time.monotonic() + PATIENCE
        while app.state.seats.taken:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def judge(url: str) -> None:
    given = {"pages": [3], "verdict": "relevant"}
    assert requests.post(f"{url}{C}/judgements", json=given, timeout=60).status_code == 201


def test_a_position_is_its_id() -> None:
    assert position_of(str(HeardUpTo(3, 2, 100))) == HeardUpTo(3, 2, 100)
    assert position_of("nonsense") is None


def test_the_stream_of_an_unknown_collection_is_a_problem(client: TestClient) -> None:
    assert client.get("/api/v1/collections/none/events").status_code == 404
