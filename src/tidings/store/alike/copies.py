"""Finds the story that a kept page repeats; fingerprints propose, the texts decide. It writes nothing."""

from __future__ import annotations

from tidings.model import Visit
from tidings.ports import Store
from tidings.read.words.novelty import furniture_of, is_copy, is_template
from tidings.store.content import unpack
from tidings.urls import host_of

_COMPARED = 4
"""Stories compared, the most similar first."""
_NEIGHBOURS = 8
"""Other pages of a host that show what all its pages have."""


class Copies:
    """Compares kept pages with the stories of a collection."""

    def __init__(self, store: Store) -> None:
        self._stories, self._words = store.stories, store.words

    def find(self, link: int, visit: Visit) -> int | None:
        """Return the story of which a page is a copy, or an earlier text of the same link; None if it is new."""
        for story in self._stories.similar(visit.fingerprint)[:_COMPARED]:
            seq, url = self._stories.page(story)
            if seq == link or self._repeats(link, visit, story, url):
                return story
        return None

    def _repeats(self, link: int, visit: Visit, story: int, url: str) -> bool:
        """Return whether a page says little that the first page of a story does not; without texts, assume so."""
        text, known = unpack(visit.content).text, self._texts([story])
        if not text or not known:
            return True
        if host_of(url) == host_of(visit.url) and is_template(text, known[0]):
            return False
        neighbours = self._stories.neighbours(link, _NEIGHBOURS)
        others = self._texts([each for each in neighbours if each != story])
        return is_copy(text, known[0], furniture_of(others))

    def _texts(self, visits: list[int]) -> list[str]:
        pages = self._words.pages(visits) if visits else {}
        return [page.text for page in pages.values() if page.text]
