"""One server for all tests of the desk, one browser for each file, and pages that watch the console."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium
from tests.browser.collections import collect
from tests.browser.desk import NAME, PATIENCE, Desk
from tests.browser.hostile_page import ARABIC, HOSTILE
from tests.browser.serving import serve
from tests.browser.shelves import shelve
from tests.collection.stored_pages import Shelf
from tidings.lab import demo
from tidings.lab.web.web import GeneratedWeb

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the collection of the demo, another one of its web, and some of a few pages each."""
    folder = tmp_path_factory.mktemp("home")
    web = GeneratedWeb(demo.SEED, demo.PAGES)
    collect(folder / NAME, web, 0, round(demo.SHARE * demo.PAGES))
    collect(folder / "other", web, 1, 50)
    Shelf(folder / "hostile").save(HOSTILE, ARABIC)
    shelve(folder)
    return folder


@pytest.fixture(scope="session")
def origin(home: Path) -> Iterator[str]:
    with serve(home) as origin:
        yield origin


@pytest.fixture(scope="module")
def browser(origin: str) -> Iterator[Browser]:
    """Start the browser after the collections were made, and end it before other tests: it runs a loop of its own."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def desk(browser: Browser, origin: str) -> Iterator[Desk]:
    """Open a window; afterwards its console must hold no error."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    desk = Desk(context.new_page(), origin)
    yield desk
    context.close()
    assert desk.errors == []
