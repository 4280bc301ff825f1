"""Shapes of logging in."""

from __future__ import annotations

from pydantic import BaseModel, Field

from tidings.api.models.basic import Parameters


class LoginRequest(Parameters):
    """A name and a password."""

    user: str = Field(max_length=100)
    password: str = Field(max_length=1000)


class MeView(BaseModel):
    """Who asks, and what they may do."""

    user: str | None
    """Null for somebody who has yet to log in."""
    role: str | None
    login: bool
    """Whether people must log in."""
    collections: list[str] | None = None
    """The only collections that may be seen, null for all."""
