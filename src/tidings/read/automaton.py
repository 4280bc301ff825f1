"""Finds many names at once in a text, in one pass over it."""

from __future__ import annotations

from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

__all__ = ["AhoCorasick", "automaton"]


def automaton(names: Iterable[str]) -> AhoCorasick:
    """Return what finds names in texts: the leftmost, of those the longest."""
    return AhoCorasick(
        list(names),
        matchkind=MatchKind.LeftmostLongest,
        implementation=Implementation.ContiguousNFA,
    )
