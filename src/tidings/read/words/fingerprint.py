"""Fingerprints of 48 bytes that change little when a text is edited a little; it keeps no index.

The hashes of all runs of three words lie on a ring. The first hash after each of 32 fixed points gives a byte. Names
and numbers give 16 more bytes in the same way. The share of equal bytes estimates how much two texts have in common
in wording and in facts. Two reports from one template have the same wording but different facts.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import filterfalse
from operator import eq
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tidings.read.words.words import WordMemo, words

SHORTEST = 30
"""Words below which a text has no fingerprint: too few to recognise a copy."""
LONGEST = 1_000_000
"""Characters used; the rest of a longer text is hardly prose."""
SIZE = 48
BANDS = 7

_WORDING = 32
_ALIKE_WORDING = 0.4
"""Least share of equal bytes of wording. Copies with 5 % edited words, other boilerplate and a cut paragraph have
0.47 or more; two articles on the same event rarely reach 0.2."""
_ALIKE_FACTS = 0.45
"""Least share of equal bytes of facts. Such copies have 0.55 or more, two reports from one template at most 0.3."""
_CACHED_WORDS = 100_000
_FEW_FACTS = 5
"""Facts below which, as in scripts without capitals, only the wording is used."""

_Hashes = NDArray[np.uint64]
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SECOND = np.uint64(0xC2B2AE3D27D4EB4F)
_THIRD = np.uint64(0x165667B19E3779F9)
_OTHER = np.uint64(0xD6E8FEB86659FD93)
_PUNCTUATION = ".,;:!?()[]{}<>\"'*-–—…‘’“”„«»‹›"  # noqa: RUF001


def fingerprint(text: str) -> bytes:
    """Return the fingerprint of a text, empty if it is too short."""
    text = text[:LONGEST]
    tokens = words(text)
    if len(tokens) < SHORTEST:
        return b""
    runs = _runs(_hashes(tokens))
    facts = _facts(text)
    details = _hashes(facts) if len(facts) >= _FEW_FACTS else runs * _OTHER
    return _sample(runs, _WORDING) + _sample(details, SIZE - _WORDING)


def resemblance(one: bytes, other: bytes) -> float:
    """Return the share of equal bytes of two fingerprints, 0 unless the texts are near duplicates."""
    wording: int = sum(map(eq, one[:_WORDING], other[:_WORDING]))
    facts: int = sum(map(eq, one[_WORDING:], other[_WORDING:]))
    if wording < _ALIKE_WORDING * _WORDING or facts < _ALIKE_FACTS * (SIZE - _WORDING):
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
        | one[2 * band + _WORDING // 2] << 8
        | one[2 * band + _WORDING]
        for band in range(BANDS)
    ]


def _facts(text: str) -> set[str]:
    """Return the names and numbers of a text: words with a capital or digit that do not begin a sentence."""
    unusual: set[str] = set()
    for sentence in text.replace("\n", ". ").split(". "):
        unusual.update(filterfalse(str.islower, sentence.split()[1:]))
    stripped = {word.strip(_PUNCTUATION) for word in unusual}
    return {word for word in stripped if word[:1].isupper() or word[:1].isdigit()}


def _hashes(tokens: Collection[str]) -> _Hashes:
    """Return a hash for every word, the same in every process."""
    hashes = np.fromiter(map(_SUMS.__getitem__, tokens), np.uint64, len(tokens))
    return hashes * _SPREAD


_SUMS = WordMemo(lambda word: crc32(word.encode("utf-8", "surrogatepass")), _CACHED_WORDS)


def _runs(hashes: _Hashes) -> _Hashes:
    """Return a hash for every run of three words."""
    runs: _Hashes = hashes[:-2] + hashes[1:-1] * _SECOND + hashes[2:] * _THIRD
    return runs


def _sample(hashes: _Hashes, points: int) -> bytes:
    """Return a byte of the first hash after each of ``points`` points on the ring."""
    ring = np.sort(hashes)
    places = np.searchsorted(ring, _points(points)) % len(ring)
    return ring[places].astype(np.uint8).tobytes()


@lru_cache
def _points(number: int) -> _Hashes:
    return np.arange(number, dtype=np.uint64) * np.uint64(2**64 // number)
