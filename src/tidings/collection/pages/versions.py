"""Kept pages that share much of their text with a page and are no copies of it: earlier and later reports, siblings."""

from __future__ import annotations

from typing import NamedTuple

from tidings.ports import StoreReader
from tidings.store.entries import Entry

_MOST_VERSIONS = 5


class PageVersion(NamedTuple):
    """A page that shares text with another one."""

    url: str
    title: str
    new: float
    """Share of the words of the other page that this one does not have."""


def versions_of(entry: Entry, store: StoreReader[Entry]) -> list[PageVersion]:
    """Return the kept pages that share much of their text with a kept page, the most similar first."""
    text = entry.content.text
    if entry.outcome != "kept" or not text:
        return []
    from tidings.read.words.fingerprint import fingerprint  # it loads numpy
    from tidings.read.words.novelty import new_words

    found = []
    for story in store.stories.similar(fingerprint(text)):
        other = store.ledger.of_visit(story)
        if story != entry.story and other and other.url != entry.url:
            new, total = new_words(text, other.content.text)
            found.append(PageVersion(other.url, other.title, new / total if total else 0.0))
    return found[:_MOST_VERSIONS]
