"""The account that a post belongs to, seen from its address: posts embedded in pages are links to such addresses."""

from __future__ import annotations

import re

_BLUESKY = re.compile(r"https://bsky\.app/profile/(did:[a-z]+:[A-Za-z0-9._:%-]+)/post/\w+")
_TWITTER = re.compile(r"https?://(?:www\.|mobile\.)?(?:twitter|x)\.com/(\w{1,15})/status/\d+")
_MASTODON = re.compile(r"(https://[^/?#\s]+/@[\w.-]+(?:@[\w.-]+)?)/\d+(?:/embed)?(?=[/?#]|$)")
_NOBODY = frozenset({"i"})
"""What the address of a post has where its account is not known."""
SITES = ("bsky.app", "twitter.com", "x.com")
"""Hosts of posts; those of Mastodon may be anywhere."""


def account_of(url: str) -> str:
    """Return the account of a post, as queries name it; empty for other addresses.

    Handles of Bluesky are left out: its streams know accounts by their lasting names only.
    """
    for form in (_BLUESKY, _TWITTER, _MASTODON):
        if match := form.match(url):
            return "" if match[1] in _NOBODY else match[1]
    return ""
