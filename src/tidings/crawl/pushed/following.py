"""Lets a running crawl follow queries that its kept pages suggest, as many as its settings allow."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path

from tidings.collection.proposing.queries import follow
from tidings.collection.reading import open_reader
from tidings.errors import TidingsError
from tidings.settings import Settings

_LOG = logging.getLogger("tidings.streams")
LOOK_SECONDS = 300.0
"""Seconds between two choices."""


def follows(settings: Settings) -> bool:
    """Return whether a crawl chooses queries by itself."""
    streams = settings.streams
    return bool(streams.follow and (streams.services or streams.files))


async def keep_following(folder: Path, settings: Settings) -> None:
    """Choose queries again and again, until it is cancelled."""
    before: tuple[str, ...] = ()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            chosen = await asyncio.to_thread(choose, folder, settings)
        except (TidingsError, OSError, sqlite3.Error) as error:  # the crawl goes on
            _LOG.warning("could not choose queries to follow: %s", error)
            continue
        if chosen != before:
            _LOG.info("follows by itself: %s", ", ".join(chosen) or "nothing")
            before = chosen


def choose(folder: Path, settings: Settings) -> tuple[str, ...]:
    """Choose the queries that a crawl follows by itself now."""
    with open_reader(folder) as reader:
        return follow(reader, settings)
