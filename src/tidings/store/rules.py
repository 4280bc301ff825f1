"""Rules that every store follows, whatever it is made of."""

from __future__ import annotations

MAX_FINDS = 4
"""Pages whose scores for a link are combined: each further one counts less, from the fifth on hardly anything."""


def storable(text: str) -> str:
    """Return a text without NUL characters, which PostgreSQL refuses."""
    return text.replace("\0", "") if "\0" in text else text


def clipped(score: float) -> float:
    """Return a link score between 0 and 1; a stored one may lie outside, see ``Words.move``."""
    return 0.0 if score < 0.0 else 1.0 if score > 1.0 else score
