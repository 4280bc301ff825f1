"""The difference of two texts by sentences: what stayed, went, came, was changed or moved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from tidings.read.words.sentences import sentences

_MOST_SENTENCES = 1_000
"""Sentences of a text that are compared; what comes after is left out."""
_ALIKE = 0.5
"""Share of the words that two sentences have in common, from which one is a change of the other."""
_MOST_TOKENS = 400
"""Words and signs of a sentence that are compared one by one."""
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]|[^\W\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]+|\s+|\W"
)
"""A word, a sign, white space; a character in scripts without spaces."""


class RowKind(StrEnum):
    """What happened to a sentence."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


class TextPiece(NamedTuple):
    """A part of a sentence, and whether the other text has it differently."""

    text: str
    changed: bool = False


Side = tuple[TextPiece, ...]


class Row(NamedTuple):
    """A sentence before and after; a side may be empty."""

    kind: RowKind
    before: Side = ()
    after: Side = ()


class Difference(NamedTuple):
    """Two texts side by side."""

    rows: tuple[Row, ...]
    is_whole: bool
    """Whether both texts were compared to their end."""

    def counts(self) -> Counter[str]:
        """Count the rows by kind."""
        return Counter(row.kind.value for row in self.rows)


def difference(before: str, after: str, language: str = "") -> Difference:
    """Return the difference of two texts."""
    old, new = _split(before, language), _split(after, language)
    is_whole = len(old) <= _MOST_SENTENCES >= len(new)
    rows = tuple(_with_moves(list(_rows(old[:_MOST_SENTENCES], new[:_MOST_SENTENCES]))))
    return Difference(rows, is_whole)


def _split(text: str, language: str) -> list[str]:
    return [" ".join(each.text.split()) for each in sentences(text, language)]


def _rows(old: Sequence[str], new: Sequence[str]) -> Iterator[Row]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind == "equal":
            yield from (_row(RowKind.SAME, each, each) for each in old[first:last])
        else:
            yield from _replaced(old[first:last], new[start:end])


def _row(kind: RowKind, before: str = "", after: str = "") -> Row:
    return Row(kind, (TextPiece(before),) if before else (), (TextPiece(after),) if after else ())


def _replaced(old: Sequence[str], new: Sequence[str]) -> Iterator[Row]:
    """Yield each old sentence beside the first new one that is a change of it, in the order of both."""
    position = 0
    for sentence in old:
        match = next(
            (
                n
                for n in range(position, min(len(new), position + 10))
                if _are_alike(sentence, new[n])
            ),
            None,
        )
        if match is None:
            yield _row(RowKind.REMOVED, sentence)
            continue
        yield from (_row(RowKind.ADDED, after=each) for each in new[position:match])
        yield _changed(sentence, new[match])
        position = match + 1
    yield from (_row(RowKind.ADDED, after=each) for each in new[position:])


def _tokens(sentence: str) -> list[str]:
    return _TOKEN.findall(sentence)


def _are_alike(one: str, other: str) -> bool:
    """Return whether two sentences have at least half of their words in common."""
    first, second = (
        Counter(token for token in _tokens(text) if token.strip()) for text in (one, other)
    )
    longest = max(first.total(), second.total())
    return (first & second).total() >= _ALIKE * longest


def _changed(before: str, after: str) -> Row:
    old, new = _tokens(before), _tokens(after)
    if max(len(old), len(new)) > _MOST_TOKENS:
        return Row(RowKind.CHANGED, (TextPiece(before, True),), (TextPiece(after, True),))
    left: list[TextPiece] = []
    right: list[TextPiece] = []
    for kind, first, last, start, end in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        is_changed = kind != "equal"
        if first < last:
            left.append(TextPiece("".join(old[first:last]), is_changed))
        if start < end:
            right.append(TextPiece("".join(new[start:end]), is_changed))
    return Row(RowKind.CHANGED, tuple(left), tuple(right))


def _with_moves(rows: Sequence[Row]) -> Iterator[Row]:
    """Mark sentences that went from one place and came to another as moved."""
    gone = Counter(row.before for row in rows if row.kind is RowKind.REMOVED)
    come = Counter(row.after for row in rows if row.kind is RowKind.ADDED)
    left = {side: min(number, come[side]) for side, number in gone.items()}
    arrived = dict(left)
    for row in rows:
        moving, side = (left, row.before) if row.kind is RowKind.REMOVED else (arrived, row.after)
        if row.kind in (RowKind.REMOVED, RowKind.ADDED) and moving.get(side):
            moving[side] -= 1
            yield row._replace(kind=RowKind.MOVED)
        else:
            yield row
