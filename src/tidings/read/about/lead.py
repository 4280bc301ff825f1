"""Takes a summary of two sentences from the beginning of a page, verbatim."""

# ruff: noqa: RUF001 - signs of other scripts are meant

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from tidings.read.words.sentences import sentences

_SENTENCES = 2
_LOOKED_AT = 6_000
"""Characters at the beginning of a text that may hold its lead."""
_SHORTEST, _LONGEST = 30, 700
"""Characters of a sentence; shorter ones are captions, by-lines and menus, longer ones lists."""
_SHORTEST_UNSPACED = 12
"""The same in scripts without spaces."""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff]")
_ENDS = tuple('.!?…。！？।؟۔։።။។”"»’)」』')
_NO_NEWS = re.compile(
    r"cookies?\b|newsletter|subscri|sign (?:up|in)|log in|javascript|all rights reserved|advertis|copyright|©"
    r"|datenschutz|abonnier|abonnez|suscr[ií]b|accept|consent|\bphoto(?: by)?:|\bfoto:",
    re.IGNORECASE,
)


def lead(text: str, language: str = "", title: str = "") -> str:
    """Return the first two sentences of a text that are prose, or its first line if there are none."""
    beginning = text[:_LOOKED_AT]
    chosen = list(islice(_prose(beginning, language, title), _SENTENCES))
    if chosen:
        return " ".join(chosen)
    first = next(sentences(beginning, language), None)
    return first.text[:_LONGEST] if first else ""


def _prose(text: str, language: str, title: str) -> Iterator[str]:
    for sentence in sentences(text, language):
        if _is_prose(sentence.text) and sentence.text != title:
            yield sentence.text


def _is_prose(sentence: str) -> bool:
    shortest = _SHORTEST_UNSPACED if _UNSPACED.search(sentence) else _SHORTEST
    return (
        shortest <= len(sentence) <= _LONGEST
        and sentence.endswith(_ENDS)
        and not _NO_NEWS.search(sentence)
    )
