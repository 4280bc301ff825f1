"""How much a page speaks of the event's people and organisations; it looks for these alone and knows no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tidings.model import Evidence, Page
from tidings.read.words.automaton import Automaton
from tidings.relevance.aspects.vectors import Vector
from tidings.relevance.measures.topic import EVIDENCE


class WhoAspect:
    """The cosine between the weights of the event's names and how often a page has each of them."""

    def __init__(self, names: Mapping[str, float]) -> None:
        self._vector = Vector(names)
        forms = {form: name for name in names for form in _forms(name)}
        self._names = list(forms.values())
        self._automaton = Automaton(forms)

    def judge(self, page: Page) -> tuple[float, tuple[Evidence, ...]]:
        """Return the cosine, and the names that made it."""
        counts = self._count(f"{page.title}\n{page.text}")
        shares = self._vector.shares(counts, EVIDENCE)
        evidence = [Evidence("who", name, amount, f"{count}x") for name, amount, count in shares]
        return self._vector.cosine(counts), tuple(evidence)

    def cosine(self, text: str) -> float:
        """Return the cosine of the event's names and those in a text."""
        return self._vector.cosine(self._count(text))

    def _count(self, text: str) -> Counter[str]:
        """Count the names as whole words, where one is part of another the longer."""
        if not self._names:
            return Counter()
        found = self._automaton.find(text)
        return Counter(
            [self._names[index] for index, start, end in found if _is_whole(text, start, end)]
        )


def _forms(name: str) -> Iterator[str]:
    """Yield how a name is written: with its capitals or all in capitals, never in small letters, for WHO is not who."""
    yield name.upper()
    yield name.title() if name.islower() else name


def _is_whole(text: str, start: int, end: int) -> bool:
    return not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
