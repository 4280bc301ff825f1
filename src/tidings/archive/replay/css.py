"""Rewrites the URLs of style sheets to their place in the archive."""

from __future__ import annotations

from tidings.archive.replay.names import Names, ResourceKind
from tidings.read.requisites.styles import replaced


def rewritten(css: str, names: Names, base: str) -> str:
    """Return a style sheet, or the declarations of one element, with every URL inside the archive."""

    def place(reference: str, imported: bool) -> str:
        return names.loaded(reference, base, ResourceKind.STYLE if imported else ResourceKind.OTHER)

    return replaced(css, place)
