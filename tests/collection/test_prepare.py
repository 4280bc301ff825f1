"""Collection folders: made from an event file, checked, and refused while a crawl runs in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tidings.collection.collection import open_collection
from tidings.collection.folder import (
    CONTROL_FILE,
    folder_of,
    is_being_crawled,
    read_store,
    steer,
)
from tidings.collection.prepare import prepare
from tidings.errors import CollectionBusy, CollectionError, EventFileError
from tidings.learn.types.model import starter, write_types

EVENT = """
name = "Riverton flood"
seeds = ["http://a.example/"]
[what]
keywords = ["flood"]
{what}
[relevance]
measure = "topic"
[fetch]
contact = "test@tidings.example"
{fetch}
"""


def event_file(path: Path, what: str = "", fetch: str = "") -> Path:
    path.write_text(EVENT.format(what=what, fetch=fetch), encoding="utf-8")
    return path


def test_an_event_file_gets_a_folder_beside_it(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "flood.txt").write_text("The flood came at night.", encoding="utf-8")
    path = event_file(tmp_path / "flood.toml", what='references = ["notes/flood.txt"]')
    prepared = prepare(path)
    assert prepared.folder == tmp_path / "flood"
    assert not prepared.has_begun()
    shutil.move(prepared.folder, tmp_path / "moved")  # all it needs went along
    assert prepare(tmp_path / "moved").settings == prepared.settings


def test_a_folder_and_its_event_file_are_the_same_job(tmp_path: Path) -> None:
    event_file(tmp_path / "event.toml")
    assert prepare(tmp_path) == prepare(tmp_path / "event.toml")


@pytest.mark.parametrize(
    ("fetch", "message"),
    [
        ('allow = ["10.0.0.0/99"]', r'fetch\.allow: found "10\.0\.0\.0/99"'),
        ('connect = ["*.example"]', r'fetch\.connect: found "\*\.example"'),
    ],
)
def test_settings_only_the_network_understands_are_checked_at_once(
    tmp_path: Path, fetch: str, message: str
) -> None:
    with pytest.raises(EventFileError, match=message):
        prepare(event_file(tmp_path / "event.toml", fetch=fetch))


def test_a_crawl_needs_a_contact(tmp_path: Path) -> None:
    path = event_file(tmp_path / "event.toml")
    path.write_text(path.read_text().replace("test@tidings.example", ""))
    with pytest.raises(
        EventFileError, match=r"fetch\.contact: found nothing; allowed: your mail address"
    ):
        prepare(path)


def test_only_a_running_crawl_takes_orders(tmp_path: Path) -> None:
    event_file(tmp_path / "event.toml")
    with pytest.raises(CollectionError, match="no crawl is running here"):
        steer(tmp_path, "pause")
    with open_collection(tmp_path, prefix="x", warc_megabytes=1.0):
        assert is_being_crawled(tmp_path)
        steer(tmp_path, "pause")
    assert (tmp_path / CONTROL_FILE).read_text() == "pause\n"
    assert not is_being_crawled(tmp_path)


@pytest.mark.parametrize("name", ["50% off? #1", "über ü", "a b"])
def test_a_collection_may_lie_in_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    with open_collection(folder, prefix="x", warc_megabytes=1.0) as collection:
        collection.state.update(state="running")
    store = read_store(folder)
    assert store.state.load().state == "running"
    store.close()
    assert (folder / "tidings.db").is_file()


def test_a_model_of_types_goes_along_and_is_checked_at_once(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    write_types(starter(), tmp_path / "own" / "types.json")
    path = event_file(tmp_path / "flood.toml", fetch='[types]\nmodel = "own/types.json"')
    shutil.move(prepare(path).folder, tmp_path / "moved")
    (tmp_path / "own" / "types.json").write_text("{}")
    moved = prepare(tmp_path / "moved").settings.types.model
    assert moved == str(tmp_path / "moved" / "own" / "types.json")
    with pytest.raises(EventFileError, match=r"types\.model: .*found no model of types"):
        prepare(path)
    outside = event_file(tmp_path / "own" / "b.toml", fetch='[types]\nmodel = "../own/types.json"')
    with pytest.raises(EventFileError, match=r"types\.model: \.\./own/types\.json is outside"):
        prepare(outside)


def test_a_folder_that_is_being_crawled_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = event_file(tmp_path / "flood.toml")
    with (
        open_collection(tmp_path / "flood", prefix="x", warc_megabytes=1.0),
        pytest.raises(CollectionBusy, match="another crawl is running"),
    ):
        prepare(path)
    assert not (tmp_path / "flood" / "event.toml").exists()


@pytest.mark.parametrize(
    ("target", "folder"),
    [
        ("flood", "flood"),
        ("flood.toml", "flood"),
        ("flood/event.toml", "flood"),
        ("event.toml", "."),
    ],
)
def test_a_collection_is_named_by_its_folder_or_its_event_file(target: str, folder: str) -> None:
    assert folder_of(target) == Path(folder)
