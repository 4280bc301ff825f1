"""The functions that the SQL of migrations calls."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable

from tidings.model import Content, Named, Reason
from tidings.read.names.who import by_kind
from tidings.store.content import pack
from tidings.urls import url_id


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the functions that ``migrations/0004.sql`` calls."""
    functions: dict[str, Callable[[str], str | int | bytes]] = {
        "reason_code": lambda sentence: Reason.parse(sentence)[0].value,
        "reason_detail": lambda sentence: Reason.parse(sentence)[1],
        "url_id": url_id,
        "names_content": _names_content,
    }
    for name, function in functions.items():
        connection.create_function(name, 1, function, deterministic=True)


def _names_content(explained: str) -> bytes:
    """Return the names that format 3 kept with the score as content of format 4."""
    names = [Named(*name) for name in json.loads(explained or "{}").get("who", ())]
    if not names:
        return b""
    people, organisations = by_kind(names)
    return pack(Content(people=people, organisations=organisations))
