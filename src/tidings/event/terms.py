"""Terms from example pages: what pages of a genre say, and what relevant ones say besides; a person prunes both lists."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tidings.errors import EventFileError
from tidings.event.build import DEFAULT_LANGUAGE, page_words
from tidings.event.template import toml
from tidings.model import Page
from tidings.read.terms import term_words

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
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EventFileError(f"{path}: cannot be read as an event file: {error}") from error
    lists = {"terms": terms.genre, "content": terms.content}
    values = {name: [item.term for item in found] for name, found in lists.items() if found}
    path.write_bytes(with_terms(text, values, str(path)).encode())


def with_terms(text: str, values: Mapping[str, Sequence[str]], name: str = "event file") -> str:
    """Return the text of an event file with these keys of ``[genre]`` set, or raise ``EventFileError``."""
    before = _parsed(text, name)
    end = "\r\n" if "\r\n" in text else "\n"
    rows = [f"{key} = {_list(items, end)}" for key, items in values.items()]
    lines = text.split(end)
    header = next((number for number, line in enumerate(lines) if _GENRE.match(line)), None)
    if header is None:
        changed = text.rstrip() + end * 2 + end.join(["[genre]", *rows]) + end
    else:
        last = _section_end(lines, header)
        kept = _without(lines[header + 1 : last], values)
        changed = end.join([*lines[: header + 1], *rows, *kept, *lines[last:]])
    wanted = {**before, "genre": {**_table(before.get("genre")), **values}}
    if _parsed(changed, name, during="with the new terms ") != wanted:
        raise EventFileError(_UNSAFE.format(name=name))
    return changed


_UNSAFE = (
    "{name}: found genre terms written in a way that cannot be changed safely; "
    "allowed: one section [genre], or none; the file was left as it is"
)
_GENRE = re.compile(r"\s*\[\s*genre\s*\]\s*(?:#.*)?$")
_HEADER = re.compile(r"\s*\[{1,2}[\w\s.\"'-]+\]{1,2}\s*(?:#.*)?$")


def _parsed(text: str, name: str, during: str = "") -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        if during:
            raise EventFileError(_UNSAFE.format(name=name)) from error
        raise EventFileError(f"{name}: not TOML: {error}") from error


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(items: Sequence[str], end: str) -> str:
    return end.join(["[", *(f"  {toml(item)}," for item in items), "]"])


def _section_end(lines: Sequence[str], header: int) -> int:
    following = range(header + 1, len(lines))
    return next((number for number in following if _HEADER.match(lines[number])), len(lines))


def _without(lines: Sequence[str], keys: Iterable[str]) -> list[str]:
    """Return the lines of a section without these keys and their values; comments beside them go too."""
    kept: list[str] = []
    number = 0
    while number < len(lines):
        key = lines[number].partition("=")[0].strip().strip("\"'")
        if key in keys:
            number = _value_end(lines, number)
        else:
            kept.append(lines[number])
            number += 1
    return kept


def _value_end(lines: Sequence[str], first: int) -> int:
    """Return the line after an assignment, which may run over several."""
    for last in range(first + 1, len(lines) + 1):
        try:
            tomllib.loads("\n".join(lines[first:last]))
        except tomllib.TOMLDecodeError:
            continue
        return last
    return first + 1
