"""Posts of Mastodon and servers that speak like it; their text is HTML."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from tidings.model import Post
from tidings.read.posts.fields import Data, distinct, number, table, tables, text
from tidings.read.posts.times import moment

SERVICE = "mastodon"
_LONGEST = 100_000
"""Characters of a post that are read."""


def is_status(data: Data) -> bool:
    """Return whether an object is a post of Mastodon."""
    return "account" in data and "content" in data


def status(data: Data) -> Post:
    """Read a post; one that repeats another has the text and links of the other."""
    shown = table(data, "reblog") or data
    tree = LexborHTMLParser(text(shown, "content")[:_LONGEST])
    account, card = table(data, "account"), table(shown, "card")
    return Post(
        SERVICE,
        text(data, "uri", "id"),
        text(data, "url", "uri"),
        _words(tree),
        moment(data.get("created_at")),
        text(shown, "language"),
        text(account, "url", "acct"),
        distinct(_links(tree, text(card, "url"))),
        tuple(filter(None, (text(tag, "name") for tag in tables(shown, "tags")))),
        number(shown, "reblogs_count", "favourites_count", "replies_count"),
        number(account, "followers_count"),
        " ".join(filter(None, (text(card, "title"), text(card, "description")))),
    )


def _words(tree: LexborHTMLParser) -> str:
    body = tree.body
    if body is None:
        return ""
    return "\n".join(
        line for line in (part.text().strip() for part in body.css("p") or [body]) if line
    )


def _links(tree: LexborHTMLParser, card: str) -> Iterator[str]:
    for anchor in tree.css("a[href]"):
        kinds = (anchor.attributes.get("class") or "").split()
        address = anchor.attributes.get("href") or ""
        if "mention" not in kinds and address.startswith(("http://", "https://")):
            yield address
    if card:
        yield card
