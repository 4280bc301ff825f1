"""Web links as archives write them, in headers and in lists (RFC 8288, RFC 6690)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_ATTRIBUTE = r'\s*+;\s*+([\w*-]++)\s*+(?:=\s*+("[^"]*+"|[^",;\s]++)\s*+)?+'
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_LINK = re.compile(rf"<([^<>\s]{{1,8000}}+)>((?:{_ATTRIBUTE})*+)")
"""Nothing in it can be matched in two ways, so that no text takes long."""


class WebLink(NamedTuple):
    """A target, and what is said about it."""

    target: str
    attributes: Mapping[str, str]

    def relations(self) -> list[str]:
        """Return how the target relates to the page."""
        return self.attributes.get("rel", "").lower().split()


def parse_links(text: str) -> Iterator[WebLink]:
    """Yield the links of a header or a list; what is no link is passed over."""
    for match in _LINK.finditer(text):
        pairs = _ATTRIBUTES.findall(match[2])
        yield WebLink(match[1], {name.lower(): value.strip('"') for name, value in pairs})
