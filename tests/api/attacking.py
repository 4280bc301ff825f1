"""Requests made from the OpenAPI document, valid and invalid ones, and what answers must be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import booleans
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from schemathesis.core.failures import Failure, FailureGroup

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
BOUNDED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def documented(address: str, app: Any) -> Any:
    """Return what the document of an application promises, but for streams of events."""
    return schemathesis.openapi.from_asgi(address, app).exclude(path_regex="/events$")


def failures(operation: Any) -> Iterator[tuple[str, str]]:
    """Attack an operation in each mode; yield its name and mode with what was not as documented."""
    for mode in GenerationMode if _may_be_invalid(operation) else [GenerationMode.POSITIVE]:
        try:
            _attack(operation, mode)
        except (Failure, FailureGroup) as error:
            yield f"{operation.label} {mode}", str(getattr(error, "exceptions", error))


def _may_be_invalid(operation: Any) -> bool:
    """Return whether there are invalid requests; any text in the path is a valid one."""
    texts = all(one.definition["schema"]["type"] == "string" for one in operation.path_parameters)
    return bool(list(operation.query) or list(operation.body) or not texts)


def _attack(operation: Any, mode: GenerationMode) -> None:
    """Send valid or invalid requests, many of them to the collection that exists."""

    @BOUNDED
    @given(case=operation.as_strategy(generation_mode=mode), known=booleans())
    def attack(case: schemathesis.Case, known: bool) -> None:
        if known and "collection" in case.path_parameters:
            case.path_parameters["collection"] = "flood"
        case.call_and_validate(checks=CHECKS, timeout=120)

    attack()
