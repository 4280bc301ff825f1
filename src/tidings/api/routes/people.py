"""Routes of people: who asks, logging in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from tidings.api.models.people import LoginRequest, MeView
from tidings.api.security.limits import client_of
from tidings.api.security.sessions import COOKIE, Sessions
from tidings.api.security.users import Identity, Users

router = APIRouter(tags=["people"])


def _sender(request: Request) -> Identity | None:
    identity: Identity | None = request.state.identity
    return identity


Sender = Annotated[Identity | None, Depends(_sender)]


@router.get("/me")
def show_me(request: Request, sender: Sender) -> MeView:
    """Say who asks, and what they may do."""
    login = request.app.state.users is not None
    if sender is None:
        return MeView(user=None, role=None, login=login)
    only = sender.collections
    return MeView(
        user=sender.name,
        role=sender.role.value,
        login=login,
        collections=None if only is None else list(only),
    )


@router.post("/login")
def log_in(given: LoginRequest, request: Request, response: Response) -> MeView:
    """Begin a session, which a cookie carries."""
    users: Users | None = request.app.state.users
    if users is None:
        raise HTTPException(
            409, "this server has no users; everybody at this computer is the owner"
        )
    if seconds := request.app.state.login_limits.wait(client_of(request.scope), given.user):
        headers = {"Retry-After": str(int(seconds) + 1)}
        raise HTTPException(429, "too many logins; try again later", headers)
    identity = users.with_password(given.user, given.password)
    if identity is None:
        raise HTTPException(401, "wrong name or password", {"WWW-Authenticate": "Bearer"})
    sessions: Sessions = request.app.state.sessions
    response.set_cookie(
        COOKIE,
        sessions.begin(identity.name),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path="/",
    )
    return MeView(user=identity.name, role=identity.role.value, login=True)


@router.post("/logout")
def log_out(request: Request, response: Response) -> MeView:
    """End the session."""
    request.app.state.sessions.end(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, path="/")
    return MeView(user=None, role=None, login=request.app.state.users is not None)
