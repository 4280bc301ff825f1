"""Careful look into the JSON of others: whatever has the wrong type counts as missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Data = Mapping[str, Any]
EMPTY: Data = {}
MOST_LINKS = 50
"""Links of one post that count: posts with more are lists or spam."""
_ADDRESS = re.compile(r"https?://[^\s<>\"'\u00ab\u00bb\u2026]+", re.IGNORECASE)
_TRAILING = ".,;:!?)]}*_\u201d\u2019"
_TAG = re.compile(r"(?<![\w&/])#(\w{2,100})")


def table(data: Data, name: str) -> Data:
    """Return a nested object, an empty one if there is none."""
    value = data.get(name)
    return value if isinstance(value, dict) else EMPTY


def tables(data: Data, name: str) -> list[Data]:
    """Return the objects of a list."""
    value = data.get(name)
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def text(data: Data, *names: str) -> str:
    """Return the first of these fields that holds text; whole numbers count as text."""
    for name in names:
        value = data.get(name)
        if value.__class__ is str and value:
            return str(value)
        if value.__class__ is int:
            return str(value)
    return ""


def number(data: Data, *names: str) -> int:
    """Return the sum of these counts."""
    total = 0
    for name in names:
        value = data.get(name)
        if value.__class__ is int and value > 0:
            total += value
    return total


def addresses(written: str) -> Iterable[str]:
    """Yield the web addresses in a text."""
    if "http" not in written and "HTTP" not in written:
        return
    for match in _ADDRESS.findall(written):
        yield match.rstrip(_TRAILING)


def tags(written: str) -> tuple[str, ...]:
    """Return the tags in a text, without the sign."""
    return tuple(dict.fromkeys(_TAG.findall(written))) if "#" in written else ()


def distinct(links: Iterable[str]) -> tuple[str, ...]:
    """Return links once each, in their order, and not too many."""
    return tuple(dict.fromkeys(links))[:MOST_LINKS]
