"""How much a page mentions the event's people and organisations; looks for these only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tidings.model import Evidence, Page
from tidings.read.words.automaton import Automaton
from tidings.relevance.aspects.vectors import Vector, evidence


class WhoAspect:
    """The cosine between the weights of the event's names and their counts in a page."""

    def __init__(self, names: Mapping[str, float]) -> None:
        self._vector = Vector(names)
        forms = {form: name for name in names for form in _forms(name)}
        self._names = list(forms.values())
        self._automaton = Automaton(forms)

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine, and the names that made it."""
        counts = self._count(f"{page.title}\n{page.text}")
        match = self._vector.compare(counts)
        return match.cosine(), evidence("who", match.shares(), counts)

    def cosine(self, text: str) -> float:
        """Return the cosine of the event's names and those in a text."""
        return self._vector.compare(self._count(text)).cosine()

    def _count(self, text: str) -> Counter[str]:
        """Count the names as whole words; of overlapping names only the longer one."""
        if not self._names:
            return Counter()
        hits = self._automaton.find(text)
        return Counter(
            [self._names[index] for index, start, end in hits if _is_whole(text, start, end)]
        )


def _forms(name: str) -> Iterator[str]:
    """Yield the spellings of a name: capitalised or all in capitals, never lower-case, as WHO is not who."""
    yield name.upper()
    yield name.title() if name.islower() else name


def _is_whole(text: str, start: int, end: int) -> bool:
    return not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
