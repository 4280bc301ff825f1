"""Queries to a ledger, and the entries and counts it returns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tidings.model import Content, Declared, Guess, Named, Reason, Reported, Score, Typed
from tidings.store.content import unpack


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Everything known about one URL, or about one visit to it."""

    number: int
    """The order of discovery; a listing continues after the entry with this number."""
    visit: int | None
    """The number of the visit, None if it was never visited."""
    url: str
    outcome: str
    code: Reason
    """The reason for the outcome."""
    detail: str
    priority: float
    depth: int
    channel: str
    barred: str
    """A code: why it must not be followed, empty if it may."""
    parent: str
    """The page it was found on."""
    scored_by: str
    """The page that gave it its priority, empty if that is its parent."""
    anchor: str
    found_at: datetime
    tries: int
    captured_at: datetime | None
    status: int | None
    mime: str
    size: int
    digest: str
    title: str
    language: str
    published: datetime | None
    dated_by: str
    score: Score | None
    file: str
    offset: int
    length: int
    provenance: str = ""
    """The archive it was read from, empty for the live web."""
    story: int = 0
    """The same number for pages with nearly the same text; 0 for pages without a story."""
    type: Typed | None = None
    """The type of crisis a kept page is about."""
    packed: bytes = b""
    """The content of the page, packed."""

    @property
    def reason(self) -> str:
        """Return the reason for the outcome in words."""
        return self.code.sentence(self.detail)

    @property
    def content(self) -> Content:
        """Return the content of the page: text, places, names, dates, keywords."""
        if not self.packed:
            return Content()
        from tidings.store.derived import complete  # loads the reader of names, needed only here

        return complete(unpack(self.packed), self.language)

    @property
    def text(self) -> str:
        """Return the text of the page alone, which takes less time than its content."""
        return self._stored.text

    @property
    def _stored(self) -> Content:
        return unpack(self.packed)

    @property
    def source_type(self) -> Guess:
        """Return the kind of source; of a page that was not kept, by its host alone."""
        from tidings.read.about.source import source_kind  # readers take time to import

        return self._stored.source or source_kind(self.url)

    @property
    def genre(self) -> Guess | None:
        """Return the genre of a kept page, None if it is none of those that are known."""
        return self._stored.genre

    @property
    def declared(self) -> Declared:
        """Return what a kept page says about itself: site, author, description."""
        return self._stored.declared

    @property
    def numbers(self) -> tuple[Reported, ...]:
        """Return the numbers that the page reports, of a page that was not kept those in its lead."""
        if not self.packed:
            return ()
        from tidings.read.about.numbers.reported import reported

        return reported(self._stored.text, self.language, self.title)

    @property
    def summary(self) -> str:
        """Return the first two sentences of the page."""
        from tidings.read.about.lead import lead

        return lead(self._stored.text, self.language, self.title)

    @property
    def who(self) -> tuple[Named, ...]:
        """Return the people and organisations the page names, the most frequent first."""
        return self.names(self.content)

    @staticmethod
    def names(content: Content) -> tuple[Named, ...]:
        """Return the people and organisations of content, the most frequent first."""
        both = (*content.people, *content.organisations)
        return tuple(sorted(both, key=lambda one: (-one.times, one.name)))
