"""A text as weighted words and pairs of words, the same for learning and for telling; it knows no types."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise

from tidings.read.words.background import background
from tidings.read.words.stopwords import STOP_WORDS
from tidings.read.words.words import stem, stems_of, words

READ = 400
"""Words of a text that are read: what kind of thing happened is told at the beginning."""
_ADDRESS = re.compile(r"\bhttps?://\S+")
_HASHTAG = re.compile(r"#(\w+)")
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_|(?<=\D)(?=\d)|(?<=\d)(?=\D)")
_LONG_TAG = 40

Features = dict[str, float]
"""Stems, and pairs of them with a blank between, with how much the text uses each."""


def features(text: str, language: str = "", known: Collection[str] | None = None) -> Features:
    """Return how much a text uses each stem and each pair of neighbouring stems, or only those that are ``known``.

    An amount grows with the logarithm of how often it is used and sinks with the length of the text, so that a word in
    passing says little in a long text and much in a short one.
    """
    stems = _stems(text, language)
    counts = Counter(stems)
    length = math.sqrt(sum([1.0 if n == 1 else (1 + math.log(n)) ** 2 for n in counts.values()]))
    counts.update(map(" ".join, pairwise(stems)))
    return {
        name: (1 + math.log(count)) / length
        for name, count in counts.items()
        if known is None or name in known
    }


def term(phrase: str, language: str) -> str:
    """Return a word or a pair of words as the name of its feature."""
    return " ".join(_stems(phrase, language))


def _stems(text: str, language: str) -> list[str]:
    """Return the stems of a text, without numbers."""
    stems = stems_of(language if language in STOP_WORDS else "en")
    found = [stems[word] for word in words(plain(text))[:READ] if not word.isdigit()]
    return [name for name in found if name]


def plain(text: str) -> str:
    """Return a text without addresses, its hashtags also taken apart: a post says there what it is about."""
    if "://" in text:
        text = _ADDRESS.sub(" ", text)
    return _HASHTAG.sub(lambda tag: f"{tag[1]} {split(tag[1])}", text) if "#" in text else text


@lru_cache(maxsize=50_000)
def split(tag: str) -> str:
    """Return the words of a hashtag: by its capitals, else the two most usual it can be cut into; nothing if it is one."""
    if not tag.islower() and not tag.isupper():
        parts = _CAPITAL.split(tag)
        return " ".join(parts) if len(parts) > 1 else ""
    tag = tag.lower()
    if len(tag) > _LONG_TAG:
        return ""
    cuts = [(_usual(tag), "")]
    cuts += [
        (_usual(tag[:cut]) + _usual(tag[cut:]), f"{tag[:cut]} {tag[cut:]}")
        for cut in range(2, len(tag) - 1)
    ]
    return max(cuts)[1]


def _usual(word: str) -> float:
    """Return the logarithm of how often English uses a word; an unknown word is the rarer the longer it is."""
    one_in, name = background("en"), stem(word) or word
    return -math.log(one_in[name]) - (0.0 if name in one_in else 2.0 * len(word))
