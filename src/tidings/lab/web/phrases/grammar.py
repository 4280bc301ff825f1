"""The structure of a language's phrases: sentences by topic, with slots such as ``{place}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Topic(NamedTuple):
    """Tag, headlines and sentences of one topic."""

    tag: str
    headlines: tuple[str, ...]
    sentences: tuple[str, ...]


class Language(NamedTuple):
    """All phrases of one language."""

    topics: Mapping[str, Topic]
    common: tuple[str, ...]
    """Sentences for any incident: officials, witnesses, inquiries."""
    months: tuple[str, ...]
    date_forms: tuple[str, ...]
    """Slots: ``day``, ``month`` (name), ``year`` and ``number`` (of the month, two digits)."""
    words: Mapping[str, str]
    """Labels of menus, boxes and footers."""
    countries: Mapping[str, str]
    """English country name -> its name in this language, where they differ."""
