"""Pages that scripts make are read, archived and shown again: crawled with a browser, replayed without the site."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.chromium import chromium
from tests.end_to_end.scripted_site import APP, scripted_site, story, write_event
from tests.end_to_end.test_whole_replay import stamp_of
from tests.end_to_end.world import crawl_to_the_end, entries
from tests.oracle import oracle, pywb
from tidings.archive.replay.app import ReplayApp
from tidings.archive.replay.serving import bound, origin_of_socket, served
from tidings.collection.pages.archived import CollectionHoldings

FIRST = f"{APP}/news/0"
WORDS = "filled the cellars of the old town"


@dataclass
class Archived:
    """A collection of the site, which is no longer served."""

    folder: Path
    asked: dict[str, int]
    """What the site was asked for it."""


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Archived:
    with chromium():  # skips without one
        pass
    folder = tmp_path_factory.mktemp("scripted") / "flood"
    with scripted_site() as site:
        write_event(folder, site)
        crawl_to_the_end(folder)
        return Archived(folder, dict(site.asked))


def records(folder: Path, name: str) -> Iterator[bytes]:
    """Yield the records of a name, as they are in the archive."""
    for file in (folder / "archive").glob("*.warc.gz"):
        for record in gzip.decompress(file.read_bytes()).split(b"WARC/1.1\r\n"):
            if f"WARC-Target-URI: {name}\r\n".encode() in record:
                yield record


def test_text_date_and_links_are_those_that_scripts_make(archived: Archived) -> None:
    (first, second) = sorted(entries(archived.folder, "kept"), key=lambda each: each.url)[:2]
    assert (first.url, first.title) == (FIRST, "Flood in Ipswich, part 0")
    assert first.published
    assert f"{first.published:%Y-%m-%d}" == "2026-03-01"
    assert second.title == "Flood in Ipswich, part 1"  # not a copy, although its first bytes are
    found = {each.url for each in entries(archived.folder)}
    assert found == {f"{APP}/news/{number}" for number in range(4)}  # by scrolling and a button


def test_consent_is_refused_and_nothing_is_asked_twice(archived: Archived) -> None:
    assert f"{APP}/consented" not in archived.asked
    assert archived.asked[f"{APP}/bundle.js"] == archived.asked[FIRST] == 1


def test_what_was_seen_is_recorded(archived: Archived) -> None:
    (text,) = records(archived.folder, f"urn:text:{FIRST}")
    assert WORDS.encode() in text
    (view,) = records(archived.folder, f"urn:view:{FIRST}")
    assert b"Content-Type: image/jpeg" in view
    (info,) = records(archived.folder, f"urn:pageinfo:{FIRST}")
    asked = json.loads(info.partition(b"\r\n\r\n")[2])["urls"]
    assert asked["http://data.example/story/0.json"]["status"] == 200
    assert any(b"browser: 7 requests" in each for each in records(archived.folder, FIRST))


@pytest.mark.oracle
def test_pywb_replays_the_page_without_the_site(archived: Archived) -> None:
    for file in (archived.folder / "archive").glob("*.warc.gz"):
        checked = oracle("warcio", "check", file)
        assert checked.returncode == 0, checked.stdout
    with pywb(archived.folder) as base, chromium() as browser:
        page = browser.new_page()
        page.goto(f"{base}/{stamp_of(archived.folder, FIRST)}/{FIRST}")
        frame = page.frame_locator("iframe").first
        frame.get_by_text("Reject all").click(timeout=60_000)
        assert frame.get_by_text(WORDS).inner_text(timeout=60_000) in str(story(0))
        frame.get_by_text("Flood in Ipswich, part 1").wait_for(timeout=60_000)


def test_the_desk_shows_it_without_scripts(archived: Archived) -> None:
    listener = bound("127.0.0.1", 0)
    app = ReplayApp(lambda _: CollectionHoldings(archived.folder), ancestors="'none'", token="t")
    with served(app, listener), chromium() as browser:
        page = browser.new_context(java_script_enabled=False).new_page()
        origin = origin_of_socket(listener, "127.0.0.1")
        page.goto(f"{origin}/t/flood/{stamp_of(archived.folder, FIRST)}/{FIRST}")
        assert WORDS in page.content()
        assert page.locator("img").evaluate("image => image.naturalWidth") == 60
