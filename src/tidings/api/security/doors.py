"""Finds out who sends a request, and refuses what its sender may not do."""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from tidings.api.problems import answer
from tidings.api.security.sessions import COOKIE, Sessions
from tidings.api.security.users import LOCAL, Identity, Role, Users

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_ONE = r"/api/v1/collections/[^/]+"
_OPEN = re.compile(r"(?!/api/|/metrics$).*|/api/v1/(me|login|logout)")
"""Paths for everybody: the files of the desk, whether the server lives, and how to log in."""
_FOR_ANALYSTS = re.compile(
    rf"{_ONE}/(judgements(/\d+)?|pages/\d+/(fields|tags)|crawl|seeds|keywords|queries)"
    r"|/api/v1/proposals(/preview)?"
)
"""What analysts may change; everything else that changes something is for owners."""
_COLLECTION = re.compile(r"/api/v1/collections/([^/]+)(/|$)")


class Doors:
    """Lets requests through according to the role of their sender; without users, everybody is the owner."""

    def __init__(self, app: ASGIApp, users: Users | None, sessions: Sessions) -> None:
        self._app = app
        self._users = users
        self._sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sender = self._sender(Request(scope)) if self._users else LOCAL
        refusal = _refusal(sender, scope["method"], scope["path"])
        if refusal:
            await refusal_answer(refusal)(scope, receive, send)
            return
        scope.setdefault("state", {})["identity"] = sender
        await self._app(scope, receive, send)

    def _sender(self, request: Request) -> Identity | None:
        assert self._users
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self._users.with_token(token.strip())
        user = self._sessions.user(request.cookies.get(COOKIE, ""))
        return self._users.named(user) if user else None


def _refusal(sender: Identity | None, method: str, path: str) -> tuple[int, str] | None:
    if _OPEN.fullmatch(path):
        return None
    if sender is None:
        return 401, "log in, or send a token"
    needed = role_for(method, path)
    if not sender.role.covers(needed):
        return 403, f"found the role {sender.role}; allowed: {needed} or more"
    if sender.collections is not None and not _is_among(path, sender.collections):
        return 403, f"this token is for {', '.join(sender.collections)} only"
    return None


def role_for(method: str, path: str) -> Role:
    """Return the least role that may send a request."""
    if method in _READING:
        return Role.READER
    return Role.ANALYST if _FOR_ANALYSTS.fullmatch(path) else Role.OWNER


def _is_among(path: str, collections: tuple[str, ...]) -> bool:
    match = _COLLECTION.match(path)
    return path == "/api/v1/openapi.json" or bool(match and match[1] in collections)


def refusal_answer(refusal: tuple[int, str]) -> ASGIApp:
    """Return the answer that says why a request is refused."""
    status, detail = refusal
    headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return answer(status, detail, headers=headers)
