"""Finds the page with the most similar text, the same way in every store."""

from __future__ import annotations

from collections.abc import Iterable

from tidings.read.words.fingerprint import resemblance

MOST_IN_BAND = 64
"""Pages looked up per band; more share one only where a site prints one template without end."""
MOST_COMPARED = 16
"""Pages compared byte by byte: those that share the most bands."""


def closest(fingerprint: bytes, candidates: Iterable[tuple[int, bytes]]) -> int | None:
    """Return the visit with the most similar fingerprint, the first of equals; None if none is similar."""
    ranked = [(resemblance(fingerprint, other), -visit) for visit, other in candidates]
    similarity, visit = max(ranked, default=(0.0, 0))
    return -visit if similarity else None
