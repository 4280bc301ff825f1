"""Finds the pages with the most similar text, the same way in every store."""

from __future__ import annotations

from collections.abc import Iterable

from tidings.read.words.resemblance import resemblance

MOST_IN_BAND = 64
"""Pages looked up per band; more share one only where a site prints one template without end."""
MOST_RECENT = 300
"""Visits among which other pages of a host are looked for, the last ones."""
MOST_COMPARED = 16
"""Pages compared byte by byte: those that share the most bands."""


def ranked(fingerprint: bytes, candidates: Iterable[tuple[int, bytes]]) -> list[int]:
    """Return the visits with a similar fingerprint, the most similar first, the first of equals before the others."""
    similar = [(-resemblance(fingerprint, other), visit) for visit, other in candidates]
    return [visit for resembles, visit in sorted(similar) if resembles]
