"""Where services give a post as data to everybody, seen from the address that people read it at."""

from __future__ import annotations

import re

_BLUESKY = re.compile(r"https://bsky\.app/profile/([A-Za-z0-9._:%-]+)/post/(\w+)(?=[/?#]|$)")
_MASTODON = re.compile(
    r"(https://[^/?#\s]+)/@[\w.-]+(?:@[\w.-]+)?/(\d{9,20})(?:/embed)?(?=[/?#]|$)"
)
_THREAD = (
    "https://public.api.bsky.app/xrpc/app.bsky.feed.getPostThread?depth=0&parentHeight=0&uri=at://"
)
_STATUS = re.compile(r"https://[^/?#\s]+/api/v1/statuses/\d+")


def data_of(url: str) -> str:
    """Return the address at which a post can be had as data; empty if there is none."""
    if match := _BLUESKY.match(url):
        return f"{_THREAD}{match[1]}/app.bsky.feed.post/{match[2]}"
    if match := _MASTODON.match(url):
        return f"{match[1]}/api/v1/statuses/{match[2]}"
    return ""


def is_data(url: str) -> bool:
    """Return whether an address gives a post as data."""
    return url.startswith(_THREAD.partition("?")[0]) or bool(_STATUS.fullmatch(url))
