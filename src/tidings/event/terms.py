"""Terms from example pages: what pages of a genre say, and what relevant ones say besides; a person prunes both lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tidings.event.build import DEFAULT_LANGUAGE, page_words
from tidings.event.rewrite import write_values
from tidings.model import Page
from tidings.read.words.terms import term_words

LONGEST_TERM = 3
"""Words of a term."""
_LEAST = 2
"""What occurs once in all pages together is chance."""


class Counted(NamedTuple):
    """A term, how often some pages have it, and how many of them do."""

    term: str
    times: int
    pages: int


class Terms(NamedTuple):
    """Generated terms, the most frequent first."""

    genre: tuple[Counted, ...]
    content: tuple[Counted, ...] = ()


def generate_terms(examples: Sequence[Page], relevant: Sequence[Page], most: int) -> Terms:
    """Return the most frequent terms of some examples of a genre, and of relevant pages without those.

    Of terms that are equally frequent those in more pages come first, then the longer, then the alphabet decides.
    """
    genre = _most_frequent(examples, most, frozenset())
    return Terms(genre, _most_frequent(relevant, most, frozenset(term for term, *_ in genre)))


def _most_frequent(pages: Iterable[Page], most: int, known: frozenset[str]) -> tuple[Counted, ...]:
    times: Counter[str] = Counter()
    having: Counter[str] = Counter()
    for page in pages:
        counts = Counter(term for term in _terms(page) if term not in known)
        times.update(counts)
        having.update(counts.keys())
    often = [Counted(term, count, having[term]) for term, count in times.items() if count >= _LEAST]
    return tuple(sorted(often, key=_rank)[:most])


def _rank(counted: Counted) -> tuple[int, int, int, str]:
    term, times, pages = counted
    return -times, -pages, -term.count(" "), term


def _terms(page: Page) -> Iterator[str]:
    """Yield one, two and three words that follow each other; a number or a single letter is in no term."""
    found = term_words(page_words(page), page.language or DEFAULT_LANGUAGE)
    said = [len(word) > 1 and not word.isdecimal() for word in found]
    for length in range(1, LONGEST_TERM + 1):
        for first in range(len(found) - length + 1):
            if all(said[first : first + length]):
                yield " ".join(found[first : first + length])


def write_terms(path: Path, terms: Terms) -> None:
    """Write generated terms into the section ``[genre]`` of an event file; all else in it stays as it is.

    Content terms that were not generated are left alone, and so is the whole file if that cannot be made sure.
    """
    lists = {"terms": terms.genre, "content": terms.content}
    write_values(
        path,
        "genre",
        {name: [item.term for item in found] for name, found in lists.items() if found},
    )
