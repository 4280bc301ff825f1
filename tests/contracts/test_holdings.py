"""What every Holdings must do, whether its captures lie in files or at a service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from aiohttp import web

from tests.collection.archived_pages import archive
from tests.contracts.small_web import (
    AGENT,
    FLOOD,
    LOOPBACK,
    NOON,
    UNKNOWN,
    capture,
    local_holdings,
    served,
)
from tidings.archive.digests import payload_digest
from tidings.archive.remote import open_remote
from tidings.collection.pages.archived import CollectionHoldings
from tidings.errors import FetchError
from tidings.model import Capture, Snapshot
from tidings.ports import Holdings
from tidings.settings import FetchSettings
from tidings.web.clock import SystemClock

LATER = NOON + timedelta(days=400)
HELD = [capture(FLOOD, b"<p>Then.", at=NOON), capture(FLOOD, b"<p>Now.", at=LATER)]

SERVICES = {
    "cdx": "cdx+{root}/cdx",
    "timemap": "memento+{root}/timemap/link/",
    "timegate": "timegate+{root}/",
    "detected": "{root}",
}


def stamp(moment: datetime) -> str:
    return f"{moment:%Y%m%d%H%M%S}"


async def service(request: web.BaseRequest) -> web.Response:
    """Answer as an archive that offers a CDX server, TimeMaps, a TimeGate and replay."""
    root = f"http://{request.host}"
    path = request.raw_path.partition("?")[0]
    if path == "/cdx":
        return web.Response(text=cdx_lines(request.query["url"]))
    for prefix in ("/timemap/link/", "/"):
        if path == prefix + FLOOD:
            links = memento_links(root)
            return web.Response(text=links, headers={"Link": links} if prefix == "/" else {})
    replayed = {f"/{stamp(each.captured_at)}id_/{each.url}": each for each in HELD}
    return replay(replayed[path]) if path in replayed else web.Response(status=404)


def cdx_lines(url: str) -> str:
    rows = [
        {
            "urlkey": "example,news)/flood",
            "timestamp": stamp(each.captured_at),
            "url": each.url,
            "mime": "text/html",
            "status": "200",
            "digest": payload_digest(each.body),
        }
        for each in HELD
        if each.url == url
    ]
    return "\n".join(map(json.dumps, reversed(rows)))


def memento_links(root: str) -> str:
    return ", ".join(
        f'<{root}/{stamp(each.captured_at)}/{each.url}>; rel="memento"; '
        f'datetime="{format_datetime(each.captured_at, usegmt=True)}"'
        for each in reversed(HELD)
    )


def replay(held: Capture) -> web.Response:
    moment = format_datetime(held.captured_at, usegmt=True)
    headers = {"Content-Type": "text/html; charset=utf-8", "Memento-Datetime": moment}
    return web.Response(body=held.body, headers=headers)


def opened_files(kind: str, folder: Path) -> Holdings:
    if kind == "collection":
        return CollectionHoldings(archive(folder, HELD))
    return local_holdings(folder, reversed(HELD))


@pytest.fixture(params=["files", "collection", *SERVICES])
async def holdings(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Holdings]:
    settings = FetchSettings(delay=0.0, total=5.0, first_byte=5.0, tries=1, allow=LOOPBACK)
    async with served(service) as port:
        root = f"http://127.0.0.1:{port}"
        opened: Holdings = (
            opened_files(request.param, tmp_path)
            if request.param not in SERVICES
            else open_remote(
                SERVICES[request.param].format(root=root), settings, AGENT, SystemClock()
            )
        )
        yield opened
        await opened.close()


async def test_snapshots_come_in_the_order_of_time(holdings: Holdings) -> None:
    snapshots = await holdings.snapshots(FLOOD)
    assert [(each.url, each.captured_at) for each in snapshots] == [(FLOOD, NOON), (FLOOD, LATER)]
    assert all(each.status in (0, 200) for each in snapshots)
    assert all(each.mime in ("", "text/html") for each in snapshots)
    digests = [payload_digest(each.body) for each in HELD]
    assert all(each.digest in ("", digest) for each, digest in zip(snapshots, digests, strict=True))


async def test_asking_again_gives_the_same(holdings: Holdings) -> None:
    assert list(await holdings.snapshots(FLOOD)) == list(await holdings.snapshots(FLOOD))


async def test_a_snapshot_is_loaded_with_bytes_and_provenance(holdings: Holdings) -> None:
    for snapshot, held in zip(await holdings.snapshots(FLOOD), HELD, strict=True):
        loaded = await holdings.load(snapshot)
        assert (loaded.url, loaded.captured_at) == (FLOOD, held.captured_at)
        assert (loaded.status, loaded.body) == (200, held.body)
        assert loaded.header("Content-Type") == "text/html; charset=utf-8"
        assert loaded.provenance


async def test_loads_at_the_same_time_do_not_mix(holdings: Holdings) -> None:
    snapshots = list(await holdings.snapshots(FLOOD)) * 3
    loaded = await asyncio.gather(*map(holdings.load, snapshots))
    assert [each.body for each in loaded] == [each.body for each in HELD] * 3


async def test_a_url_that_is_not_held_has_no_snapshots(holdings: Holdings) -> None:
    await holdings.snapshots(FLOOD)  # a service whose kind is unknown shows it by what it holds
    assert list(await holdings.snapshots(UNKNOWN)) == []


async def test_a_snapshot_that_vanished_is_a_fetch_error(holdings: Holdings) -> None:
    held, _ = await holdings.snapshots(FLOOD)
    with pytest.raises(FetchError):
        await holdings.load(vanished(held))


def vanished(held: Snapshot) -> Snapshot:
    """Return a snapshot that points to nothing in the same archive."""
    file = held.pointer.file.replace("web", "none").replace(stamp(NOON), "20010101000000")
    return held._replace(pointer=held.pointer._replace(file=file))


async def test_closing_twice_does_no_harm(holdings: Holdings) -> None:
    await holdings.snapshots(FLOOD)
    await holdings.close()
    await holdings.close()
