"""What happens in a collection, as a stream of server-sent events that can be resumed."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from tidings.api.live.logs import end_of_log, lines_after, log_path
from tidings.api.models.collections import NowView
from tidings.api.served import Readers
from tidings.api.views import collections, pages
from tidings.collection.folder import database_path, is_being_crawled
from tidings.collection.reading import CollectionReader
from tidings.collection.search.documents import read_judgements

_LOG = logging.getLogger(__name__)
_LOOK_SECONDS = 1.0
"""Seconds between two looks at the collection; a crawl commits once a second."""
_QUIET_LOOKS = 15
"""Looks without news after which a comment keeps the connection open."""
_AT_ONCE = 200
"""Pages and lines of the log sent after one look."""
_MOST_LISTENERS = 100
_RETRY = "retry: 2000\n\n"
_POSITION = re.compile(r"(\d{1,18})\.(\d{1,18})\.(\d{1,18})")


class HeardUpTo(NamedTuple):
    """How far a listener has heard."""

    change: int = 0
    """The number of the last change of a page."""
    revision: int = 0
    """The newest revision of the page model."""
    log: int = 0
    """The end of the last line of the log."""

    def __str__(self) -> str:
        """Return the id of an event."""
        return f"{self.change}.{self.revision}.{self.log}"


def position_of(id_: str) -> HeardUpTo | None:
    """Return the position that an id stands for, None if it is none."""
    match = _POSITION.fullmatch(id_)
    return HeardUpTo(*map(int, match.groups())) if match else None


class Seats:
    """Counts the listeners, because each of them looks at its collection once a second."""

    def __init__(self, most: int = _MOST_LISTENERS) -> None:
        self._most = most
        self.taken = 0

    def are_full(self) -> bool:
        """Return whether nobody else may listen."""
        return self.taken >= self._most


class Listener:
    """One listener to a collection."""

    def __init__(self, folder: Path, readers: Readers, position: HeardUpTo | None) -> None:
        self._folder = folder
        self._readers = readers
        self._log = log_path(folder)
        self._position = position
        self._status: tuple[object, ...] = ()

    async def seated(self, seats: Seats) -> AsyncIterator[str]:
        """Yield events until the listener goes away; it has a seat meanwhile."""
        seats.taken += 1  # here: an answer that is never begun takes none
        try:
            async for event in self.events():
                yield event
        finally:
            seats.taken -= 1

    async def events(self) -> AsyncIterator[str]:
        """Yield events until the listener goes away."""
        yield _RETRY
        quiet = 0
        while True:
            news = await asyncio.to_thread(self._news)
            for event in news:
                yield event
            quiet = 0 if news else quiet + 1
            if quiet == _QUIET_LOOKS:
                quiet = 0
                yield ": still here\n\n"
            await asyncio.sleep(_LOOK_SECONDS)

    def _news(self) -> list[str]:
        """Look for news; a look that fails, as while a collection is moved, is repeated and ends no stream."""
        news: list[str] = []
        try:
            news.extend(self._look())
        except Exception:
            _LOG.exception("could not look at %s", self._folder)
        return news

    def _look(self) -> Iterator[str]:
        if database_path(self._folder).exists():
            with self._readers.reader(self._folder) as reader:
                yield from self._of_database(reader)
        yield from self._of_log()

    def _of_database(self, reader: CollectionReader) -> Iterator[str]:
        last = reader.last_change()
        revision = read_judgements(self._folder).revision
        if self._position is None:
            # The newest revision is sent at once: it may be newer than what the listener has read before.
            self._position = HeardUpTo(last, 0, end_of_log(self._log))
        yield from self._status_of(reader, last)
        changes = reader.changes(self._position.change, _AT_ONCE)
        for number, entry in changes:
            self._position = self._position._replace(change=number)
            yield self._event("page", pages.line(entry))
        if revision > self._position.revision:
            self._position = self._position._replace(revision=revision)
            yield self._event("judgement", {"revision": revision})

    def _status_of(self, reader: CollectionReader, last: int) -> Iterator[str]:
        status = reader.status(counted=False)
        now = (last, status.state, status.reason, is_being_crawled(self._folder))
        if now != self._status:
            self._status = now
            counts = collections.counts(reader)
            yield self._event("status", NowView(state=collections.state(status), counts=counts))

    def _of_log(self) -> Iterator[str]:
        self._position = self._position or HeardUpTo(log=end_of_log(self._log))
        if end_of_log(self._log) < self._position.log:  # it was begun again
            self._position = self._position._replace(log=0)
        for line in lines_after(self._log, self._position.log, _AT_ONCE):
            self._position = self._position._replace(log=line.number)
            yield self._event("log", line)

    def _event(self, name: str, data: BaseModel | dict[str, int]) -> str:
        text = data.model_dump_json() if isinstance(data, BaseModel) else json.dumps(data)
        return f"id: {self._position}\nevent: {name}\ndata: {text}\n\n"
