"""Refuses requests that another web page caused: under a foreign host name, or from a foreign origin."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tidings.api.problems import answer

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITES = frozenset({"same-origin", "none"})
"""Values of Sec-Fetch-Site for requests of our own pages, and of the person at the browser."""


class OwnRequests:
    """Lets through requests to our own names and, if they change something, from our own pages or no page."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOOPBACK_NAMES) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say why not."""
        if scope["type"] == "http":
            refusal = self._refusal(scope["method"], Headers(scope=scope))
            if refusal:
                status, detail = refusal
                await answer(status, detail)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if _name(host) not in self._hosts or len(headers.getlist("host")) != 1:
            return (
                421,
                f"found the host name {host[:100]!r}; allowed: a name this server is called by",
            )
        if method not in _READING and not _is_own(headers, host):
            return (
                403,
                "this request comes from another web page; only pages of this server may change things",
            )
        return None


def _name(host: str) -> str:
    """Return a host without its port, in lower case."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _is_own(headers: Headers, host: str) -> bool:
    """Return whether a request comes from a page of this server, or from no page at all, as programs send them."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in _OWN_SITES:
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == host.lower()
