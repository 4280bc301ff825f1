"""Errors as answers: every one is ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from tidings.api.served import NotServed
from tidings.errors import (
    CollectionBusy,
    CollectionError,
    EventFileError,
    FieldError,
    QueryError,
    StorageFull,
    TidingsError,
)

MEDIA_TYPE = "application/problem+json"
_LONGEST_DETAIL = 4_000
"""Characters of an error message that are shown."""
_log = logging.getLogger(__name__)


class Problem(BaseModel):
    """Why a request was not fulfilled."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = ""
    errors: list[str] = []
    """Every single mistake, where there are several."""


_STATUSES: Mapping[type[TidingsError], int] = {
    NotServed: 404,
    QueryError: 400,
    EventFileError: 422,
    FieldError: 422,
    CollectionBusy: 409,
    StorageFull: 507,
    CollectionError: 409,
    TidingsError: 400,
}
"""The status of each error; the first class that fits counts."""


def answer(
    status: int,
    detail: str = "",
    errors: tuple[str, ...] = (),
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """Return a problem as an answer."""
    problem = Problem(
        title=_title(status), status=status, detail=detail[:_LONGEST_DETAIL], errors=list(errors)
    )
    return JSONResponse(problem.model_dump(), status, headers, MEDIA_TYPE)


def _title(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def add_handlers(app: FastAPI) -> None:
    """Answer all errors of an app with problems."""
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(TidingsError, _on_tidings)
    app.add_exception_handler(sqlite3.Error, _on_database)
    app.add_exception_handler(Exception, _on_defect)


def _on_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return answer(error.status_code, str(error.detail), headers=error.headers)


def _on_invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    mistakes = tuple(
        f"{'.'.join(str(part) for part in each['loc'])}: {each['msg']}" for each in error.errors()
    )
    return answer(422, "; ".join(mistakes), mistakes)


def _on_tidings(request: Request, error: Exception) -> JSONResponse:
    status = next(status for kind, status in _STATUSES.items() if isinstance(error, kind))
    lines = tuple(line.strip() for line in str(error).splitlines()[1:])
    return answer(status, str(error), lines)


def _on_database(request: Request, error: Exception) -> JSONResponse:
    _log.warning("%s: %s", request.url.path, error)
    return answer(503, f"the database of the collection cannot be read now: {error}")


def _on_defect(request: Request, error: Exception) -> JSONResponse:
    return answer(500, "a defect of the server; its log says more")
