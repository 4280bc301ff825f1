"""Posts of Twitter and X: objects of version 1.1, and of version 2 alone, flattened or in pages with includes."""

from __future__ import annotations

from typing import Any

from tidings.model import Post
from tidings.read.posts.fields import EMPTY, Data, addresses, distinct, number, table, tables, text
from tidings.read.posts.times import moment, twitter_time

SERVICE = "twitter"
_REPEATED = ("retweeted_status", "quoted_status")
_DEEPEST = 4
"""Posts inside posts that are followed: a repeat of a quote of a quote."""


def is_tweet(data: Data) -> bool:
    """Return whether an object is a post of version 1.1."""
    return "id_str" in data and ("user" in data or "entities" in data)


def tweet(data: Data) -> Post:
    """Read a post of version 1.1."""
    user = data.get("user")
    if user.__class__ is not dict:
        user = EMPTY
    name, id_ = user.get("screen_name"), data.get("id_str")
    written = data.get("created_at")
    return Post(
        SERVICE,
        id_ if id_.__class__ is str else "",
        f"https://twitter.com/{name or 'i'}/status/{id_}" if id_ else "",
        _words(data),
        twitter_time(written) if written.__class__ is str else moment(data.get("timestamp_ms")),
        _string(data.get("lang")),
        _string(user.get("id_str")) or _string(name),
        _links(data),
        _tags(data),
        number(data, "retweet_count", "favorite_count"),
        number(user, "followers_count"),
        coordinates=_place(data) if data.get("coordinates") else None,
    )


def _place(data: Data) -> tuple[float, float] | None:
    """Return where a post was written; the service gives the longitude first."""
    pair = table(data, "coordinates").get("coordinates")
    if not isinstance(pair, list) or len(pair) != 2:
        return None
    longitude, latitude = pair
    numbers = isinstance(longitude, int | float) and isinstance(latitude, int | float)
    return (float(latitude), float(longitude)) if numbers else None


def _string(value: Any) -> str:
    return value if value.__class__ is str else ""


def _words(data: Data) -> str:
    """Return the whole text: long posts have it elsewhere, repeats have it in the repeated post."""
    if "retweeted_status" in data and (repeated := table(data, "retweeted_status")):
        return f"RT {_words(repeated)}"
    if "extended_tweet" in data:
        return text(table(data, "extended_tweet"), "full_text") or text(data, "text")
    return _string(data.get("full_text")) or _string(data.get("text"))


def _links(data: Data, depth: int = 0) -> tuple[str, ...]:
    """Return the addresses in the entities of a post and of the posts inside it."""
    found = _entity_links(data)
    if "extended_tweet" in data:
        found += _entity_links(table(data, "extended_tweet"))
    if depth < _DEEPEST:
        for name in _REPEATED:
            if name in data:
                found += _links(table(data, name), depth + 1)
    return distinct(found) if found else ()


def _entity_links(holder: Data) -> list[str]:
    entities = holder.get("entities")
    if entities.__class__ is not dict:
        return list(addresses(text(holder, "full_text", "text")))
    found = []
    for name in ("urls", "media"):
        listed = entities.get(name)
        if listed.__class__ is list:
            found += [
                address
                for entity in listed
                if entity.__class__ is dict
                for address in _address(entity)
            ]
    return found


def _address(entity: Data) -> list[str]:
    """Return where a link leads, as far as the service has followed it."""
    unwound = table(entity, "unwound").get("url") if "unwound" in entity else None
    address = unwound or entity.get("unwound_url") or entity.get("expanded_url")
    address = address or entity.get("url")
    return [address] if address.__class__ is str else []


def _tags(data: Data) -> tuple[str, ...]:
    entities = data.get("entities")
    if entities.__class__ is not dict or not entities.get("hashtags"):
        return ()
    tags = tables(entities, "hashtags")
    return tuple([_string(tag.get("text")) or text(tag, "tag") for tag in tags])


# Version 2


def is_page(data: Data) -> bool:
    """Return whether an object is an answer of version 2, with one post or many."""
    inner = data.get("data")
    first = inner[0] if isinstance(inner, list) and inner else inner
    return isinstance(first, dict) and "id" in first and "text" in first


def is_flat(data: Data) -> bool:
    """Return whether an object is a single post of version 2."""
    return "author_id" in data and "text" in data and "id" in data


def page(data: Data) -> list[Post]:
    """Read all posts of an answer of version 2; those it repeats or quotes are among its includes."""
    includes = table(data, "includes")
    users = {text(user, "id"): user for user in tables(includes, "users")}
    others = {text(post, "id"): post for post in tables(includes, "tweets")}
    inner = data.get("data")
    posts = tables(data, "data") if isinstance(inner, list) else [table(data, "data")]
    return [flat(post, users.get(text(post, "author_id"), EMPTY), others) for post in posts]


def flat(data: Data, user: Data = EMPTY, others: dict[str, Data] | None = None) -> Post:
    """Read a post of version 2; a flattened one holds its author and the posts it refers to."""
    user = user or table(data, "author")
    inside: list[Data] = [
        {**(others or {}).get(text(reference, "id"), EMPTY), **reference}
        for reference in tables(data, "referenced_tweets")
    ]
    id_, metrics = text(data, "id"), table(data, "public_metrics")
    found = _entity_links(data)
    for post in inside:
        found += _entity_links(post)
    note = text(table(data, "note_tweet"), "text")
    return Post(
        SERVICE,
        id_,
        f"https://twitter.com/{text(user, 'username') or 'i'}/status/{id_}" if id_ else "",
        note or _repeated(inside) or text(data, "text"),
        moment(data.get("created_at")),
        text(data, "lang"),
        text(data, "author_id"),
        distinct(found),
        _tags(data),
        number(metrics, "retweet_count", "like_count", "reply_count", "quote_count"),
        number(table(user, "public_metrics"), "followers_count"),
        coordinates=_place(table(data, "geo")) if "geo" in data else None,
    )


def _repeated(inside: list[Data]) -> str:
    """Return the text of the post that this one repeats: its own is cut short."""
    for post in inside:
        if post.get("type") == "retweeted" and text(post, "text"):
            return f"RT {text(post, 'text')}"
    return ""
