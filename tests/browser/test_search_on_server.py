"""The desk searches an index on a real OpenSearch server as it does one in the folder."""

from __future__ import annotations

import json
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.collections import collect
from tests.browser.desk import NAME, Desk
from tests.browser.serving import serve
from tests.browser.test_search import (  # noqa: F401 - the same holds here
    test_a_facet_narrows_the_search_and_survives_reload,
    test_an_area_is_chosen_on_the_map,
    test_hits_are_walked_opened_and_left_by_keys,
    test_pages_are_tagged_and_the_tag_becomes_a_facet,
    test_the_timeline_is_brushed,
    test_words_narrow_the_search_and_are_highlighted,
)
from tests.engines.search_server import opensearch
from tidings.lab import demo
from tidings.lab.web.web import GeneratedWeb

INDEX = "desk"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    # a short path that another user may enter, unlike that of pytest
    with tempfile.TemporaryDirectory(prefix="tidings-node-") as name:
        Path(name).chmod(0o755)
        with opensearch(Path(name)) as url:
            yield url


@pytest.fixture(scope="module")
def origin(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("home")
    web = GeneratedWeb(demo.SEED, demo.PAGES)
    folder = collect(home / NAME, web, 0, round(demo.SHARE * demo.PAGES))
    with (folder / "event.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[index]\nurl = "{server}"\nname = "{INDEX}"\n')
    with serve(home) as origin:
        yield origin


def test_the_pages_are_on_the_server(desk: Desk, server: str) -> None:
    shown = desk.ask(f"/collections/{NAME}/search")["total"]
    with urllib.request.urlopen(f"{server}/{INDEX}/_count") as answer:
        assert json.load(answer)["count"] > shown > 0  # rejected pages are there, too
