"""Reads what a page declares about itself: site, author, description, types and software."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape

from tidings.model import Declared
from tidings.read.html.parse import Document

_SITE = ("og:site_name", "application-name", "citation_publisher", "dc.publisher", "twitter:site")
_AUTHOR = (
    "author",
    "article:author",
    "parsely-author",
    "sailthru.author",
    "dc.creator",
    "citation_author",
    "byl",
)
_DESCRIPTION = ("og:description", "description", "twitter:description", "dc.description")
_TYPE = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"(?:https?://schema\.org/)?(\w{1,60})"')
_TEXT = r'"((?:[^"\\]|\\.){1,300})"'
_AUTHOR_IN_SCRIPT = re.compile(
    rf'"author"\s*:\s*(?:\[\s*)?(?:{_TEXT}|\{{[^{{}}]{{0,2000}}?"name"\s*:\s*(?:\[\s*)?{_TEXT})'
)
_PUBLISHER_IN_SCRIPT = re.compile(rf'"publisher"\s*:\s*\{{[^{{}}]{{0,2000}}?"name"\s*:\s*{_TEXT}')
_BY = re.compile(r"(?:by|von|par|por|di|door|av)\s+(?=[A-ZÀ-Þ])", re.IGNORECASE)
_SITE_LENGTH, _AUTHOR_LENGTH, _DESCRIPTION_LENGTH = 100, 120, 500
"""Characters."""
_MOST_KINDS = 12
_SCRIPT_LENGTH = 200_000
"""Characters of one script that are looked at."""


def declarations(document: Document) -> Declared:
    """Return what a page declares about itself."""
    scripts = [script[:_SCRIPT_LENGTH] for script in document.scripts]
    metas: dict[str, str] = {}
    for name, content in document.metas:
        metas.setdefault(name, content)
    return Declared(
        site=_first(metas, _SITE, _in_scripts(scripts, _PUBLISHER_IN_SCRIPT), _SITE_LENGTH),
        author=_author(metas, scripts),
        description=_first(metas, _DESCRIPTION, iter(()), _DESCRIPTION_LENGTH),
        kinds=tuple(dict.fromkeys(_kinds(metas, scripts)))[:_MOST_KINDS],
        generator=metas.get("generator", "")[:_SITE_LENGTH],
    )


def _first(
    metas: dict[str, str], names: tuple[str, ...], further: Iterator[str], length: int
) -> str:
    """Return the first text that is there, in one line."""
    for text in (*(metas.get(name, "") for name in names), *further):
        if line := _line(text):
            return line[:length]
    return ""


def _author(metas: dict[str, str], scripts: list[str]) -> str:
    """Return the author a page names; an address of a profile is no name."""
    written = (metas.get(name, "") for name in _AUTHOR)
    for text in (*written, *_in_scripts(scripts, _AUTHOR_IN_SCRIPT)):
        line = _BY.sub("", _line(text), count=1) if text else ""
        if line and "://" not in line and not line.startswith(("@", "/")):
            return line[:_AUTHOR_LENGTH]
    return ""


def _in_scripts(scripts: list[str], pattern: re.Pattern[str]) -> Iterator[str]:
    for script in scripts:
        if match := pattern.search(script):
            quoted = next(filter(None, match.groups()), "")
            try:
                yield str(json.loads(f'"{quoted}"', strict=False))
            except ValueError:  # a half escape
                yield quoted


def _kinds(metas: dict[str, str], scripts: list[str]) -> Iterator[str]:
    if kind := _line(metas.get("og:type", "")).lower():
        yield kind[:_SITE_LENGTH]
    if "citation_title" in metas:
        yield "citation_title"
    for script in scripts:
        yield from (kind.lower() for kind in _TYPE.findall(script))


def _line(text: str) -> str:
    return " ".join(unescape(text).split())
