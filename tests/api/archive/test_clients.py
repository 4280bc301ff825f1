"""Our own client of archives, ``tidings extract`` and a real pywb use a served collection."""

from __future__ import annotations

import contextlib
import gzip
import io
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import requests

from tests.api.archive.pages import FIRST, HTML, PACKED, PLAIN, SECOND, THIRD, archived
from tests.api.running import running
from tests.oracle import pywb_of
from tests.web.conftest import AGENT, LOOPBACK
from tidings.api.app import ServerSettings, make_app
from tidings.archive.remote import open_remote
from tidings.cli import main
from tidings.collection.reading import open_reader
from tidings.ports import Holdings
from tidings.settings import FetchSettings
from tidings.web.clock import SystemClock

FORMS = {
    "detected": "{root}",
    "cdx": "cdx+{root}/cdx",
    "timemap": "memento+{root}/timemap/link/",
    "timegate": "timegate+{root}/timegate/",
}
EVENT = f"""
name = "Second look"
seeds = ["{PLAIN}", "http://nowhere.example/"]
[what]
keywords = ["river", "flood"]
[relevance]
threshold = 0.0
[fetch]
contact = "test@tidings.example"
allow = ["127.0.0.0/8"]
delay = 0.0
[run]
workers = 0
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("home")
    archived(home / "flood")
    with running(make_app(ServerSettings(folders=[home]))) as url:
        yield f"{url}/api/v1/collections/flood"


@pytest.fixture(params=FORMS)
async def holdings(request: pytest.FixtureRequest, root: str) -> AsyncIterator[Holdings]:
    settings = FetchSettings(delay=0.0, allow=LOOPBACK)
    name = FORMS[request.param].format(root=root)
    opened = open_remote(name, settings, AGENT, SystemClock(), near=SECOND)
    yield opened
    await opened.close()


async def test_our_client_gets_back_what_was_archived(holdings: Holdings) -> None:
    found = await holdings.snapshots(PLAIN)
    moments = [each.captured_at for each in found]
    assert moments in ([FIRST, SECOND, THIRD], [SECOND])  # a TimeGate shows the closest alone
    loaded = await holdings.load(found[moments.index(SECOND)])
    assert (loaded.captured_at, loaded.status, loaded.body) == (SECOND, 200, HTML + b"2")
    assert loaded.header("Content-Type") == "text/html; charset=utf-8"
    (packed,) = await holdings.snapshots(PACKED)
    again = await holdings.load(packed)
    assert again.header("Content-Encoding") == "gzip"
    assert gzip.decompress(again.body) == HTML


def test_extract_collects_from_a_served_collection(root: str, tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(EVENT, encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["extract", "--from", root, "--plain", str(tmp_path)]) == 0, out.getvalue()
    with open_reader(tmp_path) as reader:
        outcomes = {entry.url: entry.outcome for entry in reader.entries()}
        (kept,) = reader.pages()
    assert outcomes[PLAIN] == "kept"
    assert outcomes["http://nowhere.example/"] == "missing"
    assert kept.provenance.startswith(f"{root}/")


@pytest.mark.oracle
def test_pywb_replays_a_served_collection(root: str) -> None:
    with pywb_of({"index": f"cdx+{root}/cdx"}) as replay:
        plain = requests.get(f"{replay}/20240502083000id_/{PLAIN}", timeout=60)
        assert plain.content == HTML + b"2"
        near = requests.get(f"{replay}/20240520mp_/{PLAIN}", timeout=60)
        assert near.status_code == 200
        assert "The river rose." in near.text
        packed = requests.get(f"{replay}/20240501120000id_/{PACKED}", timeout=60)
        assert packed.content == HTML
        assert (
            requests.get(f"{replay}/2024mp_/http://nowhere.example/", timeout=60).status_code == 404
        )
