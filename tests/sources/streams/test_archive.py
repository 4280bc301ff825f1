"""A collection made after its event: the archive of Jetstream, then its live stream, without a gap."""

from __future__ import annotations

import pytest

from tests.sources.streams.servers import BLOCK, START, Service, archived_block
from tests.sources.streams.test_streams import ADDRESSES, WORDS, listener, stream_of, taken
from tidings.errors import Unreadable
from tidings.read.posts.segments import read_block, read_head
from tidings.sources.streams import open_tap
from tidings.sources.streams.stream import Stream
from tidings.web.clock import SystemClock


def _url(number: int) -> str:
    return f"https://bsky.app/profile/did:plc:a{number % 7}/post/k{number}"


async def _collected(server: Service, first: int, count: int) -> tuple[Stream, list[str]]:
    """Return the posts of a stream that begins at the moment of an event."""
    ear = listener()
    tap = open_tap(ADDRESSES["bluesky 2"].format(server.root), ear, lambda: WORDS, {})
    since = (START + first * 1000) / 1e6
    stream = Stream(tap, lambda: WORDS, SystemClock(), since=since, close=ear.close)
    stream.resume("")
    return stream, await taken(stream, count)


@pytest.mark.parametrize("cut_after", [0, 1])
async def test_posts_before_the_live_stream_come_out_of_the_archive(cut_after: int) -> None:
    """The server breaks off ten times, also in the middle of downloads."""
    async with Service(total=220, cut_after=cut_after).running() as server:
        server.sealed = 190
        _, urls = await _collected(server, 47, 173)
    assert set(urls) == {_url(number) for number in range(47, 220)}
    assert len(urls) == len(set(urls))
    assert server.cuts == (10 if cut_after else 0)


async def test_a_cursor_that_became_too_old_goes_on_in_the_archive() -> None:
    async with Service(total=100).running() as server:
        server.sealed = 90
        stream = stream_of("bluesky 2", server.root)
        stream.resume("31")
        urls = await taken(stream, 69)
    assert set(urls) == {_url(number) for number in range(31, 100)}


async def test_without_an_archive_a_stream_begins_where_it_can() -> None:
    async with Service(total=30).running() as server:
        _, urls = await _collected(server, 0, 30)
    assert len(urls) == 30


async def test_an_event_before_the_archive_is_not_looked_for_in_all_of_it() -> None:
    async with Service(total=60).running() as server:
        server.sealed = 40
        await _collected(server, -5_000_000, 20)
    assert server.downloads == 0


def test_a_block_holds_posts_as_the_live_stream_sends_them() -> None:
    events = read_block(archived_block(0, 1), after=BLOCK + 2)
    assert [event.number for event in events] == [8, 9, 10]
    assert b'"reply":{"$link":"bafyre"}' in events[0].frame


@pytest.mark.parametrize("damaged", [b"", b"x" * 100, archived_block(0, 0)[:-9]])
def test_a_damaged_block_has_a_reason(damaged: bytes) -> None:
    with pytest.raises(Unreadable):
        read_block(damaged, 0)
    with pytest.raises(Unreadable):
        read_head(damaged)
