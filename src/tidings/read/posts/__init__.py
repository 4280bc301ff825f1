"""Read posts out of JSON: which service an object comes from is seen from its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tidings.model import Post, Withdrawn
from tidings.read.posts import bluesky, generic, mastodon, twitter
from tidings.read.posts.fields import Data

Found = Sequence[Post | Withdrawn]

_WRAPPERS = ("post", "tweet", "status", "data", "thread")
"""Fields under which files keep the object of the service beside notes of their own."""

SHAPES: tuple[
    tuple[Callable[[Data], bool], Callable[[Data], Post | Withdrawn | Found | None]], ...
] = (
    (twitter.is_tweet, twitter.tweet),
    (bluesky.is_event, bluesky.event),
    (bluesky.is_frame, bluesky.frame),
    (bluesky.is_view, bluesky.view),
    (mastodon.is_status, mastodon.status),
    (twitter.is_page, twitter.page),
    (twitter.is_flat, twitter.flat),
    (generic.is_submission, generic.submission),
    (generic.is_message, generic.message),
)
"""How to recognise the objects of each service, and how to read them; the first that fits is used."""


def read_posts(data: Any, names: Mapping[str, str] | None = None) -> Found:
    """Return the posts in an object, in whatever form; ``names`` are the fields of a form of one's own."""
    if data.__class__ is not dict:
        return ()
    if names:
        return _listed(generic.named(data, names))
    for fits, read in SHAPES:
        if fits(data):
            return _listed(read(data))
    for wrapper in _WRAPPERS:
        inner = data.get(wrapper)
        if isinstance(inner, dict) and len(inner) > 1:
            return read_posts(inner)
    return _listed(generic.named(data))


def _listed(found: Post | Withdrawn | Found | None) -> Found:
    if found.__class__ is Post or found.__class__ is Withdrawn:
        return (found,)
    return found or ()  # type: ignore[return-value]
