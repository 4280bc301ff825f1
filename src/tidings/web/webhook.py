"""Sends a message to a web address that the user named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import aiohttp

from tidings.errors import TidingsError

_SECONDS = 15.0


async def send_json(url: str, message: Mapping[str, Any]) -> None:
    """Post a message as JSON; raise TidingsError if it does not arrive."""
    if not url.startswith(("http://", "https://")):
        raise TidingsError(
            f"webhook: found {url}; allowed: a URL that begins with http:// or https://"
        )
    body = json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
    timeout = aiohttp.ClientTimeout(total=_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(
                url, data=body, headers={"Content-Type": "application/json"}, allow_redirects=False
            ) as answer,
        ):
            if answer.status >= 300:
                raise TidingsError(f"webhook {url}: answered {answer.status}")
    except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as error:
        raise TidingsError(f"webhook {url}: {error or type(error).__name__}") from error
