"""The OpenAPI document: adds to what FastAPI writes how requests fail and how people authenticate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from tidings.api.problems import MEDIA_TYPE, Problem
from tidings.api.security.sessions import COOKIE

_ANY = "*/*"
_PROBLEM = {"$ref": "#/components/schemas/Problem"}
_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "Made by `tidings users token`."},
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "Set by login."},
}


def operation_name(route: APIRoute) -> str:
    """Return the name of an operation, by which generated clients call it."""
    return route.name


def use_own_document(app: FastAPI) -> None:
    """Let an app serve its document with our additions; it is made once."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    for operation in _operations(made):
        operation["responses"].pop("422", None)
        operation["responses"]["default"] = _failure(operation["responses"])
    schemas = made["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["Problem"] = Problem.model_json_schema()
    made["components"]["securitySchemes"] = _SCHEMES
    made["security"] = [{}, *({name: []} for name in _SCHEMES)]
    return made


def _operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for operations in document["paths"].values():
        yield from operations.values()


def _failure(responses: dict[str, Any]) -> dict[str, Any]:
    """Return how a request fails: with a problem, or with whatever a server once answered."""
    content = {MEDIA_TYPE: {"schema": _PROBLEM}}
    if _ANY in responses.get("200", {}).get("content", {}):
        content[_ANY] = responses["200"]["content"][_ANY]
    return {"description": "What is wrong.", "content": content}
