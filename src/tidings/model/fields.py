"""The user's own fields of pages: their names and kinds, and the values they may have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

OwnValue = str | float
"""A value of an own field; dates are written as 2024-03-01."""

TEXT, NUMBER, DATE, CHOICE = "text", "number", "date", "choice"
FIELD_KINDS = (TEXT, NUMBER, DATE, CHOICE)
TAGS = "tags"
"""The field that every collection has: any number of short texts."""
FIELD_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Names of fields: small letters, digits and underscores."""
LONGEST_TEXT, LONGEST_TAG, MOST_TAGS = 10_000, 100, 50
"""Characters of a value and of a tag, and tags of a page."""


class FieldKind(NamedTuple):
    """One of the user's own fields."""

    name: str
    kind: str
    """One of ``FIELD_KINDS``."""
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        return {NUMBER: "a number", DATE: "a date such as 2024-03-01"}.get(self.kind, "a text")

    def read(self, value: object) -> OwnValue:
        """Return a value as it is stored; raise ValueError if it is not allowed."""
        if self.kind == NUMBER:
            return _number(value)
        text = value.isoformat() if isinstance(value, date) else value
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise ValueError(value)
        text = text.strip()
        if self.kind == DATE:
            return date.fromisoformat(text[:10]).isoformat()
        if self.kind == CHOICE and text not in self.choices:
            raise ValueError(value)
        return text


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(value)
    number = float(value)
    if not abs(number) <= 1e15:
        raise ValueError(value)
    return number


def read_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags without repetitions; raise ValueError if one is empty or too long, or if there are too many."""
    cleaned = tuple(dict.fromkeys(" ".join(tag.split()) for tag in tags))
    if len(cleaned) > MOST_TAGS or not all(0 < len(tag) <= LONGEST_TAG for tag in cleaned):
        raise ValueError(cleaned)
    return cleaned


def shown(value: OwnValue) -> str:
    """Return a value as text: whole numbers without a point."""
    return f"{value:.15g}" if isinstance(value, float) else value
