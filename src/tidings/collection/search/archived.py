"""Reads the content of a page from the WARC files of its collection, where the database lacks it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tidings.errors import Unreadable
from tidings.model import Content, ReadPage
from tidings.store.content import unpack
from tidings.store.derived import with_names

if TYPE_CHECKING:
    from tidings.read.reader import Reader

ReadContent = Callable[[ReadPage], Content]
"""Returns the content of a stored page."""
_MOST_PLACES = 30
"""Places of a page, as many as a crawl stores."""


def stored_content(page: ReadPage) -> Content:
    """Return what the database knows about a page."""
    return with_names(unpack(page.packed), page.language)


class ArchivedContent:
    """Returns content from the database, or from the WARC files for pages that were stored without a text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, page: ReadPage) -> Content:
        """Return the content of a page; without text where neither has one."""
        content = stored_content(page)
        return content if content.text or not page.file else self._archived(page) or content

    def _archived(self, page: ReadPage) -> Content | None:
        from tidings.archive.files.loading import capture_of, read_stored
        from tidings.archive.files.members import Broken
        from tidings.read.names.who import people_and_organisations

        moment = datetime.fromtimestamp(page.captured_at, UTC)
        try:
            stored = read_stored(
                self._folder / "archive" / page.file, page.offset, page.url, moment
            )
            if stored.head.kind == "revisit":
                return None
            read = self._reader.read(capture_of(stored, ""))
        except (OSError, Broken, Unreadable):
            return None
        names = people_and_organisations(read.text, read.places, read.language)
        return Content(read.text, read.places[:_MOST_PLACES], *names)

    @cached_property
    def _reader(self) -> Reader:
        from tidings.read.reader import Reader  # it loads the tables of places

        return Reader()
