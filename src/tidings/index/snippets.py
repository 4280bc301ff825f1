"""Finds the words of a query in a text: where they are, and the part of the text that shows them best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tidings.index.analysis import Alternative, Condition, distance, located

WIDTH = 240
"""Characters of a snippet."""
_BEFORE = 60
"""Characters before the first word that is shown."""
_SEARCHED = 50_000
"""Characters of a text that are looked through."""


class Snippet(NamedTuple):
    """A part of a text, with the places of the words found in it."""

    text: str
    highlights: tuple[tuple[int, int], ...] = ()
    """Start and end of each."""
    begins: bool = True
    """Whether it begins where the text begins."""
    ends: bool = True
    """Whether it ends where the text ends."""


class _Span(NamedTuple):
    start: int
    end: int
    way: Alternative


def marked(text: str, language: str, demanded: Sequence[Condition], field: str) -> Snippet:
    """Return a short text, such as a title, with the words of a query in it."""
    spans = _spans(text[:_SEARCHED], language, demanded, field)
    return Snippet(text, _merged(spans))


def snippet(text: str, language: str, demanded: Sequence[Condition]) -> Snippet:
    """Return the part of a text that has most of the words of a query, on one line."""
    head = text[:_SEARCHED]
    spans = _spans(head, language, demanded, "text")
    start = _best_start(spans)
    if start:
        start = _word_start(head, max(0, start - _BEFORE), start)
    end = _word_end(head, start + WIDTH)
    inside = [each for each in spans if start <= each.start and each.end <= end]
    moved = tuple((one - start, other - start) for one, other in _merged(inside))
    line = "".join(" " if letter.isspace() else letter for letter in head[start:end])
    return Snippet(line, moved, start == 0, end == len(text))


def _spans(text: str, language: str, demanded: Sequence[Condition], field: str) -> list[_Span]:
    ways = [
        way
        for condition in demanded
        if not condition.excludes
        for way in condition.alternatives
        if field in way.fields
    ]
    row = list(located(text, language)) if ways else []
    names = [token for token, _, _ in row]
    return sorted(
        _Span(row[first][1], row[first + len(way.tokens) - 1][2], way)
        for way in ways
        for first in _places(names, way)
    )


def _places(names: Sequence[str], way: Alternative) -> Iterator[int]:
    first, size = way.tokens[0], len(way.tokens)
    for place, name in enumerate(names):
        if size > 1:
            if name == first and tuple(names[place : place + size]) == way.tokens:
                yield place
        elif (
            name == first
            or (way.within and first in name and len(name) <= 2)
            or (way.edits and distance(first, name, way.edits) <= way.edits)
        ):
            yield place


def _best_start(spans: Sequence[_Span]) -> int:
    """Return where the window with most different words begins, 0 if there are none."""
    best, start, last = (0, 0), 0, 0
    for first, span in enumerate(spans):
        last = max(last, first)
        while last < len(spans) and spans[last].end <= span.start + WIDTH - _BEFORE:
            last += 1
        inside = spans[first:last]
        value = (len({each.way for each in inside}), len(inside))
        if value > best:
            best, start = value, span.start
    return start


def _word_start(text: str, earliest: int, latest: int) -> int:
    """Return the beginning of the first word between two places."""
    if earliest == 0:
        return 0
    blank = text.find(" ", earliest, latest)
    return earliest if blank < 0 else blank + 1


def _word_end(text: str, latest: int) -> int:
    """Return the end of the last whole word before a place."""
    if latest >= len(text):
        return len(text)
    blank = text.rfind(" ", latest - WIDTH // 2, latest + 1)
    return latest if blank < 0 else blank


def _merged(spans: Sequence[_Span]) -> tuple[tuple[int, int], ...]:
    """Return the places of spans, those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for span in spans:
        if merged and span.start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], span.end))
        else:
            merged.append((span.start, span.end))
    return tuple(merged)
