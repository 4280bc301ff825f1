"""Counts URLs by outcome and reason, as people want to see them."""

from __future__ import annotations

from collections.abc import Iterable

from tidings.model import Reason, ReasonCount


def count_reasons(groups: Iterable[tuple[bool, str, str, str, int]]) -> list[ReasonCount]:
    """Return the counts of outcomes and kinds of reason, the most frequent first within each outcome.

    A group is whether its links wait, outcome, reason, detail, and the number of links.
    """
    counts: dict[tuple[str, str, Reason], int] = {}
    for waits, outcome, code, detail, count in groups:
        reason = Reason(code)
        words = reason.value if reason.folds else reason.sentence(detail)
        key = ("waiting", "", Reason.OTHER) if waits else (outcome, words, reason)
        counts[key] = counts.get(key, 0) + count
    lines = [ReasonCount(outcome, words, n, code) for (outcome, words, code), n in counts.items()]
    return sorted(lines, key=lambda line: (line.outcome, -line.count))
