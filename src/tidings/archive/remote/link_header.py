"""Parses web links in headers and link lists (RFC 8288, RFC 6690)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_ATTRIBUTE = r'\s*+;\s*+([\w*-]++)\s*+(?:=\s*+("[^"]*+"|[^",;\s]++)\s*+)?+'
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_LINK = re.compile(rf"<([^<>\s]{{1,8000}}+)>((?:{_ATTRIBUTE})*+)")
"""Possessive throughout: no text can be matched in two ways, so matching takes linear time."""


class WebLink(NamedTuple):
    """A target with its attributes."""

    target: str
    attributes: Mapping[str, str]

    def relations(self) -> list[str]:
        """Return the relations of the target to the page."""
        return self.attributes.get("rel", "").lower().split()


def parse_links(text: str) -> Iterator[WebLink]:
    """Yield the links of a header or a list; other text is skipped."""
    for match in _LINK.finditer(text):
        pairs = _ATTRIBUTES.findall(match[2])
        yield WebLink(match[1], {name.lower(): value.strip('"') for name, value in pairs})
