"""Posts of social services, as far as a collection needs them."""

from __future__ import annotations

from typing import NamedTuple

from tidings.model.page import Link


class Post(NamedTuple):
    """One post: its words, its time and the addresses it links to."""

    service: str
    """The name of the service, such as ``bluesky``."""
    id: str
    """Unique within the service; empty if unknown."""
    url: str
    """Where people read it; empty if unknown."""
    text: str
    posted_at: float | None = None
    """Seconds since 1970, None if it has no usable time."""
    language: str = ""
    author: str = ""
    """The account, as the service names it."""
    links: tuple[str, ...] = ()
    """Addresses as they are written, of the post itself and of posts that it repeats or quotes."""
    tags: tuple[str, ...] = ()
    popularity: int = 0
    """Reposts, likes and answers together."""
    followers: int = 0
    """Readers of the account."""
    card: str = ""
    """Title and description of the page shown below the post."""
    coordinates: tuple[float, float] | None = None
    """Latitude and longitude where it was written."""


POST_TYPE = "application/json; profile=post"
"""The Content-Type of a capture whose body is a post, as its service sent it."""


class Message(NamedTuple):
    """One message of a service, as it was received."""

    raw: bytes
    cursor: str = ""
    """Where to go on after it, in the service's own format; empty if the service cannot replay."""
    links: tuple[Link, ...] = ()
    """Links that a service lists instead of posts."""


class Withdrawn(NamedTuple):
    """A post that its service asks to delete, or all posts of an account."""

    service: str
    id: str
    """Of the post; empty for all posts of the account."""
    url: str = ""
    """Where the post was; for an account, the beginning of the URLs of its posts."""
