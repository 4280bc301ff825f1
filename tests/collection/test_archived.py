"""The archive of a collection gives back what was captured, by the URL as people write it."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tests.archive.captures import NOON, capture
from tests.collection.archived_pages import archive
from tidings.collection.collection import open_store
from tidings.collection.folder import database_path
from tidings.collection.pages.archived import CollectionHoldings
from tidings.model import Outcome, Reason, Verdict
from tidings.store.sqlite.database import Database
from tidings.urls import url_id

PAGE = "http://www.news.example/flood"


@pytest.mark.parametrize(
    "url",
    [PAGE, "https://www.news.example/flood", "http://news.example/flood/", "http://news.example/flood?utm_source=x#y"],
)  # fmt: skip
async def test_a_page_is_known_by_other_spellings_of_its_url(tmp_path: Path, url: str) -> None:
    holdings = CollectionHoldings(archive(tmp_path, [capture(PAGE)]))
    assert [each.url for each in await holdings.snapshots(url)] == [PAGE]
    assert not await holdings.snapshots("http://news.example/floods")
    await holdings.close()


async def test_a_page_that_was_redirected_is_shown_where_it_led(tmp_path: Path) -> None:
    folder = archive(tmp_path, [capture(PAGE), capture("http://short.example/x", b"moved")])
    store = open_store(folder)
    link = store.links.find(url_id("http://short.example/x"))
    assert link
    store.links.finish(link.seq, Verdict(Outcome.REDIRECTED, Reason.REDIRECT, PAGE))
    store.commit()
    store.close()
    with closing(Database(database_path(folder))) as database:
        database.write("DELETE FROM visit WHERE link = ?", (link.seq,))
        database.commit()
    for follows, expected in ((True, [PAGE]), (False, [])):
        holdings = CollectionHoldings(folder, follows=follows)
        assert [
            each.url for each in await holdings.snapshots("https://short.example/x")
        ] == expected
        await holdings.close()


async def test_repeated_bytes_are_found_in_the_record_that_has_them(tmp_path: Path) -> None:
    copy = "http://other.example/copy"
    later = NOON + timedelta(days=1)
    held = [capture(PAGE), capture(PAGE, captured_at=later), capture(copy, captured_at=later)]
    holdings = CollectionHoldings(archive(tmp_path, held))
    first, second = await holdings.snapshots(PAGE)
    (third,) = await holdings.snapshots(copy)
    for snapshot, original in zip((first, second, third), held, strict=True):
        loaded = await holdings.load(snapshot)
        assert (loaded.url, loaded.body, loaded.status) == (original.url, original.body, 200)
    assert (second.mime, third.mime) == ("warc/revisit", "warc/revisit")
    await holdings.close()
