"""Pages that proposals are tried on: references, pages of given addresses, pages of other collections."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable
from itertools import chain, islice, zip_longest
from pathlib import Path
from threading import Lock

from tidings.collection.folder import database_path
from tidings.collection.reading import open_reader
from tidings.errors import TidingsError
from tidings.model import Outcome, Page
from tidings.store.entries import Entry

SAMPLES = 20
"""Pages that are shown."""
_MOST_PAGES = 200
"""Pages that are kept; the least used go first."""


class SamplePages:
    """The pages that were read for proposals, the last one last; any thread may use it."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._lock = Lock()

    def add(self, pages: Iterable[Page]) -> None:
        """Keep pages."""
        with self._lock:
            for page in pages:
                self._pages[page.url] = page
                self._pages.move_to_end(page.url)
            while len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)

    def of(self, urls: Iterable[str]) -> list[Page]:
        """Return the pages of URLs, as far as they were read."""
        with self._lock:
            return [self._pages[url] for url in urls if url in self._pages]

    def newest(self, count: int) -> list[Page]:
        """Return the pages that were added last."""
        with self._lock:
            return list(islice(reversed(self._pages.values()), count))


def stored_samples(folders: Collection[Path], count: int = SAMPLES) -> list[Page]:
    """Return pages of collections: kept and rejected ones in turns, of each collection as many as the others have."""
    offers = [
        _read_pages(folder, outcome, count)
        for outcome in (Outcome.KEPT, Outcome.REJECTED)
        for folder in folders
        if database_path(folder).exists()
    ]
    in_turns = chain.from_iterable(zip_longest(*offers))
    return list({page.url: page for page in in_turns if page}.values())[:count]


def _read_pages(folder: Path, outcome: Outcome, count: int) -> list[Page]:
    try:
        with open_reader(folder) as reader:
            read = (entry for entry in reader.pages(outcome=outcome) if entry.content.text)
            return [_page(entry) for entry in islice(read, count)]
    except TidingsError:  # a broken collection gives no samples
        return []


def _page(entry: Entry) -> Page:
    content = entry.content
    return Page(
        url=entry.url,
        title=entry.title,
        text=content.text,
        dates=content.dates,
        places=content.places,
        language=entry.language,
        captured_at=entry.captured_at,
    )
