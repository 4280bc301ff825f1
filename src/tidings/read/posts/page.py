"""A post as a page: its words, its time and its links."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import blake2b

import orjson

from tidings.errors import Unreadable
from tidings.model import Capture, Channel, Dating, Link, Mention, Page, Post, Reason
from tidings.read.posts import read_posts
from tidings.read.words.language import declared_code, detect
from tidings.urls import normalise

_FUTURE = 3_600.0
"""Seconds that a post may be ahead of our clock before its time is not believed."""
_TITLE, _ANCHOR, _CARD = 100, 300, 500
"""Characters kept."""
_WIDE = 6.0
"""Powers of ten of shares and readers that count as everybody."""
_READERS = 100
"""Readers of an account that weigh as much as one share."""


def read_post(
    capture: Capture, find: Callable[[str, str], tuple[Mention, ...]], *, named: bool = False
) -> Page:
    """Return a captured post as a page; its author is hashed unless ``named``; raise Unreadable if it is none."""
    post = _post(capture)
    at = _believed(post, capture)
    moment = datetime.fromtimestamp(at, UTC) if at else None
    text = "\n".join(filter(None, (post.text, post.card)))
    language = declared_code(post.language) or detect(text)
    return Page(
        url=capture.url,
        title=" ".join(post.text.split())[:_TITLE],
        text=text,
        dates=(Dating(moment, "post", 1.0, precision="time"),) if moment else (),
        places=find(text, language),
        language=language,
        links=tuple(_links(post, capture.url, at)),
        captured_at=capture.captured_at,
        shared=_shared(post),
        notes=_notes(post, named),
    )


def _post(capture: Capture) -> Post:
    try:
        found = read_posts(orjson.loads(capture.body))
    except orjson.JSONDecodeError as error:
        raise Unreadable(Reason.READING_FAILED, f"post: {error}"[:200]) from None
    posts = [each for each in found if isinstance(each, Post)]
    chosen = next((each for each in posts if each.url == capture.url), posts[0] if posts else None)
    if chosen is None:
        raise Unreadable(Reason.READING_FAILED, "no post in it")
    return chosen


def _believed(post: Post, capture: Capture) -> float:
    """Return the time of a post, 0 if it has none or one that is still to come."""
    at = post.posted_at or 0.0
    return at if at <= capture.captured_at.timestamp() + _FUTURE else 0.0


def _links(post: Post, url: str, at: float) -> list[Link]:
    """Return the links of a post with its words; they are as near as seeds."""
    day = f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}" if at else ""
    context = " ".join(filter(None, (day, post.card[:_CARD])))
    anchor = " ".join(post.text.split())[:_ANCHOR]
    targets = dict.fromkeys(filter(None, map(normalise, post.links)))
    return [
        Link(target, url, anchor, context, 0, Channel.POST, in_body=True, found_at=at)
        for target in targets
        if target != url
    ]


def _shared(post: Post) -> float:
    return min(math.log10(1 + post.popularity + post.followers / _READERS) / _WIDE, 1.0)


def _notes(post: Post, named: bool) -> tuple[tuple[str, str], ...]:
    author = post.author if named else hashed(post.service, post.author)
    notes = (
        ("service", post.service),
        ("author", author),
        ("popularity", str(post.popularity or "")),
        ("followers", str(post.followers or "")),
    )
    return tuple((name, value) for name, value in notes if value)


def hashed(service: str, author: str) -> str:
    """Return a name for an author that does not reveal the account."""
    if not author:
        return ""
    return blake2b(f"{service} {author}".encode("utf-8", "replace"), digest_size=8).hexdigest()
