"""Keeps a crawl going when nothing waits, so that pages come back when they are due."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from tidings.model import Link


class Vigil:
    """A source that brings nothing and never ends."""

    async def __aiter__(self) -> AsyncIterator[Link]:
        """Wait until the crawl is stopped."""
        await asyncio.Event().wait()
        yield Link("")  # never reached
