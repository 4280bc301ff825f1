"""Finds the terms of a genre, and of the relevant pages in it, in example pages; a person prunes both lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tidings.event.build import DEFAULT_LANGUAGE, page_words
from tidings.event.edit.rewrite import write_values
from tidings.model import Page
from tidings.read.words.terms import term_words

LONGEST_TERM = 3
"""Words in a term."""
_MIN_TIMES = 2
"""Times a term must occur in all pages together; once is chance."""


class Counted(NamedTuple):
    """A term, how often it occurs, and on how many pages."""

    term: str
    times: int
    pages: int


class GeneratedTerms(NamedTuple):
    """Generated terms, the most frequent first."""

    genre: tuple[Counted, ...]
    content: tuple[Counted, ...] = ()


def generate_terms(examples: Sequence[Page], relevant: Sequence[Page], most: int) -> GeneratedTerms:
    """Return the most frequent terms of the examples, and those of relevant pages that are not among them.

    Ties go to terms on more pages, then to longer terms, then to the alphabet.
    """
    genre = _most_frequent(examples, most, frozenset())
    return GeneratedTerms(
        genre, _most_frequent(relevant, most, frozenset(term for term, *_ in genre))
    )


def _most_frequent(
    pages: Iterable[Page], most: int, excluded: frozenset[str]
) -> tuple[Counted, ...]:
    times: Counter[str] = Counter()
    having: Counter[str] = Counter()
    for page in pages:
        counts = Counter(term for term in _terms(page) if term not in excluded)
        times.update(counts)
        having.update(counts.keys())
    often = [
        Counted(term, count, having[term]) for term, count in times.items() if count >= _MIN_TIMES
    ]
    return tuple(sorted(often, key=_rank)[:most])


def _rank(counted: Counted) -> tuple[int, int, int, str]:
    term, times, pages = counted
    return -times, -pages, -term.count(" "), term


def _terms(page: Page) -> Iterator[str]:
    """Yield one, two and three adjacent words; numbers and single letters are in no term."""
    words = term_words(page_words(page), page.language or DEFAULT_LANGUAGE)
    allowed = [len(word) > 1 and not word.isdecimal() for word in words]
    for length in range(1, LONGEST_TERM + 1):
        for first in range(len(words) - length + 1):
            if all(allowed[first : first + length]):
                yield " ".join(words[first : first + length])


def write_terms(path: Path, terms: GeneratedTerms) -> None:
    """Write generated terms into the section ``[genre]`` of an event file and leave the rest as it is.

    A list that was not generated is left alone. If the edit is not safe, the whole file is.
    """
    lists = {"terms": terms.genre, "content": terms.content}
    write_values(
        path,
        "genre",
        {name: [item.term for item in counted] for name, counted in lists.items() if counted},
    )
