"""Reddit: its newest posts on our words, asked for once a minute with the keys of an application."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Callable, Mapping
from urllib.parse import quote

import orjson

from tidings.errors import Failed
from tidings.model import Message, Reason
from tidings.sources.streams.credentials import needed
from tidings.sources.streams.queries import Queries
from tidings.web.listening import Ear

_ADDRESS, _TOKENS = "https://oauth.reddit.com", "https://www.reddit.com"
_MINUTE = 60.0
_PAGE = 100


class Reddit:
    """New posts with any of our words; its cursor is the name of the newest one."""

    name = "reddit"

    def __init__(
        self,
        address: str,
        listener: Ear,
        queries: Callable[[], Queries],
        environment: Mapping[str, str],
    ) -> None:
        self._root, self._tokens = (address, address) if address else (_ADDRESS, _TOKENS)
        self._listener = listener
        self._queries = queries
        name = needed("TIDINGS_REDDIT_ID", "reddit", environment)
        secret = needed("TIDINGS_REDDIT_SECRET", "reddit", environment)
        self._keys = base64.b64encode(f"{name}:{secret}".encode()).decode()
        self.wait = asyncio.sleep

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Sign in, then yield new posts, the oldest first, again and again."""
        headers = {"Authorization": f"Bearer {await self._token()}"}
        while True:
            words = " OR ".join(
                f'"{word}"' for word in (*self._queries().words, *self._queries().tags)
            )
            url = f"{self._root}/search?q={quote(words)}&sort=new&limit={_PAGE}&raw_json=1"
            posts = _children(
                await self._listener.get(url + (f"&before={cursor}" if cursor else ""), headers)
            )
            for post in reversed(posts):
                cursor = str(post.get("name") or cursor)
                yield Message(orjson.dumps(post), cursor)
            await self.wait(_MINUTE)

    def cursor_at(self, moment: float) -> str:
        """Return nothing: the service has no place for a moment."""
        return ""

    async def _token(self) -> str:
        headers = {
            "Authorization": f"Basic {self._keys}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        url = f"{self._tokens}/api/v1/access_token"
        answer = _object(await self._listener.post(url, headers, b"grant_type=client_credentials"))
        return str(answer.get("access_token", ""))


def _children(answer: bytes) -> list[dict[str, object]]:
    data = _object(answer).get("data")
    children = data.get("children") if isinstance(data, dict) else None
    if not isinstance(children, list):
        return []
    return [
        each["data"]
        for each in children
        if isinstance(each, dict) and isinstance(each.get("data"), dict)
    ]


def _object(answer: bytes) -> dict[str, object]:
    try:
        data = orjson.loads(answer)
    except orjson.JSONDecodeError as error:
        raise Failed(Reason.PROTOCOL, f"reddit: {error}"[:200]) from None
    return data if isinstance(data, dict) else {}
