"""Posts of Bluesky: events of Jetstream, and posts as the public API returns them."""

from __future__ import annotations

from collections.abc import Iterator

from tidings.model import Post, Withdrawn
from tidings.read.posts.fields import EMPTY, Data, addresses, distinct, number, table, tables, text
from tidings.read.posts.times import moment

SERVICE = "bluesky"
COLLECTION = "app.bsky.feed.post"
_SITE = "https://bsky.app/profile"
_GONE = frozenset({"takendown", "deleted", "suspended"})


def is_event(data: Data) -> bool:
    """Return whether an object is an event of Jetstream."""
    return "did" in data and ("commit" in data or "kind" in data)


def is_frame(data: Data) -> bool:
    """Return whether an object is a frame of the second version of Jetstream."""
    return "did" in table(data, "payload")


def frame(data: Data) -> Post | Withdrawn | None:
    """Read a frame of the second version, whose fields stand side by side."""
    payload = table(data, "payload")
    if text(payload, "$type").endswith("#account"):
        return event({**payload, "kind": "account", "account": payload})
    return event({"did": payload.get("did"), "kind": "commit", "commit": payload})


def is_view(data: Data) -> bool:
    """Return whether an object is a post of the public API."""
    return "record" in data and text(data, "uri").startswith("at://")


def event(data: Data) -> Post | Withdrawn | None:
    """Read an event: a new post, a deleted post or account, None for anything else."""
    did, commit = text(data, "did"), table(data, "commit")
    if text(data, "kind") == "account":
        account = table(data, "account")
        gone = account.get("active") is False and text(account, "status") in _GONE
        return Withdrawn(SERVICE, "", f"{_SITE}/{did}/post/") if gone and did else None
    key = text(commit, "rkey")
    if text(commit, "collection") != COLLECTION or not (did and key):
        return None
    if text(commit, "operation") == "delete":
        return Withdrawn(SERVICE, f"{did}/{key}", _address(did, key))
    record = commit.get("record")
    return _post(record, did, key) if isinstance(record, dict) else None


def view(data: Data) -> Post:
    """Read a post of the public API, which also counts its readers."""
    did, _, key = text(data, "uri").removeprefix("at://").partition(f"/{COLLECTION}/")
    post = _post(table(data, "record"), did, key)
    return post._replace(popularity=number(data, "repostCount", "likeCount", "replyCount"))


def _post(record: Data, did: str, key: str) -> Post:
    languages = record.get("langs")
    first = languages[0] if isinstance(languages, list) and languages else ""
    return Post(
        SERVICE,
        f"{did}/{key}",
        _address(did, key),
        text(record, "text"),
        moment(record.get("createdAt")),
        first[:2].lower() if isinstance(first, str) else "",
        did,
        distinct(_links(record)),
        tuple(_tags(record)),
        card=_card(record),
    )


def _address(did: str, key: str) -> str:
    return f"{_SITE}/{did}/post/{key}"


def _features(record: Data) -> Iterator[Data]:
    for facet in tables(record, "facets"):
        yield from tables(facet, "features")


def _externals(record: Data) -> Iterator[Data]:
    """Yield the pages shown below a post, also beside quoted posts and pictures."""
    embed = table(record, "embed")
    for holder in (embed, table(embed, "media")):
        if external := table(holder, "external"):
            yield external


def _links(record: Data) -> Iterator[str]:
    linked = False
    for feature in _features(record):
        if text(feature, "$type").endswith("#link"):
            linked = True
            yield text(feature, "uri")
    for external in _externals(record):
        linked = True
        yield text(external, "uri")
    if not linked:
        yield from addresses(text(record, "text"))


def _tags(record: Data) -> Iterator[str]:
    for feature in _features(record):
        if text(feature, "$type").endswith("#tag"):
            yield text(feature, "tag")
    tags = record.get("tags")
    if isinstance(tags, list):
        yield from (tag for tag in tags if isinstance(tag, str))


def _card(record: Data) -> str:
    external = next(_externals(record), EMPTY)
    return " ".join(filter(None, (text(external, "title"), text(external, "description"))))
