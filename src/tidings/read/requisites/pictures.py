"""Chooses among the pictures that an image offers: in many sizes, or hidden until a script shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping

LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-image")
"""Attributes in which pages keep the URL of an image until a script shows it."""
LAZY_SETS = ("data-srcset", "data-lazy-srcset")
"""The same for an image in many sizes."""
WIDEST = 1_600
"""Pixels of the widest picture that is chosen among several."""
FEW = 3
"""Sizes of one picture that are all wanted; of more, two are."""
_LONGEST = 100_000
"""Characters of a ``srcset`` that are read."""
_LEAST_WIDTH = 800
"""Pixels of a picture that is large enough for an ordinary screen."""
_BETWEEN = re.compile(r",\s+|(?<=\d[wx]),", re.ASCII)
"""Separates the pictures of a ``srcset``; their URLs may hold commas."""

Attributes = Mapping[str, str | None]


def widest(several: str) -> str:
    """Return the widest picture of a ``srcset`` up to a limit, the first if no widths are given."""
    choices = choices_of(several)
    fitting = [choice for choice in choices if choice[0] <= WIDEST] or choices
    return max(fitting, key=lambda choice: choice[0])[1] if fitting else ""


def wanted(several: str) -> list[str]:
    """Return the pictures of a ``srcset`` to fetch: all if they are few, else one for screens and the widest."""
    choices = choices_of(several)
    if len(choices) <= FEW:
        return [url for _, url in choices]
    large = [choice for choice in choices if choice[0] >= _LEAST_WIDTH] or choices
    smallest = min(large, key=lambda choice: choice[0])[1]
    return list(dict.fromkeys((smallest, widest(several))))


def choices_of(several: str) -> list[tuple[int, str]]:
    """Return the pictures of a ``srcset``, each with its width, 0 if none is given."""
    parts = _BETWEEN.split(several[:_LONGEST])
    return [_choice(part.split()) for part in parts if part.strip(", \t\r\n\f")]


def lazy_source(attributes: Attributes) -> str:
    """Return the URL of an image that a script would show, empty if there is none."""
    return next(filter(None, map(attributes.get, LAZY)), None) or ""


def _choice(fields: list[str]) -> tuple[int, str]:
    width = fields[-1].removesuffix("w") if len(fields) > 1 else ""
    return (int(width) if width.isdecimal() and len(width) < 7 else 0), fields[0].strip(",")
