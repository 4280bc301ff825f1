"""What kept pages need to be shown as they were: style sheets, images, fonts, scripts, frames."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tidings.model.outcome import Reason


class Use(StrEnum):
    """What a page uses a resource for, in the order in which they are fetched."""

    STYLE = "style"
    IMAGE = "image"
    FONT = "font"
    ICON = "icon"
    FRAME = "frame"
    OBJECT = "object"
    SCRIPT = "script"
    FILM = "film"
    """Films and sounds, only if a program is there that fetches them."""

    @property
    def rank(self) -> int:
        """Return its place in the order."""
        return _ORDER[self]


_ORDER = {use: number for number, use in enumerate(Use)}


class Requisite(NamedTuple):
    """A resource that a page, a style sheet or a frame names."""

    url: str
    use: Use


class Displayed(NamedTuple):
    """What a page shows beside its text."""

    requisites: tuple[Requisite, ...] = ()
    media: tuple[str, ...] = ()
    """Films, sounds and players of films, which are fetched only by a program of the user's."""
    words: tuple[str, ...] = ()
    """What the page says about its pictures, for people who do not see them."""

    def facts(self) -> dict[str, str]:
        """Return what is not fetched as facts for the archive."""
        facts = {"media": " ".join(self.media), "pictures": "; ".join(self.words)}
        return {name: value for name, value in facts.items() if value}


NOTHING_DISPLAYED = Displayed()


class Need(NamedTuple):
    """Who needs a requisite, and how far it is from the page that needed it first."""

    page: int
    """The visit to the page that answers for its bytes and time."""
    requisite: int = 0
    """The requisite that names it, such as a style sheet; 0 for the page itself."""
    depth: int = 1
    """Steps from the page: style sheets, frames and redirects between."""


class Awaited(NamedTuple):
    """A requisite taken from the queue, to be given back with a verdict."""

    seq: int
    requisite: Requisite
    host: int
    page: int
    depth: int
    tries: int


class Spending(NamedTuple):
    """What the requisites of one page have cost so far."""

    number: int = 0
    size: int = 0
    seconds: float = 0.0


class Completeness(NamedTuple):
    """How many requisites were seen, and what became of them."""

    seen: int = 0
    captured: int = 0
    waiting: int = 0

    @property
    def missing(self) -> int:
        """Return how many could not be captured."""
        return self.seen - self.captured - self.waiting

    @property
    def share(self) -> float:
        """Return the share that was captured, 1 if nothing was needed."""
        return self.captured / self.seen if self.seen else 1.0


class PageNeeds(NamedTuple):
    """The completeness of one kept page."""

    visit: int
    url: str
    completeness: Completeness


class MissingPart(NamedTuple):
    """A requisite that is not captured, with the first page that needs it."""

    url: str
    use: Use
    page: str
    outcome: str
    """Empty while it waits."""
    reason: Reason
    detail: str
