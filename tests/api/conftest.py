"""A served collection of a few pages, and a client that asks as a browser on this computer does."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.collection.stored_pages import Shelf, StoredPage
from tidings.api.app import ServerSettings, make_app
from tidings.desk.pages import add_desk
from tidings.model import Outcome, Place

BEIRA = Place("Beira", "MZ", -19.84, 34.84)
PAGES = (
    StoredPage(
        "http://a.example/dam",
        "The dam above the town broke in the night. Two people died.",
        "Dam breaks",
        score=0.9,
        published=datetime(2024, 5, 1, tzinfo=UTC),
        places=(BEIRA,),
        people=("Ana Silva",),
        links=("http://b.example/flood", "http://b.example/cup", "http://never.example/"),
        body=b"<title>Dam breaks</title><p>The dam above the town broke in the night.",
    ),
    StoredPage(
        "http://b.example/flood",
        "The flood reached the town near the dam.",
        "Flood in town",
        score=0.7,
        published=datetime(2024, 5, 3, tzinfo=UTC),
        places=(BEIRA,),
        links=("http://a.example/dam",),
    ),
    StoredPage(
        "http://b.example/cup",
        "The cup final was a draw.",
        "Cup",
        score=0.1,
        outcome=Outcome.REJECTED,
    ),
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder with one collection, ``flood``."""
    folder = tmp_path / "home"
    Shelf(folder / "flood").save(*PAGES)
    return folder


@pytest.fixture
def client(home: Path) -> Iterator[TestClient]:
    app = make_app(ServerSettings(folders=[home]))
    add_desk(app)
    with TestClient(app, base_url="http://127.0.0.1:8484") as client:
        yield client
