"""Telegram: the public preview of one channel, asked for once a minute; no account is needed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import orjson

from tidings.errors import EventFileError, Failed, Refused
from tidings.model import Message, Reason
from tidings.read.posts.telegram import preview_messages
from tidings.read.posts.times import moment
from tidings.sources.streams.queries import Queries
from tidings.web.listening import Ear

_ADDRESS = "https://t.me"
_CHANNEL = re.compile(r"(?:(?P<root>https?://[^/]+)/)?(?:s/)?@?(?P<name>\w{4,64})/?", re.ASCII)
_MINUTE = 60.0
_PAUSE = 1.0
"""Seconds between two pages of the same channel."""
_PAGES = 500
"""Pages read to go back, or to fill one gap."""
_SINCE = "@"
"""Marks a cursor that is a moment, not the number of a message."""

Messages = list[dict[str, Any]]


class Telegram:
    """New messages of one public channel; its cursor is the number of the last one."""

    def __init__(
        self,
        address: str,
        listener: Ear,
        queries: Callable[[], Queries],
        environment: Mapping[str, str],
    ) -> None:
        found = _CHANNEL.fullmatch(address)
        if found is None:
            raise EventFileError(
                f"streams.services: found 'telegram {address}'; allowed: the name of a public channel, "
                "such as 'telegram harwick_news'"
            )
        self._url = f"{found['root'] or _ADDRESS}/s/{found['name']}"
        self.name = f"telegram {found['name']}"
        self._listener = listener
        self.wait = asyncio.sleep

    async def messages(self, cursor: str) -> AsyncIterator[Message]:
        """Yield the messages after a cursor, the oldest first, then look for new ones again and again."""
        if cursor.startswith(_SINCE):
            async for message in self._back_to(float(cursor[1:])):
                cursor = message.cursor
                yield message
        while True:
            known = cursor.isdigit()
            for _ in range(_PAGES):
                page = await self._page(f"?after={cursor}" if known else "")
                new = [each for each in page if not known or each["id"] > int(cursor)]
                for each in new:
                    cursor = str(each["id"])
                    yield Message(orjson.dumps(each), cursor)
                if not (known and new):
                    break
                await self.wait(_PAUSE)
            await self.wait(_MINUTE)

    def cursor_at(self, moment: float) -> str:
        """Return the moment; the channel is read back to it."""
        return f"{_SINCE}{moment:.0f}"

    async def _back_to(self, since: float) -> AsyncIterator[Message]:
        """Read back page by page to a moment, then yield what came after it, the oldest first."""
        found: Messages = []
        for _ in range(_PAGES):
            page = await self._page(f"?before={found[0]['id']}" if found else "")
            older = [each for each in page if not found or each["id"] < found[0]["id"]]
            wanted = [each for each in older if (moment(each["date"]) or since) >= since]
            found = wanted + found
            if not older or len(wanted) < len(older):
                break
            await self.wait(_PAUSE)
        for each in found:
            yield Message(orjson.dumps(each), str(each["id"]))

    async def _page(self, query: str) -> Messages:
        try:
            html = await self._listener.get(self._url + query)
        except Failed as error:
            if error.detail in ("301", "302"):  # to a page that only invites to the application
                raise Refused(Reason.HTTP, "the channel has no public preview") from error
            raise
        return await asyncio.to_thread(preview_messages, html)
