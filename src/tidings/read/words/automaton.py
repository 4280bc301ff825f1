"""Finds many names at once in a text, in one pass over it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

_HALF = re.compile(r"[\ud800-\udfff]")
"""Half a character, from a broken post or feed."""


class Automaton:
    """Many names, looked for in many texts."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = AhoCorasick(
            list(names),
            matchkind=MatchKind.LeftmostLongest,
            implementation=Implementation.ContiguousNFA,
        )

    def find(self, text: str) -> list[tuple[int, int, int]]:
        """Return the number of each name found, its start and its end: the leftmost, of those the longest."""
        try:
            return self._names.find_matches_as_indexes(text)
        except UnicodeEncodeError:
            return self._names.find_matches_as_indexes(_HALF.sub("\ufffd", text))
