"""What is wanted of a stream."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.web.conftest import ManualClock
from tidings.errors import CollectionError
from tidings.model import Event, Post
from tidings.settings import Settings, StreamsSettings
from tidings.sources.streams.changes import (
    QUERIES_FILE,
    LiveQueries,
    change,
    read_changes,
    read_followed,
    write_followed,
)
from tidings.sources.streams.queries import Queries, queries_of, region, with_changes

NOBODY = Queries()
SETTINGS = Settings(Event("Flood", {"flood": 1.0}), ())


def _post(text: str = "", **fields: object) -> Post:
    return Post("bluesky", "1", "http://p.example/1", text)._replace(**fields)


@pytest.mark.parametrize(
    ("queries", "post", "wanted"),
    [
        (Queries(words=("flood",)), _post("FLOODS here"), True),
        (Queries(words=("flood",)), _post("preflood"), False),
        (Queries(words=("flood",)), _post("x", card="A flood"), True),
        (Queries(words=("dam break",)), _post("the dam  break"), True),
        (Queries(words=("洪水",)), _post("大洪水"), True),
        (Queries(tags=("harwick",)), _post("x", tags=("Harwick",)), True),
        (Queries(accounts=("ann",)), _post("x", author="ann"), True),
        (Queries(accounts=("ann",)), _post("x", url="https://twitter.com/ann/status/1"), True),
        (Queries(accounts=("ann",)), _post("x", url="https://twitter.com/bob/status/1"), False),
        (Queries(words=("flood",), languages=("en",)), _post("flood", language="de"), False),
        (Queries(words=("flood",), languages=("en",)), _post("flood", language="en-GB"), True),
        (Queries(words=("flood",), languages=("en",)), _post("flood"), True),
        (Queries(regions=((50, 4, 51, 5),)), _post("x", coordinates=(50.8, 4.4)), True),
        (Queries(regions=((50, 4, 51, 5),)), _post("x", coordinates=(52.0, 4.4)), False),
        (Queries(regions=((-20, 170, -10, -170),)), _post("x", coordinates=(-15.0, -175.0)), True),
        (NOBODY, _post("flood"), False),
    ],
)
def test_posts_are_wanted_or_not(queries: Queries, post: Post, wanted: bool) -> None:
    assert queries.wants(post) is wanted


def test_without_queries_the_keywords_count() -> None:
    assert queries_of(SETTINGS).words == ("flood",)
    streams = StreamsSettings(tags=("#Harwick",), regions=("1, 2, 3, 4",))
    assert queries_of(Settings(SETTINGS.event, (), streams=streams)) == Queries(
        tags=("harwick",), regions=((1, 2, 3, 4),)
    )


@pytest.mark.parametrize("written", ["", "1,2,3", "5,2,3,4", "x,2,3,4", "1,2,300,4"])
def test_what_is_no_region_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"found|could not"):
        region(written)


def test_queries_change_while_a_crawl_runs(tmp_path: Path) -> None:
    clock = ManualClock()
    live = LiveQueries(SETTINGS, tmp_path, clock)
    assert live().words == ("flood",)
    change(tmp_path, SETTINGS, ["word:dam", "tag:#Harwick"], ["word:flood"])
    assert live().words == ("flood",)  # a look costs time, so there is one every few seconds
    clock.forward(3)
    assert live() == Queries(words=("dam",), tags=("harwick",))
    change(tmp_path, SETTINGS, ["word:flood"], ["word:dam"])
    os.utime(tmp_path / QUERIES_FILE, (1, 1))
    clock.forward(3)
    assert live() == Queries(words=("flood",), tags=("harwick",))


@pytest.mark.parametrize("query", ["flood", "colour:red", "word:"])
def test_what_is_no_query_is_refused(query: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="allowed: word:"):
        change(tmp_path, SETTINGS, [query], [])
    assert not (tmp_path / QUERIES_FILE).exists()


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"add": 5, "remove": []}', json.dumps({"add": []})]
)
def test_a_damaged_file_of_queries_is_named(content: str, tmp_path: Path) -> None:
    (tmp_path / QUERIES_FILE).write_text(content, "utf-8")
    with pytest.raises(CollectionError, match=r"queries\.json"):
        read_changes(tmp_path)


def test_removed_queries_may_never_have_been_there() -> None:
    assert with_changes(NOBODY, [], ["word:x", "colour:y"]) == NOBODY


def test_every_kind_of_query_is_added_and_removed_in_any_spelling(tmp_path: Path) -> None:
    given = ["word:dam", "tag:#Harwick", "account:ann", "language:en", "region:50,4, 51,5"]
    change(tmp_path, SETTINGS, given, [])
    assert with_changes(NOBODY, *read_changes(tmp_path)) == Queries(
        ("dam",), ("harwick",), ("ann",), ("en",), ((50, 4, 51, 5),)
    )
    change(
        tmp_path, SETTINGS, [], [*given[:1], "tag:harwick", *given[2:4], "region:50, 4, 51, 5.0"]
    )
    assert with_changes(NOBODY, *read_changes(tmp_path)) == NOBODY
    with pytest.raises(ValueError, match="degrees"):
        change(tmp_path, SETTINGS, ["region:50,4"], [])


def test_what_a_crawl_follows_by_itself_brings_only_so_many_posts(tmp_path: Path) -> None:
    clock = ManualClock()
    streams = StreamsSettings(follow=2, follow_posts=2)
    live = LiveQueries(Settings(SETTINGS.event, (), streams=streams), tmp_path, clock)
    tagged = _post("water", tags=("harwick",))
    assert not live.wants(tagged)
    write_followed(tmp_path, ["tag:harwick"])
    clock.forward(3)
    assert [live.wants(tagged) for _ in range(4)] == [True, True, False, False]
    assert live.wants(_post("flood"))  # what a person gave has no limit
    clock.forward(3600)
    assert live.wants(tagged)
    change(tmp_path, SETTINGS, [], ["tag:Harwick"])  # a person is right
    clock.forward(3)
    assert not live.wants(tagged)
    assert read_followed(tmp_path) == []
