"""X through its filtered stream: a line of JSON for each post; what was missed is asked for in minutes."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping

import orjson

from tidings.model import Message
from tidings.sources.streams.credentials import needed
from tidings.sources.streams.queries import Queries
from tidings.web.listening import Ear

_ADDRESS = "https://api.x.com"
_FIELDS = (
    "tweet.fields=created_at,entities,lang,public_metrics,referenced_tweets,geo,note_tweet"
    "&expansions=author_id,referenced_tweets.id&user.fields=public_metrics"
)
_BACKFILL = 5
"""Minutes that the service can replay."""
_LONGEST_RULE = 500
"""Characters of one rule."""
_TAG = "tidings"
"""Marks our rules among those of the account."""


class X:
    """Posts that fit the rules of the account, which are made from the queries; its cursor is a time."""

    name = "x"

    def __init__(
        self,
        address: str,
        listener: Ear,
        queries: Callable[[], Queries],
        environment: Mapping[str, str],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._root = (address or _ADDRESS).rstrip("/")
        self._listener = listener
        self._queries = queries
        self._now = now
        self._rules: list[str] = []
        token = needed("TIDINGS_X_TOKEN", "x", environment)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Set the rules, connect with the minutes since the cursor, and yield posts."""
        await self._set_rules()
        url = f"{self._root}/2/tweets/search/stream?{_FIELDS}"
        if cursor:
            missed = (self._now() - float(cursor)) / 60
            url += f"&backfill_minutes={max(1, min(_BACKFILL, int(missed) + 1))}"
        async for line in self._listener.lines(url, self._headers):  # empty ones are signs of life
            if rules_of(self._queries()) != self._rules:
                await self._set_rules()
            if line:
                yield Message(line, f"{self._now():.0f}")

    def cursor_at(self, moment: float) -> str:
        """Return the moment; the service goes back a few minutes only."""
        return f"{moment:.0f}"

    async def _set_rules(self) -> None:
        """Add the rules of the present queries and delete our older ones."""
        url = f"{self._root}/2/tweets/search/stream/rules"
        answer = orjson.loads(await self._listener.get(url, self._headers))
        present = {
            rule["value"]: rule["id"]
            for rule in answer.get("data") or ()
            if rule.get("tag") == _TAG
        }
        self._rules = wanted = rules_of(self._queries())
        old = [id_ for value, id_ in present.items() if value not in wanted]
        new = [{"value": value, "tag": _TAG} for value in wanted if value not in present]
        if old:
            body = orjson.dumps({"delete": {"ids": old}})
            await self._listener.post(url, self._headers, body)
        if new:
            await self._listener.post(url, self._headers, orjson.dumps({"add": new}))


def rules_of(queries: Queries) -> list[str]:
    """Return queries as rules of the service, as many words in each as it allows."""
    terms = [f'"{word}"' if " " in word else word for word in queries.words]
    terms += [f"#{tag}" for tag in queries.tags]
    terms += [f"from:{account}" for account in queries.accounts]
    terms += [
        f"bounding_box:[{west} {south} {east} {north}]"
        for south, west, north, east in queries.regions
    ]
    languages = " OR ".join(f"lang:{language}" for language in queries.languages)
    rest = f" ({languages})" if languages else ""
    rules: list[str] = []
    group: list[str] = []
    for term in terms:
        if group and len(" OR ".join([*group, term])) + len(rest) + 2 > _LONGEST_RULE:
            rules.append(f"({' OR '.join(group)}){rest}")
            group = []
        group.append(term)
    return [*rules, f"({' OR '.join(group)}){rest}"] if group else rules
