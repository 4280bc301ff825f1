"""The shape of a language's phrases: sentences with slots such as ``{place}``, by topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Topic(NamedTuple):
    """How one kind of news is told."""

    tag: str
    headlines: tuple[str, ...]
    sentences: tuple[str, ...]


class Language(NamedTuple):
    """All that is written in one language."""

    topics: Mapping[str, Topic]
    common: tuple[str, ...]
    """Sentences for any incident: officials, witnesses, inquiries."""
    months: tuple[str, ...]
    date_forms: tuple[str, ...]
    """With the slots ``day``, ``month`` (name), ``year`` and ``number`` (of the month, two digits)."""
    words: Mapping[str, str]
    """Labels of menus, boxes and footers."""
    countries: Mapping[str, str]
    """Exonyms where they differ from English."""
