"""A collection folder: what it is called, and whose it is while a crawl runs in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidings.collection.folder import check_free, locked, plain_slug, slug
from tidings.errors import CollectionBusy


@pytest.mark.parametrize(
    ("name", "folder", "file"),
    [
        ("Riverton Flood, 2024!", "riverton-flood-2024", "riverton-flood-2024"),
        ("洪水", "洪水", "event"),
        ("日本 洪水 2024", "日本-洪水-2024", "2024"),
        ("Überschwemmung Ærø", "uberschwemmung-ærø", "uberschwemmung-r"),
        ("बाढ़", "बाढ़", "event"),
        ("Чёрный / дождь", "чёрный-дождь", "event"),
        ("한국 홍수", "한국-홍수", "event"),
        ("../..", "event", "event"),
        ("x" * 200, "x" * 60, "x" * 60),
    ],
)
def test_an_event_name_becomes_the_name_of_a_folder_and_of_files(
    name: str, folder: str, file: str
) -> None:
    assert slug(name) == folder
    assert plain_slug(name) == file


def test_a_folder_that_is_being_crawled_says_how_to_end_that(tmp_path: Path) -> None:
    check_free(tmp_path)
    with locked(tmp_path), pytest.raises(CollectionBusy, match=f"`tidings stop {tmp_path}` ends"):
        check_free(tmp_path)
