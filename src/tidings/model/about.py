"""Values that say what a page is and what it reports: guesses, declarations, numbers."""

from __future__ import annotations

from typing import NamedTuple

COUNTED = ("dead", "injured", "missing", "displaced", "affected", "destroyed")
"""What the numbers that pages report count; ``destroyed`` counts houses."""


class Guess(NamedTuple):
    """A name for a page, such as its genre, and how sure that is, from 0 to 1."""

    name: str
    confidence: float


class Declared(NamedTuple):
    """What a page says about itself, besides title, language and date."""

    site: str = ""
    """The name of the site, such as ``BBC News``."""
    author: str = ""
    description: str = ""
    kinds: tuple[str, ...] = ()
    """Types of schema.org and Open Graph, in lower case."""
    generator: str = ""
    """The software that made the page."""
    pages: int = 0
    """Printed pages of a document, 0 for a web page."""
    doubt: str = ""
    """Why the text of a document may be wrong, empty if it is not doubted."""


NOTHING_DECLARED = Declared()


class Reported(NamedTuple):
    """A number that a page reports, with the sentence it is from."""

    what: str
    """One of ``COUNTED``."""
    value: int
    most: int
    """The upper end of a range, else the value."""
    bound: str
    """``at least``, ``about``, ``up to``, or empty for an exact number."""
    unit: str
    """``people``, ``families``, ``houses`` and the like."""
    sentence: str

    def brief(self) -> str:
        """Return the number in a few words: ``dead: at least 12 people``."""
        amount = (
            f"{self.value:,}" if self.most == self.value else f"{self.value:,} to {self.most:,}"
        )
        unit = "person" if self.most == 1 and self.unit == "people" else self.unit
        return f"{self.what}: {f'{self.bound} ' if self.bound else ''}{amount} {unit}"
