"""Shapes that several subjects share."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel, ConfigDict

from tidings.errors import QueryError
from tidings.model import Completeness

Item = TypeVar("Item")
Responses = dict[int | str, dict[str, Any]]
"""Answers of a route that the OpenAPI document describes by hand."""
_TEXT = {"type": "string"}
_BYTES = {"type": "string", "format": "binary"}
_OBJECT = {"type": "object"}


def media(*kinds: str) -> Responses:
    """Describe an answer in one of several media types."""
    content = {kind: {"schema": _schema(kind)} for kind in kinds}
    return {200: {"description": "As it is.", "content": content}}


def _schema(kind: str) -> dict[str, str]:
    if kind.startswith("text/"):
        return _TEXT
    return _OBJECT if kind.endswith("+json") else _BYTES


class ItemList(BaseModel, Generic[Item]):
    """A part of a list."""

    items: list[Item]
    next: str | None = None
    """The cursor of the next part, null at the end."""
    total: int | None = None
    """The length of the whole list, null where counting is slow."""


class CompletenessView(BaseModel):
    """How much of what pages need to be shown, such as pictures and styles, is archived."""

    seen: int
    captured: int
    waiting: int
    missing: int
    share: float
    """Of those seen that were captured, 1 if nothing was needed."""


def completeness(found: Completeness) -> CompletenessView | None:
    """Return figures of completeness, None if nothing was needed."""
    if not found.seen:
        return None
    return CompletenessView(**found._asdict(), missing=found.missing, share=found.share)


class Parameters(BaseModel):
    """Parameters of a request; an unknown one is a mistake."""

    model_config = ConfigDict(extra="forbid")


Limit = Annotated[int, Query(ge=1, le=1000, description="Items of this part.")]


def cursor_of(position: str) -> str:
    """Return a cursor for a position in a list; only the server understands it."""
    return base64.urlsafe_b64encode(position.encode()).decode().rstrip("=")


def position_of(cursor: str) -> str:
    """Return the position of a cursor; raise QueryError if the server did not make it."""
    padded = cursor.encode("utf-8", "replace") + b"=" * (-len(cursor) % 4)
    try:
        return base64.urlsafe_b64decode(padded).decode()
    except (binascii.Error, ValueError):
        raise _unknown(cursor) from None


def number_of(cursor: str | None) -> int:
    """Return the number that a cursor stands for, 0 without one; raise QueryError if it is none."""
    position = position_of(cursor) if cursor else "0"
    if not (position.isascii() and position.isdigit() and len(position) < 19):
        raise _unknown(cursor or "")
    return int(position)


def _unknown(cursor: str) -> QueryError:
    return QueryError(f"cursor: found {cursor[:40]!r}; allowed: the `next` of an earlier answer")
