"""Steps of reading that tests take at once."""

from __future__ import annotations

from collections.abc import Iterable

from tidings.model import Mention
from tidings.read.html.parse import Document, declared, tree_of, walk
from tidings.read.places.find import Finder


def parse(html: bytes) -> Document:
    """Return a page's declarations and its blocks."""
    tree = tree_of(html)
    document = declared(tree)
    walk(tree, document)
    return document


def find_places(text: str, places: Iterable[str] = ()) -> tuple[Mention, ...]:
    """Return the places named in a text, the most frequent first."""
    return Finder(places).find(text)
