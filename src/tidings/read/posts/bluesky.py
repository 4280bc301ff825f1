"""Posts of Bluesky: events of Jetstream, and posts as the public API returns them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tidings.model import Post, Withdrawn
from tidings.read.posts.fields import Data, addresses, distinct, number, table, tables, text
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
        return event(
            {**payload, "kind": "account", "account": table(payload, "account") or payload}
        )
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
    features = _features(record) if "facets" in record else ()
    externals = _externals(record) if "embed" in record else ()
    return Post(
        SERVICE,
        f"{did}/{key}",
        _address(did, key),
        text(record, "text"),
        moment(record.get("createdAt")),
        first[:2].lower() if isinstance(first, str) else "",
        did,
        distinct(_links(record, features, externals)),
        tuple(_tags(record, features)),
        card=_card(externals[0]) if externals else "",
    )


def _address(did: str, key: str) -> str:
    return f"{_SITE}/{did}/post/{key}"


def _features(record: Data) -> Sequence[Data]:
    return [feature for facet in tables(record, "facets") for feature in tables(facet, "features")]


def _externals(record: Data) -> Sequence[Data]:
    """Return the pages shown below a post, also beside quoted posts and pictures."""
    embed = table(record, "embed")
    holders = (embed, table(embed, "media"))
    return [external for holder in holders if (external := table(holder, "external"))]


def _links(record: Data, features: Sequence[Data], externals: Sequence[Data]) -> Iterable[str]:
    marked = [
        text(feature, "uri") for feature in features if text(feature, "$type").endswith("#link")
    ]
    marked += [text(external, "uri") for external in externals]
    return marked or addresses(text(record, "text"))


def _tags(record: Data, features: Sequence[Data]) -> Iterator[str]:
    for feature in features:
        if text(feature, "$type").endswith("#tag"):
            yield text(feature, "tag")
    tags = record.get("tags")
    if isinstance(tags, list):
        yield from (tag for tag in tags if isinstance(tag, str))


def _card(external: Data) -> str:
    return " ".join(filter(None, (text(external, "title"), text(external, "description"))))
