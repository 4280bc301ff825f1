"""Posts of Reddit and Telegram, and of any file whose fields have names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tidings.model import Post
from tidings.read.posts.fields import Data, addresses, distinct, number, table, tables, tags, text
from tidings.read.posts.times import moment

FIELDS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "post_id", "tweet_id", "message_id", "guid"),
    "url": ("permalink", "post_url", "tweet_url"),
    "text": ("text", "full_text", "body", "message", "content", "tweet", "title", "description"),
    "time": ("created_at", "time", "timestamp", "date", "datetime", "published", "created", "posted_at"),
    "language": ("lang", "language"),
    "author": ("author", "user", "username", "screen_name", "account", "from"),
    "links": ("links", "urls", "link", "url", "expanded_url", "expanded_urls"),
}  # fmt: skip
"""The fields of a post, and the names under which files of unknown programs have them."""


def is_submission(data: Data) -> bool:
    """Return whether an object is a post of Reddit."""
    return "permalink" in data and "subreddit" in data


def submission(data: Data) -> Post:
    """Read a post of Reddit, which links to one page or has a text of its own."""
    words = "\n".join(filter(None, (text(data, "title"), text(data, "selftext", "body"))))
    address, way = text(data, "url_overridden_by_dest", "url"), text(data, "permalink")
    own = data.get("is_self") is True or not address
    found = [*([] if own else [address]), *addresses(text(data, "selftext", "body"))]
    return Post(
        "reddit",
        text(data, "name", "id"),
        f"https://www.reddit.com{way}" if way.startswith("/") else way,
        words,
        moment(data.get("created_utc")),
        "",
        text(data, "author_fullname", "author"),
        distinct(found),
        (text(data, "subreddit"),),
        number(data, "score", "num_comments"),
    )


def is_message(data: Data) -> bool:
    """Return whether an object is a message of Telegram, live or from its exported files."""
    return "text_entities" in data or ("peer_id" in data and "message" in data)


def message(data: Data) -> Post:
    """Read a message of Telegram."""
    parts = tables(data, "text_entities")
    words = "".join(text(part, "text") for part in parts) or text(data, "message", "text")
    hidden = [
        text(entity, "href", "url") for entity in (*parts, *tables(data, "entities"))
    ]  # links behind words
    webpage = table(table(data, "media"), "webpage")
    channel = text(data, "channel", "username")
    id_ = text(data, "id")
    return Post(
        "telegram",
        f"{channel}/{id_}",
        f"https://t.me/{channel}/{id_}" if channel and id_ else "",
        words,
        moment(data.get("date_unixtime")) or moment(data.get("date")),
        "",
        text(data, "from_id", "channel"),
        distinct([*filter(None, hidden), *addresses(words), *filter(None, [text(webpage, "url")])]),
        tags(words),
        number(data, "views", "forwards"),
        card=" ".join(filter(None, (text(webpage, "title"), text(webpage, "description")))),
    )


def named(data: Data, names: Mapping[str, str] | None = None) -> Post | None:
    """Read an object by the names of its fields; ``names`` come before the usual ones; None without words and links."""
    words = text(data, *_names("text", names))
    found = distinct([*_given(data, _names("links", names)), *addresses(words)])
    if not (words or found):
        return None
    return Post(
        "file",
        text(data, *_names("id", names)),
        text(data, *_names("url", names)),
        words,
        next((at for at in map(moment, _values(data, _names("time", names))) if at), None),
        text(data, *_names("language", names))[:2].lower(),
        text(data, *_names("author", names)),
        found,
        tags(words),
    )


def _names(field: str, names: Mapping[str, str] | None) -> tuple[str, ...]:
    chosen = names.get(field) if names else None
    return (chosen,) if chosen else FIELDS[field]


def _values(data: Data, names: tuple[str, ...]) -> Iterator[Any]:
    for name in names:
        if name in data:
            yield data[name]


def _given(data: Data, names: tuple[str, ...]) -> Iterator[str]:
    """Yield addresses in lists of texts or objects, or in one text."""
    for value in _values(data, names):
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from addresses(
                    text(each, "unwound_url", "expanded_url", "url", "uri", "href")
                )
            elif isinstance(each, str):
                yield from addresses(each)
