"""Compares fingerprints of texts; light, because a store asks it and needs no fingerprints of its own."""

from __future__ import annotations

from operator import eq

SIZE = 48
BANDS = 7

WORDING = 32
"""Bytes of a fingerprint that come from the wording; the others come from facts."""
_ALIKE_WORDING = 0.4
"""Least share of equal bytes of wording. Copies with 5 % edited words, other boilerplate and a cut paragraph have
0.47 or more; two articles on the same event rarely reach 0.2."""
_ALIKE_FACTS = 0.45
"""Least share of equal bytes of facts. Such copies have 0.55 or more, two reports from one template at most 0.3."""


def resemblance(one: bytes, other: bytes) -> float:
    """Return the share of equal bytes of two fingerprints, 0 unless the texts are near duplicates."""
    wording: int = sum(map(eq, one[:WORDING], other[:WORDING]))
    facts: int = sum(map(eq, one[WORDING:], other[WORDING:]))
    if wording < _ALIKE_WORDING * WORDING or facts < _ALIKE_FACTS * (SIZE - WORDING):
        return 0.0
    return (wording + facts) / SIZE


def bands(one: bytes) -> list[int]:
    """Return seven keys of a fingerprint; near duplicates share at least one, other texts hardly ever.

    Each key has two bytes of wording and one of facts. Eight keys found 98.8 % of generated copies, seven 98.3 %
    with a tenth less memory. Eight keys of three bytes of wording found 96.7 %, with half as many candidates again.
    """
    return [
        band << 24
        | one[2 * band] << 16
        | one[2 * band + WORDING // 2] << 8
        | one[2 * band + WORDING]
        for band in range(BANDS)
    ]
