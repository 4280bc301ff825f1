"""Serves the desk: its files under ``/static``, and its one page for every other address.

The page names its files below a version, which changes with them, so that browsers may keep them for ever.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
_VERSION = re.compile(r"v-[0-9a-f]{16}/")
_CHECKED = {"Cache-Control": "no-cache"}
"""Browsers keep the file and ask each time whether it changed."""
_LASTING = {"Cache-Control": "public, max-age=31536000, immutable"}
_EARLY = ("vendor/*.js", "shell/*.js", "components/*.js", "charts/*.js")
"""Modules that most screens need, asked for before the first of them was read."""
_CLASSIC = "early.js"
"""A script that is no module."""


class _Files(StaticFiles):
    """The files of the desk, with or without a version before their path."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file."""
        bare = _VERSION.sub("", path, count=1)
        response = await super().get_response(bare, scope)
        response.headers.update(_CHECKED if bare == path else _LASTING)
        return response


def add_desk(app: FastAPI) -> None:
    """Serve the desk beside the API; call it after all other routes were added."""
    app.mount("/static", _Files(directory=STATIC), name="static")
    app.add_route("/{path:path}", _page, methods=["GET"], include_in_schema=False)


async def _page(request: Request) -> Response:
    if request.url.path.startswith("/api/"):
        raise HTTPException(404)
    return HTMLResponse(page(), headers=_CHECKED)


def page() -> str:
    """Return the page of the desk, with the version of its files."""
    base = f"/static/{version()}/"
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    early = "\n".join(f'<link rel="modulepreload" href="/static/{path}">' for path in _early())
    return text.replace("</head>", f"{early}\n</head>").replace("/static/", base)


def version() -> str:
    """Return a name for the files as they are now."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        stat = path.stat()
        digest.update(f"{path} {stat.st_mtime_ns} {stat.st_size}\n".encode())
    return f"v-{digest.hexdigest()[:16]}"


def _early() -> Iterator[str]:
    for pattern in _EARLY:
        for path in sorted(STATIC.glob(pattern)):
            if path.name != _CLASSIC:
                yield path.relative_to(STATIC).as_posix()
