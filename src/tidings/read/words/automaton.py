"""Find many names in a text in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

_HALF = re.compile(r"[\ud800-\udfff]")
"""A lone surrogate, as broken posts and feeds contain."""


class Automaton:
    """A set of names to find in many texts."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = AhoCorasick(
            list(names),
            matchkind=MatchKind.LeftmostLongest,
            implementation=Implementation.ContiguousNFA,
        )

    def find(self, text: str) -> list[tuple[int, int, int]]:
        """Return index, start and end of each match; of overlapping ones the leftmost, then the longest."""
        try:
            return self._names.find_matches_as_indexes(text)
        except UnicodeEncodeError:
            return self._names.find_matches_as_indexes(_HALF.sub("\ufffd", text))
