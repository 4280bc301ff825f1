"""Fingerprints of 48 bytes that change little when a text is edited a little; it keeps no index.

The hashes of all runs of three words lie on a ring. The first hash after each of 32 fixed points gives a byte. Names
and numbers give 16 more bytes in the same way. The share of equal bytes estimates how much two texts have in common
in wording and in facts. Two reports from one template have the same wording but different facts.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import filterfalse
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tidings.read.words.resemblance import SIZE, WORDING
from tidings.read.words.words import words

SHORTEST = 30
"""Words below which a text has no fingerprint: too few to recognise a copy."""
LONGEST = 1_000_000
"""Characters used; the rest of a longer text is hardly prose."""
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
    return _sample(runs, WORDING) + _sample(details, SIZE - WORDING)


def _facts(text: str) -> set[str]:
    """Return the names and numbers of a text: words with a capital or digit that do not begin a sentence."""
    unusual: set[str] = set()
    for sentence in text.replace("\n", ". ").split(". "):
        unusual.update(filterfalse(str.islower, sentence.split()[1:]))
    stripped = {word.strip(_PUNCTUATION) for word in unusual}
    return {word for word in stripped if word[:1].isupper() or word[:1].isdigit()}


def _hashes(tokens: Collection[str]) -> _Hashes:
    """Return a hash for every word, the same in every process."""
    encoded = " ".join(tokens).encode("utf-8", "surrogatepass").split(b" ")  # no word has a space
    return np.fromiter(map(crc32, encoded), np.uint64, len(tokens)) * _SPREAD


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
