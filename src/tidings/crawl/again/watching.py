"""Looks after a running crawl: logs and sends new alarms, writes a digest every day, and chooses queries to follow."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from tidings.collection.reading import open_reader
from tidings.collection.summary.alarms import Alarm, alarms_of
from tidings.collection.summary.digest import atom, html, markdown
from tidings.collection.summary.news import what_is_new
from tidings.crawl.pushed.following import follows, keep_following
from tidings.disk.writing import write_text
from tidings.errors import TidingsError
from tidings.ports import Clock
from tidings.settings import Settings
from tidings.web.webhook import send_json

_LOG = logging.getLogger("tidings.alarms")
LOOK_SECONDS = 600.0
"""Seconds between two looks."""
REPORTS = "reports"
_DAY = timedelta(days=1)


@contextlib.asynccontextmanager
async def looked_after(
    folder: Path, settings: Settings, clock: Clock, *, keeps_going: bool
) -> AsyncIterator[None]:
    """Look after a crawl as long as it runs: alarms and digests if it keeps going, and queries to follow."""
    tasks = [asyncio.create_task(_look_after(folder, settings, clock))] if keeps_going else []
    if follows(settings):
        tasks.append(asyncio.create_task(keep_following(folder, settings)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _look_after(folder: Path, settings: Settings, clock: Clock) -> None:
    known: set[tuple[str, str]] = set()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            alarms = await asyncio.to_thread(look, folder, settings, clock.now())
            new = [alarm for alarm in alarms if (alarm.kind, alarm.name) not in known]
            known = {(alarm.kind, alarm.name) for alarm in alarms}
            for alarm in new:
                _LOG.warning("%s", alarm.sentence())
            if new and settings.recrawl.webhook:
                await send_json(settings.recrawl.webhook, message(settings.event.name, new))
        except (TidingsError, OSError, sqlite3.Error) as error:  # the crawl goes on
            _LOG.warning("could not look after the crawl: %s", error)


def look(folder: Path, settings: Settings, now: datetime) -> list[Alarm]:
    """Return the alarms of a collection, and write its digest if the last one is a day old."""
    with open_reader(folder) as reader:
        alarms = alarms_of(reader, now)
        path = folder / REPORTS / f"digest-{now:%Y-%m-%d}.md"
        if not path.exists():
            news, name = what_is_new(reader, now - _DAY), settings.event.name
            path.parent.mkdir(exist_ok=True)
            write_text(path.with_suffix(".html"), html(name, news, alarms))
            write_text(path.parent / "feed.atom", atom(reader, now))
            write_text(path, markdown(name, news, alarms))
    return alarms


def message(name: str, alarms: Sequence[Alarm]) -> dict[str, object]:
    """Return alarms as they are sent."""
    told = [{**alarm._asdict(), "since": alarm.since.isoformat()} for alarm in alarms]
    return {"collection": name, "alarms": told}
