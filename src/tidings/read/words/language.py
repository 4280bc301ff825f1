"""Which language a text is written in."""

from __future__ import annotations

import re
from functools import lru_cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped]

from tidings.read.words.words import stop_words

_SHORT = 200
"""Under so many characters the page's own declaration is believed."""
_SAMPLE = 400
"""More text costs time and changes nothing."""
_ROMANCE = frozenset(("es", "fr", "it", "pt"))
_COMMON = ("en", "de")
"""Tried whatever a page says of itself: many say nothing, or what their software says of itself."""
_SURE = 0.8
_CODE = re.compile(r"[a-z]{2}(?=$|[-_])")
_SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi"}


def detect(text: str, declared: str = "") -> str:
    """Return the ISO 639-1 code of a text, or an empty string; ``declared`` is what the page says of itself."""
    own = declared_code(declared)
    if len(text) < _SHORT and own:
        return own
    if len(text) < 3:
        return ""
    begin = min(_SHORT, len(text) // 4)
    sample = text[begin : begin + _SAMPLE]
    if code := _by_small_words(sample, own):
        return code
    code, confidence = identifier().classify(sample)
    if confidence < _SURE and own:
        return own
    return _SAME.get(code, str(code))


def _by_small_words(sample: str, own: str) -> str:
    """Return the language a text is in by its small words, nothing if they do not tell: 20 times faster than classifying.

    Prose has 0.35 to 0.45 of its own small words; French takes up to 0.36 of the Spanish ones, others 0.25.
    """
    found = sample.lower().split()
    for language in (own, *_COMMON) if own else _COMMON:
        small = stop_words(language)
        hits = sum([word in small for word in found])
        if hits > len(found) * (0.38 if language in _ROMANCE else 0.28):
            return language
    return ""


def declared_code(declared: str) -> str:
    """Return the language part of a tag such as ``en-GB``; empty if it is not one."""
    found = _CODE.match(declared.strip().lower())
    return _SAME.get(found[0], found[0]) if found else ""


@lru_cache(maxsize=1)
def identifier() -> LanguageIdentifier:
    """Return the model that tells languages apart where small words do not; loading it takes half a second."""
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
